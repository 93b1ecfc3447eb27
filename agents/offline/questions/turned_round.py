"""A question that holds two, the day of one being asked about by the other, put in the order of the days."""

from __future__ import annotations

from math import inf

from agents.offline.lexicon import Language, plain
from agents.offline.questions.question_words import question_file, symbol_trie, tokens_of

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
        if asks and not effect and not phrases.until(end, "THAT_DAY", "DAY_AFTER_IT", "BY_REST"):
            said = question_file("ko").linked_as["day"]
            return [text[: tokens[place].end], f"{said} {text[tokens[end].start :]}"]
    return [text]
