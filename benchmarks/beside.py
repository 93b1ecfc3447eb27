"""What messages for specialists cost in calls, and what having specialists costs a question to the diary.

The person has a calendar that nobody answers for and a folder of notes; each request is made once in words
that rules read and once in words that a model has to hand on.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

from agents.notes.folder import FolderNotes
from agents.notes.index import index
from agents.turn import Incoming
from benchmarks.brain import Brain, Labelled
from bot.assistant.assembly import assembled
from bot.assistant.concierge import Concierge
from bot.core import Core, open_core, utc_now
from bot.people.access import Access
from bot.people.state import BotState
from bot.settings import Settings
from storage.entities import Frozen
from storage.stores import Stores
from tests.models.asked import Asked
from tests.models.server import ModelServer
from tests.models.telling import Says

USER = 7
PAGE = "# Knee\n\n## 2026-11-10\n\nDr. Weber: no swimming until 28 November. Ice it daily.\n"
NOTES = {"rules": "what do my notes say about swimming?", "handed": "weber said what about the pool again?"}
CALENDAR = {"rules": "what's on tomorrow?", "handed": "anything eating up my friday arvo?"}
_PAGES = 6
"""Enough that not all that are found are read."""
_SAID: dict[str, dict[str, object]] = {
    "calendar": {"does": "read", "first_day": "2026-11-20"},
    "notes_search": {"primary_queries": ["swimming"], "fallback_queries": []},
}


class Beside(Frozen):
    """Calls, the most of each kind."""

    notes_question: int
    calendar_question: int
    dispatch_extra: int
    """That a question to the diary makes more than without specialists."""


def handed_in(said: str, schema: Mapping[str, Any]) -> dict[str, object]:
    """What a sensible model hands on of a message."""
    if "handed" not in (schema.get("properties") or {}):
        return {}
    to = {NOTES["handed"]: "notes", CALENDAR["handed"]: "calendar"}.get(said)
    return {"handed": [{"to": to, "words": said}] if to is not None else []}


@asynccontextmanager
async def assisted(folder: Path, server: ModelServer) -> AsyncGenerator[tuple[Core, Concierge]]:
    """The product with a calendar and notes."""
    vault = folder / "vault"
    vault.mkdir()
    for number in range(_PAGES):
        (vault / f"Knee {number}.md").write_text(PAGE, "utf-8")
    settings = Settings.model_validate(
        {
            "data_dir": folder,
            "llm": server.llm_section(),
            "profile": {"time_zone": "UTC", "weight_unit": "kg", "distance_unit": "km", "ask_first": []},
            "calendars": [{"kind": "caldav", "url": "http://127.0.0.1:9/", "username": "a", "password": "b"}],
            "notes": {"folders": [{"path": str(vault), "name": "vault", "user": USER}], "vectors": False},
        }
    )
    core = await open_core(settings, utc_now)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(core.aclose)
        made = assembled(settings, core, lambda: [USER], stack)
        access = Access(frozenset({USER}), frozenset())
        state = BotState(core.services, core.machine, access, folder, assistant=made, asked=core.asked)
        await index(FolderNotes("vault", vault), core.db.notes, USER)
        if core.models is not None:
            await core.models.warm()
        yield core, Concierge(state)


async def play(
    texts: Mapping[str, Labelled | None], diary: Callable[[Stores], Awaitable[None]], *, specialists: bool
) -> dict[str, int]:
    """Each message with the calls that it made, by one person with this diary."""
    brain, said, made = Brain(utc_now().date()), [""], dict[str, int]()
    async with ModelServer.running() as server:

        def says(asked: Asked) -> dict[str, object]:
            schema = asked.schema or {}
            fields = {**brain.fields(asked.agent, asked.user, schema), **_SAID.get(asked.agent, {})}
            return {**fields, **handed_in(said[-1], schema)} if asked.agent == "router" else fields

        server.always("*", lambda asked: cast("Says", says(asked)))
        with tempfile.TemporaryDirectory(prefix="swealog-beside-") as folder:
            async with assisted(Path(folder), server) as (core, concierge):
                core.services.beside.to = concierge if specialists else None
                await diary(core.db)
                for text, label in texts.items():
                    said.append(text)
                    brain.now = label
                    server.asked.clear()
                    incoming = Incoming(
                        user_id=USER, chat_id=USER, message_id=len(said), text=text, sent_at=utc_now()
                    )
                    await core.machine.begin(await concierge.heard(incoming) if specialists else incoming)
                    await core.lanes.idle()
                    made[text] = len(server.asked)
    return made


async def counted(questions: Iterable[Labelled], diary: Callable[[Stores], Awaitable[None]]) -> Beside:
    """`questions` are those to the diary."""
    asked = {one.say: one for one in questions}
    requests = {text: None for kind in (NOTES, CALENDAR) for text in kind.values()}
    with_them = await play({**asked, **requests}, diary, specialists=True)
    alone = await play(asked, diary, specialists=False)
    return Beside(
        notes_question=max(with_them[text] for text in NOTES.values()),
        calendar_question=max(with_them[text] for text in CALENDAR.values()),
        dispatch_extra=max([0, *(with_them[text] - alone[text] for text in asked)]),
    )
