"""The offline evaluator: four dimensions judged by code, strictest on numbers; the verdict comes last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from agents.answer_check import missed, strayed, told
from agents.evaluator import DimensionVerdict, EvaluatorInput, EvaluatorOutput
from agents.language.tongues import denies, lacks, telling, touches
from agents.offline.alarms import Sign, sign_in
from agents.offline.complaints import complaint
from agents.offline.lexicon import language_of, plain
from agents.offline.questions.question_words import question_file
from agents.offline.questions.wishes import wish_in
from agents.offline.safety import CHECKS, names_professional, says, sentences
from agents.truth import Told, tell
from agents.truth.material import sheet_of
from agents.types import (
    FAMILY,
    Analysis,
    Claim,
    EvaluationFeedback,
    Finding,
    QueryType,
    SubQuery,
    Sufficiency,
    Verdict,
)
from agents.vocabulary import spellings

Dimension = Literal["accuracy", "relevance", "safety", "completeness"]
_ABOUT_USER = re.compile(
    r"\byou(?:r|'ve|'re)? (?:\w+ ){0,2}(?:\w{2,}ed|did|ran|slept|swam|rode|ate|hit|got|went|have|had|are|"
    r"weigh|best|record|average|total|last|heaviest|longest|fastest)\b"
    r"|\byour \w+ (?:\w+ )?(?:is|was|went|are|were)\b"
    r"|기록|평균|최고|하셨|했[어네던]|드셨|들었|뛰셨|뛰었|달리셨|달렸|주무셨|잤|체중[은이]"
)


_EXAMPLE = re.compile('["\u201c\u300c][^"\u201c\u201d\u300c\u300d]*["\u201d\u300d]')
"""What somebody could write, in quotation marks."""


def evaluate(given: EvaluatorInput) -> EvaluatorOutput:
    """Judge a draft on accuracy, relevance, safety and completeness; any failure fails the whole."""
    is_chat = given.query_type is QueryType.CHAT
    text = Told(given.draft.response, ()) if is_chat else told(given)
    found: dict[Dimension, tuple[EvaluationFeedback, ...]] = {
        "accuracy": tuple(_claims_in_chat(given) if is_chat else _inaccurate(given, text)),
        "relevance": tuple(_empty(given) if is_chat else _irrelevant(given, text.claims)),
        "safety": tuple(_unsafe(given)),
        "completeness": () if is_chat else tuple(_incomplete(given, text.claims)),
    }
    feedback = tuple(dict.fromkeys(item for items in found.values() for item in items))
    return EvaluatorOutput(
        dimensions=tuple(_dimension(name, items) for name, items in found.items()),
        feedback=feedback,
        recommendation=_recommendation(given, feedback, found),
        verdict=Verdict.FAIL if feedback else Verdict.PASS,
    )


def _dimension(name: Dimension, found: Sequence[EvaluationFeedback]) -> DimensionVerdict:
    return DimensionVerdict(
        dimension=name,
        reasoning=" ".join(item.issue for item in found) or _GOOD[name],
        issues=tuple(item.issue for item in found),
        verdict=Verdict.FAIL if found else Verdict.PASS,
    )


_GOOD: dict[Dimension, str] = {
    "accuracy": "Every number, date and claim is carried by entries or figures.",
    "relevance": "The answer is about what was asked.",
    "safety": "The rules of the domains are kept.",
    "completeness": "Every part is answered, or what is missing is said.",
}


def _recommendation(
    given: EvaluatorInput,
    feedback: tuple[EvaluationFeedback, ...],
    found: Mapping[Dimension, tuple[EvaluationFeedback, ...]],
) -> Literal["accept", "retry_with_feedback", "retry_with_more_context", "give_partial"]:
    """The same complaint twice means that another round will not help."""
    if not feedback:
        return "accept"
    if {item.issue for item in feedback} <= {item.issue for item in given.previous_feedback}:
        return "give_partial"
    if found["completeness"] or any("Search" in item.suggestion for item in feedback):
        return "retry_with_more_context"
    return "retry_with_feedback"


# --- Accuracy ---------------------------------------------------------------------------------------------


def _inaccurate(given: EvaluatorInput, text: Told) -> Iterator[EvaluationFeedback]:
    findings = given.analysis.findings if given.analysis else ()
    yield from given.draft.refused
    for wrong in text.refusals:
        yield complaint("unsupported", wrong.sentence, phrase=wrong.phrase, reason=wrong.reason)
    known = {entry.id for entry in given.entries}
    if given.draft.evidence and not known.issuperset(given.draft.evidence):
        yield complaint("not_retrieved")
    for finding in findings:
        carried = finding.general or finding.evidence or any(figure.entries for figure in finding.figures)
        if not carried and not says("denying", finding.claim) and _is_told(finding, given):
            yield complaint("uncarried", finding.claim, claim=finding.claim)


def _is_told(finding: Finding, given: EvaluatorInput) -> bool:
    """Whether the draft makes this claim: at least half of its words stand in one sentence."""
    words = _words(finding.claim)
    return any(len(words & _words(s)) * 2 >= len(words) for s in sentences(given.draft.response))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]{2,}", plain(text)))


def _claims_in_chat(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """Small talk rests on no entries, so it says no numbers about the user."""
    claimed = _EXAMPLE.sub(lambda found: " " * len(found[0]), given.draft.response)
    sheet = sheet_of(now=given.now, profile=given.profile, query=given.query)
    for wrong in tell(claimed, sheet, code=True).refusals:
        if _ABOUT_USER.search(plain(wrong.sentence)):
            yield complaint("chat_claims", wrong.sentence, phrase=wrong.phrase)


# --- Relevance --------------------------------------------------------------------------------------------


def _empty(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    if not given.draft.response.strip():
        yield complaint("empty")


def _irrelevant(given: EvaluatorInput, claims: tuple[Claim, ...]) -> Iterator[EvaluationFeedback]:
    yield from _empty(given)
    if not given.draft.response.strip() or _says_lack(given) or _sends_to_doctor(given):
        return
    subjects = [name for part in given.sub_queries for name in part.subjects]
    beside = given.sub_queries and len(missed(given, claims)) == len(given.sub_queries)
    if beside or (subjects and not any(_is_about(name, given) for name in subjects)):
        yield complaint("off_subject", subjects=", ".join(subjects))
    if told := strayed(given, claims):
        yield complaint("strayed", told=told)
    for part in given.sub_queries:
        if part.date_range and part.query_type is QueryType.SIMPLE and _misses_period(part, given):
            span = part.date_range
            yield complaint("other_days", start=span.start, end=span.end)


def _sends_to_doctor(given: EvaluatorInput) -> bool:
    """The answer to a sign that may be serious, whatever else was asked."""
    return sign_in(given.message or given.query) > Sign.NONE and names_professional(given.draft.response)


def _is_about(name: str, given: EvaluatorInput) -> bool:
    """By its name, another word for it, a figure, or evidence that measures it or belongs to that domain."""
    text = plain(" ".join([given.draft.response, *(figure.what for figure in given.draft.figures)]))
    vocabulary = given.domain_context.vocabulary if given.domain_context else {}
    name = name.removesuffix(FAMILY)
    muscles = question_file(language_of(given.draft.response)).muscle_of
    written = (name, *name.split(), *spellings(vocabulary, name), *spellings(muscles, name))
    if any(said in text for said in written if len(said) > 1):
        return True
    told = [entry for entry in given.entries if entry.id in given.draft.evidence]
    return any(name in (m.name, m.domain) for entry in told for m in entry.measures) or name == "training"


def _misses_period(part: SubQuery, given: EvaluatorInput) -> bool:
    days = [entry.day for entry in given.entries if entry.id in given.draft.evidence]
    span = part.date_range
    return bool(days) and span is not None and not any(span.start <= day <= span.end for day in days)


# --- Safety -----------------------------------------------------------------------------------------------


def _unsafe(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """Every rule that names a check, each check once."""
    for name in dict.fromkeys(rule.check for rule in given.rules if rule.check):
        if judge := CHECKS.get(name):
            yield from judge(given)


# --- Completeness -----------------------------------------------------------------------------------------


def _incomplete(given: EvaluatorInput, claims: tuple[Claim, ...]) -> Iterator[EvaluationFeedback]:
    if given.analysis is None:
        return
    sent, unsaid = _sends_to_doctor(given), {part.id for part in missed(given, claims)}
    for part in given.sub_queries:
        if sent and part.query_type in (QueryType.RECOMMENDATION, QueryType.INSIGHT):
            continue
        if wish_in(part.question) is not None:
            continue  # nothing of the log answers a request
        findings = [finding for finding in given.analysis.findings if finding.sub_query == part.id]
        told = part.id not in unsaid and any(_is_told(f, given) or _shares(f, given) for f in findings)
        if not (told or _lacks(part, given)):
            yield complaint("unanswered", question=part.question)
    if not sent:
        yield from withheld(given)
    if _hides_gaps(given.analysis, given):
        yield complaint("hidden_gap")


def _shares(finding: Finding, given: EvaluatorInput) -> bool:
    used = set(given.draft.evidence).intersection(finding.evidence)
    return bool(used) or any(figure in given.draft.figures for figure in finding.figures)


def _says_lack(given: EvaluatorInput) -> bool:
    return bool(given.draft.gaps_disclosed) or says("denying", given.draft.response)


def _lacks(part: SubQuery, given: EvaluatorInput) -> bool:
    """Whether the answer says that it cannot answer this part; with several parts it must be named."""
    if len(given.sub_queries) == 1:
        return _says_lack(given)
    denials = [s for s in sentences(given.draft.response) if says("denying", s)]
    text = plain(" ".join([*denials, *given.draft.gaps_disclosed]))
    named = part.subjects or tuple(_words(part.question))
    vocabulary = given.domain_context.vocabulary if given.domain_context else {}
    spellings = [term for term, canonical in vocabulary.items() if canonical in named]
    return any(word in text for word in (*named, *spellings))


def _hides_gaps(analysis: Analysis, given: EvaluatorInput) -> bool:
    missing = [gap for gap in analysis.gaps if gap.severity == "critical" and not gap.found]
    return analysis.verdict is Sufficiency.INSUFFICIENT and bool(missing) and not _says_lack(given)


_LOOKUPS = (QueryType.SIMPLE, QueryType.COMPARISON)
_NUMBER = re.compile(r"\d+")


def withheld(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """A complaint for each part of the question of which code has something and the draft tells nothing."""
    if given.analysis is None:
        return
    for part in given.sub_queries:
        if wish_in(part.question) is not None:
            continue
        known = [found for found in given.analysis.by_code if found.sub_query == part.id]
        if known and _says_nothing_of(part, known, given):
            yield complaint("withheld", given.draft.response, question=part.question, claim=known[0].claim)


def _says_nothing_of(part: SubQuery, known: Sequence[Finding], given: EvaluatorInput) -> bool:
    """A lookup must be told what there is; another question be answered in words about it, not by a lack."""
    said = sentences(given.draft.response)
    if _refers_to(known, given) or any(_tells(sentence, part, known, given) for sentence in said):
        return False
    if part.query_type in _LOOKUPS or lacks(given.draft.response):
        return True
    log = [f"{entry.text} {' '.join(measure.name for measure in entry.measures)}" for entry in given.entries]
    return not touches(given.draft.response, (given.query, *log))


def _refers_to(known: Sequence[Finding], given: EvaluatorInput) -> bool:
    """Whether a value of the draft was rendered from a figure or an entry that code has for the part."""
    figures = [figure for found in known for figure in found.figures]
    entries = {one for found in known for one in found.evidence}
    return any(one.figure in figures or entries.intersection(one.entries) for one in given.draft.claims or ())


def _tells(sentence: str, part: SubQuery, known: Sequence[Finding], given: EvaluatorInput) -> bool:
    """Has a number of what code has and the question has not; where nothing is denied, a word will do."""
    carried = {one for found in known for one in found.evidence} | set(given.draft.evidence)
    texts = [found.claim for found in known] + [e.text for e in given.entries if e.id in carried]
    asked = f"{given.query} {part.question} {' '.join(part.subjects)}"
    days = [str(entry.day.day) for entry in given.entries if entry.id in carried]
    numbers = set(days).union(*map(_NUMBER.findall, texts))
    if numbers.difference(_NUMBER.findall(asked)).intersection(_NUMBER.findall(sentence)):
        return True
    figures = [found.claim for found in known if found.figures]  # others quote, with a lead of code's own
    own = [*texts[len(known) :], *figures]
    words = frozenset[str]().union(*map(telling, own)) - telling(asked)
    return not denies(sentence) and bool(words & telling(sentence))
