"""The check: does an answer made of values answer the question? Its claims are held against the parts asked.

That each number is true of something is known (`agents.truth`); here it is asked whether it is the one
wanted, and of the days asked about. What code is sure of is refused; doubts are a model's.
"""

from __future__ import annotations

import re
from datetime import timedelta

from agents.evaluator import EvaluatorInput
from agents.truth import Sheet, Told, denies, moments_in, tell
from agents.truth.material import sheet_of
from agents.truth.words import judged_by
from agents.types import FAMILY, Claim, Figure, Finding, QueryType, SubQuery
from agents.vocabulary import spellings
from storage.entities import DateRange

_COMPUTED = (QueryType.SIMPLE, QueryType.COMPARISON)
"""Parts that figures answer."""


def sheet_for(given: EvaluatorInput) -> Sheet:
    """What the draft can rest on."""
    return sheet_of(
        now=given.now,
        profile=given.profile,
        query=given.query,
        entries=given.entries,
        findings=given.analysis.findings if given.analysis else (),
        figures=given.draft.figures,
        sub_queries=given.sub_queries,
        attempts=given.retrieval_history,
        answers=given.answers,
        context=given.domain_context,
    )


def told(given: EvaluatorInput) -> Told:
    """The draft with its values; what our own wording wrote is looked through here."""
    draft = given.draft
    if draft.claims is not None:
        return Told(draft.response, draft.claims)
    return tell(draft.response, sheet_for(given), code=draft.by_code)


class Answer:
    """What a draft says, beside the parts of the question."""

    def __init__(self, given: EvaluatorInput, claims: tuple[Claim, ...] | None = None) -> None:
        self.given = given
        self.text = given.draft.response
        self.claims = told(given).claims if claims is None else claims
        context = given.domain_context
        self.vocabulary = context.vocabulary if context is not None else {}

    def findings(self, part: SubQuery) -> list[Finding]:
        """What was found for a part."""
        found = self.given.analysis.findings if self.given.analysis else ()
        return [finding for finding in found if finding.sub_query == part.id]

    def figures(self, part: SubQuery) -> list[Figure]:
        """What was computed for a part."""
        return [figure for finding in self.findings(part) for figure in finding.figures]

    def says_figure(self, part: SubQuery) -> bool:
        """Whether a number that was computed for the part is written, or the day that is so many days ago."""
        figures = self.figures(part)
        if any(_tells(claim, figure) for claim in self.claims for figure in figures):
            return True
        today = self.given.now.date()
        ago = {today - timedelta(days=round(f.value)) for f in figures if f.unit == "days"}
        return any(
            claim.value is None and len(claim.days) == 1 and claim.days[0] in ago for claim in self.claims
        )

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
        written = (name, *spellings(self.vocabulary, name))
        if any(len(term) > 1 and re.search(rf"(?<![a-z]){re.escape(term)}", text) for term in written):
            return True
        return any(word[:4] in stems for word in name.split() if len(word) > 2)


def _tells(claim: Claim, figure: Figure) -> bool:
    """Whether a claim is the figure itself: by its reference, or the same value in the same unit."""
    if claim.figure == figure:
        return claim.value is not None
    return claim.value is not None and claim.unit == figure.unit and abs(claim.value - figure.value) < _SAME


_SAME = 1e-6


def missed(given: EvaluatorInput, claims: tuple[Claim, ...] | None = None) -> list[SubQuery]:
    """Parts that figures would answer, of which neither the subject nor a figure is in the answer."""
    answer = Answer(given, claims)
    return [
        part
        for part in given.sub_queries
        if part.query_type in _COMPUTED
        and any(figure.entries for figure in answer.figures(part))
        and not answer.says_figure(part)
        and not answer.names(part)
    ]


def strayed(given: EvaluatorInput, claims: tuple[Claim, ...] | None = None) -> str | None:
    """A day of the answer, if all are outside of what every part asks about."""
    spans: list[DateRange] = []
    for part in given.sub_queries:
        if part.date_range is None or part.query_type is not QueryType.SIMPLE:
            return None
        asked = (span for request in part.figures for span in (request.date_range, request.versus))
        spans += [part.date_range, *(span for span in asked if span is not None)]
    claims = told(given).claims if claims is None else claims
    text = given.draft.response
    days = [claim for claim in claims if claim.value is None and claim.days]
    told_of = [(text[one.start : one.end], DateRange(start=one.days[0], end=one.days[-1])) for one in days]
    named = moments_in(text, given.now.date(), given.profile.language)
    told_of += [(moment.said, span) for moment in named for span in moment.spans]
    if not spans or any(
        span.start <= days.end and days.start <= span.end for _, days in told_of for span in spans
    ):
        return None
    return told_of[0][0] if told_of else None


def doubtful(given: EvaluatorInput) -> bool:
    """Whether figures wanted are not said, or the word of a comparison does not go with their order."""
    answer = Answer(given)
    for part in given.sub_queries:
        if part.query_type not in _COMPUTED:
            continue
        if not answer.says_figure(part) and not (answer.names(part) and _lacks(answer, part)):
            return True
        order = _order(part, answer.figures(part))
        if order and _said(answer, up=order < 0):
            return True
    return False


def _said(answer: Answer, *, up: bool) -> bool:
    """Whether the answer has a word of that direction."""
    lists = ("more", "rose") if up else ("less", "fell")
    return any(
        words.found(answer.text, words[name])
        for words in judged_by(answer.text, answer.given.profile.language)
        for name in lists
    )


def _lacks(answer: Answer, part: SubQuery) -> bool:
    """Whether there is no figure to say, or the answer denies one."""
    return not answer.figures(part) or bool(answer.given.draft.gaps_disclosed) or denies(answer.text)


def _order(part: SubQuery, figures: list[Figure]) -> float:
    """Above 0: more than before, or than what it is compared with; below: less; 0: code can't tell."""
    if len(part.figures) != 1 or not figures:
        return 0.0
    (request,) = part.figures
    if request.statistic == "trend":
        ends = {figure.role: figure.value for figure in reversed(figures) if figure.role in ("first", "last")}
        return ends["last"] - ends["first"] if len(ends) == 2 else 0.0
    if request.versus is not None and len(figures) > 1 and figures[0].what == figures[1].what:
        return figures[0].value - figures[1].value
    return 0.0
