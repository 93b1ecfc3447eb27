"""What code has for a question and a draft does not tell: "nothing found", or nothing at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.evaluator import EvaluatorInput
from agents.language.tongues import denies, lacks, telling, touches
from agents.offline.complaints import complaint
from agents.offline.questions.wishes import wish_in
from agents.offline.safety import sentences
from agents.types import EvaluationFeedback, Finding, QueryType, SubQuery

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
