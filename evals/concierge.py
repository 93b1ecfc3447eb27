"""Whom messages are for, by rules alone: `python -m evals.concierge --json`.

300 messages in English and Korean, written by somebody who had seen neither rules nor product, each with
who should answer its parts. The person has a calendar and notes. Half of them (`train.jsonl`) may be read,
the other half (`sealed.jsonl`) never; without `--misses` no text is shown.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.limits import Limits
from agents.offline.engine import OfflineEngine
from agents.offline.lexicon import language_of
from agents.offline.questions.wishes import wish_in
from agents.offline.routing.requests import is_beyond_us, may_remind
from agents.profile import Profile
from agents.reminders.asking import asked
from agents.reminders.parting import beside, goes_on
from agents.router import RouterInput
from agents.specialists.catalogue.calendar import CalendarQuery
from agents.specialists.specialist import Heard
from agents.specialists.staff import Staff, query_of
from agents.tools.registry import ToolRegistry
from agents.types import InputType
from bot.assistant.concierge import is_rather_a_log
from domains.registry import load
from storage.tool_calls import ToolCall

FOLDER = Path(__file__).with_name("data") / "concierge"
NOW = datetime(2026, 11, 23, 15, 0, tzinfo=UTC)
Kind = Literal[
    "log", "diary", "notes", "calendar_read", "calendar_write", "memory", "chitchat", "howto", "request"
]
_ROUTED: dict[InputType, tuple[Kind, ...]] = {
    InputType.LOG: ("log",),
    InputType.CORRECTION: ("log",),
    InputType.QUERY: ("diary",),
    InputType.BOTH: ("log", "diary"),
    InputType.CHAT: ("chitchat",),
}
_SPECIALISTS: frozenset[Kind] = frozenset({"notes", "calendar_read", "calendar_write", "memory"})
_ELSEWHERE: dict[Kind, frozenset[Kind]] = {
    "howto": frozenset({"diary", "chitchat", "request"}),
    "request": frozenset({"diary", "chitchat"}),
}
"""What is no specialist's: right wherever it is neither stored nor handed on."""


class Message(BaseModel):
    """A line of the files."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    text: str
    language: Literal["en", "ko"]
    parts: tuple[Kind, ...]


class Score(BaseModel):
    """Shares of messages; `handed_wrongly`: of those without a part for a specialist."""

    messages: int
    right: float
    right_en: float
    right_ko: float
    two_parts: float
    handed_wrongly: float
    of_kind: dict[str, float]
    """Of the messages with this kind alone, those that are right."""


class _Nowhere:
    """Nothing is called, so nothing is written down."""

    async def record(self, call: ToolCall) -> None:
        """Forget it."""


def messages(name: str) -> list[Message]:
    """Of a half."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [Message.model_validate_json(line) for line in lines if line]


async def found_in(text: str, engine: OfflineEngine, staff: Staff) -> list[frozenset[Kind]]:
    """Who is found for the parts of a message; several where a day is looked up wherever it stands."""
    asked_of_reminders, text = _apart_from_reminders(text)
    if not text:
        return [frozenset({"request"})]
    others = await _found_in(text, engine, staff)
    return [*others, frozenset({"request"})] if asked_of_reminders else others


def _apart_from_reminders(text: str) -> tuple[bool, str]:
    """Whether something is asked of reminders and timers, which the bot looks for first, and the rest."""
    language = language_of(text)
    if not may_remind(text):
        return False, text
    surely = beside(text, language, surely=True)
    if surely is not None and not goes_on(surely[0], NOW, language) and _is_set(surely[1], language):
        return True, surely[0]
    if asked(text, NOW, language) is not None:
        return True, ""
    parts = beside(text, language)
    return (True, parts[0]) if parts is not None and _is_set(parts[1], language) else (False, text)


def _is_set(text: str, language: str) -> bool:
    found = asked(text, NOW, language)
    return found is not None and found.does in ("set", "timer")


async def _found_in(text: str, engine: OfflineEngine, staff: Staff) -> list[frozenset[Kind]]:
    said = Heard(text, NOW, language_of(text), "DMY", is_configured=lambda _: True, wish=wish_in)
    handed, registry, profile = staff.heard(said), load(), Profile(user_id=1)
    if handed is not None and await is_rather_a_log(text, handed, profile, registry):
        handed = None
    parts: list[frozenset[Kind]] = []
    for part in handed.parts if handed is not None else ():
        if part.day_from is not None:
            parts.append(frozenset(_named(one) for one in part.day_from.sources))
        query = query_of(staff, part)
        writes = isinstance(query, CalendarQuery) and (
            query.asked is None or query.asked.does in ("create", "move", "rename", "place", "delete")
        )
        parts.append(frozenset({"calendar_write" if writes else _named(part.specialist)}))
    rest = text if handed is None else handed.rest
    if not rest:
        return parts
    if handed is None and is_beyond_us(text):
        return [frozenset({"request"})]
    routed = await engine.route(RouterInput.of(rest, profile, registry))
    return [*(frozenset({one}) for one in _ROUTED[routed.input_type]), *parts]


def _named(specialist: str) -> Kind:
    names: dict[str, Kind] = {"notes": "notes", "memory": "memory", "diary": "diary"}
    return names.get(specialist, "calendar_read")


def is_right(message: Message, found: Iterable[frozenset[Kind]]) -> bool:
    """Every part has who should answer it, in whatever order, and nobody else is asked."""
    left = list(found)
    for kind in message.parts:
        fits = {kind} | _ELSEWHERE.get(kind, frozenset[Kind]())
        at = next((one for one in left if one & fits), None)
        if at is None:
            return False
        left.remove(at)
    return not left


async def score(chosen: list[Message], *, misses: bool = False) -> Score:
    """Of these messages."""
    engine, staff = OfflineEngine(), Staff(ToolRegistry(_Nowhere()), Limits())
    found = {one.id: await found_in(one.text, engine, staff) for one in chosen}
    right = {one.id: is_right(one, found[one.id]) for one in chosen}
    if misses:
        for one in chosen:
            if not right[one.id]:
                told = " + ".join("/".join(sorted(part)) for part in found[one.id])
                print(f"{one.id} {' + '.join(one.parts)} -> {told}: {one.text}")
    plain = [one for one in chosen if not _SPECIALISTS & set(one.parts)]
    wrongly = [one for one in plain if any(part & _SPECIALISTS for part in found[one.id])]
    alone = Counter(one.parts[0] for one in chosen if len(one.parts) == 1)
    well = Counter(one.parts[0] for one in chosen if len(one.parts) == 1 and right[one.id])

    def share(of: list[Message]) -> float:
        return round(sum(right[one.id] for one in of) / max(1, len(of)), 3)

    return Score(
        messages=len(chosen),
        right=share(chosen),
        right_en=share([one for one in chosen if one.language == "en"]),
        right_ko=share([one for one in chosen if one.language == "ko"]),
        two_parts=share([one for one in chosen if len(one.parts) > 1]),
        handed_wrongly=round(len(wrongly) / max(1, len(plain)), 3),
        of_kind={kind: round(well[kind] / count, 3) for kind, count in sorted(alone.items())},
    )


def main() -> None:
    """Print the score of each half, of train also what was missed."""
    parser = argparse.ArgumentParser(prog="python -m evals.concierge", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON lines only")
    parser.add_argument("--misses", action="store_true", help="show the texts of train that were missed")
    given = parser.parse_args()
    for name in ("train", "sealed"):
        found = asyncio.run(score(messages(name), misses=given.misses and name == "train"))
        if given.json:
            print(f'{{"half":"{name}",{found.model_dump_json()[1:]}')
        else:
            print(f"{name}: {found}")


if __name__ == "__main__":
    main()
