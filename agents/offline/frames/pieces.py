"""The parts of a message: where the next question begins, and what a part leaves to the one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.offline.frames.frames import (
    Part,
)
from agents.offline.frames.question_rules import patterns
from agents.offline.frames.question_words import (
    Token,
    Trie,
    symbol_trie,
    tokens_of,
)
from agents.offline.frames.spans import spans_of
from agents.offline.lexicon import Language, plain

_DATED = frozenset({"record", "min", "max", "last", "first", "reached"})
"""What is answered with its day."""


_SIDES = (
    ("DAY_AFTER_IT", "after that"),
    ("AFTER", "after that"),
    ("DAY_BEFORE_IT", "before that"),
    ("BEFORE", "before that"),
    ("DAY_OF", "that day"),
    ("WHEN", "that day"),
)


_EXTREME = ("MOST", "LEAST", "FIRST", "LAST", "E1RM")


def pieces(text: str, language: Language) -> list[str]:
    """The questions of a message, each as its own text."""
    atoms = spans_of(plain(text), language, (), ())[0]
    starts: list[tuple[int, int]] = []
    for match in patterns("splits").matches(atoms):
        last = {"super": 2, "next": 1}[match.row.does]
        cut = (
            atoms[match.end - last]
            if match.row.does != "super" or match.end - match.start > 2
            else atoms[match.end - 1]
        )
        starts.append(
            (
                atoms[match.start].start
                if not atoms[match.start].has("DONE_AND")
                else atoms[match.start].end,
                cut.start,
            )
        )
    found: list[str] = []
    begin = 0
    for end, after in starts:
        found.append(text[begin:end])
        begin = after
    found.append(text[begin:])
    cleaned = [piece.strip(" \t\n,;.?!") for piece in found]
    whole: list[str] = []
    for piece in cleaned:
        if whole and "TOGETHER" in _signs_in(tokens_of(plain(piece)), symbol_trie(language)):
            whole[-1] += f", {piece}"
        elif len(piece) > 1:
            whole.append(piece)
    return [one for piece in whole for one in _turned_round(piece, language)] or [text.strip()]


def _turned_round(text: str, language: Language) -> list[str]:
    """`how did I sleep the night before my squat PR`: the PR, then what is asked of the night before."""
    tokens, trie = tokens_of(plain(text)), symbol_trie(language)
    if language == "ko":
        return _day_first(text, tokens, trie)
    for place in range(2, len(tokens) - 1):
        hits = [(end, symbol) for end, values in trie.at(tokens, place) for symbol, _ in values]
        side = next(
            ((end, said) for symbol, said in _SIDES for end, found in reversed(hits) if found == symbol), None
        )
        if side is None:
            continue
        front, back = _signs_in(tokens[:place], trie), _signs_in(tokens[side[0] :], trie)
        barred = (
            not front.isdisjoint(("COMPARE", "BETTER", "ACTS_EN", "LINK_WORD", "WHY", "SHOULD"))
            or "WHEN" in front
        )
        if (
            not barred
            and not front.isdisjoint(("HOW", "WHAT", "HOW_MUCH", "HOW_MANY"))
            and not back.isdisjoint(_EXTREME)
            and "GENERIC_TIME" not in back
        ):
            return [text[tokens[side[0]].start :], f"{text[: tokens[place].start].strip()} {side[1]}"]
    return [text]


def _day_first(text: str, tokens: list[Token], trie: Trie) -> list[str]:
    """The day that is meant stands first: `데드 150 든 날 뭐 먹었지`."""
    for place in range(2, len(tokens) - 2):
        ends = [end for end, values in trie.at(tokens, place) for symbol, _ in values if symbol == "DAY_KO"]
        if ends and ends[-1] < len(tokens) and tokens[ends[-1]].first and not tokens[place].text.isdigit():
            back = _signs_in(tokens[ends[-1] :], trie)
            front = _signs_in(tokens[:place], trie)
            asked = not back.isdisjoint(("WHAT", "HOW_MUCH", "HOW_LONG", "HOW")) and back.isdisjoint(
                ("DEGREE", "LINK_WORD", "COMPARE", "WHEN")
            )
            if asked and front.isdisjoint(("THAT_DAY", "DAY_AFTER_IT")):
                cut = tokens[place].end
                return [text[:cut], f"그날 {text[tokens[ends[-1]].start :]}"]
    return [text]


def _signs_in(tokens: Sequence[Token], trie: Trie) -> frozenset[str]:
    found = list(tokens)
    return frozenset(
        symbol for place in range(len(found)) for _, values in trie.at(found, place) for symbol, _ in values
    )


def asks_only_the_day(part: Part, before: Part) -> bool:
    """`and when was it?` after a best, which is told with its day."""
    bare = not part.subjects and not part.periods and not part.unread
    return (
        before.statistic in _DATED
        and bare
        and part.statistic in (None, "list")
        and part.has("WHEN")
        and part.quantity is None
    )


def inheriting(later: Part, earlier: Part) -> Part:
    """What "what did I eat Tuesday and how much protein" leaves unsaid in its second half."""
    if later.over_all:
        return later
    if later.has("THAT_DAY", "THAT_NIGHT", "LINKED") and not later.periods:
        return replace(later, linked=True, signs=later.signs - {"PRONOUN", "FOLLOWS"}, keywords=())
    words = later.where.words or (() if later.subjects or later.keywords else earlier.where.words)
    return replace(
        later,
        subjects=later.subjects or (() if later.keywords else earlier.subjects),
        where=replace(later.where, words=words),
        periods=later.periods or (earlier.periods if later.aim != "advice" else ()),
    )


def lent(earlier: Part, later: Part) -> Part:
    """What "best and worst mood" and "fastest 5k and longest ride in May" say only at their end."""
    if (
        earlier.has("WHOLE", "FOLLOWS", "PRONOUN")
        or earlier.statistic is None
        or earlier.keywords
        or later.statistic is None
    ):
        return earlier
    return replace(
        earlier, subjects=earlier.subjects or later.subjects, periods=earlier.periods or later.periods
    )
