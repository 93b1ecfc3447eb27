"""A metric's figure beside its name: ratings, masses, counts, volumes, times."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from agents.offline.reading.items import Item
from agents.offline.reading.scope import waking_day
from agents.offline.reading.words import Named
from storage.entities import DAY_TOTAL, Certainty, Measure
from units import HOUR_S, KJ_PER_KCAL

_LIGHT = frozenset(("colon", "dash", "noise"))
_LIGHT_WORDS = frozenset((
    "is", "was", "were", "of", "at", "about", "around", "like", "just", "only", "today", "now", "score",
    "level", "avg", "a", "an", "am", "solid", "my", "the", "i", "myself", "me", "came", "this", "morning",
    "in", "roughly",
    "과", "은", "는", "이", "가", "을", "를", "도", "수",
))  # fmt: skip
"""What may stand between a name and its figure."""


def metric(
    item: Item,
    named: Named,
    value: float | None,
    unit: str | None,
    *,
    text: str | None = None,
    certainty: dict[str, Certainty] | None = None,
) -> Measure:
    """A measure without sets; a night's figures belong to the day of waking."""
    summed = named.domain == "nutrition" or named.name == "steps"
    text = DAY_TOTAL if item.of_day and summed and text is None else text
    day = waking_day(item) if named.domain == "sleep" and named.name != "nap" else item.day
    return Measure(
        domain=named.domain,
        name=named.name,
        day=day,
        value=value,
        unit=unit,
        text=text,
        certainty=certainty or {},
    )


def hour_of(item: Item) -> float | None:
    """A time of day in hours, where it can be one."""
    if item.kind == "hour":
        return item.value
    if item.kind == "clock" and len(item.parts) == 2 and item.parts[0] < 25 and item.parts[1] < 60:
        return item.parts[0] + item.parts[1] / 60
    if item.kind == "number" and item.value <= 24 and item.value == int(item.value):
        return item.value
    return None


def read_energy(item: Item, *, burned: bool) -> list[Measure]:
    """Energy eaten; what was burned is nothing to log."""
    item.used = True
    if burned:
        return []
    value = round(item.value / KJ_PER_KCAL, 2) if item.unit == "kj" else item.value
    return [metric(item, Named("kcal", "nutrition", "metrics"), value, "kcal")]


def read_metric(items: list[Item], at: int, named: Named) -> list[Measure]:
    """The figure after the name at `at`, else the one before it."""
    item = items[at]
    if _is_load(items, at):
        return []
    amount = next((one.value for one in item.meanings if one.kind == "amount"), None)
    if amount is not None:
        item.used = True
        return [metric(item, named, amount, None)]
    reader = _READERS.get(named.kind)
    if reader is None:
        return []
    after, before = _ahead(items, at), _behind(items, at)
    if before is not None and items[before].used:
        before = None
    if after is None and named.kind == "scale":
        after = _rated(items, at)
    if before is not None and after is not None and _counts_next(items, after, named):
        after = None
    for place in (after, before):
        if place is None or items[place].used or items[place].clause != item.clause:
            continue
        read = reader(items, place, named)
        if read is not None:
            item.used = True
            return [metric(item, named, read[0], read[1], certainty=read[2])]
    return []


def _rated(items: list[Item], at: int) -> int | None:
    """A figure like `2/5` one word further on: `mood meh 2/5`."""
    ahead = items[at + 1 : at + 5]
    if len(ahead) < 3 or ahead[0].kind != "words" or ahead[0].named is not None:
        return None
    if len(ahead) >= 3 and ahead[1].kind == "number" and ahead[2].tag("point") and ahead[0].has("feeling"):
        return at + 2
    if len(ahead) < 4:
        return None
    slashed = ahead[1].kind == ahead[3].kind == "number" and ahead[2].kind == "slash"
    return at + 2 if slashed else None


def _counts_next(items: list[Item], figure: int, named: Named) -> bool:
    """Whether the figure after a name belongs to the next name: `180 protein 60 fat`."""
    following = items[figure + 1] if figure + 1 < len(items) else None
    other = following.named if following is not None else None
    return other is not None and other.shape == "metrics" and other.name != named.name


def _is_load(items: list[Item], at: int) -> bool:
    """`bw+10kg`, `bodyweight squats`, `bench: weight 80kg` speak of a lift."""
    item = items[at]
    if item.named is None or item.named.name != "body weight":
        return False
    after = items[at + 1] if at + 1 < len(items) else None
    if after is not None and (
        after.kind == "plus" or (after.named is not None and after.named.shape == "sets")
    ):
        return True
    lifted = [
        one for one in items[:at] if one.sentence == item.sentence and one.named and one.named.shape == "sets"
    ]
    weighed = at > 1 and items[at - 1].data and items[at - 2].tag("at")  # `405x1 @ 181 bw`
    if not lifted or weighed:
        return False
    labelled = any(
        one.tag("sets", "reps") and then.kind == "colon"
        for one, then in pairwise(items[:at])
        if one.sentence == item.sentence
    )
    return (
        item.tag("bodyweight") or labelled or not any(one.data for one in items[items.index(lifted[-1]) : at])
    )


def _ahead(items: list[Item], at: int) -> int | None:
    """The figure right after a name, light words between."""
    for place in range(at + 1, min(at + 8, len(items))):
        one = items[place]
        if one.data or one.kind in ("hour", "bpm"):
            return place
        verb = not one.meanings and "가" <= one.text[0] <= "힣"
        light = (
            one.kind in _LIGHT
            or one.tag("in_all")
            or one.text in _LIGHT_WORDS
            or one.has("noise_before")
            or one.has("cue", "done", "this_time", "morning")
        )
        if not light and not verb:
            return None
    return None


def _behind(items: list[Item], at: int) -> int | None:
    for place in range(at - 1, max(at - 4, -1), -1):
        one = items[place]
        if one.data or one.kind == "bpm":
            slash = place >= 2 and items[place - 1].kind == "slash" and items[place - 2].kind == "number"
            return place - 2 if slash else place
        if one.text not in _LIGHT_WORDS and not one.tag("cups", "of") and one.kind != "colon":
            return None
    return None


Read = tuple[float, str | None, dict[str, Certainty]] | None


def _chained(items: list[Item], at: int) -> bool:
    """Whether the figure is part of a set (`5x8`, `3 sets`)."""
    after = items[at + 1] if at + 1 < len(items) else None
    before = items[at - 1] if at else None
    return bool((after and after.tag("x", "sets", "reps")) or (before and before.tag("x")))


def rating(items: list[Item], at: int, named: Named) -> Read:
    """`4/5`, `7 out of 10`, a bare `4`: value and scale."""
    item = items[at]
    if item.kind != "number" or _chained(items, at):
        return None
    over = (
        items[at + 2]
        if at + 2 < len(items) and (items[at + 1].kind == "slash" or items[at + 1].text == "out")
        else None
    )
    if over is not None and over.text == "of" and at + 3 < len(items):
        over = items[at + 3]
    if over is not None and over.kind == "number" and over.value in (5, 10, 100) and item.value <= over.value:
        item.used = over.used = True
        return item.value, f"/{over.value:g}", {}
    if item.value > 10 and named.unit in ("/5", "/10"):
        return None
    item.used = True
    if named.unit == "/5" and item.value > 5:
        return item.value, "/10", {"unit": "inferred"}
    return item.value, None, {}


def _mass(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if _chained(items, at):
        return None
    if named.unit == "g":
        if item.kind != "grams" and not (item.kind == "number" and item.value <= 1000):
            return None
        item.used = True
        return item.value, "g", {} if item.kind == "grams" else {"unit": "inferred"}
    later = _changed_to(items, at)
    if later is not None and (item.kind == "mass" or item.value >= 30):
        item.used, item = True, later
    if item.kind == "mass":
        item.used = True
        return round(item.value, 2), item.unit if item.unit != "st" else "lb", {}
    if item.kind == "number" and 30 <= item.value <= 400:
        item.used = True
        return item.value, None, {}
    return None


_FEWEST_STEPS = 20
"""Fewer are no day's count (`begins with 1 step`)."""


def _changed_to(items: list[Item], at: int) -> Item | None:
    """`75kg에서 73kg`, `75 -> 73 kg`: the weight that it is now."""
    place = at + 1
    while place < len(items) and place - at <= _CHANGE_SIGNS and items[place].kind in _ARROWS:
        place += 1
    if place < len(items) and items[place].tag("until"):
        place += 1
    later = items[place] if place > at + 1 and place < len(items) else None
    if later is None or later.used:
        return None
    alike = later.kind == "number" and abs(later.value - items[at].value) <= _MOST_CHANGE * items[at].value
    return later if later.kind == "mass" or (alike and items[place - 1].tag("until")) else None


_ARROWS = frozenset(("comma", "dash"))
_CHANGE_SIGNS = 3
_MOST_CHANGE = 0.3
"""Further apart two bare numbers are hardly weights of one body."""


def _count(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if _chained(items, at) and named.name != "steps":
        return None
    cups = item.kind == "volume" and item.unit == "cup"
    if item.kind == "k" and named.name == "steps":
        item.used = True
        return item.value * 1000, None, {}
    if named.name == "steps" and item.value < _FEWEST_STEPS:
        return None
    if item.kind in ("number", "bpm") or cups:
        item.used = True
        return item.value, named.unit or None, {}
    return None


def _volume(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if item.kind == "number" and at + 1 < len(items) and items[at + 1].tag("glasses"):
        item.used = items[at + 1].used = True
        return item.value, "cup", {}
    if item.kind != "volume":
        return None
    item.used = True
    del items, named
    return item.value, item.unit, {}


def _duration(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if item.kind != "time":
        return None
    item.used = True
    del items
    return (item.value / 60, "min", {}) if named.unit == "min" else (item.value / HOUR_S, "h", {})


def _time_of_day(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    hour = hour_of(item)
    if hour is None or item.kind == "number":
        return None
    item.used = True
    del items, named
    return round(hour, 2), "h", {}


def _kcal(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if item.kind not in ("number", "energy") or item.value < 10:
        return None
    item.used = True
    del items, named
    return item.value, "kcal", {}


_READERS: dict[str, Callable[[list[Item], int, Named], Read]] = {
    "scale": rating,
    "mass": _mass,
    "number": _count,
    "integer": _count,
    "volume": _volume,
    "duration": _duration,
    "time": _time_of_day,
    "energy": _kcal,
}
