"""Numbers with their units: loads, distances, times, paces, hours; and numbers about other things."""

from __future__ import annotations

from agents.offline.reading.items import Item
from agents.offline.reading.phrases import Meaning
from units import HOUR_S, LB_PER_STONE, METRES, SECONDS

_WITH = (Meaning("tag", "at"),)
_MASS = frozenset(("kg", "lb"))
_METRES = {**METRES, "ft": METRES["yd"] / 3}
_POOD = 16.0
"""Kilograms, as kettlebells are sold (the old measure was 16.38 kg)."""
_VOLUME = {"ml": 1.0, "l": 1000.0, "cup": 1.0, "oz": 1.0}


def quantified(items: list[Item]) -> list[Item]:
    """Numbers joined with their units; numbers about something else become noise."""
    result: list[Item] = []
    at = 0
    while at < len(items):
        item = items[at]
        if item.kind == "number":
            taken = _quantity(items, at)
        elif item.kind == "clock":
            taken = _clock(items, at)
        else:
            taken = _an_hour(items, at)
            if item.tag("midnight", "noon"):
                item.kind, item.value = "hour", 12.0 if item.tag("noon") else 0.0
        item.end = items[at + taken - 1].end
        result.append(item)
        at += taken
    return result


_NOT_SPENT = frozenset(("ago", "later", "before", "earlier", "after", "from"))


def _an_hour(items: list[Item], at: int) -> int:
    """`for an hour`, `half an hour`, `an hour and a half`: no number; how many items it takes."""
    half = items[at].text == "half"
    place = at + half
    unit = _unit(items[place + 1]) if place + 1 < len(items) else ""
    if unit not in ("h", "min") or items[place].text not in ("a", "an") or items[place + 1].text == "m":
        return 1
    after, before = _next(items, place + 2), items[at - 1] if at else None
    if (after is not None and after.text in _NOT_SPENT) or (before is not None and before.data):
        return 1
    item = items[at]
    item.kind, item.value, item.unit = "time", SECONDS[unit] * (0.5 if half else 1.0), unit
    return place + 2 - at + (0 if half else _rest_of_time(items, place + 2, item, unit))


def _next(items: list[Item], at: int) -> Item | None:
    return items[at] if at < len(items) else None


def _unit(item: Item | None) -> str:
    if item is None or item.kind not in ("words", "sign"):
        return ""
    return next((one.what for one in item.meanings if one.kind == "unit"), "")


def _quantity(items: list[Item], at: int) -> int:  # noqa: C901, PLR0911, PLR0912 - one return a kind
    """Give the number at `at` its unit; how many items it takes."""
    item, after = items[at], _next(items, at + 1)
    if after is None:
        return 1
    taken = 2
    halves = _and_a_half(items, at + 1)
    if halves:
        half_of = _next(items, at + 1 + halves)
        if half_of is not None and _unit(half_of):
            item.value += 0.5
            after, taken = half_of, 2 + halves
    if after.glued and after.text == "' s":
        item.kind, item.unit = "time", "s"  # `15's`: like `15s` a pair of dumbbells
        return 2
    minutes = _quoted(items, at)
    if minutes:
        return minutes
    unit = _unit(after)
    follows = _next(items, at + 2)
    if unit == "w" and not after.glued and follows is not None and follows.data:
        after.meanings, unit = _WITH, ""  # `2x8 w 95 pounds`
    item.unit = unit
    if after.text == "#" and follows is not None and follows.glued and follows.data:
        return 1
    if unit == "pood":
        item.kind, item.unit, item.value = "mass", "kg", item.value * _POOD
        return taken
    if unit in _MASS:
        item.kind = "mass"
        return taken + _other_mass(items, at + taken, unit)
    if unit in SECONDS:
        item.kind = "time"
        item.value *= SECONDS[unit]
        taken += _rest_of_time(items, at + taken, item, unit)
        return taken + (_per_way(items, at + taken, item) if unit == "min" else 0)
    if unit == "st" and 5 <= item.value <= 40 and not (item.value < 6 and after.glued):
        return taken + _stones(items, at + taken, item)
    if unit in ("kmh", "mph") or (unit in ("km", "mi") and _per_hour(items, at + taken)):
        _speed(items, at, unit)
        return taken if unit in ("kmh", "mph") else taken + 2
    if unit in ("km", "mi") and at and items[at - 1].tag("speed"):
        _speed(items, at, unit)  # `시속 8km`
        return taken
    minutes = _minutes_and_seconds(items, at) if unit == "m" else 0
    if minutes:
        return minutes
    if unit in _METRES:
        item.kind, item.value = "distance", item.value * _METRES[unit]
    elif unit in _VOLUME:
        item.kind = "volume"
    elif unit in ("kcal", "kj", "g", "k", "bpm"):
        item.kind = {"kcal": "energy", "kj": "energy", "g": "grams", "k": "k", "bpm": "bpm"}[unit]  # type: ignore[assignment]
    elif unit:
        item.kind = "noise"
    else:
        return _unitless(items, at)
    return taken


def _minutes_and_seconds(items: list[Item], at: int) -> int:
    """`24m30s`: how many items it takes; 0 where m are metres."""
    seconds, sign = _next(items, at + 2), _next(items, at + 3)
    if seconds is None or seconds.kind != "number" or not seconds.glued or _unit(sign) != "s":
        return 0
    item = items[at]
    item.kind, item.unit, item.value = "time", "min", item.value * 60 + seconds.value
    return 4


def _and_a_half(items: list[Item], at: int) -> int:
    """How many items "and a half" takes here; 0 where it is not said."""
    if items[at].tag("half") and not items[at].glued:
        return 1
    words = [one.text for one in items[at : at + 3]]
    return 3 if words == ["and", "a", "half"] else 0


def _quoted(items: list[Item], at: int) -> int:
    """`10'`, `5'36"`: minutes and seconds; how many items it takes."""
    item, sign = items[at], items[at + 1]
    if sign.text != "'" or not sign.glued or item.value != int(item.value):
        return 0
    item.kind, item.value, item.unit = "time", item.value * 60, "min"
    rest, close = _next(items, at + 2), _next(items, at + 3)
    taken = 2
    if rest is not None and rest.kind == "number" and rest.glued and rest.value < 60:
        item.value += rest.value
        taken = 4 if close is not None and close.text in ('"', "'") and close.glued else 3
    return taken + _per_way(items, at + taken, item)


def _per_way(items: list[Item], at: int, item: Item) -> int:
    """The `/km` that makes a time a pace; how many items it takes."""
    sign, unit = _next(items, at), _next(items, at + 1)
    if sign is None or not (sign.kind == "slash" or sign.tag("per")):
        return 0
    which = _unit(unit)
    if which not in ("km", "mi", "k"):
        return 0
    item.kind, item.unit = "pace", "mi" if which == "mi" else "km"
    return 2


_SPEEDS = {"kmh": "km", "mph": "mi", "km": "km", "mi": "mi"}
_OTHER_SPEEDS = frozenset(
    ("wind", "winds", "headwind", "tailwind", "gusts", "max", "top", "peak", "maximum", "speed limit")
)
"""Words beside a speed that is not that of the whole bout."""


def _per_hour(items: list[Item], at: int) -> bool:
    after = _next(items, at)
    return (
        after is not None
        and (after.kind == "slash" or after.tag("per"))
        and _unit(_next(items, at + 1)) == "h"
    )


def _speed(items: list[Item], at: int, unit: str) -> None:
    """A speed is kept as the pace that it means; that of the wind or of a moment is noise."""
    item = items[at]
    other = any(one.text in _OTHER_SPEEDS for one in items[max(0, at - 3) : at + 6])
    item.kind = "noise" if other or item.value <= 0 else "pace"
    item.value, item.unit = HOUR_S / (item.value or 1), _SPEEDS[unit]


def _other_mass(items: list[Item], at: int, unit: str) -> int:
    """The same load in the other unit: `180kg/397lb`, `180 kg (397 lb)`."""
    if at + 2 < len(items) and items[at].kind in ("slash", "open") and items[at + 1].kind == "number":
        other = _unit(items[at + 2])
        if other in _MASS and other != unit:
            closes = at + 3 < len(items) and items[at + 3].kind == "close" and items[at].kind == "open"
            return 4 if closes else 3
    return 0


def _rest_of_time(  # noqa: PLR0911 - one return a kind
    items: list[Item], at: int, item: Item, unit: str
) -> int:
    """Minutes after hours, seconds after minutes: `1h20`, `1 hour 5 minutes`, `7시간 반`."""
    follows = _next(items, at)
    if follows is None or unit == "s":
        return 0
    step = 60.0 if unit == "h" else 1.0
    if follows.tag("half"):
        item.value += 30 * step
        return 1
    joined = 1 if follows.text == "and" else 0
    follows = _next(items, at + joined)
    if follows is None or follows.kind != "number" or follows.value >= 60:
        return 0
    after = _next(items, at + joined + 1)
    bare = after is None or after.kind in ("line", "stop", "comma", "close")
    if bare and not follows.glued and 10 <= follows.value == int(follows.value):
        item.value += follows.value * step  # `1 hour 10`, `51 minutes 20`
        return joined + 1
    smaller = ("min", "m") if unit == "h" else ("s",)
    if _unit(after) in smaller:
        item.value += follows.value * step
        rest = _rest_of_time(items, at + joined + 2, item, "min") if unit == "h" else 0
        return joined + 2 + rest
    if follows.glued and not joined and (after is None or not after.tag("x")):
        item.value += follows.value * step
        return 1
    return 0


def _stones(items: list[Item], at: int, item: Item) -> int:
    item.kind, item.unit, item.value, item.stones = "mass", "lb", item.value * LB_PER_STONE, True
    pounds = _next(items, at)
    if pounds is not None and pounds.kind == "number" and pounds.value < LB_PER_STONE:
        item.value += pounds.value
        return 2 if _unit(_next(items, at + 1)) == "lb" else 1
    return 0


def _unitless(items: list[Item], at: int) -> int:  # noqa: PLR0911 - one return a kind
    item, after, before = items[at], items[at + 1], items[at - 1] if at else None
    item.unit = ""
    if after.tag("am", "pm"):
        item.kind, item.value = "hour", _of_day(item.value, after)
        return 2
    if after.tag("clock") and item.value <= 24:
        item.kind = "hour"
        return 2 + _past_the_hour(items, at + 2, item)
    if after.tag("laps"):
        item.kind = "laps"
        return 2
    if after.glued and after.text in ("st", "nd", "rd", "th"):
        item.kind = "noise"
        return 2
    if after.has("noise_after") and not after.tag("sets", "reps"):
        item.kind, item.unit = "noise", "%" if after.tag("percent") else ""
        return 2
    if before is not None and (
        before.has("noise_before") or before.text == "$" or before.has("cue", "price")
    ):
        set_of = after.kind == "colon" and before.tag("sets")  # `Day 12:` is a heading
        counted = set_of or after.tag("x", "sets", "reps", "at") or after.kind == "slash"
        if not counted or before.has("cue", "price"):
            item.kind = "noise"
        return 1
    return _telephone(items, at)


def _past_the_hour(items: list[Item], at: int, item: Item) -> int:
    """`6시 반`, `6시 20분`: how many items tell the minutes."""
    minutes, unit = _next(items, at), _next(items, at + 1)
    if minutes is not None and minutes.tag("half"):
        item.value += 0.5
        return 1
    if minutes is not None and minutes.kind == "number" and minutes.value < 60 and _unit(unit) == "min":
        item.value += minutes.value / 60
        return 2
    return 0


def _telephone(items: list[Item], at: int) -> int:
    """`555-1234` is nothing to log."""
    if at + 2 < len(items):
        item, dash, more = items[at : at + 3]
        joined = dash.kind == "dash" and dash.glued and more.kind == "number" and more.glued
        if joined and item.value >= 100 and more.value >= 1000:
            item.kind = "noise"
            return 3
    return 1


def _of_day(hours: float, half: Item) -> float:
    return hours % 12 + (12 if half.tag("pm") else 0)


def _clock(items: list[Item], at: int) -> int:  # noqa: PLR0911 - one return a kind
    """A clock is a duration, a time of day or a pace; which of them is told by what follows."""
    item, after = items[at], _next(items, at + 1)
    parts = item.parts
    item.value += float(
        parts[0] * 60 + parts[1] if len(parts) == 2 else parts[0] * HOUR_S + parts[1] * 60 + parts[2]
    )
    if after is None:
        return 1
    if after.tag("am", "pm"):
        item.kind, item.value = "hour", _of_day(parts[0], after) + parts[1] / 60
        return 2
    if after.kind == "slash" or after.tag("per"):
        unit = _next(items, at + 2)
        which = _unit(unit) or ("km" if unit is not None and unit.text == "k" else "")
        if which in ("km", "mi", "k"):
            item.kind, item.unit = "pace", "mi" if which == "mi" else "km"
            return 3
        if unit is not None and unit.kind == "number" and unit.value in (100, 500):
            per = _unit(_next(items, at + 3))
            item.kind, item.unit = "pace", "km"
            item.value *= 1000 / (unit.value * _METRES.get(per, 1.0))
            return 4 if per in ("m", "yd") else 3
    if after.tag("pace"):
        item.kind, item.unit = "pace", "mi" if "mi" in after.text.split("/")[1:] else ""
        return 2
    if _unit(after) in ("min", "h", "s"):
        return 2
    return 1
