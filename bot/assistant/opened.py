"""A page of notes that somebody opens: read anew from its source, told as far as a message goes."""

from __future__ import annotations

from datetime import datetime

from agents.tools.catalogue.notes import notion_search
from bot.assistant.desk import Desk
from bot.people.state import BotState
from bot.replies.callbacks import key_of
from bot.texts import Html, escape

_LONGEST = 3500


async def opened(state: BotState, user_id: int, now: datetime, key: str) -> Html | None:
    """One of this person's pages; None: there is none of that key."""
    page_id = next((one for one in await state.db.notes.page_ids(user_id) if key_of(one) == key), None)
    if page_id is None:
        return None
    desk = Desk(state, state.assisting)
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
