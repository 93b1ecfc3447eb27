"""People with diaries that questions are asked about, held in memory and searched the way storage does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time
from fnmatch import fnmatch
from functools import cache, cached_property

from agents.planner import LoggedMeasure
from agents.profile import Profile
from domains.registry import load
from evals.cases import DiaryLine
from evals.expected import read_expected
from storage.entities import DateRange, Entry, Frozen, Measure


class Person(Frozen):
    """Somebody with a diary, at a moment."""

    name: str
    profile: Profile
    now: datetime
    diary: tuple[DiaryLine, ...]

    def entries(self, instead: Sequence[DiaryLine] | None = None) -> tuple[Entry, ...]:
        """The diary, or these lines, as entries of theirs."""
        return self._all if instead is None else self._entries(instead)

    @cached_property
    def _all(self) -> tuple[Entry, ...]:
        return self._entries(self.diary)

    def _entries(self, lines: Sequence[DiaryLine]) -> tuple[Entry, ...]:
        return tuple(
            entry(number, day, text, found, self.profile.user_id)
            for number, (day, text, found) in enumerate(lines)
        )


class MemorySearch:
    """Entries in a list, searched the way storage does."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = sorted(entries, key=lambda e: (e.day, e.logged_at, e.id), reverse=True)

    async def by_date_range(self, span: DateRange, limit: int) -> list[Entry]:
        """Entries about the days of the span."""
        return [e for e in self.entries if span.start <= e.day <= span.end][:limit]

    async def by_keywords(self, keywords: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        """Entries with any of the words."""
        words = [word.lower() for word in keywords]
        inside = [e for e in self.entries if _inside(e.day, span)]
        return [e for e in inside if _has_any(words, e.text.lower())][:limit]

    async def by_topics(self, topics: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        """Entries with a measure of one of these names or domains."""
        wanted = set(topics)
        return [
            e
            for e in self.entries
            if _inside(e.day, span) and any(m.name in wanted or m.domain in wanted for m in e.measures)
        ][:limit]

    async def by_pattern(self, pattern: str, limit: int) -> list[Entry]:
        """Entries whose vault file matches."""
        glob = pattern.replace("**/", "*").replace("**", "*")
        return [e for e in self.entries if fnmatch(f"{e.day:%Y/%m}/{e.day}.md", glob)][:limit]

    async def by_meaning(self, question: str, limit: int) -> list[Entry]:
        """None: nothing embeds here."""
        return []

    def logged(self) -> tuple[LoggedMeasure, ...]:
        """What there is, most frequent first."""
        counts: dict[tuple[str, str], int] = {}
        for entry in self.entries:
            for key in {(m.name, m.domain) for m in entry.measures}:
                counts[key] = counts.get(key, 0) + 1
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(LoggedMeasure(name=name, domain=domain, entries=n) for (name, domain), n in ranked)


def _has_any(words: Sequence[str], text: str) -> bool:
    """Whether one of the words stands there, at least as the beginning of a longer one."""
    return any(word in text and re.search(rf"(?<!\w){re.escape(word)}", text) for word in words)


def _inside(day: date, span: DateRange | None) -> bool:
    return span is None or span.start <= day <= span.end


@cache
def measure(notation: str, day: date) -> Measure:
    """A measure in the notation of the domain files; a trailing word "warmup" marks one."""
    warmup = notation.endswith(" warmup")
    told = read_expected(notation.removesuffix(" warmup"))
    registry = load()
    home = next((d for d in registry.domains.values() if told.name in d.vocabulary.values()), None)
    given = re.search(r"distance=[\d.]+ ?(km|mi|yd|m)\b", notation)
    return Measure.model_validate(
        {
            "domain": home.name if home else "general",
            "name": told.name,
            "day": day,
            "weight": told.weight,
            "weight_unit": told.weight_unit,
            "reps": told.reps,
            "sets": told.sets or 1,
            "rpe": told.rpe,
            "distance_m": told.distance_m,
            "distance_unit": given[1] if given else None,
            "duration_s": told.duration_s,
            "value": told.value,
            "unit": told.unit,
            "text": told.text,
            "warmup": warmup,
        }
    )


def entry(number: int, day: date, text: str, notations: Sequence[str], user_id: int = 1) -> Entry:
    """An entry whose measures are given in notation."""
    measures = tuple(measure(notation, day) for notation in notations)
    return Entry(
        id=f"01J{number:023d}",
        user_id=user_id,
        chat_id=user_id,
        message_id=number,
        day=day,
        logged_at=datetime.combine(day, time(12), UTC),
        text=text,
        domains=tuple(dict.fromkeys(m.domain for m in measures)),
        measures=measures,
    )
