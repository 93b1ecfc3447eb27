"""Which figures a text bears out: as written, converted, or worked out from those written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from agents.numbers.units import FACTORS
from agents.numbers.words import in_digits
from agents.numbers.written import usual
from units import DAY_S, HOUR_S, KG_PER_LB, KILOGRAMS, LB_PER_STONE, METRES, SECONDS

_TOKEN = re.compile(
    r"(?P<clock>\d{1,3}:\d\d(?::\d\d)?(?!\d))|(?P<part>\d{1,2}/\d{1,2}(?![\d/]))"
    r"|(?P<number>\d+(?:[.,]\d+)*)(?P<vulgar>[½¼¾])?(?P<thousand>k(?![a-z])|천)?|(?P<alone>[½¼¾])"
    r"|(?P<sino>[일이삼사오육칠팔구십백천만]+)|(?P<word>[^\W\d_]+)",
    re.IGNORECASE,
)
_VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: dict[str, float] = (
    {word: float(n) for n, word in enumerate(_ONES.split())}
    | {word: 10.0 * n for n, word in enumerate(_TENS.split(), 2)}
    | {"a": 1, "an": 1, "once": 1, "single": 1, "couple": 2, "pair": 2, "twice": 2, "double": 2, "both": 2}
    | {
        "thrice": 3,
        "triple": 3,
        "few": 3,
        "dozen": 12,
        "half": 0.5,
        "quarter": 0.25,
        "quarters": 0.25,
        "반": 0.5,
    }
    | {
        word: n
        for n, word in enumerate(["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"], 1)
    }
    | {"하나": 1, "둘": 2, "셋": 3, "넷": 4, "스무": 20, "스물": 20, "서른": 30, "마흔": 40, "쉰": 50}
)
_SINO = {letter: n for n, letter in enumerate("일이삼사오육칠팔구", 1)}
_POWERS = {"십": 10, "백": 100, "천": 1000}
_ON_A_BAR = re.compile(
    r"\bplates?\b|\bbar\b|\bsides?\b|\beach\b|\bper\b|\bhands?\b|원판|양쪽|한쪽|빈봉|빈 봉|씩", re.IGNORECASE
)
_BARS = {"lb": (45.0, 45.0), "kg": (20.0, 20.0)}
"""An empty bar and its largest plate."""
_RACES = tuple(
    (re.compile(pattern, re.IGNORECASE), metres)
    for pattern, metres in (
        (r"marathon|마라톤|марафон|マラソン|马拉松", 42_195.0),
        (r"half|하프|halb|semi|media|ハーフ|半程", 21_097.5),
        (r"parkrun", 5_000.0),
    )
)
_STONE = re.compile(r"\bstones?\b|\dst\b", re.IGNORECASE)
_FEW = 30


def near(one: float, other: float) -> bool:
    """The same figure but for rounding."""
    return abs(one - other) <= max(0.006, 0.002 * abs(other))


@dataclass(frozen=True)
class Evidence:
    """The figures of some texts. All questions are about non-negative figures."""

    texts: tuple[str, ...]

    @cached_property
    def _rows(self) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(_numbers(in_digits(usual(text)))) for text in self.texts)

    @cached_property
    def _clocks(self) -> frozenset[float]:
        """Seconds that "27:30" may be: minutes and seconds, or hours and minutes."""
        clocks = (found[0] for text in self.texts for found in _TOKEN.finditer(text) if found["clock"])
        return frozenset(seconds for clock in clocks for seconds in _clock(clock))

    @cached_property
    def plain(self) -> Counter[float]:
        """Each number as written, with how often."""
        return Counter(number for row in self._rows for number in row)

    @cached_property
    def _pairs(self) -> frozenset[tuple[float, float]]:
        return frozenset(pair for row in self._rows for pair in pairwise(row))

    def often(self, value: float | None) -> int:
        """How many times a number is written."""
        return (
            0 if value is None else max((n for one, n in self.plain.items() if near(value, one)), default=0)
        )

    @cached_property
    def any(self) -> bool:
        """Whether there is a figure at all, in digits or words; an article is none."""
        words = (word for text in self.texts for word in re.findall(r"[^\W_]+", in_digits(text).lower()))
        return any(
            word[0].isdigit() or (word in _WORDS and _WORDS[word] != 1) or word == "one" for word in words
        )

    def number(self, value: float) -> bool:
        """It is written."""
        return any(near(value, one) for one in self.plain)

    def times(self, value: float) -> bool:
        """So many alike: written, or the same figures stand there so often."""
        return value == 1 or self.number(value) or value <= max(self.plain.values(), default=0)

    def amount(self, value: float, kind: str) -> bool:
        """It is written in some unit of its kind, or is the sum or product of two that are."""
        factors = FACTORS.get(kind, frozenset({1.0}))
        if kind == "distance" and any(near(value, metres / by) for metres in self._races for by in factors):
            return True
        if any(near(value, one * by / to) for one in self.plain for by in factors for to in factors):
            return True
        both = (result for one, other in self._pairs for result in (one + other, one * other))
        return any(near(value, result * by) for result in both for by in factors)

    def load(self, value: float, unit: str | None) -> bool:
        """A weight as written, or what bar and plates come to."""
        if self.number(value):
            return True
        if any("+" in text or "plus" in text.lower() for text in self.texts) and any(
            near(value, one + other) for one, other in self._pairs
        ):
            return True
        if any(_STONE.search(text) for text in self.texts) and self.body_weight(value):
            return True
        if not any(_ON_A_BAR.search(text) for text in self.texts):
            return False
        bars = [_BARS[unit]] if unit in _BARS else list(_BARS.values())
        sums = (
            bar + 2 * (plate * count + more)
            for bar, plate in bars
            for count in (0.0, *self._few)
            for more in (0.0, *self._few)
        )
        doubled = (2 * one + bar for one in self.plain for bar in (0.0, *(bar for bar, _ in bars)))
        return any(near(value, each) for each in (*sums, *doubled))

    @cached_property
    def _races(self) -> tuple[float, ...]:
        """Distances that are called by a name."""
        text = " ".join(self.texts)
        return tuple(metres for name, metres in _RACES if name.search(text))

    def named(self, metres: float) -> bool:
        """The distance is called by its name."""
        return any(near(metres, race) for race in self._races)

    def body_weight(self, value: float) -> bool:
        """In kg or lb, also from the other one or from stones."""
        factors = (1.0, KG_PER_LB, 1 / KG_PER_LB, LB_PER_STONE, LB_PER_STONE * KG_PER_LB)
        stones = (one * LB_PER_STONE + other for one, other in self._pairs)
        return any(near(value, one * factor) for one in self.plain for factor in factors) or any(
            near(value, stone * factor) for stone in stones for factor in KILOGRAMS.values()
        )

    def seconds(self, value: float) -> bool:
        """How long something took: written with or without units, from-to, or a pace times a distance."""
        written = (*self._clocks, *(one * unit for one in self.plain for unit in SECONDS.values()))
        if any(near(value, one) for one in written):
            return True
        return any(near(value, each) for each in self._worked_out())

    @cached_property
    def _few(self) -> tuple[float, ...]:
        """The first numbers: nobody works out one from hundreds."""
        return tuple(self.plain)[:_FEW]

    def _worked_out(self) -> Iterator[float]:
        fractions = [one for one in self._few if 0 < one < 1]
        pairs = {(one, part) for one in self._few for part in fractions} | self._pairs
        for one, other in pairs:
            yield one * HOUR_S + other * 60
            yield one * 60 + other
            yield (one + other) * HOUR_S
            yield (one + other) * 60
            yield one * other
            yield one * other * 60
            yield one * other * HOUR_S
        clocks = tuple(self._clocks)[:_FEW]
        times = {one * HOUR_S for one in self._few if one <= 24} | {one for one in clocks if one <= DAY_S}
        for begin in times:
            for end in times:
                yield (end - begin) % DAY_S
                yield (end - begin) % (DAY_S / 2)
        for pace in clocks:
            for one in self._few:
                yield pace * one
                yield pace * one / 1000
                yield pace * one * METRES["mi"] / 1000

    def clock(self, hours: float) -> bool:
        """A time of day in hours after midnight."""
        times = {one / HOUR_S for one in self._clocks} | set(self.plain)
        times |= {one + other / 60 for one, other in self._pairs} | {one + 0.5 for one in self.plain}
        return any(near(hours, one + half) for one in times for half in (0, 12, -12))


def evidence(texts: Iterable[str]) -> Evidence:
    """What these texts bear out."""
    return Evidence(tuple(text[:8000] for text in texts if text))


def _numbers(text: str) -> Iterator[float]:
    """The numbers in the order they stand; words of one number ("two hundred twenty five") are one."""
    tally: float | None = None
    point = False
    for found in _TOKEN.finditer(text):
        word = (found["word"] or "").lower()
        if word in ("hundred", "thousand"):
            tally = (tally or 1) * (100 if word == "hundred" else 1000)
            continue
        if tally is not None and word == "and":
            continue
        if tally is not None and word == "point":
            yield tally
            point = True
            continue
        if point and tally is not None and _WORDS.get(word, 10) < 10:
            tally, point = tally + _WORDS[word] / 10, False
            continue
        point = False
        if tally is not None and 1 <= tally <= 9 and 10 <= _WORDS.get(word, 0) < 100:
            yield from (tally, _WORDS[word])  # "three twenty minute runs", or "two twenty five" for 225
            tally = tally * 100 + _WORDS[word]
            continue
        if word in _WORDS and tally is not None and (tally % 100 == 0 or (tally % 10 == 0 and tally > 10)):
            yield _WORDS[word]
            tally += _WORDS[word]
            continue
        if tally is not None:
            yield tally
            tally = None
        if word in _WORDS:
            tally = float(_WORDS[word])
        else:
            yield from _figures(found)
    if tally is not None:
        yield tally


def _figures(found: re.Match[str]) -> Iterator[float]:
    if found["clock"]:
        yield from (float(part) for part in found["clock"].split(":"))
    elif found["part"]:
        top, bottom = (float(part) for part in found["part"].split("/"))
        yield from (top, bottom, *((top / bottom,) if bottom else ()))
    elif found["alone"]:
        yield _VULGAR[found["alone"]]
    elif found["sino"]:
        yield float(_sino(found["sino"]))
    elif found["number"]:
        for value in dict.fromkeys(_readings(found["number"])):
            whole = value + _VULGAR.get(found["vulgar"] or "", 0.0)
            yield whole
            if found["thousand"]:
                yield whole * 1000


def _readings(written: str) -> Iterator[float]:
    """1,200 is 1200 and may be 1.2; 7,5 is 7.5; too long a number is none."""
    if len(written) > 15:
        return
    parts = re.split(r"[.,]", written)
    if len(parts) == 1:
        yield float(written)
        return
    if len(parts) == 2:
        yield float(f"{parts[0]}.{parts[1]}")
    if all(len(part) == 3 for part in parts[1:]):
        yield float("".join(parts))
    elif len(parts) > 2:
        yield from (float(part) for part in parts)


def _clock(written: str) -> Iterator[float]:
    parts = [int(part) for part in written.split(":")]
    if len(parts) == 3:
        yield float(parts[0] * HOUR_S + parts[1] * 60 + parts[2])
        return
    yield float(parts[0] * 60 + parts[1])
    yield float(parts[0] * HOUR_S + parts[1] * 60)


def _sino(letters: str) -> int:
    """이백이십오 is 225."""
    total, section, digit = 0, 0, 0
    for letter in letters:
        if letter == "만":
            total, section, digit = (total + section + digit or 1) * 10_000, 0, 0
        elif letter in _POWERS:
            section, digit = section + (digit or 1) * _POWERS[letter], 0
        else:
            digit = _SINO[letter]
    return total + section + digit
