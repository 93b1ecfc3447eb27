"""The offline planner: reads the question, searches before it asks, asks only what nobody could look up."""

from __future__ import annotations

from datetime import date, timedelta

from agents.offline.alarms import Sign, sign_in
from agents.offline.answers.conversions import conversion
from agents.offline.answers.wording import Wording
from agents.offline.lexicon import Language, language_of
from agents.offline.questions.as_logged import known_of
from agents.offline.questions.as_logged import unclear as unclear_names
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.reader import read_question
from agents.offline.questions.searches import covered, first_searches, searches_for_gaps, wider_searches
from agents.offline.questions.subjects import HOME, METRIC_DOMAINS, STRENGTH, TRAINING
from agents.offline.questions.understanding import sub_queries, understand
from agents.planner import PlannerInput, PlannerOutput
from agents.types import (
    SUBJECT_GAP,
    Gap,
    GapType,
    QueryType,
    RetrievalInstruction,
    SubQuery,
)
from domains.muscles import muscles_of
from storage.entities import DateRange


def plan(given: PlannerInput) -> PlannerOutput:
    """Decide what to look for, whether expertise is missing, and when to ask."""
    language = language_of(given.query, given.profile.language)
    if given.is_chat or "ABOUT_BOT" in signs_in(given.query, language):
        return _chat(given)
    parts = understand(given)
    draft = _outline(sub_queries(parts, given))
    named = conversion(given.query, language) is not None
    open_ones = () if named else (unclear_names(part, given) for part in parts)
    unclear = [_gap(options, language, given) for options in open_ones if options]
    if unclear and sign_in(f"{given.log_text or ''}\n{given.query}") < Sign.GRAVE:
        why = "The question leaves open what it is about, and no search can tell."
        return _next(draft, why, "clarify", (*given.gaps, *unclear), ask=tuple(unclear[:1]))
    domains = _missing_domains(draft.sub_queries, given)
    if domains:
        why = "The question touches domains that are not loaded."
        return _next(draft, why, "expand_domain", given.gaps, domain_expansion=domains)
    return _search_or_ask(draft, given)


def _next(
    draft: PlannerOutput, reasoning: str, action: str, gaps: tuple[Gap, ...], **more: object
) -> PlannerOutput:
    """What is done next, and why."""
    told = {"reasoning": reasoning, "next_action": action, "gaps": gaps}
    return draft.model_copy(update={**told, **more})


def _chat(given: PlannerInput) -> PlannerOutput:
    only = SubQuery(id=1, question=given.query, query_type=QueryType.CHAT)
    return PlannerOutput(
        reasoning="Small talk or a question about the bot: nothing to look up.",
        query_type=QueryType.CHAT,
        sub_queries=(only,),
        next_action="synthesize",
    )


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


def _missing_domains(readings: tuple[SubQuery, ...], given: PlannerInput) -> tuple[str, ...]:
    """Domains to load: those of the subjects, and those that explain when it is about causes or advice."""
    available = {info.name for info in given.domain_context.available_domains}
    if not given.may_expand or not available:
        return ()
    homes = {measure.name: measure.domain for measure in given.logged}
    wanted: list[str] = []
    for reading in readings:
        wanted += [home for name in reading.subjects if (home := homes.get(name) or HOME.get(name))]
        wanted += [STRENGTH for name in reading.subjects if muscles_of(name)]
        if TRAINING in reading.subjects:
            wanted += [m.domain for m in given.logged if m.domain not in METRIC_DOMAINS]
        if reading.query_type in (QueryType.INSIGHT, QueryType.RECOMMENDATION):
            wanted += given.domain_context.related
    return tuple(dict.fromkeys(name for name in wanted if name in available))


def _outline(parts: tuple[SubQuery, ...]) -> PlannerOutput:
    return PlannerOutput(reasoning="", query_type=_overall(parts), sub_queries=parts, next_action="retrieve")


def _overall(parts: tuple[SubQuery, ...]) -> QueryType:
    """The most demanding type among the parts."""
    ranks = (QueryType.RECOMMENDATION, QueryType.INSIGHT, QueryType.COMPARISON, QueryType.SIMPLE)
    return next(kind for kind in ranks if any(part.query_type is kind for part in parts))


def _search_or_ask(draft: PlannerOutput, given: PlannerInput) -> PlannerOutput:
    """Search what was not searched yet; ask what was searched and not found; else tell what there is."""
    today = given.now.date()
    searches = _searches(draft, given, today)
    gaps = _known_gaps(given)
    if searches:
        why = "There is something to look up that was not looked up yet."
        return _next(draft, why, "retrieve", gaps, instructions=searches)
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
        return _next(
            draft, "Everything was searched; the rest only the user knows.", "clarify", gaps, ask=ask
        )
    return _next(draft, "Nothing is left to look for.", "synthesize", gaps)


def _searches(draft: PlannerOutput, given: PlannerInput, today: date) -> tuple[RetrievalInstruction, ...]:
    wanted = list(first_searches(draft.sub_queries, given.domain_context, given.logged, today))
    if given.retrieval_history and any(gap.severity == "critical" for gap in given.gaps):
        wanted += wider_searches(draft.sub_queries, given.domain_context, given.logged, today)
    if given.retrieval_history:
        wanted += searches_for_gaps(given.gaps, given.domain_context, today)
    if given.feedback:
        known = known_of(given)
        since = today - timedelta(days=30)
        for feedback in given.feedback:
            told = read_question(f"{feedback.issue}. {feedback.suggestion}", known)
            topics = tuple(dict.fromkeys(name for part in told for name in part.subjects))
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
