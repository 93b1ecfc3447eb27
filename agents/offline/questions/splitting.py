"""The parts of a message: where the next question begins, and what a part leaves to the one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from agents.offline.lexicon import Language, plain
from agents.offline.questions.frames import DATED, Part
from agents.offline.questions.question_rules import patterns
from agents.offline.questions.question_spans import spans_of
from agents.offline.questions.question_words import question_file, symbol_trie, tokens_of


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
        if before and _asks_which_of(before, piece, language):
            whole[-1] += f", {piece}"
        elif before and _asks_if_met(before, piece, language):
            whole[-1] = f"{piece} {before}"
        elif before and len(piece) > 1 and (told := day_told(before, language)):
            whole[-1:] = [told[0], f"{piece} {told[1]}"]
        elif len(piece) > 1 or not piece.isascii():
            whole.append(piece)
    return [one for piece in whole for one in turned_round(piece, language)]


def _asks_which_of(named: str, piece: str, language: Language) -> bool:
    """`bench or squat, which went up more`."""
    told, asked = Phrases(named, language), Phrases(piece, language)
    either = told.since(0, "OR") and not told.since(0, "WHOLE")
    return asked.since(0, "TOGETHER") or (either and any(symbol == "WHICH" for symbol, _ in asked.at(0)))


def _asks_if_met(goal: str, piece: str, language: Language) -> bool:
    """`my goal was 180 g, did I hit it?`."""
    if len(goal) > _LONGEST_GOAL or not Phrases(piece, language).since(0, "MEETING"):
        return False
    told = Phrases(goal, language)
    return told.since(0, "NUMBER") and told.since(0, "GOAL_TOLD")


_LONGEST_GOAL = 120


def asks_what_is_told(part: Part, before: Part) -> bool:
    """`and when was it?` after a best, which is told with its day; `and how far` after a last time."""
    if before.statistic not in DATED or part.subjects or part.periods or part.unread:
        return False
    if before.statistic in ("last", "first") and part.statistic == "sum" and not part.has("TOTAL", "LINKED"):
        return part.quantity in (None, "distance", "duration")
    return part.statistic in (None, "list") and part.has("WHEN") and part.quantity is None


def inheriting(later: Part, earlier: Part) -> Part:
    """What "what did I eat Tuesday and how much protein" leaves unsaid in its second half."""
    if later.over_all:
        return later
    if later.has("THAT_DAY", "THAT_NIGHT", "LINKED") and not later.periods:
        return replace(later, linked=True, signs=later.signs - {"PRONOUN", "FOLLOWS"}, keywords=())
    alike = later.statistic == earlier.statistic and not (later.subjects or later.keywords)
    words = later.where.words or (() if later.subjects or later.keywords else earlier.where.words)
    distance = later.where.distance_m or (None if later.subjects else earlier.where.distance_m)
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


_SIDES = (
    ("DAY_AFTER_IT", "after"),
    ("AFTER", "after"),
    ("DAY_BEFORE_IT", "before"),
    ("BEFORE", "before"),
    ("DAY_OF", "day"),
    ("WHEN", "day"),
)
_EXTREME = ("MOST", "LEAST", "FIRST", "LAST", "E1RM")
_MARKS = ("UNDER", "OVER", "AT_MOST", "AT_LEAST", "OR_LESS", "OR_MORE")
_OTHER_AIMS = ("COMPARE", "BETTER", "ACTS_EN", "LINK_WORD", "WHY", "SHOULD", "CAN_I", "WHEN")


class Phrases:
    """Where the phrases of a text stand; linear in its length."""

    def __init__(self, text: str, language: Language) -> None:
        self.text, self.tokens = text, tokens_of(plain(text))
        self._trie = symbol_trie(language)
        self._first_end: dict[str, int] = {}
        self._last_start: dict[str, int] = {}
        for place, token in enumerate(self.tokens):
            if token.kind == "number":
                self._last_start["NUMBER"] = place
            for symbol, end in self.at(place):
                self._first_end[symbol] = min(end, self._first_end.get(symbol, end))
                self._last_start[symbol] = place

    def at(self, place: int) -> list[tuple[str, int]]:
        """The symbols of the phrases that begin at a token, each with where its phrase ends."""
        return [(hit[0], end) for end, hits in self._trie.at(self.tokens, place) for hit in hits]

    def until(self, place: int, *symbols: str) -> bool:
        """Whether any of them stands before a token."""
        return any(self._first_end.get(symbol, inf) <= place for symbol in symbols)

    def since(self, place: int, *symbols: str) -> bool:
        """Whether any of them stands from a token on."""
        return any(self._last_start.get(symbol, -1) >= place for symbol in symbols)

    def side(self, place: int) -> tuple[int, str] | None:
        """Where "the day before" ends that begins at a token, and which side it is."""
        ends = dict(self.at(place))
        return next(((ends[symbol], side) for symbol, side in _SIDES if symbol in ends), None)

    def points_at_a_day(self, place: int) -> bool:
        """Whether words from a token on find one day: a best, a last time, a figure that was had."""
        had = self.since(place, "NUMBER") and self.since(place, "WAS", "TOLD_FIGURE")
        had = had and not self.since(place, *_MARKS)  # "when I slept under 6 h" is many days
        return place < len(self.tokens) and (had or self.since(place, *_EXTREME))


def day_told(text: str, language: Language) -> tuple[str, str] | None:
    """The event of `on the day of my best squat`, and what a question that follows asks of its day."""
    phrases = Phrases(text, language)
    if any(symbol == "WHEN" for symbol, _ in phrases.at(0)):
        return None
    side = phrases.side(0)
    if side is None or not phrases.points_at_a_day(side[0]):
        return None
    return text[phrases.tokens[side[0]].start :], question_file(language).linked_as[side[1]]


def turned_round(text: str, language: Language) -> list[str]:
    """`how did I sleep the night before my squat PR`: the PR, then what is asked of the night before."""
    phrases = Phrases(text, language)
    if language == "ko":
        return _day_first(phrases)
    tokens = phrases.tokens
    for place in range(2, len(tokens) - 1):
        side = phrases.side(place)
        if side is None or (place == 2 and side[1] == "day") or phrases.until(place, *_OTHER_AIMS):
            continue
        asks = phrases.until(place, "HOW", "WHAT", "HOW_MUCH", "HOW_MANY")
        if asks and phrases.points_at_a_day(side[0]):
            said = question_file(language).linked_as[side[1]]
            return [text[tokens[side[0]].start :], f"{text[: tokens[place].start].strip()} {said}"]
    return [text]


def _day_first(phrases: Phrases) -> list[str]:
    """The day that is meant stands first: `데드 150 든 날 뭐 먹었지`."""
    text, tokens = phrases.text, phrases.tokens
    for place in range(2, len(tokens) - 2):
        end = dict(phrases.at(place)).get("DAY_KO", len(tokens))
        if end == len(tokens) or not tokens[end].first or tokens[place].text.isdigit():
            continue
        asks = phrases.since(end, "WHAT", "HOW_MUCH", "HOW_LONG", "HOW")
        effect = phrases.since(end, "DEGREE", "LINK_WORD", "COMPARE", "WHEN")
        usual = phrases.since(end, "LATELY_HOW") and not phrases.points_at_a_day(0)  # many days
        if asks and not (effect or usual) and not phrases.until(end, "THAT_DAY", "DAY_AFTER_IT", "BY_REST"):
            said = question_file("ko").linked_as["day"]
            return [text[: tokens[place].end], f"{said} {text[tokens[end].start :]}"]
    return [text]
