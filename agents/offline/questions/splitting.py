"""The parts of a message: where the next question begins, and what a part leaves to the one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.offline.lexicon import Language, plain
from agents.offline.questions.frames import (
    Part,
)
from agents.offline.questions.question_rules import patterns
from agents.offline.questions.question_spans import spans_of
from agents.offline.questions.question_words import (
    Token,
    Trie,
    symbol_trie,
    tokens_of,
)

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
        first, kept = atoms[match.start], [one for role, one in match.roles if role == "kept"]
        begins = next(one for role, one in match.roles if role != "kept")
        if not kept:
            starts.append((first.end if first.has("DONE_AND") else first.start, begins.start))
        elif not any(one.has("COMPARE", "BEFORE_AFTER", "LINK_KO") for one in atoms):
            starts.append((kept[0].end, begins.start))
    found: list[str] = []
    begin = 0
    for end, after in starts:
        found.append(text[begin:end])
        begin = after
    found.append(text[begin:])
    cleaned = [piece.strip(" \t\n,;.?!") for piece in found]
    whole: list[str] = []
    for piece in cleaned:
        signs = _signs_in(tokens_of(plain(piece)), symbol_trie(language))
        if whole and "TOGETHER" in signs:
            whole[-1] += f", {piece}"
        elif whole and "MEETING" in signs and _tells_a_goal(whole[-1], language):
            whole[-1] = f"{piece} {whole[-1]}"
        elif whole and len(piece) > 1 and (side := _day_told(whole[-1], language)):
            whole[-1:] = [side[0], f"{piece} {side[1]}"]
        elif len(piece) > 1:
            whole.append(piece)
    return [one for piece in whole for one in _turned_round(piece, language)] or [text.strip()]


def _tells_a_goal(text: str, language: Language) -> bool:
    tokens = tokens_of(plain(text))
    return any(one.kind == "number" for one in tokens) and "GOAL_TOLD" in _signs_in(
        tokens, symbol_trie(language)
    )


def _day_told(text: str, language: Language) -> tuple[str, str] | None:
    """The event of `on the day of my best squat`, and what a question that follows asks of its day."""
    tokens, trie = tokens_of(plain(text)), symbol_trie(language)
    hits = [(end, symbol) for end, values in trie.at(tokens, 0) for symbol, *_ in values]
    found = ((end, said) for symbol, said in _SIDES[:-1] for end, hit in reversed(hits) if hit == symbol)
    side = next(found, None)
    if side is None or side[0] >= len(tokens) or not _points_at_a_day(tokens[side[0] :], trie):
        return None
    return text[tokens[side[0]].start :], side[1]


def _points_at_a_day(tokens: Sequence[Token], trie: Trie) -> bool:
    """Whether words find one day: a best, a last time, a figure."""
    signs = _signs_in(tokens, trie)
    return "GENERIC_TIME" not in signs and (
        not signs.isdisjoint(_EXTREME)
        or (any(one.kind == "number" for one in tokens) and not signs.isdisjoint(("WAS", "TOLD_FIGURE")))
    )


def _turned_round(text: str, language: Language) -> list[str]:
    """`how did I sleep the night before my squat PR`: the PR, then what is asked of the night before."""
    tokens, trie = tokens_of(plain(text)), symbol_trie(language)
    if language == "ko":
        return _day_first(text, tokens, trie)
    for place in range(2, len(tokens) - 1):
        hits = [(end, symbol) for end, values in trie.at(tokens, place) for symbol, *_ in values]
        side = next(
            ((end, said) for symbol, said in _SIDES for end, found in reversed(hits) if found == symbol), None
        )
        if side is None:
            continue
        front, back = _signs_in(tokens[:place], trie), tokens[side[0] :]
        barred = (
            not front.isdisjoint(("COMPARE", "BETTER", "ACTS_EN", "LINK_WORD", "WHY", "SHOULD", "CAN_I"))
            or "WHEN" in front
        )
        if (
            not barred
            and not front.isdisjoint(("HOW", "WHAT", "HOW_MUCH", "HOW_MANY"))
            and _points_at_a_day(back, trie)
            and (place > 2 or side[1] != "that day")
        ):
            return [text[tokens[side[0]].start :], f"{text[: tokens[place].start].strip()} {side[1]}"]
    return [text]


def _day_first(text: str, tokens: list[Token], trie: Trie) -> list[str]:
    """The day that is meant stands first: `데드 150 든 날 뭐 먹었지`."""
    for place in range(2, len(tokens) - 2):
        ends = [end for end, values in trie.at(tokens, place) for symbol, *_ in values if symbol == "DAY_KO"]
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
        symbol for place in range(len(found)) for _, values in trie.at(found, place) for symbol, *_ in values
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
