"""The offline analyzer: what the entries say about each part, what is missing, last whether it is enough."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.facts import has_open_unit, is_training, samples
from agents.offline.alarms import Sign
from agents.offline.answers.absence import nothing_at_all
from agents.offline.answers.advice import advise
from agents.offline.answers.alarmed import alarm, alarmed
from agents.offline.answers.changes import (
    answer_comparison,
    answer_improved,
    answer_too_few,
    answer_trend,
    steadier,
    too_few,
)
from agents.offline.answers.closest import about_words, in_own_words, only_written, quotes, with_closest
from agents.offline.answers.conversions import converted
from agents.offline.answers.counts import listing
from agents.offline.answers.events import around_event
from agents.offline.answers.figures import asked_days, count_figure
from agents.offline.answers.forecasts import forecast
from agents.offline.answers.its_days import of_chosen, on_its_days
from agents.offline.answers.polar import answered
from agents.offline.answers.reasons import answer_why, general_knowledge
from agents.offline.answers.scope import Scope, any_measure
from agents.offline.answers.singles import answer_single, singly
from agents.offline.answers.splits import answer_split
from agents.offline.answers.totals import lifted_total
from agents.offline.answers.wording import Wording
from agents.offline.lexicon import Language, language_of, plain
from agents.offline.nearest import MOST, asks_for_a_number, fused, terms_of
from agents.offline.questions.asked_units import in_units_asked
from agents.offline.questions.doubts import BAR, MISREAD
from agents.offline.questions.glossary import meanings
from agents.offline.questions.linked import day_found, link, on_the_day
from agents.offline.questions.periods import impossible_period
from agents.offline.questions.question_spans import asks_generally, signs_in
from agents.offline.questions.subjects import TRAINING
from agents.offline.questions.wishes import wish_in
from agents.offline.routing.requests import beyond_us
from agents.types import (
    FigureRequest,
    Finding,
    Gap,
    GapType,
    QueryType,
    SubQuery,
    Sufficiency,
)
from storage.entities import DateRange, Entry


def analyze(given: AnalyzerInput) -> AnalyzerOutput:
    """Findings for each part of the question in order; the verdict comes last."""
    wording = Wording(
        language_of(given.query, given.profile.language), given.domain_context, given.now.date()
    )
    findings: list[Finding] = []
    gaps: list[Gap] = []
    explained = False
    sign, noted = alarm(given)
    alarming = sign > Sign.NONE
    for asked in given.sub_queries:
        part = _linked(asked, given.sub_queries, findings, wording.language)
        profile = in_units_asked(part.question, given.profile)
        why = part.query_type is QueryType.INSIGHT and not part.figures
        today = given.now.date()
        near = _nearest(given, part) if part is asked or not why else _of_its_day(given, part)
        scope = Scope(
            given.entries, profile, given.domain_context, today, wording, part.id, near, given.began
        )
        if why:
            found, missing, explained = answer_why(scope, part, given)
            findings += found
            gaps += missing
        elif part.query_type is QueryType.RECOMMENDATION and alarming:
            continue  # what is said of the alarm answers it: nobody trains on
        else:
            findings += _answered(scope, part, given, explained=explained, linked=part is not asked)
        findings += _besides(scope, part, findings)
    if given.truncated:
        findings.append(_truncated(wording, given))
    if alarming:
        findings = alarmed(wording, findings, given, sign, noted)
    findings, details = _leveled(given, findings, wording)
    unread = [
        gap for gap in given.gaps if gap.gap_type is GapType.CLARIFICATION and not given.retrieval_history
    ]
    critical = [gap for gap in (*gaps, *unread) if gap.severity == "critical" and not gap.found]
    verdict = Sufficiency.INSUFFICIENT if critical else Sufficiency.SUFFICIENT
    return AnalyzerOutput(
        query_intent="; ".join(part.question for part in given.sub_queries) or given.query,
        findings=tuple(findings),
        details=tuple(details),
        gaps=tuple(gaps),
        verdict_reasoning=(
            f"Still open: {', '.join(gap.description for gap in critical)}."
            if critical
            else "Every claim rests on entries, or it is said that there are none."
        ),
        verdict=verdict,
    )


def _besides(scope: Scope, part: SubQuery, told: Sequence[Finding]) -> list[Finding]:
    """Figures that an analysis asked for, and those planned for advice, which answers without any."""
    advised = part.figures if part.query_type is QueryType.RECOMMENDATION else ()
    wanted = (*advised, *part.wanted)
    if not wanted:
        return []
    part = part.model_copy(update={"figures": wanted, "query_type": QueryType.SIMPLE, "keywords": ()})
    known = {finding.claim for finding in told}
    return [finding for finding in _figures(scope, part) if finding.claim not in known]


def _answered(
    scope: Scope, part: SubQuery, given: AnalyzerInput, *, explained: bool, linked: bool
) -> list[Finding]:
    """Advice, figures, or that there are none; the person's own words where figures leave something open."""
    if told := converted(scope, part):
        return told
    if part.query_type is QueryType.RECOMMENDATION:
        return _advised(scope, part, given, explained=explained)
    if told := _beside_the_log(scope, part):
        return answered(scope, part, told)
    scope = of_chosen(scope, part.figures)
    if told := _not_computed(scope, part, given):
        return told
    found = _figures(scope, part)
    if linked and part.date_range is not None:
        found = _dated(scope, found, part.date_range.start)
    else:
        found += forecast(scope, part)
    unknown = part.figures and terms_of(" ".join(part.unread))  # what is not understood is not said yes to
    return with_closest(scope, part, found if unknown else answered(scope, _resolved(scope, part), found))


def _advised(scope: Scope, part: SubQuery, given: AnalyzerInput, *, explained: bool) -> list[Finding]:
    """Advice on what is known; of a thing that is not ("double the statin"), the entries that name it."""
    if part.sure < BAR:
        near = quotes(scope, part.question, scope.near[:MOST], "closest_why")
        return near or [scope.finding(scope.say("unsure"))]
    if part.unread and part.subjects and _SWALLOWED.issuperset(part.subjects):
        return [scope.finding(scope.say("cannot_tell"), general=True)]
    advice = advise(scope, part, given, explained=explained)
    spoken = explained or any(one.general for one in advice)
    general = [] if spoken else general_knowledge(scope, part, given, default=False)
    return answered(scope, part, [*advice, *general])


_SWALLOWED = frozenset({"alcohol", "coffee", "drinks", "nutrition", "meal", "medication", "supplement"})
"""Of which no log tells whether they go with something else ("can I drink on amlodipine")."""


def _not_computed(scope: Scope, part: SubQuery, given: AnalyzerInput) -> list[Finding]:
    """What is said of a time that no calendar has; the nearest entries where it is unclear what is meant."""
    if _impossible(part, given, scope.wording.language):
        return [scope.finding(scope.say("impossible_period"))]
    if "IN_WORDS" in signs_in(part.question, scope.wording.language):
        return _in_words(scope, part)
    if not part.figures or part.sure >= BAR:
        return []
    lead = "closest_counted" if asks_for_a_number(part.question) else "closest_why"
    near = quotes(scope, part.question, _doubted(scope, part), lead)
    return near or ([] if part.sure > MISREAD else [scope.finding(scope.say("unsure"))])


def _doubted(scope: Scope, part: SubQuery) -> list[Entry]:
    """What is quoted where it is not sure what is asked: what is near, and what few entries would answer."""
    cited = [finding.evidence for finding in _figures(scope, part)]
    told = dict.fromkeys([one for ids in cited if len(ids) <= MOST for one in ids])
    held = {entry.id: entry for entry in (*scope.entries, *scope.near)}
    rankings = [{one: -float(at) for at, one in enumerate(ids)} for ids in ([e.id for e in scope.near], told)]
    total = fused(rankings)
    ranked = sorted((one for one in total if one in held), key=lambda one: -total[one])
    return [held[one] for one in ranked[:MOST]]


def _nearest(given: AnalyzerInput, part: SubQuery) -> tuple[Entry, ...]:
    """The entries that were found nearest to the part, the nearest first."""
    found = {entry.id: entry for entry in given.entries}
    ids = (
        one
        for attempt in given.retrieval_history
        if attempt.instruction.sub_query == part.id
        for one in attempt.nearest
    )
    return tuple(found[one] for one in dict.fromkeys(ids) if one in found)


def _of_its_day(given: AnalyzerInput, part: SubQuery) -> tuple[Entry, ...]:
    """What was written on the day that an earlier part has found, and that this one asks the reason of."""
    day = part.date_range
    return tuple(entry for entry in given.entries if day and day.start <= entry.day <= day.end)[:MOST]


def _beside_the_log(scope: Scope, part: SubQuery) -> list[Finding]:
    """What no log answers: a thing to be done, what a word means, general knowledge."""
    if wish_in(part.question) is not None:
        return _requested(scope, part)
    if told := meanings(part.question, scope.wording.language):
        return [scope.finding(scope.say("why.general", text=text), general=True) for text in told]
    if asks_generally(part.question, scope.wording.language):
        return [scope.finding(scope.say("cannot_tell"), general=True)]
    return []


def _requested(scope: Scope, part: SubQuery) -> list[Finding]:
    """That it cannot be done; of a chart the figures that it shows."""
    wish = wish_in(part.question)
    if wish is not None and wish[0] == "chart" and part.figures:
        return _figures(scope, part)
    told = scope.finding(beyond_us(scope.wording.language, part.question), general=True)
    return [told, *(_figures(scope, part) if part.figures else [])]


def _leveled(
    given: AnalyzerInput, findings: Sequence[Finding], wording: Wording
) -> tuple[list[Finding], list[Finding]]:
    """The findings as they are told, and what they leave away, which is told to who asks for it."""
    full = [
        one.model_copy(update={"claim": one.detail, "detail": ""}) if one.detail else one for one in findings
    ]
    if re.search(wording.words.in_detail, plain(given.query)):
        return full, []
    told = [one.model_copy(update={"detail": ""}) for one in findings if one.claim]
    return told, [one for one, plainer in zip(full, findings, strict=True) if plainer.detail]


def _linked(
    part: SubQuery, parts: Sequence[SubQuery], findings: Sequence[Finding], language: Language
) -> SubQuery:
    """The part, asked of the day that an earlier one has found where it speaks of "that day"."""
    how = link(part.question, language) if part is not parts[0] and part.date_range is None else None
    day = day_found([one for one in parts if one.id < part.id], findings) if how else None
    return on_the_day(part, day, how) if how and day else part


def _dated(scope: Scope, found: list[Finding], day: date) -> list[Finding]:
    """With the day that was meant, which no entry need bear out."""
    meant = count_figure(1, "", "the day that is meant", (), day)
    return [one.model_copy(update={"figures": (*one.figures, meant)}) for one in found]


def _impossible(part: SubQuery, given: AnalyzerInput, language: Language) -> bool:
    order = given.profile.date_order
    return impossible_period(part.question, given.now, language, order) is not None


def _figures(scope: Scope, part: SubQuery) -> list[Finding]:
    if not part.figures:
        return _without_figures(scope, part)
    part, unknown = _around(scope, part)
    if unknown is not None:
        return [unknown]
    part = _resolved(scope, part)
    compares = part.query_type is QueryType.COMPARISON and len(part.figures) > 1
    findings = answer_improved(scope, part.figures) if compares else []
    few = [one for request in part.figures for one in singly(scope, request) if too_few(scope, one)]
    if few:
        findings.append(answer_too_few(scope, few))
    for before, request in zip((None, *part.figures), part.figures, strict=False):
        if told := only_written(scope, part, request):
            findings += told
            continue
        again = before is not None and before.measure == request.measure
        asked = [single for single in singly(scope, request) if single not in few]
        findings += [
            _of(single, one) for single in asked for one in _answer(scope, part, single, again=again)
        ]
        findings += _left_out(scope, request)
        if request.beside is not None and request.date_range is not None:
            findings = [_within(one, request.date_range) for one in findings]
    findings = list({finding.claim: finding for finding in findings}.values())
    return [*lifted_total(scope, part, findings), *findings]


def _resolved(scope: Scope, part: SubQuery) -> SubQuery:
    """The part asked of the sport, and of the figure, that tells."""
    told = [scope.resolved(one) for one in part.figures]
    if "E1RM" not in signs_in(part.question, scope.wording.language):
        told = [steadier(scope, one) for one in told]
    return part.model_copy(update={"figures": tuple(told)})


def _in_words(scope: Scope, part: SubQuery) -> list[Finding]:
    """Who or where it was: the entries of what is asked about, the newest first."""
    span = part.date_range
    held = {s.entry for one in part.figures for s in scope.narrowed(one, one.date_range)} if span else ()
    of_it = [entry for entry in scope.entries if entry.id in held]
    return quotes(scope, part.question, (of_it or scope.near)[:MOST])


def _of(request: FigureRequest, found: Finding) -> Finding:
    """With the days that its figures were asked of, and what they are of."""
    figures = (
        one.model_copy(
            update={"span": one.span or request.date_range, "measure": one.measure or request.measure}
        )
        for one in found.figures
    )
    return found.model_copy(update={"figures": tuple(figures)})


def _without_figures(scope: Scope, part: SubQuery) -> list[Finding]:
    """A word nobody knows, or everything of some days."""
    if part.keywords and not scope.near and re.search(scope.wording.words.asks_beyond, plain(part.question)):
        return [scope.finding(beyond_us(scope.wording.language, part.question), general=True)]
    if part.keywords:
        return about_words(scope, part, part.keywords)
    span = part.date_range
    if found := samples(scope.entries, any_measure, span):
        name = TRAINING if all(is_training(s.measure) for s in found) else ""
        return [listing(scope, name, found, span), *in_own_words(scope, part)]
    there = [entry for entry in scope.entries if span is None or span.start <= entry.day <= span.end]
    return quotes(scope, part.question, there[:MOST]) or [nothing_at_all(scope, span)]


def _within(found: Finding, span: DateRange) -> Finding:
    """With the days that the event tells, so that the answer may name them."""
    return found.model_copy(update={"figures": (*found.figures, *asked_days(span))})


def _around(scope: Scope, part: SubQuery) -> tuple[SubQuery, Finding | None]:
    """The part with the days before and after the event that it names; or that nothing is known of that."""
    if not any(request.around for request in part.figures):
        return part, None
    found = [around_event(scope, request) if request.around else request for request in part.figures]
    known = tuple(request for request in found if request is not None)
    if len(known) < len(found):
        return part, scope.finding(scope.say("never_word", name=part.figures[0].around[0]))
    return part.model_copy(update={"figures": known}), None


def _left_out(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Loads of unknown unit are said to be missing from what was computed of those that have one."""
    counts = request.statistic in ("list", "last", "previous", "first", "count", "frequency", "streak")
    if request.quantity not in ("weight", "e1rm", "volume") or counts:
        return []
    found = scope.narrowed(request, None if request.versus else request.date_range)
    units = scope.units(found)
    unknown = [sample for sample in found if has_open_unit(sample.measure, units)]
    if not unknown:
        return []
    newest = [sample for sample in unknown if sample.day == unknown[-1].day]
    day = newest[0].day
    what = scope.described(newest, request.measure, day)
    return [scope.tell("open_unit", request, [sample.entry for sample in newest], what=what, day=day)]


def _answer(scope: Scope, part: SubQuery, request: FigureRequest, *, again: bool) -> list[Finding]:
    if request.split_by is not None and request.statistic != "split":
        scope, request, mark = on_its_days(scope, request)
        if not scope.narrowed(request, request.date_range):
            return [scope.lacking("none_on_days", request, (), mark)]
        told = _answer(scope, part, request, again=again)
        return [one.model_copy(update={"figures": (*one.figures, *mark)}) for one in told]
    if request.words and request.statistic != "split":
        if request.measure == "meal" and not scope.narrowed(request, None):
            return about_words(scope, part, request.words)
        if scope.only_told(request):
            return about_words(scope, part, request.words)
        if (missing := scope.uncalled(request)) is not None:
            request = request.model_copy(update={"words": ()})
            return [missing, *_computed(scope, request, again=again)]
        scope = scope.called(request)
    return _computed(scope, request, again=again)


def _computed(scope: Scope, request: FigureRequest, *, again: bool) -> list[Finding]:
    if (request.weekdays or request.without) and not scope.narrowed(request, request.date_range):
        return [scope.lacking("none_on_days", request)]
    if request.statistic == "split":
        return answer_split(scope, request)
    if request.versus is not None:
        return answer_comparison(scope, request, again=again)
    if request.statistic == "trend":
        bare = (
            scope.narrowed(request, request.date_range)
            and not scope.fitting(request, request.date_range).points
        )
        if bare:  # what was never put into figures has no trend, but a last time
            return answer_single(scope, request.model_copy(update={"statistic": "last"}))
        return answer_trend(scope, request)
    return answer_single(scope, request)


def _truncated(wording: Wording, given: AnalyzerInput) -> Finding:
    return Finding(
        claim=wording.say("truncated", n=len(given.entries)),
        evidence=tuple(entry.id for entry in given.entries[:1]),
        confidence="high",
    )
