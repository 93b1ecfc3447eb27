"""Measures in words, and the difference between two states of an entry in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage.entities import Measure
from units import HOUR_S, METRES

_FIELDS = (
    "weight",
    "weight_unit",
    "reps",
    "sets",
    "rpe",
    "distance_m",
    "duration_s",
    "value",
    "unit",
    "text",
    "warmup",
)
_LABELS = {
    "warmup": "warm-up",
    "distance_m": "distance",
    "duration_s": "time",
    "weight_unit": "unit",
    "rpe": "RPE",
}


def describe(measure: Measure) -> str:
    """`bench press 80 kg x 5 x 3`, `run 5 km in 25:30`, `sleep 7 h`."""
    parts = [measure.name]
    if measure.weight is not None:
        parts.append(f"{measure.weight:g}{' ' + measure.weight_unit if measure.weight_unit else ''}")
    if measure.reps is not None:
        parts.append(f"x {measure.reps}" if measure.weight is not None else f"{measure.reps}")
    if measure.sets > 1:
        parts.append(f"x {measure.sets}")
    if measure.distance_m is not None:
        parts.append(_distance(measure))
    if measure.duration_s is not None:
        parts.append(("in " if measure.distance_m is not None else "") + _clock(measure.duration_s))
    if measure.value is not None:
        unit = measure.unit or ""
        parts.append(f"{measure.value:g}{unit if unit.startswith('/') else ' ' + unit}".strip())
    if measure.text is not None:
        parts.append(measure.text)
    return " ".join(parts)


def show(measures: Sequence[Measure]) -> str:
    """All of them, divided by commas."""
    return ", ".join(describe(measure) for measure in measures)


def difference(before: Sequence[Measure], after: Sequence[Measure]) -> str:
    """What changed, field by field where rows pair up ("bench press: weight 85 → 185"); "" for nothing."""
    days = {measure.day for measure in after} or {measure.day for measure in before}
    one_day = next(iter(days)) if days else None
    old = [measure.model_copy(update={"day": one_day}) for measure in before]
    if len(old) == len(after):
        parts = [part for pair in zip(old, after, strict=True) for part in _fields(*pair)]
        return "; ".join(dict.fromkeys(parts))
    gone, come = _unpaired(old, after), _unpaired(after, old)
    if len(gone) == len(come) == 1:
        return "; ".join(_fields(gone[0], come[0]))
    parts = [f"{describe(measure)} removed" for measure in gone] if not come else []
    if come:
        parts = [f"{show(gone)} → {show(come)}" if gone else f"added {show(come)}"]
    return "; ".join(parts)


def _unpaired(these: Sequence[Measure], those: Sequence[Measure]) -> list[Measure]:
    left = Counter(measure.model_dump_json() for measure in those)
    result: list[Measure] = []
    for measure in these:
        key = measure.model_dump_json()
        if left[key]:
            left[key] -= 1
        else:
            result.append(measure)
    return result


def _fields(before: Measure, after: Measure) -> list[str]:
    parts: list[str] = []
    if before.name != after.name:
        parts.append(f"{before.name} → {after.name}")
    for field in _FIELDS:
        was, now = _shown(before, field), _shown(after, field)
        if was != now:
            parts.append(f"{after.name}: {_LABELS.get(field, field)} {was} → {now}")
    return parts


def _shown(measure: Measure, field: str) -> str:
    match field:
        case "distance_m":
            return _distance(measure) if measure.distance_m is not None else "none"
        case "duration_s":
            return _clock(measure.duration_s) if measure.duration_s is not None else "none"
        case "value":
            return f"{measure.value:g}" if measure.value is not None else "none"
        case "warmup":
            return "yes" if measure.warmup else "no"
        case _:
            held: object = getattr(measure, field)
            return "none" if held is None else f"{held:g}" if isinstance(held, float) else str(held)


def _distance(measure: Measure) -> str:
    meters, unit = measure.distance_m or 0.0, measure.distance_unit or "m"
    figure = meters / METRES[unit]
    return f"{round(figure, 1 if figure >= 1000 else 3):.10g} {unit}"


def _clock(seconds: float) -> str:
    hundredths = round(seconds * 100)
    whole, tail = divmod(hundredths, 100)
    fraction = f".{tail:02d}".rstrip("0") if tail else ""
    hours, rest = divmod(whole, HOUR_S)
    clock = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
    return clock + fraction
