"""The sheet of a question: what was found for it, and what it names itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import TypeVar

from agents.profile import Profile
from agents.truth.sheet import Sheet
from agents.truth.words import judged_by
from agents.types import Figure, Finding, RetrievalAttempt, SubQuery, UserAnswer
from domains.model import ActiveDomainContext, Domain
from storage.entities import DateRange, Entry
from units import METRES


def sheet_of(
    *,
    now: datetime,
    profile: Profile,
    query: str = "",
    entries: Iterable[Entry] = (),
    findings: Sequence[Finding] = (),
    figures: Iterable[Figure] = (),
    sub_queries: Sequence[SubQuery] = (),
    attempts: Sequence[RetrievalAttempt] = (),
    answers: Sequence[UserAnswer] = (),
    context: ActiveDomainContext | None = None,
) -> Sheet:
    """What an answer to the question can be made of; `now` is on the person's clock."""
    in_time = sorted(entries, key=lambda entry: (entry.day, entry.logged_at, entry.id))
    own = (figure for finding in findings for figure in finding.figures)
    return Sheet(
        today=now.date(),
        entries=tuple(in_time),
        figures=tuple(dict.fromkeys((*own, *figures))),
        general=tuple(finding.claim for finding in findings if finding.general),
        query=query,
        asked=_up_to(now.date(), spans_in_question(sub_queries, attempts)),
        told=(*(answer.answer for answer in answers), *_marks(sub_queries)),
        language=profile.language,
        weight_unit=_asked(query, profile, ("kg", "lb")) or profile.weight_unit,
        distance_unit=_asked(query, profile, ("km", "mi")) or profile.distance_unit,
        vocabulary=context.vocabulary if context is not None else {},
        sorts=sorts_in(context.domains) if context is not None else {},
    )


def _marks(sub_queries: Sequence[SubQuery]) -> Iterator[str]:
    """The figures that narrow what is asked, which a follow-up has from the question before it."""
    for request in (one for part in sub_queries for one in part.figures):
        if request.distance_m is not None:
            yield f"{request.distance_m:g} m, {request.distance_m / METRES['km']:g} km"
        for mark in (request.at_least, request.below, request.load, request.reps):
            if mark is not None:
                yield f"{mark:g} {request.unit or ''}"


def sorts_in(domains: Iterable[Domain]) -> dict[str, str]:
    """Measures of domains to what they are a sort of."""
    return {name: sort for domain in domains for name, sort in domain.sorts.items()}


def _up_to(today: date, spans: tuple[DateRange, ...]) -> tuple[DateRange, ...]:
    """The spans, and those that are not over as far as they have come."""
    so_far = (DateRange(start=one.start, end=today) for one in spans if one.start <= today < one.end)
    return tuple(dict.fromkeys((*spans, *so_far)))


U = TypeVar("U", bound=str)


def _asked(query: str, profile: Profile, units: tuple[U, ...]) -> U | None:
    """The unit that the question asks for, where it names one of these."""
    named = {
        unit
        for words in judged_by(query, profile.language)
        for unit in units
        if words.found(query, words.unit_words[unit])
    }
    return named.pop() if len(named) == 1 else None


def spans_in_question(
    sub_queries: Sequence[SubQuery], attempts: Sequence[RetrievalAttempt]
) -> tuple[DateRange, ...]:
    """The days that were asked about and those that were searched: an answer may name their bounds."""
    spans = [part.date_range for part in sub_queries]
    spans += [span for part in sub_queries for r in part.computed for span in (r.date_range, r.versus)]
    spans += [span for a in attempts for span in (a.date_range, a.instruction.date_range)]
    return tuple(dict.fromkeys(span for span in spans if span is not None))
