"""What a correction takes out of a log: sets, measures, an RPE, all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.offline.fixing.amending import changed_sets, picked
from agents.offline.fixing.differences import describe, difference, show
from agents.offline.fixing.places import MIDDLE, listed, pattern
from agents.offline.fixing.stated import Statement
from agents.offline.fixing.unclear import REPLY, UNCLEAR
from storage.entities import Entry, Measure


@dataclass(frozen=True, slots=True)
class Left:
    """What stays, and in words what went."""

    measures: list[Measure]
    note: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Why nothing was taken out."""

    sentence: str


ALONE = "the whole log removed"
ONCE = "I see that only once: {}. Tell me what it should be."
ONE_AT_A_TIME = f"I take out one log at a time. Which one is it? {REPLY}"


def without(  # noqa: PLR0911 - one return a rule
    before: Sequence[Measure], statement: Statement
) -> Left | Refused:
    """The measures without what is to go; nothing goes that is not told."""
    measures = list(before)
    names = set(statement.names)
    logged = list(dict.fromkeys(measure.name for measure in measures))
    if statement.things and len(logged) > statement.count and statement.which == -1:
        names = set(logged[-statement.count :])
        statement = replace(statement, which=None)
    if names and not names & {measure.name for measure in measures}:
        return Refused(f"There is no {statement.names[0]} in that log.")
    if statement.which is not None or statement.where or statement.warmup_sets or statement.top:
        return _without_sets(measures, statement)
    if names:
        kept = [measure for measure in measures if measure.name not in names]
        removed = ", ".join(dict.fromkeys(measure.name for measure in measures if measure.name in names))
        return Left(kept, f"removed: {removed}")
    if statement.effort:
        left = [measure.model_copy(update={"rpe": None}) for measure in measures]
        note = difference(measures, left)
        return Left(left, note) if note else Refused(UNCLEAR)
    if not statement.whole and (content := content_of(statement)):
        return _without_words(measures, content)
    if statement.one_set and sum(measure.sets for measure in measures) > 1:
        return Refused(f"Which set? The log has {show(measures)}. Say it like “delete the last set”.")
    return Left([], ALONE)


def are_twins(found: Sequence[Entry]) -> bool:
    """Whether the first two of the logs hold the same of the same day."""
    return len(found) > 1 and found[0].measures == found[1].measures


def _without_sets(measures: list[Measure], statement: Statement) -> Left | Refused:
    """Without the sets that are meant."""
    sets = picked(measures, statement)
    if sets is None:
        return Refused("That set is not in the log.")
    gone, left = _gone(measures, sets), changed_sets(measures, sets, lambda _: None)
    if len(sets) == 1:
        return Left(left, f"{_ordinal(statement)}set removed: {describe(gone[0])}")
    return Left(left, f"removed: {show(gone)}")


def _without_words(measures: list[Measure], content: list[str]) -> Left | Refused:
    """Without what was told in one of these words."""
    kept = [one for one in measures if one.text is None or not any(word in one.text for word in content)]
    if len(kept) == len(measures):
        return Refused(no_log_of(content))
    return Left(kept, f"removed: {show([one for one in measures if one not in kept])}")


def no_log_of(content: Sequence[str]) -> str:
    """No log has these words."""
    return f"I found no recent log of {' '.join(content[:3])}. Which one is it? {REPLY}"


def content_of(statement: Statement) -> list[str]:
    """The words that tell what is to go: of `delete the banana` the banana."""
    idle = frozenset(listed("idle"))
    return [word for word in statement.words if word not in idle and not pattern("delete").fullmatch(word)]


def _gone(measures: Sequence[Measure], sets: Sequence[tuple[int, int]]) -> list[Measure]:
    rows = Counter(at for at, _ in sets)
    return [measures[at].model_copy(update={"sets": count}) for at, count in rows.items()]


def _ordinal(statement: Statement) -> str:
    if statement.which is None:
        return ""
    names = {-1: "last", 0: "first", 1: "second", 2: "third", MIDDLE: "middle"}
    return f"{names.get(statement.which, f'{statement.which + 1}.')} "
