"""Finds the forms of `data/LANGUAGE/dates.yaml` in a text: which rule matched where, with its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Literal, NamedTuple

from pydantic import BaseModel

from agents.language.files import languages, read_data, tables

Kind = Literal["day", "period"]
DAY_RULES = frozenset(
    (
        *("words", "ago", "last_weekday", "this_weekday", "next_weekday", "week_weekday", "weekday"),
        *("weekdays_ago", "weekday_units_ago", "before_last_weekday", "weekday_day"),
        *("date", "month_day", "holiday", "relative", "iso", "compact", "dotted", "slashed", "dashed"),
    )
)


class Portion(BaseModel):
    """A part of a period, as shares of it or as days from its beginning (its end, when negative).

    `lead` stands right before the period's name, `tail` right after it, `alone` without any.
    """

    lead: str = r"(?!)"
    tail: str = r"(?!)"
    alone: str = r"(?!)"
    begin: float = 0.0
    end: float = 1.0
    days: int = 0


class DateWords(BaseModel, extra="forbid"):
    """A file `data/LANGUAGE/dates.yaml`."""

    numbers: dict[str, int]
    units: dict[str, str]
    weekdays: dict[str, int]
    months: dict[str, int]
    seasons: dict[str, int]
    doubtful: list[str]
    day_words: dict[str, int]
    portions: list[Portion] = []
    holidays: dict[str, tuple[int, int]] = {}
    """Month and day."""
    relative: dict[str, int] = {}
    """Days counted from the one named before: "the day after"."""
    evening_words: list[str]
    night_words: list[str]
    forms: dict[str, list[str]]
    since: list[str]
    until: list[str]
    between: list[str]
    since_after: list[str] = []
    join: list[str]
    month_lead: list[str]
    scores: list[str] = []
    compared: list[str] = []
    """After a day that something is only compared with: `어제보다`."""
    than: list[str] = []
    """Before such a day."""
    last_week: list[str] = []
    """Heads a list of the days of the week before: `last week: mon …, wed …`."""
    tries: list[str] = []
    """Before `on the 4th` it is the fourth repetition."""
    ordinals: list[str] = []
    """What `the 4th` and `3일` count instead of naming a day."""
    signs: dict[str, list[str]] = {}
    """What stands beside days, by what it says; the English file has all names and what each is for."""

    @cached_property
    def beside_days(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Another short day behind one and before it: `mon and thu`."""
        days = rf"(?:{'|'.join(self.weekdays)})\b"
        link = rf" ?(?:[,/&+-]|\b(?:{'|'.join(self.month_lead)})\b) ?"
        return re.compile(link + days), re.compile(rf"\b{days}{link}$")


class Found(NamedTuple):
    """A form found in text[start:end]; absent parts are None."""

    rule: str
    start: int
    end: int
    words: DateWords
    phrase: str
    n: int | None = None
    unit: str | None = None
    weekday: int | None = None
    month: int | None = None
    season: int | None = None
    d: int | None = None
    d2: int | None = None
    y: int | None = None


@dataclass(frozen=True)
class _Form:
    rule: str
    written: str
    needs: frozenset[str] = frozenset()
    word: str = ""
    """Letters without which it stands nowhere."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Made when a text first has its parts, since most texts have no dates."""
        return re.compile(self.written)


@dataclass(frozen=True)
class _Language:
    words: DateWords
    spaced: bool
    """Whether blanks divide its words."""
    forms: tuple[_Form, ...]
    tells: dict[str, re.Pattern[str]]
    """For each kind of part, whether a text holds any: most forms need not be tried at all."""
    _worth: dict[tuple[Kind, frozenset[str]], tuple[_Form, ...]] = field(
        default_factory=dict[tuple[Kind, frozenset[str]], tuple[_Form, ...]]
    )

    def worth_trying(self, text: str, parts: frozenset[str], kind: Kind) -> Iterator[_Form]:
        """The forms whose word and parts the text holds, in the order of the file."""
        known = self._worth.get((kind, parts))
        if known is None:
            forms = (form for form in self.forms if form.needs <= parts and _is_of(form.rule, kind))
            known = self._worth[kind, parts] = tuple(forms)
        return (form for form in known if form.word in text)


def _is_of(rule: str, kind: Kind) -> bool:
    return rule in DAY_RULES if kind == "day" else rule != "relative"


HANGUL = "가-힣"


def _either(options: list[str]) -> str:
    """Any of them, the longest first; those with the same first letter behind it, so that few are tried."""
    rests: dict[str, list[str]] = {}
    for option in sorted(options, key=len, reverse=True):
        rests.setdefault(option[:1], []).append(re.escape(option[1:]).replace(r"\ ", " {1,3}"))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in rests.items())


def _part(name: str, options: str) -> str:
    return f"(?P<{name}>{options})"


def _compile(words: DateWords, *, spaced: bool) -> _Language:
    """Forms into patterns. `spaced`: words are divided by blanks (in Korean particles follow)."""
    left, right = (r"(?<![\w.])", r"(?!\w)") if spaced else (rf"(?<![{HANGUL}\d])", r"(?!\d)")
    parts = {
        "n": r"\d{1,3}|" + _either(list(words.numbers)),
        "unit": _either(list(words.units)),
        "weekday": _either([day for day in words.weekdays if len(day) > 1])
        + "".join(rf"|{day}(?![{HANGUL}])" for day in words.weekdays if len(day) == 1),
        "month": _either(list(words.months)),
        "season": _either(list(words.seasons)),
        "d": r"3[01]|[12]\d|0?[1-9]",
        "d2": r"3[01]|[12]\d|0?[1-9]",
        "y": r"(?:19[5-9]|20[0-4])\d(?! ?(?:k?cal|steps?|m\b|met|yd|yard|보|걸음|칼로리))",
    }
    forms = [
        _Form(rule, left + _expand(form, parts) + right, _needs(form), _word(form))
        for rule, written in words.forms.items()
        for form in written
    ]
    phrases = f"{left}(?:{_either(list(words.day_words))}){right}"
    forms.append(_Form("words", phrases, frozenset(("words",))))
    if words.relative:
        near = _either(list(words.relative))
        forms.append(_Form("relative", f"{left}(?:{near}){right}", frozenset(("relative",))))
    if words.holidays:
        feasts = _either(list(words.holidays))
        forms.append(_Form("holiday", f"{left}(?:{feasts}){right}", frozenset(("holidays",))))
    tells = {name: re.compile(parts[name]) for name in ("unit", "weekday", "month", "season", "y")}
    tells["d"] = _DIGIT
    tells["words"] = re.compile(_either(list(words.day_words)))
    tells["relative"] = re.compile(_either(list(words.relative)) or r"(?!)")
    tells["holidays"] = re.compile(_either(list(words.holidays)) or r"(?!)")
    return _Language(words, spaced, tuple(forms), tells)


def _expand(form: str, parts: dict[str, str]) -> str:
    pattern = form.replace(" ", "\0").replace("~", " {0,3}").replace("\0", " {1,3}")
    for name, options in parts.items():
        pattern = pattern.replace("{" + name + "}", _part(name, options))
    return pattern


_NOT_AFTER = re.compile(r"\(\?![^)]*\)")


_DIGIT = re.compile(r"\d")


_PERHAPS = re.compile(r"\([^()]*\)[?*]?|\[[^]]*\][?*]?|\{[^}]*\}|\\?[^()][?*]|\\.")


def _word(form: str) -> str:
    """The longest run of letters that every text of the form has."""
    while (bare := _PERHAPS.sub(" ", form)) != form:
        form = bare
    return max(_LETTERS.findall(form), key=len, default="")


_LETTERS = re.compile(r"[^\W\d_]+")


def _needs(form: str) -> frozenset[str]:
    form = _NOT_AFTER.sub("", form)  # what must not follow need not be there
    return frozenset(
        name for name in ("unit", "weekday", "month", "season", "y", "d") if "{" + name + "}" in form
    )


@cache
@tables()
def _languages() -> tuple[_Language, ...]:
    found = {code: read_data(DateWords, code, "dates.yaml") for code in languages("dates.yaml")}
    return tuple(_compile(words, spaced=code != "ko") for code, words in found.items())


@cache
def all_words() -> tuple[DateWords, ...]:
    """The date words of every language."""
    return tuple(language.words for language in _languages())


def weekdays_in(text: str) -> list[int]:
    """The days of the week that begin words of a text ("mondays"), 0 is Monday."""
    names = {day: number for words in all_words() for day, number in words.weekdays.items() if len(day) > 2}
    return [
        number
        for word in text.split()
        for day, number in names.items()
        if word.rstrip("s,") == day or (not day.isascii() and word.startswith(day))
    ]


_NUMERIC = (
    (
        "iso",
        re.compile(
            r"(?<![\w./-])(?P<y>(?:19|20)\d\d)(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d/-])"
            r"(?:t\d\d:\d\d(?::\d\d)?(?:z\b|[+-]\d\d:?\d\d)?)?"
        ),
    ),
    (
        "dotted",
        re.compile(
            r"(?<![\w./-])(?P<d>\d{1,2})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<y>(?:20)?\d\d)(?![\d/-]|\.\d)"
        ),
    ),
    (
        "compact",
        re.compile(
            r"(?<![\w./-])(?P<y>(?:20)?[12]\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?![\w./:-])"
        ),
    ),
    ("dashed", re.compile(r"(?<![\w./-])(?P<d>\d{1,2})-(?P<m>\d{1,2})(?![\d/-]|\.\d)")),
    ("slashed", re.compile(r"(?<![\w./-])(?P<d>\d{1,2})(?P<s>[/.])(?P<m>\d{1,2})(?![\d/])(?!\.\d)\.?")),
)


_FIGURES = re.compile(r"\d[-/.]\d|\d{6}")
"""Which each of these has somewhere."""


@cache
def evening_words() -> frozenset[str]:
    """`tonight` and the like, of every language."""
    return frozenset(phrase for words in all_words() for phrase in words.evening_words)


@lru_cache(maxsize=16)
def _parts_in(text: str) -> Sequence[tuple[_Language, frozenset[str]]]:
    """Which kinds of parts a text holds, by language; without Hangul none is of a Korean form."""
    return tuple(
        (language, frozenset([name for name, tell in language.tells.items() if tell.search(text)]))
        for language in _languages()
        if language.spaced or not text.isascii()
    )


@lru_cache(maxsize=16)
def scan(text: str, kind: Kind) -> Sequence[Found]:
    """Every form in a `plain` text, in order, the longest where several overlap. Linear in the text."""
    found = sorted(_numeric(text), key=_longest_first) if _FIGURES.search(text) else []
    for language, parts in _parts_in(text):
        for form in language.worth_trying(text, parts, kind):
            found.extend(_found(form.rule, match, language.words) for match in form.pattern.finditer(text))
    if not found:
        return ()
    taken = bytearray(len(text))
    chosen: list[Found] = []
    for one in sorted(found, key=_longest_first):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            chosen.append(one)
    return tuple(sorted(chosen, key=lambda one: one.start))


def _longest_first(one: Found) -> tuple[int, int]:
    return (one.start - one.end, one.start)


def _found(rule: str, match: re.Match[str], words: DateWords) -> Found:
    parts = {name: value for name, value in match.groupdict().items() if value is not None}
    number = parts.get("n")
    return Found(
        rule=rule,
        start=match.start(),
        end=match.end(),
        words=words,
        phrase=" ".join(match[0].split()),
        n=None if number is None else (int(number) if number.isdecimal() else words.numbers[_spaced(number)]),
        unit=words.units[_spaced(parts["unit"])] if "unit" in parts else None,
        weekday=words.weekdays[parts["weekday"]] if "weekday" in parts else None,
        month=words.months[parts["month"]] if "month" in parts else None,
        season=words.seasons[parts["season"]] if "season" in parts else None,
        d=int(parts["d"]) if "d" in parts else None,
        d2=int(parts["d2"]) if "d2" in parts else None,
        y=int(parts["y"]) if "y" in parts else None,
    )


def _spaced(words: str) -> str:
    return " ".join(words.split())


def _numeric(text: str) -> Iterator[Found]:
    """Dates in figures; `d` is the first number, `d2` the second (for iso: day and month)."""
    words = all_words()[0]
    for rule, pattern in _NUMERIC:
        for match in pattern.finditer(text):
            year = match["y"] if rule not in ("slashed", "dashed") else None
            yield Found(
                rule=rule,
                start=match.start(),
                end=match.end(),
                words=words,
                phrase=match[0],
                d=int(match["d"]),
                d2=int(match["m"]),
                y=None if year is None else int(year) + (2000 if len(year) == 2 else 0),
            )
