"""Numbers, durations and units as apps write them in any country."""

from __future__ import annotations

import re
from typing import Literal

from storage.entities import DistanceUnit, WeightUnit
from storage.importers.words import bodyweight, distance_units, weight_units
from units import HOUR_S

_SPACES = re.compile(r"[\s'\u2019]")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)")
_SPOKEN = re.compile(
    r"(?:(?P<h>\d+)\s*(?:h|hr|hrs|hours?|시간))?\s*(?:(?P<m>\d+)\s*(?:m|min|mins|minutes?|분))?\s*"
    r"(?:(?P<s>\d+(?:[.,]\d+)?)\s*(?:s|sec|secs|seconds?|초))?",
    re.IGNORECASE,
)
_TIMES = re.compile(r"(\d{1,2})\s*[x×*]\s*(\d{1,4})(?:\s+\S+)?", re.IGNORECASE)  # noqa: RUF001 - as written
_SERIES = re.compile(r"\d{1,3}(?:\s*[/,;|+]\s*\d{1,3}){1,30}")
_LONGEST = 40
_UNIT_BEHIND = re.compile(r"(?<![^\d\s.,])[^\W\d_]{1,12}$")


def number(text: str) -> float | Literal["bad"] | None:
    """A decimal comma or point, thousands set apart or not; None for an empty cell."""
    short = _SPACES.sub("", text)
    if not short or short in {"-", "\u2013"}:
        return None
    if len(short) > _LONGEST:
        return "bad"
    comma, point = short.rfind(","), short.rfind(".")
    if comma >= 0 and point >= 0:
        short = short.replace("," if comma < point else ".", "").replace(",", ".")
    elif short.count(",") == 1:
        short = short.replace(",", ".")
    elif short.count(".") > 1 or comma >= 0:
        short = short.replace(",", "").replace(".", "")
    return float(short) if _NUMBER.fullmatch(short) else "bad"


def amount(text: str) -> tuple[float | Literal["bad"] | None, str]:
    """A number with the unit that may stand behind it: `60 kg`, `3,1mi`; `BW` is none, `BW + 10` ten."""
    found = bodyweight().match(text)
    rest = text[found.end() :].lstrip("+ ") if found else text
    bare = rest[: _LONGEST + 1].rstrip(". ")
    unit = _UNIT_BEHIND.search(bare)
    if unit is None:
        return number(rest), ""
    return number(bare[: unit.start()] or "?"), unit[0]


def series(text: str) -> list[int]:
    """Repetitions of several sets in one cell: `5/5/4`, `5, 5, 4`, `3x5` (sets first); else nothing."""
    text = text.strip()
    times = _TIMES.fullmatch(text)
    if times is not None:
        return [int(times[2])] * int(times[1])
    return [int(part) for part in re.findall(r"\d+", text)] if _SERIES.fullmatch(text) else []


def seconds(text: str) -> float | Literal["bad"] | None:
    """`90`, `1:30`, `0:01:30`, `1m 30s`."""
    text = text.strip()[: _LONGEST + 1]
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        hours, minutes, rest = clock.groups()
        return int(hours or 0) * HOUR_S + int(minutes) * 60 + float(rest.replace(",", "."))
    spoken = _SPOKEN.fullmatch(text)
    if spoken is not None and any(spoken.groups()):
        rest = float((spoken["s"] or "0").replace(",", "."))
        return int(spoken["h"] or 0) * HOUR_S + int(spoken["m"] or 0) * 60 + rest
    return number(text)


def weight_unit(text: str) -> WeightUnit | None:
    """None for what names no unit of weight."""
    return weight_units().get(text.strip().strip(".").casefold())


def distance_unit(text: str) -> DistanceUnit | None:
    """None for what names no unit of distance."""
    return distance_units().get(text.strip().strip(".").casefold())
