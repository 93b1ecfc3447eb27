"""Single metrics: sleep, body weight, food figures, ratings, pulse, steps, pain, how one feels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from agents.offline.reading.items import Item
from agents.offline.reading.scope import waking_day
from agents.offline.reading.words import Named
from storage.entities import Certainty, Measure

_LIGHT = frozenset(("colon", "dash"))
_LIGHT_WORDS = frozenset(("is", "was", "of", "at", "about", "around", "like", "just", "only", "today", "now", "score", "level", "at", "avg", "in", "roughly", "과", "은", "는", "이", "가", "을", "를", "도", "수"))


def read_metrics(items: Sequence[Item]) -> list[Measure]:
    """The metrics said by items that are alive; what was read is marked as used."""
    alive = [item for item in items if not item.dead and item.kind != "line"]
    found = _sleep(alive)
    found += _bed_and_wake(alive)
    for at, item in enumerate(alive):
        if item.used:
            continue
        if item.kind == "energy":
            found.extend(_energy(alive, item))
        elif item.named is not None and item.named.shape == "metrics" and item.named.name not in ("sleep", "kcal"):
            found.extend(_metric(alive, at, item.named))
        elif item.has("amount"):
            found.extend(_metric(alive, at, item.named) if item.named else ())
        elif item.named is not None and item.named.name == "kcal":
            found.extend(_metric(alive, at, item.named))
    return found + _pain(alive) + _feelings(alive)


def _measure(
    item: Item,
    named: Named,
    value: float | None,
    unit: str | None,
    text: str | None = None,
    certainty: dict[str, Certainty] | None = None,
) -> Measure:
    day = waking_day(item) if named.domain == "sleep" and named.name != "nap" else item.day
    return Measure(
        domain=named.domain, name=named.name, day=day, value=value, unit=unit, text=text, certainty=certainty or {}
    )


# --- sleep -----------------------------------------------------------------------------------------


def _sleep(items: list[Item]) -> list[Measure]:
    found: list[Measure] = []
    for at, item in enumerate(items):
        named = item.named
        if named is None or named.name != "sleep" or item.used:
            continue
        hours = _slept_from_to(items, at) or _slept_for(items, at)
        if hours is not None:
            certainty: dict[str, Certainty] = {} if hours[1] else {"value": "inferred"}
            found.append(_measure(item, named, round(hours[0], 2), "h", certainty=certainty))
            item.used = True
        quality = next(
            (one for one in items[max(0, at - 2) : at + 5] if one.has("sleep_quality") and one.clause == item.clause),
            None,
        )
        if quality is not None and not quality.used:
            quality.used = True
            written = Named("sleep quality", "sleep", "metrics")
            found.append(_measure(item, written, None, None, text=quality.text))
    return found


def _same(one: Item, other: Item) -> bool:
    return one.sentence == other.sentence and abs(one.clause - other.clause) <= 1


def _slept_from_to(items: list[Item], at: int) -> tuple[float, bool] | None:
    """`slept from 23:00 to 7:00`, `11pm-6:30`: the hours between two times of day."""
    near = [one for one in items[max(0, at - 6) : at + 8] if _same(one, items[at])]
    times = [(place, one) for place, one in enumerate(near) if _hour(one) is not None and not one.used]
    for (place, start), (end_place, end) in zip(times, times[1:], strict=False):
        between = near[place + 1 : end_place]
        if len(between) <= 2 and any(one.kind == "dash" or one.tag("until") for one in between):
            slept = _between(_hour(start) or 0.0, _hour(end) or 0.0)
            if slept is not None:
                start.used = end.used = True
                return slept, True
    return None


def _hour(item: Item) -> float | None:
    """A time of day in hours, where it can be one."""
    if item.kind == "hour":
        return item.value
    if item.kind == "clock" and len(item.parts) == 2 and item.parts[0] < 25 and item.parts[1] < 60:
        return item.parts[0] + item.parts[1] / 60
    if item.kind == "number" and item.value <= 24 and item.value == int(item.value):
        return item.value
    return None


def _between(start: float, end: float) -> float | None:
    slept = (end - start) % 24
    if slept > 14:
        slept -= 12
    return slept if 0 < slept <= 16 else None


def _slept_for(items: list[Item], at: int) -> tuple[float, bool] | None:
    item = items[at]
    after = [one for one in items[at + 1 : at + 7] if _same(one, item)]
    before = [one for one in reversed(items[max(0, at - 4) : at]) if _same(one, item)]
    for side, own in ((after, True), (before, False)):
        for place, one in enumerate(side):
            if one.used or (one.named is not None and one.named.domain != "sleep") or one.tag("rest"):
                break
            if one.kind == "time" and one.value <= 24 * 3600 and (one.clause == item.clause or place < 3):
                one.used = True
                return one.value / 3600, True
            if own and one.kind == "clock" and len(one.parts) == 2 and one.parts[0] <= 16 and place < 3:
                one.used = True
                return one.parts[0] + one.parts[1] / 60, True
            if own and one.kind == "number" and 1 <= one.value <= 16 and place < 3 and one.clause == item.clause:
                follows = side[place + 1] if place + 1 < len(side) else None
                if follows is None or not (follows.tag("x", "sets", "reps") or follows.kind == "slash" or follows.text == "times"):
                    one.used = True
                    return one.value, False
    return None


def _bed_and_wake(items: list[Item]) -> list[Measure]:
    """`bed at 11:30pm, up at 6am`: the night between."""
    found: list[Measure] = []
    for _, sentence in groupby(items, key=lambda item: item.sentence):
        words = list(sentence)
        bed = next((at for at, item in enumerate(words) if item.tag("bed")), None)
        wake = next((at for at, item in enumerate(words) if item.tag("wake")), None)
        if bed is None or wake is None:
            continue
        start, end = _time_near(words, bed), _time_near(words, wake)
        if start is None or end is None or start is end:
            continue
        evening = _hour(start) or 0.0
        if start.kind != "clock" or evening < 13:
            evening = evening + 12 if 6 <= evening < 12 else evening % 12 if evening == 12 else evening
        slept = _between(evening, _hour(end) or 0.0)
        if slept is not None:
            for item in (start, end, words[bed], words[wake]):
                item.used = True
            named = Named("sleep", "sleep", "metrics", "duration", "h")
            found.append(_measure(words[wake], named, round(slept, 2), "h", certainty={"value": "inferred"}))
    return found


def _time_near(items: list[Item], at: int) -> Item | None:
    korean = "가" <= items[at].text[0] <= "힣"
    side = reversed(items[max(0, at - 4) : at]) if korean else items[at + 1 : at + 4]
    return next((item for item in side if _hour(item) is not None and not item.used), None)


# --- anything with a name and a number ---------------------------------------------------------------


def _energy(items: list[Item], item: Item) -> list[Measure]:
    item.used = True
    if any(one.has("burned") for one in items if one.clause == item.clause):
        return []
    unit = "kJ" if item.unit == "kj" else "kcal"
    return [_measure(item, Named("kcal", "nutrition", "metrics"), item.value, unit)]


def _metric(items: list[Item], at: int, named: Named) -> list[Measure]:
    item = items[at]
    if _is_load(items, at):
        return []
    amount = next((one.value for one in item.meanings if one.kind == "amount"), None)
    if amount is not None:
        item.used = True
        return [_measure(item, named, amount, None)]
    reader = _READERS.get(named.kind)
    if reader is None:
        return []
    after, before = _ahead(items, at), _behind(items, at)
    for place in (after, before):
        if place is None or items[place].used or items[place].clause != item.clause:
            continue
        read = reader(items, place, named)
        if read is not None:
            item.used = True
            return [_measure(item, named, read[0], read[1], certainty=read[2])]
    return []


def _is_load(items: list[Item], at: int) -> bool:
    """`bw+10kg`, `bodyweight squats`, `bench: weight 80kg` speak of a lift."""
    item = items[at]
    if item.named is None or item.named.name != "body weight":
        return False
    after = items[at + 1] if at + 1 < len(items) else None
    if after is not None and (after.kind == "plus" or (after.named is not None and after.named.shape == "sets")):
        return True
    lifted = [one for one in items[:at] if one.sentence == item.sentence and one.named and one.named.shape == "sets"]
    if not lifted:
        return False
    return item.tag("bodyweight") or not any(one.data for one in items[items.index(lifted[-1]) : at])


def _ahead(items: list[Item], at: int) -> int | None:
    """The figure right after a name, light words between."""
    for place in range(at + 1, min(at + 5, len(items))):
        one = items[place]
        if one.data or one.kind in ("hour", "bpm"):
            return place
        if one.kind not in _LIGHT and one.text not in _LIGHT_WORDS and not one.has("noise_before"):
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


def _rating(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if item.kind != "number" or _chained(items, at):
        return None
    over = items[at + 2] if at + 2 < len(items) and (items[at + 1].kind == "slash" or items[at + 1].text == "out") else None
    if over is not None and over.text == "of" and at + 3 < len(items):
        over = items[at + 3]
    if over is not None and over.kind == "number" and over.value in (5, 10, 100) and item.value <= over.value:
        item.used = over.used = True
        return item.value, f"/{over.value:g}", {}
    if item.value > 10 and named.unit in ("/5", "/10"):
        return None
    item.used = True
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
    if item.kind == "mass":
        item.used = True
        return round(item.value, 2), item.unit if item.unit != "st" else "lb", {}
    if item.kind == "number" and 30 <= item.value <= 400:
        item.used = True
        return item.value, None, {}
    return None


def _count(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    if _chained(items, at) and named.name not in ("steps",):
        return None
    cups = item.kind == "volume" and item.unit == "cup"
    if item.kind == "k" and named.name == "steps":
        item.used = True
        return item.value * 1000, None, {}
    if item.kind in ("number", "bpm") or cups:
        item.used = True
        return item.value, named.unit or None, {}
    return None


def _volume(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
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
    return (item.value / 60, "min", {}) if named.unit == "min" else (item.value / 3600, "h", {})


def _time_of_day(items: list[Item], at: int, named: Named) -> Read:
    item = items[at]
    hour = _hour(item)
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
    "scale": _rating,
    "mass": _mass,
    "number": _count,
    "integer": _count,
    "volume": _volume,
    "duration": _duration,
    "time": _time_of_day,
    "energy": _kcal,
}


# --- pain and feelings --------------------------------------------------------------------------------


def _pain(items: list[Item]) -> list[Measure]:
    found: list[Measure] = []
    for _, grouped in groupby(items, key=lambda item: item.clause):
        clause = list(grouped)
        word = next((item for item in clause if item.has("pain")), None)
        if word is None or any(item.has("no_pain") and item is not word for item in clause):
            continue
        score = next((at for at, item in enumerate(clause) if item.kind == "number" and not item.used), None)
        read = _rating(clause, score, Named("pain", "general", "metrics", "scale", "/10")) if score is not None else None
        value, unit = (read[0], read[1]) if read is not None else (None, None)
        places = _places(clause)
        for place in places or ([None] if value is not None else []):
            found.append(_measure(word, Named("pain", "general", "metrics"), value, unit, text=place))
            word.used = True
    return found


def _places(clause: list[Item]) -> list[str]:
    places: list[str] = []
    for at, item in enumerate(clause):
        part = next((one.what for one in item.meanings if one.kind == "part"), None)
        if part is None:
            continue
        side = next((one.what for one in clause[at - 1].meanings if one.kind == "side"), None) if at else None
        places.append(f"{side} {part}" if side else part)
    return list(dict.fromkeys(places))


def _feelings(items: list[Item]) -> list[Measure]:
    """`feeling great`, `so tired`: words about oneself, not about a lift (`bench felt good`)."""
    found: list[Measure] = []
    for _, grouped in groupby(items, key=lambda item: item.clause):
        clause = list(grouped)
        if any(_is_said_of_a_lift(item) for item in clause):
            continue
        for at, item in enumerate(clause):
            name = next((one.what for one in item.meanings if one.kind == "feeling"), None)
            if name is None or (at and clause[at - 1].text in ("not", "no", "isn't")):
                continue
            led = any(one.has("feeling_word") for one in clause[max(0, at - 3) : at])
            alone = len([one for one in clause if one.kind == "words"]) <= 2 and name != "mood"
            if led or alone:
                found.append(_measure(item, Named(name, "mood", "metrics"), None, None, text=item.text))
                item.used = True
                break
    return found


def _is_said_of_a_lift(item: Item) -> bool:
    lifted = item.named is not None and item.named.shape != "metrics"
    return item.data or lifted or (item.used and item.kind != "noise")


def implied_body_weight(items: Sequence[Item]) -> list[Measure]:
    """`82.3kg this morning`, said alone: a weight that only a person can have."""
    alive = [item for item in items if not item.dead and not item.used]
    figures = [item for item in alive if item.data]
    if len(figures) != 1 or figures[0].kind != "mass":
        return []
    item = figures[0]
    low, high = (30.0, 250.0) if item.unit == "kg" else (66.0, 550.0)
    others = any(one.named is not None or one.tag("x", "sets", "reps", "up_to", "plates") for one in alive)
    words = [one for one in alive if one.kind == "words" and not one.has("filler") and not one.has("cue", "done")]
    if others or words or not low <= item.value <= high:
        return []
    item.used = True
    return [_measure(item, Named("body weight", "general", "metrics"), item.value, item.unit, certainty={"value": "inferred"})]
