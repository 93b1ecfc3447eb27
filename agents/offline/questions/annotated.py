"""A part of a question with its spans, its subjects and its signs, which all else is decided by."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from agents.language.atoms import Atom
from agents.language.days.dates import PeriodMention
from agents.offline.lexicon import Language
from agents.offline.questions.frames import Subject
from agents.offline.questions.mentions import GOES_FAR, METRICS, inside, is_lifted, subjects_of
from agents.offline.questions.periods import lasts_since
from agents.offline.questions.question_rules import Match, patterns
from agents.offline.questions.question_spans import spans_of
from agents.offline.questions.question_words import Token, lexicon_for, question_file


@dataclass(frozen=True, slots=True)
class Known:
    """What reading needs: `now` on the person's clock, the words, what was ever logged, parts of the body.

    The words are those of the domains, one after another, and the person's `own`, which hold before theirs.
    """

    now: datetime
    vocabularies: Sequence[Mapping[str, str]]
    logged: Sequence[str] = ()
    own: Mapping[str, str] = field(default_factory=dict[str, str])
    order: Literal["DMY", "MDY"] = "DMY"
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Read:
    """A text with its spans: `signs` are the symbols of words that no figure and no time uses."""

    tokens: Sequence[Token]
    atoms: Sequence[Atom]
    matches: Sequence[Match]
    subjects: Sequence[Subject]
    signs: frozenset[str]
    read: frozenset[int]
    """The tokens that something took."""
    kinds: Sequence[tuple[str, int, int]]
    """Words for kinds of sessions, and where they stand."""


def annotated(lowered: str, known: Known, periods: Sequence[PeriodMention], language: Language) -> Read:
    """The text with its subjects, and what the rows read in it."""
    spans = tuple((one.start, one.end) for one in periods)
    _, tokens, signs, _ = spans_of(lowered, language, spans, ())
    of_sets = not signs.isdisjoint(("SETS", "HOW_MANY_SETS", "HARD_SETS"))
    of_sets = of_sets or signs >= {"PUSHING", "PULLING"}

    def named_in_it(*, of_sets: bool) -> list[Subject]:
        lexicon = lexicon_for(language, known.vocabularies, known.own, known.logged, of_sets=of_sets)
        return subjects_of(tokens, spans, lexicon, lowered, language)

    subjects = named_in_it(of_sets=of_sets)
    compared = "COMPARE" in signs or signs >= {"OR", "MORE"}
    if not of_sets and any(one.muscle for one in subjects) and compared:
        subjects = named_in_it(of_sets=True)
    if "HURTS_IT" in signs and len(subjects) > 1:
        subjects = [one for one in subjects if one.name != "pain"]
    atoms, tokens, _, _ = spans_of(lowered, language, spans, subjects)
    hours = any(one.unit == "h" for one in atoms)
    if "NIGHT" in signs and hours and all(one.name != "sleep" for one in subjects):
        subjects = [*subjects, Subject("sleep", len(lowered), len(lowered), "")]
    matches = patterns("patterns").matches(atoms)
    eaten = [(atoms[one.start].start, atoms[one.end - 1].end) for one in matches if one.row.eats]
    kinds = _kinds(atoms, subjects, question_file(language).lighter, compared="COMPARE" in signs)
    eaten += [(start, end) for _, start, end in kinds]
    _, _, signs, taken = spans_of(lowered, language, (*spans, *eaten), ())
    named = inside(tokens, [(one.start, one.end) for one in subjects])
    signs |= {match.row.does for match in matches}
    return Read(tokens, atoms, matches, subjects, signs, frozenset(taken | named), kinds)


def _kinds(
    atoms: Sequence[Atom], subjects: Sequence[Subject], light: Collection[str], *, compared: bool
) -> list[tuple[str, int, int]]:
    """Words for kinds of sessions: in a name, behind another kind before one, alone, or told apart."""
    done = [one for one in subjects if is_lifted(one) or one.name in GOES_FAR or one.name == "training"]
    if subjects and not done:
        return []
    begins = [one.start for one in done]
    found: list[tuple[str, int, int]] = []
    for at, one in reversed(list(enumerate(atoms))):
        symbol = next((symbol for symbol in sorted(one.symbols) if symbol.startswith("KIND:")), None)
        around = done[max(0, bisect_right(begins, one.start) - 1) : bisect_right(begins, one.start) + 1]
        if symbol is None or one.has("WITHIN"):
            continue
        measured = one.has("SPEED", "PACE", "VOLUME")  # "volume" is asked for, unless "volume squats" are
        near = [(name.start, name.end) for name in around]
        near += [] if measured else [(start, end) for _, start, end in found[-1:]]
        unknown = any(
            after.has("THE") or (after.has("WORD") and after.text not in light)
            for after in atoms[at + 1 : at + 2]
        )
        alone = not measured and (compared or (not subjects and not unknown))
        if alone or any(start <= one.start < end or 0 <= start - one.end <= 1 for start, end in near):
            found.append((symbol, one.start, one.end))
    return found[::-1]


_SHORT = 4


def found_signs(
    read: Read, periods: Sequence[PeriodMention], language: Language, today: date
) -> frozenset[str]:
    """What is told by what a part is made of."""
    names = {one.name for one in read.subjects}
    told = {f"n.{name.replace(' ', '-')}" for name in names}
    told |= {"periods"} if periods else set[str]()
    told |= {"ahead"} if periods and all(one.range.start > today for one in periods) else set[str]()
    told |= {"since"} if any(lasts_since(one, today) for one in periods) else set[str]()
    told |= {"two_periods"} if len(periods) == 2 else set[str]()
    told |= {"spaced"} if language != "ko" else set[str]()
    told |= {"two"} if len(names) > 1 else set[str]()
    told |= {"figure"} if any(one.has("FIG", "A_UNIT") for one in read.atoms) else set[str]()
    told |= {"lifted"} if any(is_lifted(one) for one in read.subjects) else set[str]()
    told |= {"measured"} if names & METRICS else set[str]()
    told |= {"short"} if len(read.atoms) <= _SHORT else set[str]()
    for side, atom in (("start", read.atoms[:1]), ("end", read.atoms[-1:])):
        told |= {f"{side}.{symbol}" for one in atom for symbol in one.symbols}
    return frozenset(told)


def words_of(read: Read) -> list[list[tuple[int, Token]]]:
    """The tokens word by word; a Korean word is several."""
    found: list[list[tuple[int, Token]]] = []
    for at, token in enumerate(read.tokens):
        if token.first or not found:
            found.append([])
        found[-1].append((at, token))
    return found
