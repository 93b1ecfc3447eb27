"""A line of the memory as a sentence; what no template fits is shown as it was written."""

from __future__ import annotations

import re
from datetime import date

from agents.memory import INTEREST, RECORD, MemoryLine
from agents.offline.sentences import recalled
from agents.vocabulary import ALIAS
from bot.texts import Html, Wording
from domains.names import name_in

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COUNT = re.compile(r" \(n = \d+\)")
_BEST = re.compile(r"(heaviest|estimated 1RM|longest|fastest) (.+?) \((\d{4}-\d\d-\d\d)\)")
_SINCE = re.compile(r"logged since (\d{4}-\d\d-\d\d)")
_KEYS = frozenset(
    {"training days", "training frequency", "training time", "average sleep", "weight unit", "distance unit"}
)


def sentence(line: MemoryLine, say: Wording, language: str, today: date) -> Html:
    """What the line says, in the language of the wording."""
    if line.key.endswith(RECORD) and _SINCE.search(line.value):
        return _record(line, say, language, today)
    value = _COUNT.sub("", line.value)
    if line.key.startswith(INTEREST):
        return say("memory.interest", name=name_in(line.key.removeprefix(INTEREST), language))
    if line.key.startswith(ALIAS):
        return say("memory.alias", word=line.key.removeprefix(ALIAS), name=name_in(line.value, language))
    shown = _dated(recalled(value, language), say, today)
    if line.key in _KEYS:
        return say(f"memory.{line.key.replace(' ', '_')}", value=shown)
    key = recalled(line.key.replace("_", " "), language)
    return say("memory.other", key=key[:1].upper() + key[1:], value=shown)


def _record(line: MemoryLine, say: Wording, language: str, today: date) -> Html:
    name = name_in(line.key.removesuffix(RECORD), language)
    parts = [
        _best(label.replace(" ", "_"), shown, _day(day, say, today), say)
        for label, shown, day in _BEST.findall(line.value)
    ]
    since = _SINCE.search(line.value)
    if since is not None:
        parts.append(say("memory.since", day=_day(since[1], say, today)))
    return say("memory.record", name=name, bests=Html(", ".join(parts)))


def _best(label: str, shown: str, day: str, say: Wording) -> str:
    return say(f"memory.{label}", value=shown.replace(" x ", " × "), day=day)  # noqa: RUF001 - the sign is meant


def _dated(text: str, say: Wording, today: date) -> str:
    return _DAY.sub(lambda found: _day(found[0], say, today), text)


def _day(written: str, say: Wording, today: date) -> str:
    try:
        return say.short_day(date.fromisoformat(written), today)
    except ValueError:
        return written
