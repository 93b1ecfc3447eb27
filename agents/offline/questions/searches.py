"""Which searches a question needs: first the near past, then a month, then all there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from agents.offline.alarms import ALARM_LASTS
from agents.offline.lexicon import plain
from agents.offline.questions.doubts import BAR
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.subjects import (
    LOGGING,
    METRIC_DOMAINS,
    RESTING,
    TRAINING,
    body_share,
    is_bout,
    is_logged,
    members_of,
    named_in,
    variants,
)
from agents.planner import LoggedMeasure
from agents.types import (
    FAMILY,
    FigureRequest,
    Gap,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
)
from domains.model import ActiveDomainContext
from storage.entities import DateRange

NEAR = timedelta(days=14)
MONTH = timedelta(days=30)
STRAIN = timedelta(days=42)
EVIDENCE = ("sleep", "nutrition", "mood", "pain")
"""What explains good and bad days, as topics: measure names or whole domains."""


def first_searches(
    parts: Iterable[SubQuery], context: ActiveDomainContext, logged: Sequence[LoggedMeasure], today: date
) -> tuple[RetrievalInstruction, ...]:
    """What to look up before anything is known."""
    found: list[RetrievalInstruction] = []
    for part in parts:
        if part.query_type is QueryType.INSIGHT and not part.figures:
            found += _why(part, context, logged, span_of(part, today, NEAR), today)
        elif part.query_type is QueryType.RECOMMENDATION:
            found += _advice(part, context, logged, today)
        else:
            found += _figures(part, context, logged)
        found.append(_nearest(part))
    return tuple(dict.fromkeys(found))


def wider_searches(
    parts: Iterable[SubQuery], context: ActiveDomainContext, logged: Sequence[LoggedMeasure], today: date
) -> list[RetrievalInstruction]:
    """A month instead of two weeks, and all there is of what the month does not have."""
    found: list[RetrievalInstruction] = []
    for part in parts:
        if part.query_type is QueryType.INSIGHT and not part.figures:
            found += _why(part, context, logged, span_of(part, today, MONTH), today, widen=True)
            topics = tuple(topic for name in part.subjects for topic in topics_of(name, context, logged))
            if topics:  # the time before a long break is further back than any month
                found.append(RetrievalInstruction(strategy="topic", sub_query=part.id, topics=topics))
    return found


def searches_for_gaps(
    gaps: Iterable[Gap], context: ActiveDomainContext, today: date
) -> list[RetrievalInstruction]:
    """A search for each topic that the analyzer misses, and for what a newly loaded domain understands."""
    month = DateRange(start=today - MONTH, end=today)
    topics = [gap.key for gap in gaps if gap.key in EVIDENCE and gap.retrievable and not gap.searched]
    topics += [
        gap.suspected_domain
        for gap in gaps
        if gap.outside_current_expertise and gap.suspected_domain in context.domains_loaded
    ]
    return [
        RetrievalInstruction(strategy="topic", topics=(topic,), date_range=month)
        for topic in dict.fromkeys(topics)
    ]


def span_of(part: SubQuery, today: date, reach: timedelta) -> DateRange:
    """The days in question (the last week where none are named) with what came before them."""
    asked = part.date_range or DateRange(start=today - timedelta(days=6), end=today)
    return DateRange(start=asked.start - reach, end=max(asked.end, asked.start))


def topics_of(name: str, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]) -> tuple[str, ...]:
    """A subject as storage knows it: measure names and domains."""
    if name.endswith(FAMILY):
        base = name.removesuffix(FAMILY)
        return (base, *variants(base, logged))
    if name == LOGGING:
        return tuple(dict.fromkeys(measure.domain for measure in logged))
    if name != TRAINING:
        return members_of(name, context)
    domains = [measure.domain for measure in logged if measure.domain not in METRIC_DOMAINS]
    bouts = [m.name for m in logged if m.domain == "general" and is_bout(m.name, context)]
    return tuple(dict.fromkeys([*domains, *bouts])) or ("strength", "running", "cycling", "swimming")


def _why(
    part: SubQuery,
    context: ActiveDomainContext,
    logged: Sequence[LoggedMeasure],
    span: DateRange,
    today: date,
    *,
    widen: bool = False,
) -> list[RetrievalInstruction]:
    subjects = part.subjects or (TRAINING,)
    training = tuple(topic for name in subjects for topic in topics_of(name, context, logged))
    asked = part.date_range or DateRange(start=span.end - timedelta(days=6), end=span.end)
    searches = [
        # The days asked about come first: who asks back speaks of the first range searched.
        _topic(part, training, asked, widen=False),
        _topic(part, training, span, widen=True),
        _topic(part, topics_of(TRAINING, context, logged), span, widen=False),
    ]
    if "pain" in part.subjects:  # what brings it on is told by the weeks before
        weeks = span_of(part, asked.end, STRAIN)
        searches += [_topic(part, (*topics_of(TRAINING, context, logged), "pain"), weeks, widen=False)]
    if part.keywords:
        searches.append(
            RetrievalInstruction(
                strategy="keyword", sub_query=part.id, keywords=part.keywords, date_range=span
            )
        )
    loaded = {*context.domains_loaded, "pain"}
    # What is usual shows in the days since as well.
    around = DateRange(start=span.start, end=max(span.end, min(today, span.end + MONTH)))
    searches += [_topic(part, (kind,), around, widen=widen) for kind in EVIDENCE if kind in loaded]
    return searches


def _advice(
    part: SubQuery, context: ActiveDomainContext, logged: Sequence[LoggedMeasure], today: date
) -> list[RetrievalInstruction]:
    """What was done lately and how the nights were; pain is looked up when the evaluator insists."""
    month = DateRange(start=today - MONTH, end=today)
    week = DateRange(start=today - timedelta(days=7), end=today)
    searches = [_topic(part, topics_of(TRAINING, context, logged), month, widen=True)]
    searches += [
        _topic(part, topics_of(name, context, logged), month, widen=True)
        for name in part.subjects
        if name != TRAINING
    ]
    if any((spec := context.advised(name)) is not None and spec.per_body_kg for name in part.subjects):
        searches.append(_topic(part, ("body weight",), month, widen=True))
    # Whatever was written lately: a fainting that counts as nothing is found by no topic.
    lately = DateRange(start=today - ALARM_LASTS, end=today)
    searches.append(
        RetrievalInstruction(strategy="date_range", sub_query=part.id, date_range=lately, widen=False)
    )
    if "RESTING" in signs_in(part.question):
        worn = [kind for kind in EVIDENCE if kind in {*context.domains_loaded, "pain"}]
        searches += [_topic(part, (kind,), month, widen=False) for kind in worn]
    elif "sleep" in context.domains_loaded:
        searches.append(_topic(part, ("sleep",), week, widen=False))
    return searches


def _figures(
    part: SubQuery, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]
) -> list[RetrievalInstruction]:
    if not part.figures:
        return _listing(part, context, logged)
    return [search for request in part.figures for search in _for_request(part, request, context, logged)]


def _for_request(
    part: SubQuery, request: FigureRequest, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]
) -> list[RetrievalInstruction]:
    span = request.date_range
    if span is not None and request.versus is not None:
        last = max(span.end, request.versus.end)
        span = DateRange(start=min(span.start, request.versus.start), end=last)
    if request.statistic == "record" and span is not None and span.start == span.end:
        span = None  # whether it was one then is told by what was before
    helped = request.quantity == "hard_sets"  # other exercises' helpers count, too
    apart = TRAINING if request.split_by == RESTING else request.split_by
    names = [TRAINING if helped else request.measure, *([apart] if apart else []), *request.without]
    if any(word[0].isdecimal() for word in request.around):  # `the 18 miler` is told by its way
        names.append(TRAINING)
    spoken = request.around or request.words
    if not spoken and not is_logged(request.measure, logged, context):  # perhaps somebody wrote of it
        spoken = named_in(plain(part.question), request.measure, context.vocabulary)
    told = [RetrievalInstruction(strategy="keyword", sub_query=part.id, keywords=spoken)]
    if request.quantity in ("volume", "e1rm") and body_share(request.measure, context):
        told.append(RetrievalInstruction(strategy="topic", sub_query=part.id, topics=("body weight",)))
    return [
        *(one for one in told if one.keywords or one.topics),
        *(
            RetrievalInstruction(
                strategy="topic",
                sub_query=part.id,
                topics=topics_of(name, context, logged),
                date_range=span,
                everything=span is None
                and (request.statistic not in ("last", "list") or request.beside is not None),
            )
            for name in names
        ),
    ]


def _nearest(part: SubQuery) -> RetrievalInstruction:
    """What stands nearest to the question, to be quoted."""
    named = " ".join(name for name in part.subjects if name != TRAINING)
    return RetrievalInstruction(
        strategy="nearest",
        sub_query=part.id,
        question=f"{part.question} {named}".strip(),
        topics=part.subjects,
        keywords=tuple([word for word in part.keywords if word not in plain(part.question)]),
        date_range=part.date_range,
        by_meaning=not part.figures or bool(part.keywords or part.unread) or part.sure < BAR,
        widen=False,
    )


def _listing(
    part: SubQuery, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]
) -> list[RetrievalInstruction]:
    """Nothing to compute: what stands under a name, a word, or a day."""
    if part.subjects:
        topics = tuple(topic for name in part.subjects for topic in topics_of(name, context, logged))
        return [
            RetrievalInstruction(
                strategy="topic", sub_query=part.id, topics=topics, date_range=part.date_range
            )
        ]
    if part.keywords:
        return [
            RetrievalInstruction(
                strategy="keyword", sub_query=part.id, keywords=part.keywords, date_range=part.date_range
            )
        ]
    return [RetrievalInstruction(strategy="date_range", sub_query=part.id, date_range=part.date_range)]


def _topic(part: SubQuery, topics: tuple[str, ...], span: DateRange, *, widen: bool) -> RetrievalInstruction:
    return RetrievalInstruction(
        strategy="topic", sub_query=part.id, topics=tuple(dict.fromkeys(topics)), date_range=span, widen=widen
    )


def covered(search: RetrievalInstruction, history: Iterable[RetrievalAttempt]) -> bool:
    """Whether a search was made that read at least what this one would."""
    return any(_covers(attempt, search) for attempt in history)


def _covers(attempt: RetrievalAttempt, search: RetrievalInstruction) -> bool:
    made = attempt.instruction
    if (made.strategy, made.pattern, made.question) != (search.strategy, search.pattern, search.question):
        return False
    if not set(search.topics) <= set(made.topics) or set(search.keywords) != set(made.keywords):
        return False
    if search.widen and not (made.widen or attempt.entries_found or attempt.date_range is None):
        return False
    if attempt.date_range is None:
        return True
    wanted = search.date_range
    return (
        wanted is not None
        and attempt.date_range.start <= wanted.start
        and attempt.date_range.end >= wanted.end
    )
