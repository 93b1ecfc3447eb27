"""Numbers as people write them: 185 lb, 6.2 mi, 1:45:30, 5:42/km."""

from __future__ import annotations

import math

_KEPT = 4
"""Decimals of a figure: cut to them or not, it looks alike, 1.35 and 1.3499999."""


def number(value: float, places: int = 1) -> str:
    """At most `places` decimals, no trailing zeros, thousands with commas; nothing is less than none."""
    rounded = round(round(value, _KEPT), places) + 0.0
    text = f"{rounded:,.{places}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def clock(seconds: float) -> str:
    """m:ss below an hour, h:mm:ss from there; a minus before it where something got shorter."""
    whole = round(round(seconds, _KEPT))
    minutes, rest = divmod(abs(whole), 60)
    hours, minutes = divmod(minutes, 60)
    sign = "-" if whole < 0 else ""
    return f"{sign}{hours}:{minutes:02d}:{rest:02d}" if hours else f"{sign}{minutes}:{rest:02d}"


TIME_OF_DAY = "clock"
"""The unit of times of day: hours since midnight, those of an evening's next morning from 24 on."""
_WHOLE = {"m": 100, "yd": 100, "": 1_000, "kcal": 1_000}
"""From where on nobody counts tenths: of a pool, of steps, of a day's food."""


def show(value: float, unit: str) -> str:
    """A value with its unit; times are clocks, a pace is a clock over its distance."""
    if unit == "s":
        return clock(value)
    if unit == TIME_OF_DAY:
        hours, minutes = divmod(round(value * 60) % (24 * 60), 60)
        return f"{hours}:{minutes:02d}"
    if unit.startswith("s/"):
        return f"{clock(value)}/{unit[2:]}"
    if unit.startswith("/"):
        return f"{number(value)}{unit}"
    places = 2 if unit in ("km", "mi", "m/s") else 1
    if abs(value) >= _WHOLE.get(unit, math.inf):
        places = 0
    return f"{number(value, places)} {unit}".rstrip()
