"""Measures as a person reads them, one line a set, as written: units are shown, never converted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from agents.shown import clock
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.entities import A_SET_FAILED, DAY_TOTAL, Measure
from units import HOUR_S, METRES

_CLOCK_NAMES = frozenset({"bed time", "wake time"})
_GUESSES = frozenset({"guessed"})
"""What was inherited or inferred has a reason, which is told as a note instead."""


def number(value: float) -> str:
    """At most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def duration(seconds: float) -> str:
    """Whole minutes as hours and minutes, everything else as on a stopwatch."""
    if seconds < 60:
        return f"{number(seconds)} s"
    if seconds % 60:
        return clock(seconds)
    hours, minutes = divmod(round(seconds / 60), 60)
    return " ".join(f"{count} {unit}" for count, unit in ((hours, "h"), (minutes, "min")) if count)


def grouped(measures: Sequence[Measure], say: Wording) -> list[Html]:
    """A bold line for each exercise with its sets below; single metrics on one line with their name."""
    lines: list[Html] = []
    for name, members in groupby(measures, key=lambda measure: measure.name):
        same = list(members)
        title = f"<b>{escape(say.measure(name))}</b>"
        shown = [line(measure, say) for measure in same]
        if len(shown) == 1:
            lines.append(Html(f"{title}: {shown[0]}" if shown[0] else title))
        else:
            lines.append(Html(title))
            lines.extend(Html(f"  • {one}") for one in shown)
    return lines


def line(measure: Measure, say: Wording) -> Html:
    """One measure without its name; guessed values carry a question mark."""
    parts = [*_load(measure, say), *_bout(measure), *_metric(measure, say)]
    if measure.rpe is not None:
        parts.append(f"RPE {number(measure.rpe)}{_mark(measure, 'rpe')}")
    if measure.warmup:
        parts.append(say.label("warmup"))
    return Html(" · ".join(escape(part) for part in parts))


def brief(measure: Measure) -> str:
    """What it holds, as short as a button: 205×1, 5 km 27:30, 7 h; empty for what has no figure."""  # noqa: RUF002 - the sign is meant
    if measure.reps is not None:
        load = number(measure.weight) if measure.weight is not None else ""
        if measure.sets > 1:
            return f"{load} {measure.sets}×{measure.reps}".strip()  # noqa: RUF001 - as above
        return f"{load}×{measure.reps}"  # noqa: RUF001 - as above
    parts: list[str] = []
    if measure.distance_m is not None:
        unit = measure.distance_unit or "km"
        parts.append(f"{number(measure.distance_m / METRES[unit])} {unit}")
    if measure.duration_s is not None:
        parts.append((clock if measure.distance_m else duration)(measure.duration_s))
    if measure.value is not None and not (measure.unit or "").startswith("/"):
        parts.append(f"{number(measure.value)} {measure.unit or ''}".strip())
    elif measure.weight is not None:
        parts.append(f"{number(measure.weight)} {measure.weight_unit or ''}".strip())
    elif measure.value is not None:
        parts.append(f"{number(measure.value)}{measure.unit}")
    return " ".join(parts)


def has_guess(measures: Iterable[Measure]) -> bool:
    """Whether anything in it was guessed rather than said."""
    return any(_GUESSES.intersection(measure.certainty.values()) for measure in measures)


def _mark(measure: Measure, *fields: str) -> str:
    return "?" if any(measure.certainty.get(name) in _GUESSES for name in fields) else ""


def _load(measure: Measure, say: Wording) -> list[str]:
    parts: list[str] = []
    if measure.weight is not None:
        unit = f" {measure.weight_unit}" if measure.weight_unit else ""
        parts.append(f"{number(measure.weight)}{unit}{_mark(measure, 'weight', 'weight_unit')}")
    if measure.reps is not None:
        texts = say.catalogue.say
        reps = texts["rep"] if measure.reps == 1 else texts["reps"].format(count=measure.reps)
        parts.append(f"{reps}{_mark(measure, 'reps')}")
    joined = " × ".join(parts)  # noqa: RUF001 - the sign is meant
    if measure.sets > 1:
        sets = say.label("sets", count=measure.sets) + _mark(measure, "sets")
        joined = f"{joined}, {sets}" if joined else sets
    return [joined] if joined else []


def _bout(measure: Measure) -> list[str]:
    parts: list[str] = []
    unit = measure.distance_unit or "km"
    if measure.distance_m is not None:
        shown = number(measure.distance_m / METRES[unit])
        parts.append(f"{shown} {unit}{_mark(measure, 'distance_m', 'distance_unit')}")
    if measure.duration_s is not None:
        parts.append(
            f"{(clock if measure.distance_m else duration)(measure.duration_s)}{_mark(measure, 'duration_s')}"
        )
    if measure.distance_m and measure.duration_s and measure.value is None:
        parts.append(_speed(measure.distance_m, measure.duration_s, unit, measure.domain))
    return parts


def _speed(metres: float, seconds: float, unit: str, domain: str) -> str:
    """Speed on a bicycle, time per 100 in a pool, per 500 m on a rower, else per km or mile."""
    if domain == "cycling":
        per, name = (METRES["mi"], "mph") if unit == "mi" else (1000.0, "km/h")
        return f"{number(round(metres / per / (seconds / HOUR_S), 1))} {name}"
    if domain == "swimming":
        pool = "yd" if unit == "yd" else "m"
        return f"{clock(seconds / (metres / (100 * METRES[pool])))}/100 {pool}"
    if domain == "rowing":
        return f"{clock(seconds / (metres / 500))}/500 m"
    per_unit = "mi" if unit == "mi" else "km"
    return f"{clock(seconds / (metres / METRES[per_unit]))}/{per_unit}"


_NAMED = {DAY_TOTAL: "day_total", A_SET_FAILED: "set_failed"}


def _metric(measure: Measure, say: Wording) -> list[str]:
    parts: list[str] = []
    if measure.value is not None:
        unit = measure.unit or ""
        if measure.name in _CLOCK_NAMES and unit in ("h", ""):
            minutes = round(measure.value * 60)
            shown = f"{minutes // 60 % 24:02}:{minutes % 60:02}"
        elif unit.startswith("/"):
            shown = f"{number(measure.value)}{unit}"
        else:
            shown = f"{number(measure.value)} {unit}".strip()
        parts.append(shown + _mark(measure, "value", "unit"))
    if measure.text in _NAMED:
        parts.append(say.label(_NAMED[measure.text]))
    elif measure.text:
        parts.append(words_of(measure, say.language))
    return parts


def words_of(measure: Measure, language: str) -> str:
    """The words of a measure: where it hurts has a name in each language, all else is the person's."""
    text = measure.text or ""
    if measure.name != "pain" or language == "en":
        return text
    from agents.offline.sentences import recalled  # noqa: PLC0415 - for other languages only

    return recalled(text, language)
