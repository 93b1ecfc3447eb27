"""The offline planner: reads the question, searches before it asks, asks only what nobody could look up."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from agents.offline.alarms import Sign, sign_in
from agents.offline.answers.wording import Wording
from agents.offline.asking.cues import cues
from agents.offline.asking.following import follow
from agents.offline.asking.implied import implied
from agents.offline.asking.linked import link
from agents.offline.asking.naming import as_logged
from agents.offline.asking.periods import read_periods
from agents.offline.asking.questions import of_all_training, read_question
from agents.offline.asking.readings import Known, Reading
from agents.offline.asking.requests import requests_for
from agents.offline.asking.searches import covered, first_searches, searches_for_gaps, wider_searches
from agents.offline.asking.subjects import ENDURANCE, HOME, TRAINING, is_logged, variants
from agents.offline.frames import planning
from agents.offline.lexicon import Language, language_of, plain
from agents.offline.nearest import terms_of
from agents.planner import Dependency, PlannerInput, PlannerOutput
from agents.types import (
    SUBJECT_GAP,
    DependencyType,
    Gap,
    GapType,
    QueryType,
    RetrievalInstruction,
    SubQuery,
)
from storage.entities import DateRange

_MOST_OPTIONS = 4
FRAMES: bool = True
"""Whether questions are read into frames (while both ways stand side by side)."""


def plan(given: PlannerInput) -> PlannerOutput:
    """Decide what to look for, whether expertise is missing, and when to ask."""
    language = language_of(given.query, given.profile.language)
    if given.is_chat or cues(language).about_bot.search(plain(given.query)):
        return _chat(given)
    if FRAMES:
        parts = planning.understand(given)
        readings: list[Reading] = []
        draft = _outline(planning.sub_queries(parts, given))
        unclear = [
            _gap(options, language, given) for part in parts if (options := planning.unclear(part, given))
        ]
    else:
        readings = [_named(reading, given) for reading in understand(given)]
        draft = _outline(_parts(readings, given))
        unclear = [gap for reading in readings if (gap := _unclear(reading, given)) is not None]
    if unclear and sign_in(f"{given.log_text or ''}\n{given.query}") < Sign.GRAVE:
        return draft.model_copy(
            update={
                "reasoning": "The question leaves open what it is about, and no search can tell.",
                "gaps": (*given.gaps, *unclear),
                "ask": tuple(unclear[:1]),
                "next_action": "clarify",
            }
        )
    domains = _missing_domains(draft.sub_queries, given)
    if domains:
        return draft.model_copy(
            update={
                "reasoning": "The question touches domains that are not loaded.",
                "domain_expansion": domains,
                "expansion_reasoning": f"{', '.join(domains)} may hold what explains or answers this.",
                "gaps": given.gaps,
                "next_action": "expand_domain",
            }
        )
    return _search_or_ask(readings, draft, given)


def understand(given: PlannerInput) -> list[Reading]:
    """The question's parts, follow-ups completed from the conversation."""
    known = Known(
        now=given.now,
        vocabulary=given.domain_context.vocabulary,
        logged=given.logged,
        order=given.profile.date_order,
        language=given.profile.language,
        places=given.domain_context.body_parts,
    )
    earlier: Reading | None = None
    for index, exchange in enumerate(given.conversation):
        read = read_question(exchange.question, known, _anchor(given, index))[-1]
        earlier = follow(read, given.conversation[:index], earlier)
    readings = read_question(given.query, known, _anchor(given, len(given.conversation)))
    if given.log_text:
        logged = [name for part in read_question(given.log_text, known) for name in part.subjects]
        readings = [_about_the_log(reading, tuple(dict.fromkeys(logged))) for reading in readings]
    readings = [_of_that_day(reading, given) for reading in readings]
    followed = [follow(reading, given.conversation, earlier) for reading in _without_complaint(readings)]
    return [of_all_training(reading) for reading in followed]


def _of_that_day(reading: Reading, given: PlannerInput) -> Reading:
    """A follow-up about the day that the last answer named first."""
    how = link(reading.text, reading.language)
    if how is None or reading.linked or reading.periods or not given.conversation:
        return reading
    answer = given.conversation[-1].answer
    told = read_periods(answer, given.now, given.profile.date_order)
    day = next((one.range.start for one in told if one.range.start == one.range.end), None)
    if day is None:
        return reading
    day = how.from_day(day, reading.subjects[0] if reading.subjects else "")
    return replace(
        reading,
        periods=(DateRange(start=day, end=day),),
        statistic="list" if reading.statistic in ("sum", "average", "last") else reading.statistic,
        pronoun=False,
        follow_up=False,
        keywords=(),
        whole=True,
    )


def _without_complaint(readings: list[Reading]) -> list[Reading]:
    """In "my knee hurts, can I squat?" there is one question; what hurts is read from the whole question."""
    asked = [
        r
        for r in readings
        if r.subjects != ("pain",) or r.statistic is not None or r.query_type is not QueryType.SIMPLE
    ]
    advice = any(reading.query_type is QueryType.RECOMMENDATION for reading in asked)
    return asked if advice else readings


def _about_the_log(reading: Reading, logged: tuple[str, ...]) -> Reading:
    """A question that names nothing speaks of what was logged in the same breath."""
    if reading.subjects or not logged or not (reading.pronoun or not reading.keywords):
        return reading
    if reading.query_type in (QueryType.INSIGHT, QueryType.RECOMMENDATION) and not reading.pronoun:
        return reading
    return replace(reading, subjects=logged[:1], keywords=(), pronoun=False)


def _anchor(given: PlannerInput, index: int) -> DateRange | None:
    return next((e.date_range for e in reversed(given.conversation[:index]) if e.date_range), None)


def _chat(given: PlannerInput) -> PlannerOutput:
    only = SubQuery(id=1, question=given.query, query_type=QueryType.CHAT)
    return PlannerOutput(
        reasoning="Small talk or a question about the bot: nothing to look up.",
        query_type=QueryType.CHAT,
        sub_queries=(only,),
        next_action="synthesize",
    )


def _named(reading: Reading, given: PlannerInput) -> Reading:
    """The subject as it was logged: the user's answer to "which one?", or the only variant there is."""
    answer = next((a.answer for a in reversed(given.answers) if a.gap == SUBJECT_GAP), None)
    if answer is not None and (not reading.subjects or _options(reading, given)):
        known = Known(given.now, given.domain_context.vocabulary, given.logged)
        told = read_question(answer, known)[0]
        unknown = () if told.subjects else (answer.strip().lower(),)
        return replace(reading, subjects=told.subjects, keywords=unknown, pronoun=False)
    reading = implied(reading, given)
    if (
        reading.statistic is not None
        and reading.beside is None
        and len(only := _options(reading, given)) == 1
    ):
        return replace(reading, subjects=only)
    return replace(reading, subjects=as_logged(reading, given))


def _unclear(reading: Reading, given: PlannerInput) -> Gap | None:
    """The gap that only the asker can fill, where the question names nothing that could be looked up."""
    if any(answer.gap == SUBJECT_GAP for answer in given.answers) or not given.logged:
        return None
    if reading.computes_nothing or reading.linked or reading.beside:
        return None
    if reading.query_type is QueryType.INSIGHT and terms_of(reading.text):
        return None  # the nearest entries answer it
    options = _options(reading, given)
    if not options:
        return None
    return _gap(options, reading.language, given)


def _gap(options: tuple[str, ...], language: Language, given: PlannerInput) -> Gap:
    wording = Wording(language, given.domain_context, given.now.date())
    options = tuple(wording.name(option) for option in options)
    return Gap(
        key=SUBJECT_GAP,
        description="무엇에 대한 질문인지" if language == "ko" else "what the question is about",
        gap_type=GapType.CLARIFICATION,
        severity="critical",
        options=options,
    )


def _options(reading: Reading, given: PlannerInput) -> tuple[str, ...]:
    """Likely subjects of a question that leaves its subject open; empty when it does not."""
    if len(reading.subjects) == 1:
        name = reading.subjects[0]
        several = variants(name, given.logged)
        if (
            name in HOME
            or name == TRAINING
            or len(several) < 2
            or is_logged(name, given.logged, given.domain_context)
        ):
            return ()
        return several[:_MOST_OPTIONS]
    if reading.subjects or reading.keywords:
        return ()
    about_a_day = bool(reading.periods) and reading.statistic in (None, "list", "count", "frequency", "most")
    over_all = reading.statistic in ("streak", "rest_days", "gap", "frequency", "count", "most")
    advice = reading.query_type is QueryType.RECOMMENDATION
    compared = reading.query_type is QueryType.COMPARISON and bool(reading.periods)
    over_all = over_all or reading.quantity == "volume"
    whole = about_a_day or over_all or advice or compared or reading.overview or reading.all_records
    if not reading.pronoun and whole:
        return ()
    if reading.quantity in ("distance", "pace", "speed"):
        moving = [m.name for m in given.logged if m.domain in ENDURANCE]
        return tuple(moving[:_MOST_OPTIONS])
    trained = [m.name for m in given.logged if m.domain not in ("general", "sleep", "nutrition", "mood")]
    others = [m.name for m in given.logged if m.name in ("sleep", "body weight")] if len(trained) < 2 else []
    return tuple([*trained[: _MOST_OPTIONS - 1], *others][:_MOST_OPTIONS])


def _missing_domains(readings: tuple[SubQuery, ...], given: PlannerInput) -> tuple[str, ...]:
    """Domains to load: those of the subjects, and those that explain when it is about causes or advice."""
    available = {info.name for info in given.domain_context.available_domains}
    if not given.may_expand or not available:
        return ()
    homes = {measure.name: measure.domain for measure in given.logged}
    wanted: list[str] = []
    for reading in readings:
        wanted += [home for name in reading.subjects if (home := homes.get(name) or HOME.get(name))]
        if TRAINING in reading.subjects:
            wanted += [m.domain for m in given.logged if m.domain not in ("sleep", "nutrition", "mood")]
        if reading.query_type in (QueryType.INSIGHT, QueryType.RECOMMENDATION):
            wanted += given.domain_context.related
        unresolved = any(answer.gap == SUBJECT_GAP for answer in given.answers) and reading.keywords
        if unresolved or (reading.query_type is QueryType.RECOMMENDATION and not reading.subjects):
            wanted += [measure.domain for measure in given.logged]
    return tuple(dict.fromkeys(name for name in wanted if name in available))


def _parts(readings: list[Reading], given: PlannerInput) -> tuple[SubQuery, ...]:
    return tuple(
        SubQuery(
            id=number,
            question=reading.text,
            query_type=reading.query_type,
            subjects=reading.subjects,
            figures=requests_for(reading, given.domain_context, given.logged, given.now.date()),
            date_range=reading.periods[0] if reading.periods else None,
            keywords=reading.keywords,
            unread=reading.unread,
        )
        for number, reading in enumerate(readings, start=1)
    )


def _outline(parts: tuple[SubQuery, ...]) -> PlannerOutput:
    dependencies = _dependencies(parts)
    strategy = DependencyType.COUPLED
    if dependencies:
        strategy = DependencyType.DEPENDENT
    elif len(parts) > 1 and len({part.subjects for part in parts}) > 1:
        strategy = DependencyType.INDEPENDENT
    return PlannerOutput(
        reasoning="",
        query_type=_overall(parts),
        sub_queries=parts,
        dependencies=dependencies,
        execution_strategy=strategy,
        execution_order=tuple(part.id for part in parts),
        next_action="retrieve",
    )


def _overall(parts: tuple[SubQuery, ...]) -> QueryType:
    """The most demanding type among the parts."""
    ranks = (QueryType.RECOMMENDATION, QueryType.INSIGHT, QueryType.COMPARISON, QueryType.SIMPLE)
    return next(kind for kind in ranks if any(part.query_type is kind for part in parts))


def _dependencies(parts: tuple[SubQuery, ...]) -> tuple[Dependency, ...]:
    """Advice after a why rests on the cause; a part about "that" rests on the part before."""
    found: list[Dependency] = []
    for earlier, later in pairwise(parts):
        if later.query_type is QueryType.RECOMMENDATION and earlier.query_type is QueryType.INSIGHT:
            found.append(Dependency(earlier=earlier.id, later=later.id, reason="advice needs the cause"))
    return tuple(found)


def _search_or_ask(readings: list[Reading], draft: PlannerOutput, given: PlannerInput) -> PlannerOutput:
    """Search what was not searched yet; ask what was searched and not found; else tell what there is."""
    today = given.now.date()
    searches = _searches(readings, draft, given, today)
    gaps = _known_gaps(given)
    if searches:
        return draft.model_copy(
            update={
                "reasoning": "There is something to look up that was not looked up yet.",
                "instructions": searches,
                "gaps": gaps,
            }
        )
    answered = {answer.gap for answer in given.answers}
    ask = tuple(
        # What no search has found only the user can tell, whatever kind of gap it was.
        gap.model_copy(update={"gap_type": GapType.SUBJECTIVE}) if gap.retrievable else gap
        for gap in gaps
        if gap.severity == "critical"
        and gap.key not in answered
        and not gap.outside_current_expertise
        and (not gap.retrievable or (gap.searched and not gap.found))
    )
    if ask and not answered:
        return draft.model_copy(
            update={
                "reasoning": "Everything was searched; the rest only the user knows.",
                "gaps": gaps,
                "ask": ask,
                "next_action": "clarify",
            }
        )
    return draft.model_copy(
        update={"reasoning": "Nothing is left to look for.", "gaps": gaps, "next_action": "synthesize"}
    )


def _searches(
    readings: list[Reading], draft: PlannerOutput, given: PlannerInput, today: date
) -> tuple[RetrievalInstruction, ...]:
    wanted = list(first_searches(draft.sub_queries, given.domain_context, given.logged, today))
    if given.retrieval_history and any(gap.severity == "critical" for gap in given.gaps):
        wanted += wider_searches(draft.sub_queries, given.domain_context, given.logged, today)
    if given.retrieval_history:
        wanted += searches_for_gaps(given.gaps, given.domain_context, today)
    if given.feedback:
        known = Known(given.now, given.domain_context.vocabulary, given.logged)
        since = today - timedelta(days=30)
        for feedback in given.feedback:
            told = read_question(f"{feedback.issue}. {feedback.suggestion}", known)
            topics = tuple(dict.fromkeys(name for reading in told for name in reading.subjects))
            wanted += [
                RetrievalInstruction(
                    strategy="topic",
                    topics=(topic,),
                    date_range=DateRange(start=since, end=today),
                    widen=False,
                )
                for topic in topics
                if topic != TRAINING
            ]
    fresh = [search for search in wanted if not covered(search, given.retrieval_history)]
    return tuple(dict.fromkeys(fresh))


def _known_gaps(given: PlannerInput) -> tuple[Gap, ...]:
    """Gaps with what the searches so far say about them."""
    topics = {topic for attempt in given.retrieval_history for topic in attempt.instruction.topics}
    return tuple(gap.model_copy(update={"searched": gap.searched or gap.key in topics}) for gap in given.gaps)
