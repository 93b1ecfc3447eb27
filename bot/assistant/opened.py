"""What a quote is opened as: a page of notes, read anew from its source, or the message that it is of."""

from __future__ import annotations

from datetime import datetime

from agents.offline.spoken import spoken
from agents.tools.catalogue.notes import notion_search
from bot.assistant.tool_caller import ToolCaller
from bot.people.state import BotState
from bot.replies.callbacks import key_of
from bot.replies.evidence import shortened
from bot.texts import Html, escape, wording

_LONGEST, _QUOTE = 3500, 600


async def opened(state: BotState, user_id: int, now: datetime, key: str) -> Html | None:
    """One of this person's pages; None: there is none of that key."""
    page_id = next((one for one in await state.db.notes.page_ids(user_id) if key_of(one) == key), None)
    if page_id is None:
        return None
    desk = ToolCaller(state, state.assisting)
    person = await desk.person(user_id, now)
    result = await desk.call(notion_search, {"page_id": page_id}, person)
    if result.value is None or result.value.page is None:
        return None
    page = result.value.page
    where = Html(f" ({escape(page.path)})") if page.path and page.path != page.title else Html("")
    text = page.text.strip()
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1].rstrip() + "…"
    return person.page.say("passage.page", title=Html(f"<b>{escape(page.title)}</b>"), where=where, text=text)


async def quoted(state: BotState, user_id: int, chat_id: int, message_id: int) -> Html | None:
    """Their own words of this chat, or the bot's; None: there is no such message of theirs."""
    found = await state.db.messages.get_message(chat_id, message_id)
    if found is None or (found.role == "user" and found.user_id != user_id):
        return None
    profile = await state.profile(user_id)
    say = wording(spoken(found.text, profile.language))
    return say("evidence", day=say.day(profile.local(found.at).date()), text=shortened(found.text, _QUOTE))
