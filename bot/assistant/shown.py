"""How the answers of specialists look."""

from __future__ import annotations

from agents.handover import Shown
from agents.specialists.catalogue.calendar import CalendarTold
from agents.specialists.specialist import Passage, Told
from agents.tools.catalogue.event_proposals import EventProposal
from bot.assistant.pages import Buttons, Page
from bot.replies.callbacks import PageTap, SaidTap, key_of
from bot.replies.evidence import shortened
from bot.texts import Html, escape
from storage.entities import Button, DateRange

_QUOTE = 300
"""Characters of one passage."""
_BUTTONS = 6
_LABEL = 40
_A_ROW = 3
_SUPERGROUPS = -1_000_000_000_000
"""Ids of supergroups lie below; only their messages have addresses."""


def shown(told: Told, page: Page, *, chat_id: int, private: bool, buttons: Buttons = ()) -> Shown:
    """`buttons` are those of its proposal."""
    said = [Html(escape(told.text))] if told.text else []
    if told.says:
        said.append(page.say(told.says, **told.values))
    if isinstance(told, CalendarTold):
        said += _calendar(told, page)
    else:
        said += [passage(one, page, chat_id) for one in told.passages]
    links = _pages(told) if private else _links(told, page)
    between = "\n" if any(one.message_id is not None for one in told.passages) else "\n\n"
    return Shown(
        html=between.join(said), buttons=(*buttons, *links), private=private, follow_ups=told.follow_ups
    )


def _calendar(told: CalendarTold, page: Page) -> list[Html]:
    if isinstance(told.proposal, EventProposal):
        return [page.say("calendar.when") if told.asks_when else page.proposal(told.proposal)]
    if told.shows == "events":
        days = told.days or DateRange(start=page.today, end=page.today)
        return [page.events(told.events, told.unavailable, days)]
    return [page.free(told.slots, told.events, told.unavailable)] if told.shows == "free" else []


def passage(one: Passage, page: Page, chat_id: int) -> Html:
    """Quoted, with where it stands and its day, linked where it has an address."""
    text, day = shortened(one.text, _QUOTE), page.say.day(one.day, page.today)
    if one.message_id is not None:
        speaker = page.say(f"passage.{one.where}") if one.where else ""
        time = _linked(one.title, _address(chat_id, one.message_id))
        return page.say("passage.said", day=day, time=time, text=text, speaker=speaker)
    if not one.title:
        return page.say("passage.entry", day=day, text=text)
    title = _linked(one.title, one.url) if one.url else Html(f"<b>{escape(one.title)}</b>")
    where = f" ({one.where})" if one.where else ""
    return page.say("passage.note", title=title, where=where, day=day, quote=text)


def _linked(text: str, address: str) -> Html:
    if not address.startswith(("https://", "http://")):
        return Html(escape(text))
    safe = escape(address).replace('"', "%22")
    return Html(f'<a href="{safe}">{escape(text)}</a>')


def _address(chat_id: int, message_id: int) -> str:
    """Of a supergroup's message."""
    return f"https://t.me/c/{_SUPERGROUPS - chat_id}/{message_id}" if chat_id < _SUPERGROUPS else ""


def _pages(told: Told) -> Buttons:
    """A button for each page that has no address of its own: it is read out."""
    titles = {
        one.page_id: one.title for one in told.passages if one.page_id and not one.url.startswith("http")
    }
    made = [
        PageTap(key_of(page_id)).button(f"📄 {shortened(title, _LABEL)}") for page_id, title in titles.items()
    ]
    return tuple((one,) for one in made[:_BUTTONS])


def _links(told: Told, page: Page) -> Buttons:
    """A button for each message that is quoted: it leads back to it."""
    made: list[Button] = []
    for one in told.passages[:_BUTTONS]:
        if one.message_id is None:
            continue
        day = page.say.short_day(one.day, page.today)
        label = page.say.label("button.said", day=day, time=one.title)
        alike = sum(button.label.startswith(label) for button in made)
        label = f"{label} ({alike + 1})" if alike else label
        made.append(SaidTap(one.message_id).button(label))
    return tuple(tuple(made[at : at + _A_ROW]) for at in range(0, len(made), _A_ROW))
