"""What holds of a plan as a model made it: searches that can be made, nothing asked that can be looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

from agents.model.checks.cleaned import line
from agents.model.checks.requested import days_of_life, requested
from agents.model.checks.spoken import choices, days_of, spoken_line
from agents.model.checks.words import sentences
from agents.model.planner_wire import DaysWire, FigureWire, GapWire, PartWire, PlannerWire, SearchWire
from agents.planner import PlannerInput, PlannerOutput, searches_for
from agents.types import (
    FigureRequest,
    Gap,
    GapType,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
)
from storage.entities import DateRange

_PARTS, _FIGURES, _SEARCHES, _TOPICS, _GAPS, _OPTIONS = 5, 6, 8, 8, 6, 4
_WORD = 40
_LATELY = timedelta(days=30)
_RANKS = (
    QueryType.RECOMMENDATION,
    QueryType.INSIGHT,
    QueryType.COMPARISON,
    QueryType.SIMPLE,
    QueryType.CORRECTION,
    QueryType.CHAT,
)


def output(told: PlannerWire, given: PlannerInput, floor: PlannerOutput) -> PlannerOutput:
    """The plan, if there is anything to it; else code's."""
    if given.is_chat or not (told.parts or told.searches or told.gaps or told.expand):
        return floor
    reading = _Reading(given, floor)
    parts = reading.parts(told.parts) or floor.sub_queries
    searches = reading.searches(told.searches, parts)
    gaps = reading.gaps(told.gaps)
    expand = reading.expansion(told.expand)
    ask = reading.to_ask(told.gaps, gaps)
    action = _action(told, searches, expand, ask, reading)
    if action is None:
        return floor
    return PlannerOutput(
        reasoning=line(told.reasoning, 300),
        query_type=next(kind for kind in _RANKS if any(part.query_type is kind for part in parts)),
        sub_queries=parts,
        instructions=searches if action == "retrieve" else (),
        gaps=tuple(gaps.values()),
        domain_expansion=expand if action == "expand_domain" else (),
        ask=ask if action == "clarify" else (),
        next_action=action,
    )


def _action(
    told: PlannerWire,
    searches: Sequence[RetrievalInstruction],
    expand: Sequence[str],
    ask: Sequence[Gap],
    reading: _Reading,
) -> Literal["retrieve", "expand_domain", "clarify", "synthesize"] | None:
    """Searched before asked, asked before given up. None: nothing of the plan can be done."""
    given = reading.given
    looked = bool(given.retrieval_history) or not given.logged
    if told.next_action == "expand_domain" and expand:
        return "expand_domain"
    ambiguous = any(gap.gap_type is GapType.CLARIFICATION for gap in ask)
    if told.next_action == "clarify" and ask and (looked or ambiguous or not searches):
        return "clarify"
    asks = any(part.figures for part in told.parts)
    if searches and (told.next_action != "synthesize" or not looked or asks):
        return "retrieve"
    if told.next_action == "synthesize" and looked:
        return "synthesize"
    return None


@dataclass(frozen=True)
class _Reading:
    """A model's plan held against what exists."""

    given: PlannerInput
    floor: PlannerOutput

    @cached_property
    def today(self) -> date:
        return self.given.profile.local(self.given.now).date()

    @cached_property
    def _by_code(self) -> dict[str, str]:
        """What code's own plan speaks of; it knows more than one measure at a time ("training")."""
        names = [name for part in self.floor.sub_queries for name in part.subjects]
        names += [request.measure for part in self.floor.sub_queries for request in part.figures]
        names += [topic for search in self.floor.instructions for topic in search.topics]
        return {name.lower(): name for name in names}

    @cached_property
    def _measures(self) -> Mapping[str, str]:
        """Every way to write a measure, lower case, to its name; a word may also stand for a domain."""
        logged = {measure.name.lower(): measure.name for measure in self.given.logged}
        return {**self._homes, **self.given.domain_context.vocabulary, **logged, **self._by_code}

    @cached_property
    def _topics(self) -> Mapping[str, str]:
        """The same with domains before measures: "running" is all of it, not only runs."""
        return {**self._measures, **self._homes}

    @cached_property
    def _homes(self) -> dict[str, str]:
        loaded = self.given.domain_context.domains_loaded
        return {name.lower(): name for name in (*loaded, *(m.domain for m in self.given.logged))}

    @cached_property
    def _ranges(self) -> dict[tuple[date, date], DateRange]:
        """The days that code sees in the question, with the words for them ("this week")."""
        spans = [part.date_range for part in self.floor.sub_queries]
        spans += [
            span
            for part in self.floor.sub_queries
            for figure in part.figures
            for span in (figure.date_range, figure.versus)
        ]
        return {(span.start, span.end): span for span in reversed(spans) if span is not None}

    def measures(self, names: Iterable[str], most: int) -> tuple[str, ...]:
        """Those that exist, as they are stored."""
        return _known(names, self._measures, most)

    def days(self, told: DaysWire | None) -> DateRange | None:
        """Days in order, within what can be about a person's life."""
        span = days_of_life(told, self.today)
        return None if span is None else self._ranges.get((span.start, span.end)) or span

    def parts(self, told: Sequence[PartWire]) -> tuple[SubQuery, ...]:
        """The questions. Figures that code saw in the same question are not forgotten."""
        several = len(told) > 1
        alike = len(told) == len(self.floor.sub_queries)
        parts: list[SubQuery] = []
        for number, part in enumerate(told[:_PARTS], 1):
            by_code = self.floor.sub_queries[number - 1] if alike else None
            figures = tuple(figure for one in part.figures if (figure := self._figure(one)))[:_FIGURES]
            about = self.measures((*part.about, *(figure.measure for figure in figures)), _TOPICS)
            if by_code is not None and not figures and (not about or set(about) & set(by_code.subjects)):
                figures = by_code.figures
            parts.append(
                SubQuery(
                    id=number,
                    question=(line(part.question, 300) if several else "") or self.given.query,
                    query_type=part.type,
                    subjects=about or (by_code.subjects if by_code is not None else ()),
                    figures=figures,
                    date_range=self.days(part.days),
                    keywords=by_code.keywords if by_code is not None else (),
                )
            )
        return tuple(parts)

    def _figure(self, told: FigureWire) -> FigureRequest | None:
        return requested(told, lambda name: next(iter(self.measures([name], 1)), None), self.days)

    def searches(
        self, told: Sequence[SearchWire], parts: Sequence[SubQuery]
    ) -> tuple[RetrievalInstruction, ...]:
        """A handful of the model's, what the figures rest on, and code's where only code can tell how."""
        wanted = [search for one in told[:_SEARCHES] if (search := self._search(one, len(parts)))]
        wanted += [
            search for part in parts for figure in part.figures for search in searches_for(figure, part.id)
        ]
        plain = {*self.given.domain_context.vocabulary.values(), *(m.name for m in self.given.logged)}
        of_figures = {figure.measure for part in parts for figure in part.figures}
        paths = any(search.strategy == "pattern" for search in self.floor.instructions)
        if paths or of_figures - plain or (not wanted and not self.given.retrieval_history):
            wanted += [_within(search, len(parts)) for search in self.floor.instructions]
        wanted += [_nearest(part) for part in parts if part.query_type is QueryType.INSIGHT]
        wanted += self._for_safety(parts)
        history = self.given.retrieval_history
        fresh = [search for search in wanted if not any(_made(search, attempt) for attempt in history)]
        return tuple(dict.fromkeys(fresh or self._of_new_figures(parts)))

    def _of_new_figures(self, parts: Sequence[SubQuery]) -> list[RetrievalInstruction]:
        """To compute what was not asked for before is a reason to go on, though all of it was read."""
        known = self.given.computed
        new = [(part.id, one) for part in parts for one in part.figures if one not in known]
        again = bool(self.given.retrieval_history)
        return [search for part, one in new for search in searches_for(one, part)] if again else []

    def _for_safety(self, parts: Sequence[SubQuery]) -> Iterator[RetrievalInstruction]:
        """What advice may not be given without having looked: the evaluator would send it back for it."""
        if not any(rule.check == "pain_checked" for rule in self.given.domain_context.evaluation_rules):
            return
        for part in parts:
            if part.query_type is QueryType.RECOMMENDATION:
                yield RetrievalInstruction(
                    strategy="topic",
                    sub_query=part.id,
                    topics=("pain",),
                    date_range=DateRange(start=self.today - _LATELY, end=self.today),
                    widen=False,
                )

    def _search(self, told: SearchWire, parts: int) -> RetrievalInstruction | None:
        topics = _known(told.topics, self._topics, _TOPICS)
        words = sentences((*told.words, *(() if topics else told.topics)), _TOPICS, _WORD)
        days = self.days(told.days)
        part = told.part if 1 <= told.part <= parts else 1
        if topics:
            return RetrievalInstruction(strategy="topic", sub_query=part, topics=topics, date_range=days)
        if words:
            return RetrievalInstruction(strategy="keyword", sub_query=part, keywords=words, date_range=days)
        if told.topics or told.words:
            return None
        return RetrievalInstruction(strategy="date_range", sub_query=part, date_range=days)

    def gaps(self, told: Sequence[GapWire]) -> dict[str, Gap]:
        """All gaps by key; what is known about an older one stays."""
        gaps = {gap.key: gap for gap in self.given.gaps}
        topics = {topic for attempt in self.given.retrieval_history for topic in attempt.instruction.topics}
        for one in told[:_GAPS]:
            key, description = line(one.key, _WORD), self._spoken(one.what) or self._spoken(one.key)
            if key and description and one.kind is not GapType.FIGURE:  # a plan asks for those itself
                before = gaps.get(key)
                gaps[key] = Gap(
                    key=key,
                    description=description,
                    gap_type=one.kind,
                    severity="critical" if one.critical else "nice_to_have",
                    searched=key in topics or (before is not None and before.searched),
                    found=before is not None and before.found,
                    options=self._choices(one.options) or (before.options if before else ()),
                )
        return gaps

    def _spoken(self, text: str) -> str:
        """As an answer may say it, with the numbers of what was said before."""
        given = self.given
        talk = [text for one in given.conversation for text in (one.question, one.answer)]
        said = [text for one in given.answers for text in (one.question, one.answer)]
        known = [*talk, *said, *(gap.description for gap in given.gaps), days_of(self.today)]
        return spoken_line(text, 200, query=given.query, profile=given.profile, known=known)

    def _choices(self, texts: Iterable[str]) -> tuple[str, ...]:
        return choices(texts, _OPTIONS, _WORD, query=self.given.query, profile=self.given.profile)

    def to_ask(self, told: Sequence[GapWire], gaps: Mapping[str, Gap]) -> tuple[Gap, ...]:
        """What only the person can tell: it never could be searched, or was and is not there."""
        answered = {answer.gap for answer in self.given.answers}
        keys = [key for one in told if (key := line(one.key, _WORD)) in gaps and key not in answered]
        found: list[Gap] = []
        for gap in (gaps[key] for key in dict.fromkeys(keys)):
            if not gap.retrievable:
                found.append(gap)
            elif gap.searched and not gap.found:
                found.append(gap.model_copy(update={"gap_type": GapType.SUBJECTIVE}))
        by_code = {gap.key: gap for gap in self.floor.ask if gap.gap_type is GapType.CLARIFICATION}
        ambiguous = [gap for gap in found if gap.gap_type is GapType.CLARIFICATION]
        return tuple(by_code.values()) if by_code and ambiguous else tuple(found)

    def expansion(self, told: Sequence[str]) -> tuple[str, ...]:
        """Domains that are not loaded and may be."""
        if not self.given.may_expand:
            return ()
        available = {info.name.lower(): info.name for info in self.given.domain_context.available_domains}
        wanted = (available.get(name.strip().lower()) for name in told)
        return tuple(dict.fromkeys(name for name in wanted if name is not None))


def _known(names: Iterable[str], known: Mapping[str, str], most: int) -> tuple[str, ...]:
    found = (known.get(" ".join(name.lower().split())) for name in names)
    return tuple(dict.fromkeys(name for name in found if name is not None))[:most]


def _nearest(part: SubQuery) -> RetrievalInstruction:
    """What the person wrote that is nearest to a "why"."""
    return RetrievalInstruction(
        strategy="nearest",
        sub_query=part.id,
        question=part.question,
        topics=part.subjects,
        date_range=part.date_range,
        by_meaning=True,
        widen=False,
    )


def _within(search: RetrievalInstruction, parts: int) -> RetrievalInstruction:
    """A search of code's own, whose parts may be more than the model's."""
    return search if search.sub_query <= parts else search.model_copy(update={"sub_query": 1})


def _made(search: RetrievalInstruction, attempt: RetrievalAttempt) -> bool:
    """Whether an earlier search read at least this."""
    made = attempt.instruction
    if (made.strategy, made.pattern, made.keywords) != (search.strategy, search.pattern, search.keywords):
        return False
    if not set(search.topics) <= set(made.topics) or (search.everything and not made.everything):
        return False
    read, wanted = attempt.date_range, search.date_range
    return read is None or (wanted is not None and read.start <= wanted.start and read.end >= wanted.end)
