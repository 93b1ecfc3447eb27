"""What languages call numbers, days and relations, and which of them a sentence is in (`lexicon/*.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from importlib import resources
from typing import Literal

import yaml
from pydantic import Field

from storage.entities import Frozen
from units import DAYS, KILOGRAMS, METRES, SECONDS

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SENTENCE = re.compile(r"[^\n.!?。]*(?:[.!?](?!\s|$)[^\n.!?。]*)*[.!?。]*\s*")
_ORDINAL = re.compile(r"\d\.\s*$")
_WORD = re.compile(r"[^\W\d_]+(?:'(?=[^\W\d_]))?")
_HAN = "[\u4e00-\u9fff]"
_KANA = re.compile("[\u3041-\u30fa]")
_HANGUL = re.compile("[가-힣]")
_POWERS = {"十": 10, "百": 100, "千": 1000}
_PAIR = {"两": 2, "兩": 2, "零": 0}
_WORTH = {"weight": KILOGRAMS, "distance": METRES, "duration": SECONDS, "days": DAYS}
_DIGIT = "[\\d\u3007零一二三四五六七八九十]"
CJK_NUMBER = f"{_DIGIT}{{1,3}}"


class Lexicon(Frozen):
    """One language. Lists of words are strings; keys of `ratios` and values of `every` are patterns."""

    function_words: str = ""
    """Words by which a sentence is known to be in this language; none of them is another's."""
    script: str = ""
    decimal: str = "."
    numbers: dict[str, float] = Field(default_factory=dict[str, float])
    articles: str = ""
    """Words for one that are mostly something else: a number only before an occasion ("une fois")."""
    joiner: str = Field(default="", alias="and")
    joined: bool = False
    """Whether number words are written together ("hundertvierzig")."""
    scores: bool = False
    """Whether there are numbers beyond ten after 60 and 80 ("soixante-douze")."""
    numerals: str = ""
    points: str = ""
    """What an answer counts of its own: two reasons."""
    units: dict[str, dict[float | str, str]] = Field(default_factory=dict[str, dict[float | str, str]])
    """By kind: words by the unit that they mean, or by its factor."""
    months: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()
    back: dict[str, int] = Field(default_factory=dict[str, int])
    ago: str = ""
    denies: str = ""
    as_asked: str = ""
    advice: str = ""
    you: str = ""
    wrote: str = ""
    ratios: dict[str, float] = Field(default_factory=dict[str, float])
    every: dict[Literal["day", "week", "time"], str] = Field(
        default_factory=dict[Literal["day", "week", "time"], str]
    )

    @cached_property
    def known_by(self) -> frozenset[str]:
        """The function words."""
        return frozenset(self.function_words.split())

    @cached_property
    def unit_words(self) -> dict[str, tuple[tuple[str, float], ...]]:
        """Each word for a unit: its kinds with their factors."""
        found: dict[str, tuple[tuple[str, float], ...]] = {}
        for kind, factors in self.units.items():
            for unit, words in factors.items():
                factor = _WORTH[kind][unit] if isinstance(unit, str) else unit
                for word in words.split():
                    key = word.replace("_", " ")
                    found[key] = (*found.get(key, ()), (kind, factor))
        return found

    @cached_property
    def number(self) -> re.Pattern[str] | None:
        """A number in words, or in Chinese numerals before a unit."""
        if self.numerals:
            units = one_of(self.unit_words)
            return re.compile(rf"[{self.numerals}十百千万两兩]+(?=\s?{units})")
        if not self.numbers:
            return None
        word = one_of(self.numbers).replace(r"\-", r"[\s-]")
        joiner = self.joiner.replace("en", "(?:en|ën)")
        between = rf"[\s-]*(?:{joiner}[\s-]*)?" if self.joined else rf"[\s-]+(?:{joiner}[\s-]+)?"
        ends = r"(?!\w)|(?=(?:mal|fach)\w{0,2}(?!\w))" if self.joined else r"(?!\w)"
        return re.compile(rf"(?<![\w'-]){word}(?:{between}{word})*(?:{ends})", re.IGNORECASE)

    @cached_property
    def _morpheme(self) -> re.Pattern[str]:
        return re.compile(one_of(self.numbers).replace(r"\-", r"[\s-]"), re.IGNORECASE)

    def numbers_in(self, text: str) -> Iterator[tuple[int, int, float]]:
        """Where numbers stand in words, and what they are."""
        if self.number is None:
            return
        for found in self.number.finditer(text):
            if self.numerals:
                yield (*found.span(), float(_han(found[0])))
                continue
            for start, end, value in self._folded(found[0]):
                begin, stop = found.start() + start, found.start() + end
                if not self._says_nothing(text[begin:stop], text[stop:]):
                    yield begin, stop, value

    def value(self, word: str) -> float | None:
        """Of a number word, an article too."""
        if self.numerals:
            return float(_han(word)) if re.fullmatch(rf"[{self.numerals}十百千两兩]+", word) else None
        if self.number is None or not self.number.fullmatch(word):
            return None
        return next((value for _, _, value in self._folded(word)), None)

    def _says_nothing(self, word: str, following: str) -> bool:
        if word.lower() in self.articles.split():
            return not re.match(r"\s?(?:mal|fois|vez|volta|keer|maal)(?![^\W\d_])", following, re.IGNORECASE)
        points = self.points and re.match(
            rf"\s+(?:\w+\s+)?{one_of(self.points.split())}(?!\w)", following, re.IGNORECASE
        )
        return bool(points)

    def _folded(self, written: str) -> Iterator[tuple[int, int, float]]:
        """The numbers that a row of number words makes: "deux cent quarante" is one, "acht neun" two."""
        total, below, begin, end = 0.0, None, 0, 0
        for found in self._morpheme.finditer(written):
            value = self.numbers[re.sub(r"\s", "-", found[0].lower()) if "-" in found[0] or " " in found[0]
                                 else found[0].lower()]  # fmt: skip
            between = written[end : found.start()]
            if below is None and not total:
                begin, below = found.start(), value
            elif value == 1000 and not total:
                total, below = (below or 1) * 1000, None
            elif (more := self._added(below, value, between)) is not None:
                below = more
            else:
                yield begin, end, total + (below or 0)
                total, below, begin = 0.0, value, found.start()
            if below == 1000:
                total, below = 1000.0, None
            end = found.end()
        yield begin, end, total + (below or 0)

    def _added(self, below: float | None, value: float, between: str) -> float | None:
        """Both as one number below a thousand; None when they are two numbers."""
        if below is None:
            return value
        ones = below % 100
        if value == 100:
            return below * 100 if below < 10 else None
        after_hundred = value < 100 and ones == 0 and below >= 100
        after_tens = value < 10 and ones >= 20 and ones % 10 == 0
        after_score = self.scores and value < 20 and ones in (60, 80)
        before_tens = self.joined and 0 < ones < 10 and 20 <= value < 100 and value % 10 == 0
        backwards = before_tens and " " not in between
        return below + value if after_hundred or after_tens or after_score or backwards else None


def one_of(words: Iterable[str]) -> str:
    """A pattern for one of the words, the longest first."""
    return f"(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True))})"


@lru_cache(maxsize=1)
def lexicons() -> dict[str, Lexicon]:
    """Every language we have words of, by its code."""
    files = resources.files("agents.numbers.lexicon").iterdir()
    return {
        file.name.removesuffix(".yaml"): Lexicon.model_validate(
            yaml.load(file.read_text("utf-8"), Loader=_LOADER)  # noqa: S506 - a SafeLoader
        )
        for file in sorted(files, key=lambda file: file.name)
        if file.name.endswith(".yaml")
    }


@lru_cache(maxsize=1024)
def languages_of(text: str) -> tuple[str, ...]:
    """The languages a text is most likely in; none when nothing tells."""
    if _HANGUL.search(text):
        return ("ko",)
    if _KANA.search(text):
        return ("ja",)
    if re.search(_HAN, text):
        return ("zh", "ja")
    words = {word.strip("'") for word in _WORD.findall(text.lower())}
    scores = {name: len(words & lexicon.known_by) for name, lexicon in lexicons().items()}
    most = max(scores.values(), default=0)
    return tuple(name for name, score in scores.items() if score == most) if most else ()


def spoken(text: str) -> Iterator[tuple[int, int, tuple[Lexicon, ...]]]:
    """The sentences with the lexicons to read them by: their own language's, else the text's, else all."""
    known = lexicons()
    for start, end in sentence_bounds(text):
        names = languages_of(text[start:end]) or languages_of(text) or tuple(known)
        yield start, end, tuple(known[name] for name in names)


def sentence_bounds(text: str) -> Iterator[tuple[int, int]]:
    """The bounds of the sentences and lines; together they are the whole text. "3. März" ends none."""
    position = start = 0
    while position < len(text):
        found = _SENTENCE.match(text, position)
        position = max(position + 1, found.end() if found else len(text))
        if position < len(text) and text[position - 1] == " " and _before_month(text, start, position):
            continue
        yield start, position
        start = position
    if start < position:
        yield start, position


def _before_month(text: str, start: int, position: int) -> bool:
    """Whether a sentence would end within "am 3. März"."""
    if not _ORDINAL.search(text[start:position]):
        return False
    months = lexicons()["de"].months
    word = re.match(r"[^\W\d_]+", text[position:])
    return word is not None and any(word[0].lower() in names.split() for names in months)


def cjk_value(written: str) -> int:
    """12 or 十二."""
    return int(written) if written.isdecimal() else _han(written)


def _han(letters: str) -> int:
    """百四十 is 140, 一二〇 is 120."""
    digits = {letter: n for n, letter in enumerate("\u3007一二三四五六七八九")} | _PAIR
    if not any(letter in _POWERS or letter == "万" for letter in letters):
        return int("".join(str(digits[letter]) for letter in letters))
    total = section = digit = 0
    for letter in letters:
        if letter == "万":
            total, section, digit = (total + section + digit or 1) * 10_000, 0, 0
        elif letter in _POWERS:
            section, digit = section + (digit or 1) * _POWERS[letter], 0
        else:
            digit = digits[letter]
    return total + section + digit
