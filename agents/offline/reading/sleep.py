"""Sleep: hours, times of day, quality, bed and wake times."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import groupby, pairwise

from agents.offline.reading.figures import hour_of, metric
from agents.offline.reading.items import Item
from agents.offline.reading.words import Named
from storage.entities import Certainty, Measure
from units import DAY_S, HOUR_S


def read_sleep(items: list[Item]) -> list[Measure]:
    """Hours slept, said or between two times, and how it was."""
    found: list[Measure] = []
    for at, item in enumerate(items):
        named = item.named
        if named is None or named.name != "sleep" or item.used:
            continue
        if _napped(items, at):
            item.used = True
            continue
        hours = _slept_from_to(items, at) or _slept_for(items, at)
        if hours is not None:
            certainty: dict[str, Certainty] = {} if hours[1] else {"value": "inferred"}
            found.append(metric(item, named, round(hours[0], 2), "h", certainty=certainty))
            item.used = True
        quality = next(
            (
                one
                for one in items[max(0, at - 2) : at + 5]
                if one.has("sleep_quality") and one.clause == item.clause
            ),
            None,
        )
        if quality is not None and not quality.used:
            quality.used = True
            written = Named("sleep quality", "sleep", "metrics")
            found.append(metric(item, written, None, None, text=quality.text))
    return found


def _napped(items: list[Item], at: int) -> bool:
    """`낮잠 한 시간 자고`: the verb tells of the nap."""
    for one in reversed(items[max(0, at - 5) : at]):
        if one.clause != items[at].clause or (one.named is not None and one.named.name == "sleep"):
            return False
        if one.named is not None and one.named.name == "nap":
            return not one.used
    return False


def _same(one: Item, other: Item) -> bool:
    return one.sentence == other.sentence and abs(one.clause - other.clause) <= 1


def _slept_from_to(items: list[Item], at: int) -> tuple[float, bool] | None:
    """`slept from 23:00 to 7:00`, `11pm-6:30`: the hours between two times of day."""
    near = [one for one in items[max(0, at - 6) : at + 8] if _same(one, items[at])]
    times = [(place, one) for place, one in enumerate(near) if hour_of(one) is not None and not one.used]
    for (place, start), (end_place, end) in pairwise(times):
        between = near[place + 1 : end_place]
        if len(between) <= 2 and any(one.kind == "dash" or one.tag("until") for one in between):
            slept = _between(hour_of(start) or 0.0, hour_of(end) or 0.0)
            if slept is not None:
                start.used = end.used = True
                return slept, True
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
    near = [one for one in after if one.clause == item.clause]
    for side, own in ((near, True), (before, False), (after, True)):
        for place, one in enumerate(side):
            if one.kind == "time" and _awake(items[max(0, at - 4) : at + 9], one):
                break
            if one.used or (one.named is not None and one.named.domain != "sleep") or one.tag("rest"):
                break
            if one.kind == "time" and one.value <= DAY_S and (one.clause == item.clause or place < 4):
                one.used = True
                return one.value / HOUR_S, True
            if own and one.kind == "clock" and len(one.parts) == 2 and one.parts[0] <= 16 and place < 3:
                one.used = True
                return one.parts[0] + one.parts[1] / 60, True
            if (
                own
                and one.kind == "number"
                and 1 <= one.value <= 16
                and place < 3
                and one.clause == item.clause
            ):
                follows = side[place + 1] if place + 1 < len(side) else None
                if follows is None or not (
                    follows.tag("x", "sets", "reps") or follows.kind == "slash" or follows.text == "times"
                ):
                    one.used = True
                    return one.value, False
    return None


def _awake(items: list[Item], time: Item) -> bool:
    """`48 min awake`: no time of sleep."""
    at = next((place for place, one in enumerate(items) if one is time), len(items))
    return at + 1 < len(items) and items[at + 1].text == "awake"


def read_bare_nights(items: list[Item]) -> list[Measure]:
    """`7 hours last night`: nothing else takes hours of a night."""
    found: list[Measure] = []
    for _, grouped in groupby(items, key=lambda item: item.sentence):
        sentence = list(grouped)
        times = [item for item in sentence if item.data]
        only = len(times) == 1 and times[0].kind == "time" and 2 <= times[0].value / HOUR_S <= 14
        others = any(item.named is not None or item.has("meal") for item in sentence)
        night = any(item.night or item.has("cue", "night") for item in sentence)
        if only and night and not others and not times[0].used:
            times[0].used = True
            named = Named("sleep", "sleep", "metrics", "duration", "h")
            hours = round(times[0].value / HOUR_S, 2)
            found.append(metric(times[0], named, hours, "h", certainty={"value": "inferred"}))
    return found


def read_bed_and_wake(items: list[Item], today: date) -> list[Measure]:
    """`bed at 11:30pm, up at 6am`: the night between."""
    found: list[Measure] = []
    for _, sentence in groupby(items, key=lambda item: item.sentence):
        words = list(sentence)
        bed = next((at for at, item in enumerate(words) if _is(item, "bed", "bed time")), None)
        wake = next((at for at, item in enumerate(words) if _is(item, "wake", "wake time")), None)
        if bed is None or wake is None:
            found.extend(_clock_alone(words, bed, "bed time"))
            found.extend(_clock_alone(words, wake, "wake time"))
            continue
        start, end = _time_near(words, bed), _time_near(words, wake)
        if start is None or end is None or start is end:
            continue
        evening = _at_night(start)
        slept = _between(evening, hour_of(end) or 0.0)
        if slept is not None:
            for item in (start, end, words[bed], words[wake]):
                item.used = True
            if _woke_next_day(words, bed, wake, today) and not _that_morning(words[:bed], evening):
                words[wake].day += timedelta(days=1)
            named = Named("sleep", "sleep", "metrics", "duration", "h")
            found.append(metric(words[wake], named, round(slept, 2), "h", certainty={"value": "inferred"}))
            for name, hour in (("bed time", evening % 24), ("wake time", hour_of(end) or 0.0)):
                found.append(metric(words[wake], Named(name, "sleep", "metrics"), round(hour % 24, 2), "h"))
    return found


def _at_night(time: Item) -> float:
    """When one goes to bed at 11 or at half past 12, said without the half of the day."""
    hour = hour_of(time) or 0.0
    if time.kind == "clock" and hour >= _AFTER_NOON:
        return hour
    return hour + 12 if _FIRST_TO_BED <= hour < 12 else hour % 12 if 12 <= hour < _AFTER_NOON else hour


_FIRST_TO_BED, _AFTER_NOON = 6, 13


def _is(item: Item, tag: str, name: str) -> bool:
    return item.tag(tag) or (item.named is not None and item.named.name == name and not item.used)


_EARLIEST, _EVENING = 0.5, 18.0


def _that_morning(before: list[Item], evening: float) -> bool:
    """`어제 새벽 2시에 자서`: the day told is that of the small hours, which have to be called so."""
    early = evening >= _MORNING or any(item.tag("before_noon", "am") for item in before)
    return _EARLIEST <= evening < _EVENING and early


_MORNING = 4.0


def _woke_next_day(words: list[Item], bed: int, wake: int, today: date) -> bool:
    """`어제 11시에 자서 7시 기상`: the day told is that of going to bed; one wakes on the next."""
    day = words[wake].day
    told = [item for item in words if item.kind == "noise" and item.used and item.day == day]
    before = any(item.start < words[bed].start for item in told)
    between = any(words[bed].start < item.start < words[wake].start for item in told)
    return day < today and before and not between and not words[wake].night


def _clock_alone(items: list[Item], at: int | None, name: str) -> list[Measure]:
    time = _time_near(items, at) if at is not None else None
    hour = hour_of(time) if time is not None else None
    if at is None or time is None or hour is None or time.kind == "number":
        return []
    time.used = items[at].used = True
    if name == "bed time":
        hour = _at_night(time)
    return [metric(items[at], Named(name, "sleep", "metrics"), round(hour, 2), "h")]


def _time_near(items: list[Item], at: int) -> Item | None:
    korean = "가" <= items[at].text[0] <= "힣"
    side = reversed(items[max(0, at - 4) : at]) if korean else items[at + 1 : at + 4]
    return next((item for item in side if hour_of(item) is not None and not item.used), None)
