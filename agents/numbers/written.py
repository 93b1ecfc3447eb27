"""Numbers in an answer's text, each with what it may mean; words of other languages are in `lexicon/`.

"7 h 30 min" is one duration, "5:12/km" a pace, both numbers of "7-9 h" are hours; a number without a unit may
be anything. It may be off by half of its last written digit, more when it is hedged ("about 1,200").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from agents.numbers import korean
from agents.numbers.units import UNITS, Unit
from agents.numbers.words import ODD, WORDED, value_of, worded
from units import HOUR_S, METRES

ANY = "any"


@dataclass(frozen=True, slots=True)
class Reading:
    """A value of a kind in its base unit, true within `slack`; kind `any` is a number without a unit."""

    kind: str
    value: float
    slack: float


@dataclass(frozen=True, slots=True)
class NumberClaim:
    """A number in text[start:end]; true when one of its readings is. `phrase` holds its unit, too."""

    start: int
    end: int
    phrase: str
    readings: tuple[Reading, ...]


_VALUE = rf"(?:(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?[½¼¾]?|[{ODD}]+|{WORDED})"
_LEFT = r"(?<![A-Za-z\d_:])(?<!\d\.)"
_UP_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_TENS = "thirty forty fifty sixty seventy eighty ninety hundred"
_WORDS: dict[str, float] = (
    {word: float(n) for n, word in enumerate(_UP_TO_TWENTY.split())}
    | {word: 10.0 * n for n, word in enumerate(_TENS.split(), 3)}
    | {"once": 1.0, "twice": 2.0, "thrice": 3.0, "dozen": 12.0}
)
_VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75}

_UNIT = "|".join(sorted((re.escape(word) for word in UNITS), key=len, reverse=True))
_NO_ADJECTIVE = (
    r"(?!(?:this|last|that|these|those|next|past|previous|every|each|my|against|for|on|at|in|of|to|by|or|and|x|with|from|than|is|was|were|vs|your|the|per|a|an|over|under|you|it|then|"
    r"und|mit|bei|am|im|bis|et|avec|à|en|dans|de|con|y|e|del|per|com|em|op|met|voor|tot|"
    rf"{'|'.join(_WORDS)})\b)"
)
_NO_UNIT = r"(?!(?<=보)다|(?<=초)과)"
"""`5보다` is more than 5, `5초과` over 5."""
_WITH_UNIT = (
    rf"(?:\s*-?(?:{_NO_ADJECTIVE}[a-zà-ÿ][a-zà-ÿ-]*\s+){{0,2}}?(?P<unit>{_UNIT})(?![a-zà-ÿ]){_NO_UNIT})?"
)
"""A unit, after at most two other words ("3 hard sets")."""

_OCCASIONS = "|".join(word for word, units in UNITS.items() if units[0].kind == "occasions") + "|weeks|months"
_NAMES = re.compile(
    r"5/3/1|\b\d{1,2}\s?RM\b|\bzone\s?\d\b|^\s{0,3}\d{1,2}[.)]\s|\b(?:omega|covid)-\d+|\bno one\b"
    r"|\b(?:one|two) of\b|\bone (?:more|another|thing)\b|\b[0-9A-HJKMNP-TV-Z]{26}\b"
    r"|\b(?:at once|once (?:more|again))\b|다시 한\s?번|(?<![가-힣])한\s?번(?:\s?더|도(?![가-힣]))"
    r"|(?<![가-힣])한\s?번(?=\s?(?:[가-힣]{1,6}\s)?[가-힣]{1,4} ?(?:보세요|봐요|보시|볼까|보는|봅시다|보면))",
    re.IGNORECASE | re.MULTILINE,
)
"""What claims nothing: programmes, 1RM, list numbers, ids (digits after a letter never do), "once more"."""
_HEDGED = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|nearly|almost|close to|just (?:over|under))|~|≈"
    r"|약|거의|대략|\b(?:etwa|ungefähr|rund|circa|ca\.|environ|presque|unos|unas|aproximadamente|casi|quasi"
    r"|cerca de|quase|ongeveer|bijna)|約|およそ|大约|大概)\s*$",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"\s*(?:-|to|of|out of|/|→|->|~|에서|or|bis|oder|von|à|ou|sur|a|o|de|di|tot|of|から|到|至)\s*",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"\s+(?:other |more |main |possible )?(?:thing|reason|way|option|point|factor|cause|question|part|side|"
    r"possibilit|explanation|suggestion|of\b|or\b)",
    re.IGNORECASE,
)
"""What follows a number word that counts the answer's own points."""
_AFTER_LOAD = re.compile(r"(?:kg|lb|킬로|킬로그램|파운드)\S{0,3}[ ,)]*$", re.IGNORECASE)
"""Before 회, which counts repetitions after a load and occasions otherwise."""


def number_claims(text: str) -> list[NumberClaim]:
    """Every number in `usual` text, in order. Dates must have been blanked out (see `blanked`)."""
    return list(_number_claims(text))


@lru_cache(maxsize=256)
def _number_claims(original: str) -> tuple[NumberClaim, ...]:
    """Kept, as each check of an answer reads it anew."""
    text = worded(original)
    rest = blanked(text, (found.span() for found in _NAMES.finditer(text)))
    rest = re.sub(r"(?<![A-Za-z])[xX](?=\s*\d)", " ", rest)
    claims: list[NumberClaim] = []
    for pattern, read in _FORMS:
        found_here = [(found, read(found)) for found in pattern.finditer(rest)]
        claims += [_claim(found, readings) for found, readings in found_here if readings]
        rest = blanked(rest, (found.span() for found, readings in found_here if readings))
    claims += _plain(rest)
    return tuple(_as_in(original, text, claim) for claim in sorted(claims, key=lambda claim: claim.start))


def _as_in(text: str, read: str, claim: NumberClaim) -> NumberClaim:
    """The claim with the phrase as it stands in the text, all of a word that was read as one letter."""
    end = claim.end
    while end < len(text) and text[end].isalpha() and read[end] == " ":
        end += 1
    return replace(claim, end=end, phrase=text[claim.start : end].strip())


def usual(text: str) -> str:
    """The text with its dashes, times signs, quotes and blanks made plain; offsets are kept."""
    return text.translate(_USUAL)


_USUAL = {
    ord(odd): plain
    for plain, odds in {
        "-": "\u2010\u2011\u2012\u2013\u2014\u2212", "x": "\u00d7", "'": "\u2018\u2019",
        '"': "\u201c\u201d\u201e\u201f\uff02",
        " ": "\u00a0\u2009\u202f",
    }.items()
    for odd in odds
}  # fmt: skip


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with the spans made blank, offsets kept."""
    blanks = list(spans)
    if not blanks:
        return text
    letters = list(text)
    for start, end in blanks:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _claim(found: re.Match[str], readings: tuple[Reading, ...]) -> NumberClaim:
    return NumberClaim(found.start(), found.end(), found[0].strip(), readings)


def _number(written: str) -> tuple[float, float]:
    """The value and the slack of its last digit."""
    if not written[0].isdecimal():
        return sum(value_of(letter) for letter in written), 0.0
    digits = written.rstrip("½¼¾")
    value = float(digits.replace(",", "")) if digits else 0.0
    value += sum(_VULGAR[letter] for letter in written[len(digits) :])
    places = len(digits.partition(".")[2]) + (2 if digits != written else 0)
    return value, 0.5 * 10**-places


def _hedged_slack(value: float) -> float:
    """Half of the last digit that is not zero, but two digits always count: about 1,200 is 1,150-1,250."""
    step = 1
    while value >= 100 * step and value % (step * 10) == 0:
        step *= 10
    return step / 2 if step > 1 else 0.0


# --- Forms with a meaning of their own, the fuller ones first -----------------------------------------------

_PER = {"km": 1.0, "kilometer": 1.0, "kilometre": 1.0, "킬로": 1.0,
        **dict.fromkeys(("mi", "mile", "마일"), 1000 / METRES["mi"]),
        "100m": 10.0, "100yd": 10 / METRES["yd"], "500m": 2.0}  # fmt: skip


def _pace(found: re.Match[str]) -> tuple[Reading, ...]:
    factor = _PER[found["per"].lower().replace(" ", "")]
    seconds = int(found["min"]) * 60 + int(found["sec"])
    return (Reading("pace", seconds * factor, 0.5 * factor),)


def _duration(found: re.Match[str]) -> tuple[Reading, ...]:
    groups = found.groupdict()
    seconds = sum(float(groups.get(name) or 0) * size for name, size in (("h", HOUR_S), ("m", 60), ("s", 1)))
    return (Reading("duration", seconds, 0.5 if groups.get("s") else 30),)


def _clock(found: re.Match[str]) -> tuple[Reading, ...]:
    """25:30 is minutes and seconds, hours and minutes, or a time of day; with am or pm only the last."""
    first, second, third = int(found["a"]), int(found["b"]), found["c"]
    if third is not None:
        return (Reading("duration", first * HOUR_S + second * 60 + int(third), 0.5),)
    if half := found["half"]:
        return (_time_of_day(first, second, half),)
    readings = (
        Reading("duration", first * 60 + second, 0.5),
        Reading("duration", first * HOUR_S + second * 60, 30),
    )
    return (*readings, Reading("clock", first * HOUR_S + second * 60, 30)) if first < 24 else readings


def _hour(found: re.Match[str]) -> tuple[Reading, ...]:
    minute = found.groupdict().get("b")
    reading = _time_of_day(int(found["a"]), int(minute or 0), found["half"])
    return (reading if minute else Reading("clock", reading.value, 1800),)


def _time_of_day(hour: int, minute: int, half: str) -> Reading:
    late = half.lower() in ("p", "오후", "저녁", "밤")
    hour = hour % 12 + 12 if late else hour % 12 if half.lower() in ("a", "오전") else hour
    return Reading("clock", hour * HOUR_S + minute * 60, 30)


def _rating(found: re.Match[str]) -> tuple[Reading, ...]:
    value, slack = _number(found["a"])
    return (Reading(f"/{found['b']}", value, slack), Reading("rating", value, slack))


def _rpe(found: re.Match[str]) -> tuple[Reading, ...]:
    return (Reading("rpe", *_number(found["a"])),)


def _thousands(found: re.Match[str]) -> tuple[Reading, ...]:
    """5k is 5 km or 5,000 of something."""
    value, slack = _number(found["a"])
    return (Reading("distance", value * 1000, slack * 1000), Reading(ANY, value * 1000, slack * 1000))


def _race(found: re.Match[str]) -> tuple[Reading, ...]:
    """Whoever ran a marathon ran 42.2 km."""
    half = found["half"] or found["ko_half"]
    metres = 21_097.5 if half else 42_195.0
    return (Reading("distance", metres, metres * 0.02),)


def _several(found: re.Match[str]) -> tuple[Reading, ...]:
    """Repetitions by their names: "for a triple"."""
    reps = {"single": 1.0, "double": 2.0, "triple": 3.0}[found["reps"].lower()]
    return (Reading("reps", reps, 0.0),)


def _korean_number(found: re.Match[str]) -> tuple[Reading, ...]:
    return _in_unit(korean.value_of(found["number"]), 0.5, found["unit"])


def _spans_of_days(found: re.Match[str]) -> tuple[Reading, ...]:
    value = float(korean.DAYS[found["a"]])
    return (Reading("occasions", value, 0), Reading("count", value, 0), Reading("days", value, 0.5))


_PARTS = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75, "three-quarters": 0.75}
_ONES = {
    word: value for word, value in _WORDS.items() if value < 20 and word not in ("once", "twice", "thrice")
}
_TENS_WORDS = {word: value for word, value in _WORDS.items() if 20 <= value < 100}


def _and_part(found: re.Match[str]) -> tuple[Reading, ...]:
    """Such as "four and a half hours", "an hour and a half", "half an hour"."""
    groups = found.groupdict()
    word = (groups.get("n") or "").lower()
    whole = float(word) if word.isdecimal() else {**_WORDS, "a": 1.0, "an": 1.0}.get(word, 0.0)
    part = " ".join((groups.get("part") or "").lower().split())
    return _in_unit(whole + _PARTS[part], 0.0, groups["unit"] or "")


def _compound(found: re.Match[str]) -> tuple[Reading, ...]:
    """Such as "a hundred and five", "two thousand two hundred"."""
    total = current = 0.0
    for word in re.findall(r"[a-z]+", found["number"].lower()):
        if word in ("hundred", "thousand"):
            current = (current or 1.0) * (100 if word == "hundred" else 1000)
            if word == "thousand":
                total, current = total + current, 0.0
        elif word == "couple":
            current = 2.0
        else:
            current += _ONES.get(word, _TENS_WORDS.get(word, 0.0))
    return _in_unit(total + current, 0.0, found["unit"] or "")


def _korean_count(found: re.Match[str]) -> tuple[Reading, ...]:
    return _in_unit(float(korean.WORDS[found["a"]]), 0.0, found["unit"])


_SMALL = rf"(?:{'|'.join(_ONES)}|(?:{'|'.join(_TENS_WORDS)})(?:[- ](?:{'|'.join(_ONES)}))?)"
_LARGE = (
    rf"(?:(?:a|{_SMALL}|a couple(?: of)?)[- ])?(?:hundred|thousand)"
    rf"(?:[- ](?:and[- ])?(?:{_SMALL}(?:[- ](?:hundred|thousand))?)){{0,3}}"
)
_BARE_UNIT = rf"(?P<unit>{_UNIT})(?![a-zà-ÿ]){_NO_UNIT}"
_SOME_UNIT = rf"(?:\s*-?{_BARE_UNIT})"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[Reading, ...]]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (
            (
                r"(?<![\d:])(?P<min>\d{1,2}):(?P<sec>[0-5]\d)(?:\s*min)?\s*(?:/|per|an?)\s*"
                r"(?P<per>100\s?m|100\s?yd|500\s?m|km|kilomet(?:er|re)|mi(?:le)?)(?![a-z0-9_])"
            ),
            _pace,
        ),
        (r"(?P<per>km|킬로|마일)당\s*(?P<min>\d{1,2})(?::|분\s*)(?P<sec>[0-5]\d)초?", _pace),
        (
            (
                rf"{_LEFT}(?P<h>\d+)\s?-?(?:hours?|hrs?|h|시간)(?:\s*|,\s|\s+and\s+)(?P<m>\d{{1,2}})"
                r"(?:\s?(?:minutes?|mins?|min|m|분)(?:\s*(?P<s>\d{1,2})\s?(?:seconds?|secs?|s|초))?)?(?![a-z\d:]|[.,]\d)"
            ),
            _duration,
        ),
        (
            (
                rf"{_LEFT}(?P<m>\d+)\s?(?:minutes?|mins?|min|분)(?:\s*|,\s|\s+and\s+)(?P<s>\d{{1,2}})"
                r"\s?(?:seconds?|secs?|s|초)(?![a-z])"
            ),
            _duration,
        ),
        (
            r"(?<![\d:.])(?P<a>\d{1,3}):(?P<b>[0-5]\d)(?::(?P<c>[0-5]\d))?(?:\s*(?P<half>[ap])\.?m(?![a-z]))?(?![\d:])",
            _clock,
        ),
        (r"(?<![\d:.])(?P<a>\d{1,2})\s?(?P<half>[ap])\.?m(?![a-z])", _hour),
        (r"(?:(?P<half>오전|오후|아침|저녁|밤|새벽)\s*)(?P<a>\d{1,2})시(?:\s*(?P<b>\d{1,2})분)?", _hour),
        (
            (
                rf"(?<![A-Za-z\d_.:/])(?P<a>{_VALUE})\s?(?:/|out of |of )\s?(?P<b>5|10|100)(?![\d/:]|[.,]\d)"
                rf"(?!\s*(?:[a-z]+\s)?(?:{_OCCASIONS})(?![a-z]))"
            ),
            _rating,
        ),
        (rf"\bRPE\s*(?:of\s*)?(?P<a>{_VALUE})", _rpe),
        (
            (
                r"\b(?:ran|run|finished|completed|raced)\s+(?:(?:a|an|your|the|first|full|whole)\s+){1,3}"
                r"(?P<half>half[- ]?)?marathon(?![a-z])"
                r"|(?P<ko_half>하프\s?)?마라톤(?=[을를]?\s?(?:뛰|완주|달렸))"
            ),
            _race,
        ),
        (r"\b(?:for|of) (?:a|an) (?:\w+ )?(?P<reps>single|double|triple)\b", _several),
        (
            (
                rf"(?<![가-힣])(?P<number>[일이삼사오육칠팔구십백천]{{1,7}}|{korean.NATIVE})"
                rf"\s?(?P<unit>{korean.MEASURED})(?![a-z])"
            ),
            _korean_number,
        ),
        (rf"{_LEFT}(?P<a>\d+(?:\.\d+)?)k(?![a-z])", _thousands),
        (rf"\b(?P<n>\d{{1,3}}|an?|{'|'.join(_ONES)}) and an? (?P<part>half|quarter){_SOME_UNIT}", _and_part),
        (rf"\b(?P<n>an?|{'|'.join(_ONES)}) {_BARE_UNIT} and an? (?P<part>half|quarter)\b", _and_part),
        (rf"\b(?P<part>half|quarter|three[- ]quarters)(?: of)? an? {_BARE_UNIT}", _and_part),
        (rf"\b(?P<number>{_LARGE})\b{_SOME_UNIT}?", _compound),
        (rf"(?<![가-힣])(?P<a>{'|'.join(korean.DAYS)})(?=간|째|동안| 동안| 만에)", _spans_of_days),
        (
            (
                rf"(?<![가-힣])(?P<a>{korean.NATIVE})\s?"
                r"(?P<unit>번|세트|회|개|시간|주|달|끼|차례)"
            ),
            _korean_count,
        ),
    )
)

# --- Plain numbers, with or without a unit ------------------------------------------------------------------

_PLAIN = re.compile(
    rf"{_LEFT}(?P<a>{_VALUE})(?:st|nd|rd|th|번째)?{_WITH_UNIT}"
    rf"|\b(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ])?(?P<w>{'|'.join(_WORDS)})\b"
    + _WITH_UNIT.replace("<unit>", "<wunit>"),
    re.IGNORECASE,
)


def _plain(text: str) -> list[NumberClaim]:
    """Right to left: a number that is joined to the next one ("7-9 h", "8/8/7 reps") has its unit."""
    claims: list[NumberClaim] = []
    unit, begins = "", -1
    for found in reversed(list(_PLAIN.finditer(text))):
        own = found["unit"] or found["wunit"] or ""
        if found["w"] and _says_nothing(found, own, text):
            continue
        value, slack = _value_of(found)
        joined = begins >= 0 and _JOIN.fullmatch(text, found.end(), begins) is not None
        unit = own or (unit if joined else "")
        begins = found.start()
        if _HEDGED.search(text[max(0, found.start() - 20) : found.start()]):
            slack = max(slack, _hedged_slack(value))
        if unit == "회" and _AFTER_LOAD.search(text[max(0, found.start() - 16) : found.start()]):
            unit = "reps"
        claims.append(_claim(found, _in_unit(value, slack, unit)))
    return claims


def _value_of(found: re.Match[str]) -> tuple[float, float]:
    if found["a"]:
        return _number(found["a"])
    return _WORDS[found["w"].lower()] + (_WORDS[found["tens"].lower()] if found["tens"] else 0.0), 0.0


def _says_nothing(found: re.Match[str], unit: str, text: str) -> bool:
    """A bare "one" is mostly an article; "two things" counts the answer's own points."""
    return (found["w"].lower() == "one" and not unit) or bool(_HARMLESS.match(text, found.end("w")))


def _in_unit(value: float, slack: float, word: str) -> tuple[Reading, ...]:
    units = UNITS.get(word.lower())
    if not units:
        return (Reading(ANY, value, slack),)
    return tuple(_reading(value, slack, unit) for unit in units)


def _reading(value: float, slack: float, unit: Unit) -> Reading:
    roughly = 0.25 if unit.kind == "days" and unit.factor > 1 else 0.0
    return Reading(unit.kind, value * unit.factor, max(slack, roughly) * unit.factor)
