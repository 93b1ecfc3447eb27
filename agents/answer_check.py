"""The check: does an answer made of figures answer the question? Its words are held against the parts asked.

The number check knows that each number is true of something; here it is asked whether it is the one wanted,
of the days asked about, and with its own day. What code is sure of is refused; doubts are a model's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from agents.evaluator import EvaluatorInput
from agents.number_check import denies, quotes_of, sentence_bounds
from agents.numbers.days import DateClaim, date_claims
from agents.numbers.known import Known, Quantity, follows, measured
from agents.numbers.written import ANY, NumberClaim, blanked, number_claims, usual
from agents.types import FAMILY, EvaluationFeedback, Figure, Finding, QueryType, SubQuery
from storage.entities import DateRange

_COMPUTED = (QueryType.SIMPLE, QueryType.COMPARISON)
"""Parts that figures answer."""
_UP = re.compile(
    r"\b(?:more|higher|up|increas\w+|ris(?:e[sn]?|ing)|rose|gr(?:ew|ows?|owing|own)|gain\w*|climb\w*|heavier|longer)\b"
    r"|늘|올라|올랐|증가|더 (?:많|높|무거|길)|상승",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:less|fewer|lower|down|decreas\w+|fall(?:s|ing|en)?|fell|dropp\w+|drops?|los(?:t|ing)|shr[aiu]nk\w*|lighter|"
    r"shorter|declin\w+)\b"
    r"|줄|내려|내렸|감소|떨어|더 (?:적|낮|가벼|짧)|하락",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:\b(?:since|from|until|till|between|and|to|before|after|through|by|than)|[-~])\s*$", re.IGNORECASE
)
"""Before a date that bounds or compares rather than dates the number beside it."""
_BOUND = re.compile(r"\s*(?:부터|까지|이후|이전|보다|에서|대비|[-~]|to\b|until\b)")
"""The same, behind it."""


_COUNTED = frozenset({"", "days", "sets", "entries"})


class Answer:
    """What a draft says in words, beside the parts of the question."""

    def __init__(self, given: EvaluatorInput) -> None:
        self.given = given
        self.today = given.now.date()
        self.text = usual(given.draft.response)
        self.dates = date_claims(self.text, self.today)
        self.numbers = number_claims(blanked(self.text, ((d.start, d.end) for d in self.dates)))
        self.quotes = quotes_of(self.text, given.entries)
        context = given.domain_context
        self.vocabulary = context.vocabulary if context is not None else {}
        self.known = Known(given.entries, (), (), given.now, vocabulary=self.vocabulary)
        self._quantities: dict[Figure, tuple[Quantity, ...]] = {}

    def is_quoted(self, at: int) -> bool:
        """Whether the words at a place are the person's own."""
        return any(start <= at < end for start, end in self.quotes)

    def findings(self, part: SubQuery) -> list[Finding]:
        """What was found for a part."""
        found = self.given.analysis.findings if self.given.analysis else ()
        return [finding for finding in found if finding.sub_query == part.id]

    def figures(self, part: SubQuery) -> list[Figure]:
        """What was computed for a part."""
        return [figure for finding in self.findings(part) for figure in finding.figures]

    def quantities(self, figure: Figure) -> tuple[Quantity, ...]:
        """The numbers that a figure is; on how many entries it rests is another."""
        if figure not in self._quantities:
            known = Known((), (figure,), (), self.given.now)
            counts = figure.unit in _COUNTED
            self._quantities[figure] = tuple(q for q in known.quantities if counts or q.kind != "occasions")
        return self._quantities[figure]

    def says_figure(self, part: SubQuery) -> bool:
        """Whether a number that was computed for the part is written, or the day that is so many days ago."""
        figures = self.figures(part)
        if any(_tells(claim, figure, self) for claim in self.numbers for figure in figures):
            return True
        ago = {self.today - timedelta(days=round(f.value)) for f in figures if f.unit == "days"}
        return any(span.start == span.end and span.start in ago for d in self.dates for span in d.spans)

    def names(self, part: SubQuery) -> bool:
        """Whether one of the subjects is named, by any word for it; a part about everything always is."""
        if not part.subjects or "training" in part.subjects:
            return True
        text = self.text.lower()
        if any(word in text for request in part.figures for word in request.words):
            return True  # a dish by its own name
        stems = {word[:4] for word in re.findall(r"[a-z]{3,}", text)}
        return any(self._stands(name, text, stems) for name in part.subjects)

    def _stands(self, name: str, text: str, stems: set[str]) -> bool:
        name = name.removesuffix(FAMILY)
        written = (name, *(term for term, canonical in self.vocabulary.items() if canonical == name))
        if any(len(term) > 1 and re.search(rf"(?<![a-z]){re.escape(term)}", text) for term in written):
            return True
        return any(word[:4] in stems for word in name.split() if len(word) > 2)


def missed(given: EvaluatorInput) -> list[SubQuery]:
    """Parts that figures would answer, of which neither the subject nor a figure is in the answer."""
    answer = Answer(given)
    return [
        part
        for part in given.sub_queries
        if part.query_type in _COMPUTED
        and any(figure.entries for figure in answer.figures(part))
        and not answer.says_figure(part)
        and not answer.names(part)
    ]


def strayed(given: EvaluatorInput) -> str | None:
    """A date of the answer, if all are outside of what every part asks about."""
    answer = Answer(given)
    spans: list[DateRange] = []
    for part in given.sub_queries:
        if part.date_range is None or part.query_type is not QueryType.SIMPLE:
            return None
        asked = (span for request in part.figures for span in (request.date_range, request.versus))
        spans += [part.date_range, *(span for span in asked if span is not None)]
    told = [claim for claim in answer.dates if claim.weekday is None and claim.spans and not claim.monthless]
    told = [claim for claim in told if not answer.is_quoted(claim.start)]
    if not spans or any(_meet(one, other) for claim in told for one in claim.spans for other in spans):
        return None
    return told[0].phrase if told else None


def misdated(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """A day beside a number that belongs to other days."""
    answer = Answer(given)
    for start, end in sentence_bounds(answer.text):
        here = [n for n in answer.numbers if start <= n.start < end and not answer.is_quoted(n.start)]
        days = [day for number in here if (day := _days_of(number, answer, answer.text[start:end]))]
        told = [d for d in answer.dates if start <= d.start < end and not answer.is_quoted(d.start)]
        for claim in told[:1] if len(told) == 1 else ():  # of several, agents.numbers.together tells
            if not days or not _dates_a_number(claim, answer.text):
                continue
            if not any(
                span.start <= day <= span.end for span in claim.spans for each in days for day in each
            ):
                yield EvaluationFeedback(
                    issue=f"{claim.phrase!r} is not the day of the number beside it.",
                    suggestion="Write the day that the figure or entry has.",
                    affected_claim=given.draft.response[start:end].strip(),
                )


def doubtful(given: EvaluatorInput) -> bool:
    """Whether figures wanted are not said, or the word of a comparison does not go with their order."""
    answer = Answer(given)
    parts = [part for part in given.sub_queries if part.query_type in _COMPUTED]
    for part in parts:
        if not answer.says_figure(part) and not (answer.names(part) and _lacks(answer, part)):
            return True
        up, down = (pattern.search(answer.text) is not None for pattern in (_UP, _DOWN))
        order = _order(part, answer.figures(part))
        if order and ((down and order > 0) or (up and order < 0)):
            return True
    return False


def _lacks(answer: Answer, part: SubQuery) -> bool:
    """Whether there is no figure to say, or the answer denies one."""
    return not answer.figures(part) or bool(answer.given.draft.gaps_disclosed) or denies(answer.text)


def _meet(one: DateRange, other: DateRange) -> bool:
    return one.start <= other.end and other.start <= one.end


def _dates_a_number(claim: DateClaim, text: str) -> bool:
    """One day, not the bound of a period."""
    if claim.loose or claim.weekday is not None or not claim.spans:
        return False
    if any(span.start != span.end for span in claim.spans):
        return False
    return not (_ASIDE.search(text[: claim.start]) or _BOUND.match(text, claim.end))


def _days_of(number: NumberClaim, answer: Answer, sentence: str) -> set[date]:
    """The days on which a number with a unit is true of what the sentence is about."""
    if all(
        reading.kind in (ANY, "count", "days", "occasions", "sets", "reps") for reading in number.readings
    ):
        return set()
    analysis, draft = answer.given.analysis, answer.given.draft
    figures = [
        *draft.figures,
        *(f for finding in (analysis.findings if analysis else ()) for f in finding.figures),
    ]
    found = {f.day for f in figures if f.day and _tells(number, f, answer)}
    names = answer.known.mentioned(sentence)
    for entry in answer.given.entries:
        for measure in entry.measures:
            if names and measure.value is None and measure.reps and measure.name not in names:
                continue
            if follows(number, measured(measure)):
                found.update((measure.day, entry.day))
    return found


def _tells(claim: NumberClaim, figure: Figure, answer: Answer) -> bool:
    """Whether a number is the figure itself."""
    return follows(claim, answer.quantities(figure))


def _order(part: SubQuery, figures: list[Figure]) -> float:
    """Above 0: more than before, or than what it is compared with; below: less; 0: code can't tell."""
    if len(part.figures) != 1 or not figures:
        return 0.0
    (request,) = part.figures
    if request.statistic == "trend":
        ends = {
            f.what.split(" ", 1)[0]: f.value
            for f in reversed(figures)
            if f.what.startswith(("first ", "last "))
        }
        return ends["last"] - ends["first"] if len(ends) == 2 else 0.0
    if request.versus is not None and len(figures) > 1 and figures[0].what == figures[1].what:
        return figures[0].value - figures[1].value
    return 0.0
