"""What hurts: in the log, for how long that counts, and in the question itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from agents.facts import Sample, samples
from agents.offline.lexicon import plain
from agents.offline.questions.question_words import question_file
from agents.vocabulary import places_in, whole_word
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry, Measure

PAIN_LASTS = timedelta(days=14)
"""How long a logged pain keeps what loads it from being recommended."""


@dataclass(frozen=True, slots=True)
class Painful:
    """The last word about each place. Pain without a place rules out nothing."""

    recent: tuple[Sample, ...] = ()
    older: tuple[Sample, ...] = ()
    """Pain that was logged before `PAIN_LASTS` and not taken back since."""
    gone: tuple[Sample, ...] = ()
    """What took a pain back since."""
    told: tuple[str, ...] = ()
    """Places that hurt as the question itself says."""

    @property
    def places(self) -> tuple[str, ...]:
        """What must not be loaded."""
        logged = ((sample.measure.text or "").lower() for sample in self.recent)
        return tuple(dict.fromkeys(place for place in (*self.told, *logged) if place))

    def __bool__(self) -> bool:
        """Whether anything hurts now."""
        return bool(self.recent or self.told)

    def loaded_by(self, name: str, context: ActiveDomainContext) -> bool:
        """Whether an exercise loads a place that hurts."""
        return any(_loads(name, place, context) for place in self.places)

    def nearest(self, names: Sequence[str], context: ActiveDomainContext) -> Sample | None:
        """The last logged pain, of what one of the exercises loads if there is one."""
        loaded = [
            one
            for one in self.recent
            if any(_loads(name, (one.measure.text or "").lower(), context) for name in names)
        ]
        return next(reversed(loaded or self.recent), None)


def _loads(name: str, place: str, context: ActiveDomainContext) -> bool:
    return bool(place) and any(avoided in place or place in avoided for avoided in context.avoid(name))


def logged_pain(entries: Iterable[Entry], today: date) -> Painful:
    """What the entries say hurts: a later "no pain" about a place takes the earlier pain back."""
    latest: dict[str, Sample] = {}
    for sample in samples(entries, _is_pain, DateRange(start=date.min, end=today)):
        latest[(sample.measure.text or "").lower()] = sample
    hurting = [sample for sample in latest.values() if sample.measure.value != 0]
    since = today - PAIN_LASTS
    return Painful(
        recent=tuple(sample for sample in hurting if sample.day >= since),
        older=tuple(sample for sample in hurting if sample.day < since),
        gone=tuple(one for one in latest.values() if one.measure.value == 0 and one.day >= since),
    )


def told_pain(question: str, context: ActiveDomainContext) -> tuple[str, ...]:
    """Places that a question says hurt ("can I squat with a sore knee?"): those next to the word for it."""
    found: list[str] = []
    for clause in _CLAUSE.split(plain(question)):
        told = (word for word in _pain_words() if word in clause)
        hurting = next((hit for word in told if (hit := whole_word(word).search(clause))), None)
        if hurting is None or _DENIED.search(clause):
            continue
        places, (start, end) = places_in(clause, context.body_parts), hurting.span()
        near = min(places, key=lambda at: max(at[0] - end, start - at[1]), default=None)
        if near is not None:
            found += [places[at] for at in places if at == near or _joined(clause, at, near)]
    return tuple(dict.fromkeys(found))


_CLAUSE = re.compile(r"[,.;!?\n]+|\bbut\b")
_DENIED = re.compile(r"n't\b|\bnot?\b|\bnever\b|\bwithout\b|\bgone\b|\bstopped\b|\bused to\b|안 ?아|않|없")
_AND = re.compile(r"\s*(?:and|or|&|이랑|랑|하고|와|과)\s*(?:my |the )?")


def _pain_words() -> list[str]:
    return [*question_file("en").subjects["pain"], *question_file("ko").subjects["pain"]]


def _joined(clause: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    first, second = sorted((one, other))
    return _AND.fullmatch(clause[first[1] : second[0]]) is not None


def _is_pain(measure: Measure) -> bool:
    return measure.name == "pain"
