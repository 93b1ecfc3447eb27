"""The parts of a message: where the next question begins, and what a part leaves to the one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.offline.lexicon import Language, plain
from agents.offline.questions.frames import DATED, Part
from agents.offline.questions.question_rules import patterns
from agents.offline.questions.question_spans import spans_of
from agents.offline.questions.turned_round import Phrases, day_told, turned_round


def pieces(text: str, language: Language) -> list[str]:
    """The questions of a message, each as its own text."""
    atoms = spans_of(plain(text), language, (), ())[0]
    starts: list[tuple[int, int]] = []
    compares = any(one.has("COMPARE", "BEFORE_AFTER", "LINK_KO") for one in atoms)
    for match in patterns("splits").matches(atoms):
        if match.row.does == "tail":
            return pieces(text[: atoms[match.start].start], language) if match.start else [text.strip()]
        first, begins = atoms[match.start], match.roles[-1][1]
        if match.row.does != "joined":
            begins = match.roles[0][1]
            starts.append((first.end if first.has("DONE_AND") else first.start, begins.start))
        elif not compares:
            starts.append((match.roles[0][1].end, begins.start))
    return _joined(_cut(text, starts), language) or [text.strip()]


def _cut(text: str, starts: Sequence[tuple[int, int]]) -> list[str]:
    """The text between the places where one piece ends and the next begins."""
    found: list[str] = []
    begin = 0
    for end, after in starts:
        found.append(text[begin:end])
        begin = after
    found.append(text[begin:])
    return [piece.strip(" \t\n,;.?!") for piece in found]


def _joined(cleaned: Sequence[str], language: Language) -> list[str]:
    """The pieces, of which some belong to the one before; each in the order of its days."""
    whole: list[str] = []
    for piece in cleaned:
        before = whole[-1] if whole else ""
        if whole and Phrases(piece, language).since(0, "TOGETHER"):
            whole[-1] += f", {piece}"
        elif before and _asks_if_met(before, piece, language):
            whole[-1] = f"{piece} {before}"
        elif before and len(piece) > 1 and (told := day_told(before, language)):
            whole[-1:] = [told[0], f"{piece} {told[1]}"]
        elif len(piece) > 1 or not piece.isascii():
            whole.append(piece)
    return [one for piece in whole for one in turned_round(piece, language)]


def _asks_if_met(goal: str, piece: str, language: Language) -> bool:
    """`my goal was 180 g, did I hit it?`."""
    if len(goal) > _LONGEST_GOAL or not Phrases(piece, language).since(0, "MEETING"):
        return False
    told = Phrases(goal, language)
    return told.since(0, "NUMBER") and told.since(0, "GOAL_TOLD")


_LONGEST_GOAL = 120


def asks_only_the_day(part: Part, before: Part) -> bool:
    """`and when was it?` after a best, which is told with its day."""
    bare = not part.subjects and not part.periods and not part.unread
    return (
        before.statistic in DATED
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
    alike = later.statistic == earlier.statistic and not (later.subjects or later.keywords)
    words = later.where.words or (() if later.subjects or later.keywords else earlier.where.words)
    distance = later.where.distance_m
    if _are_joined(earlier, later) and not later.subjects:
        distance = distance or earlier.where.distance_m
    return replace(
        later,
        subjects=later.subjects or (() if later.keywords else earlier.subjects),
        quantity=later.quantity or (earlier.quantity if alike else None),
        where=replace(later.where, words=words, distance_m=distance),
        periods=later.periods
        or (earlier.periods if later.aim != "advice" and not earlier.has("two_periods") else ()),
    )


_OF_ALL_DAYS = frozenset(("record", "min", "average", "median", "sum"))


def _are_joined(earlier: Part, later: Part) -> bool:
    """Whether they are two figures of the same days: "best and worst", "average and median"."""
    return earlier.statistic != later.statistic and {earlier.statistic, later.statistic} <= _OF_ALL_DAYS


def lent(earlier: Part, later: Part) -> Part:
    """What "best and worst mood" and "fastest 5k and longest ride in May" say only at their end."""
    both = _are_joined(earlier, later)
    if (
        (earlier.has("WHOLE") and not both)
        or earlier.has("FOLLOWS", "PRONOUN")
        or earlier.statistic is None
        or earlier.keywords
        or later.statistic is None
    ):
        return earlier
    if both and not earlier.subjects:  # "fastest and slowest 5k" are both of 5 km
        distance = earlier.where.distance_m or later.where.distance_m
        where = replace(earlier.where, distance_m=distance)
        race = distance is not None and earlier.statistic == "record" and later.statistic != "min"
        quantity = earlier.quantity or (None if race else later.quantity)
        per = earlier.per or later.per
        earlier = replace(earlier, where=where, quantity=quantity, per=per)
    return replace(
        earlier,
        subjects=earlier.subjects or later.subjects,
        periods=earlier.periods or later.periods,
    )
