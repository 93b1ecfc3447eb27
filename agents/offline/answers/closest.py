"""The entries nearest to a question in the person's own words: what is said where no figure answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.offline.answers.figures import count_figure, days_figure
from agents.offline.answers.scope import Scope
from agents.offline.lexicon import plain
from agents.offline.nearest import MOST, Term, asks_for_a_number, explains, tells_more, terms_of, things_in
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.question_words import question_file
from agents.offline.questions.subjects import named_in, worded
from agents.types import FigureRequest, Finding, QueryType, Statistic, SubQuery
from storage.entities import Entry

_LONGEST = 160
_LISTED = 10
"""Days that are named."""
_TOLD: tuple[Statistic | None, ...] = ("list", "last", "first", "reached", None)
"""What words beside the figures may answer; text never tells how many or how much."""
_SENTENCES = re.compile(r"\n|(?<=[.!?])\s")
_MARKS = re.compile('["\u201c\u201d\u201e\u201f]')


def quotes(scope: Scope, question: str, near: Sequence[Entry], lead: str = "closest") -> list[Finding]:
    """The entries with their days, word for word; nothing where there are none."""
    if not near:
        return []
    terms = terms_of(question, scope.context.vocabulary)
    lines = [f"• {scope.wording.day(entry.day)}: {in_marks(excerpt(entry.text, terms))}" for entry in near]
    return [scope.finding("\n".join([scope.say(lead), *lines]), [entry.id for entry in near], (), "medium")]


def excerpt(text: str, terms: Sequence[Term]) -> str:
    """The person's words; of a long text those from the sentence on that says most of the terms."""
    whole = " ".join(text.split())
    if len(whole) <= _LONGEST:
        return whole.rstrip(".")
    told = [" ".join(one.split()) for one in _SENTENCES.split(text) if one.strip()]
    best = max(told, key=lambda one: (sum(term.stands_in(one) for term in terms), explains(one)))
    kept = whole[whole.find(best) :]
    return kept.rstrip(".") if len(kept) <= _LONGEST else kept[:_LONGEST].rsplit(" ", 1)[0]


def in_marks(text: str) -> str:
    """In quotation marks that the text itself does not have."""
    return f"«{text}»" if _MARKS.search(text) else f"“{text}”"


def about_words(scope: Scope, part: SubQuery, named: Sequence[str]) -> list[Finding]:
    """What was written of words that no figure knows; which of them stand nowhere is said first."""
    wanted = Term(tuple(named))
    near = scope.near or tuple(entry for entry in scope.entries if wanted.stands_in(entry.text))
    lead = "closest_counted" if asks_for_a_number(part.question) else "closest"
    missing = _missing(scope, part, named) if near else _asked(part, named)
    once = [word for word in missing if not any(one != word and one.startswith(word) for one in missing)]
    denied = scope.say("never_word", name=" ".join(once))
    if near and not missing and not any(_is_inside(entry, part) for entry in near):
        period = scope.wording.period(part.date_range)
        denied = scope.say("never_word_then", name=" ".join(_asked(part, named)), period=period)
    elif not missing and len(named) == 1 and (told := _when_written(scope, part, named)) is not None:
        return [told]
    elif not missing:
        return quotes(scope, part.question, near[:MOST], lead)
    return [scope.finding(denied, absent=True), *quotes(scope, part.question, near[:MOST], lead)]


def _when_written(scope: Scope, part: SubQuery, named: Sequence[str]) -> Finding | None:
    """On how many days somebody wrote of it, or when first or last, which is as much as words can tell."""
    wanted, skip = Term(tuple(named)), "|".join(question_file(scope.wording.language).skip_words)
    left_out = re.compile(rf"\b(?:{skip}) (?:\w+ )?{re.escape(named[0])}")
    told = [one for one in scope.entries if _is_inside(one, part) and wanted.stands_in(one.text)]
    found = [one for one in told if not left_out.search(plain(one.text))]  # "skipped the lido"
    signs = signs_in(part.question, scope.wording.language)
    if not found:
        return None
    if not signs.isdisjoint(("TIMES_WORD", "OFTEN", "HOW_OFTEN")):
        return _days_written(scope, named[0], found)
    which = "first" if "FIRST" in signs else "last" if not signs.isdisjoint(("LAST", "AGO")) else ""
    if not which:
        return None
    one = (min if which == "first" else max)(found, key=lambda entry: (entry.day, entry.id))
    day = count_figure(1, "", "a day that it was written on", [one.id], one.day)
    quote = in_marks(excerpt(one.text, [wanted]))
    claim = scope.say(f"{which}_written", name=named[0], day=one.day, quote=quote)
    return scope.finding(claim, [one.id], [day])


def _days_written(scope: Scope, name: str, found: Sequence[Entry]) -> Finding:
    days, evidence = sorted({entry.day for entry in found}), [entry.id for entry in found]
    n = days_figure(len(days), name, evidence)
    listed = ", ".join(scope.wording.day(day) for day in days[-_LISTED:])
    figures = [n, *(count_figure(1, "", "a day that it was written on", evidence, day) for day in days)]
    return scope.finding(scope.say("days_written", name=name, n=n, list=listed), evidence, figures)


def _asked(part: SubQuery, named: Sequence[str]) -> Sequence[str]:
    """The words as far as the question itself has them."""
    return [word for word in named if word in plain(part.question)] or named[:1]


def _missing(scope: Scope, part: SubQuery, named: Sequence[str]) -> list[str]:
    """The things among the words that no entry names."""
    things = things_in(part.question)
    return [
        word
        for word in named
        if any(thing.startswith(word) for thing in things)
        and not any(term.stands_in(entry.text) for term in terms_of(word) for entry in scope.entries)
    ]


def _is_inside(entry: Entry, part: SubQuery) -> bool:
    span = part.date_range
    return span is None or span.start <= entry.day <= span.end


def _is_about(scope: Scope, part: SubQuery, entry: Entry) -> bool:
    """Whether it is of what is asked for, or has a word of the question; any is where nothing is named."""
    known = [domain for name in part.subjects if (domain := scope.context.domain_of(name)) is not None]
    if part.query_type is not QueryType.SIMPLE or "pain" in part.subjects or not known:
        return True
    if any(domain.name in entry.domains and not domain.base for domain in known):
        return True
    return any(term.stands_in(entry.text) for term in terms_of(part.question))


def with_closest(scope: Scope, part: SubQuery, found: list[Finding]) -> list[Finding]:
    """The findings, with the nearest entries where they leave words unread or find nothing."""
    cited = {entry for finding in found for entry in finding.evidence}
    inside = [entry for entry in scope.near if _is_inside(entry, part)]
    if any(figure.around for figure in part.figures):
        return found  # of days beside an event, which no search knows
    if not found or any(finding.absent for finding in found):
        near = [entry for entry in inside if entry.id not in cited and _is_about(scope, part, entry)]
        asked = Term(tuple(word for figure in part.figures for word in figure.words))
        if told := [entry for entry in near if asked.stands_in(entry.text)]:  # so it was written, if not read
            return [*(one for one in found if not one.absent), *quotes(scope, part.question, told)]
        return [*found, *quotes(scope, part.question, near)]
    told = part.query_type is QueryType.SIMPLE and (not part.figures or part.figures[0].statistic in _TOLD)
    if not (part.unread and told) or part.keywords:
        return found
    unread = [Term(term.forms[:1]) for term in terms_of(" ".join(part.unread)) if not term.is_blurred]
    held = [entry for entry in inside if any(term.stands_in(entry.text) for term in unread)]
    return [*quotes(scope, part.question, held), *found]


def only_written(scope: Scope, part: SubQuery, request: FigureRequest) -> list[Finding]:
    """What somebody wrote of a thing that was never put into figures ("stretched a bit")."""
    if request.words or request.around or scope.samples(request.measure):
        return []
    named = named_in(plain(part.question), request.measure, scope.context.vocabulary)
    spoken = [word for word in named if any(_speaks(one, word) for one in scope.entries)]
    return about_words(scope, part, spoken) if spoken else []


def _speaks(entry: Entry, word: str) -> bool:
    """Whether an entry has the word, and not as part of what it measures ("barbell row")."""
    if any(word in measure.name for measure in entry.measures):
        return False
    return worded(word).search(plain(entry.text)) is not None


def in_own_words(scope: Scope, part: SubQuery) -> list[Finding]:
    """What else was written on the one day that is asked about."""
    day = part.date_range
    if day is None or day.start != day.end:
        return []
    untold = [entry for entry in scope.entries if entry.day == day.start and tells_more(entry)]
    return quotes(scope, part.question, untold[:MOST], "also_wrote")
