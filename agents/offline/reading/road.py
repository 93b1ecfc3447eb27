"""Items of endurance sessions that mean something else together: climbs, recoveries, splits, halves, laps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from agents.offline.reading.items import Item
from agents.offline.reading.lines import NEARBY, before, beside, ignore
from agents.offline.reading.neighbours import Names
from agents.offline.reading.splits import read_part, read_splits
from units import HOUR_S, METRES

_LAP = 400.0
_LONGEST_FLOAT = 800.0
"""Metres of a recovery between repetitions; what is longer is a cool-down."""
_LONGEST_PAUSE = 600.0
_SHORT_PAUSE = 180.0
_BREAKS = frozenset(("comma", "stop", "line", "open", "close"))
_LED = frozenset(("with", "w /", "w/", "on", "off", "(", "/"))
_REPEATED = frozenset((200.0, 300.0, 400.0, 500.0, 600.0, 800.0, 1000.0, 1200.0, 1600.0, 2000.0, 3000.0))
"""Metres that a bare number in `6x800` may stand for."""
_SPEED = (0.5, 14.0)


def on_the_road(items: list[Item], names: Names) -> list[Item]:
    """The items with such meanings. Linear in their number."""
    read_splits(items)
    named = False
    lifted = any(item.named is not None and item.named.shape == "sets" for item in items)
    result: list[Item] = []
    for ends, grouped in groupby(items, key=lambda item: item.kind == "line"):
        line = list(grouped)
        if not ends:
            _one_line(line, names)
            if not named and not lifted and _is_session(line):
                first = line[0]
                result.append(Item("words", first.start, first.start, "run", meanings=names.meanings("run")))
                named = True
            named = named or any(item.named is not None for item in line)
        result += line
    return result


def _one_line(line: list[Item], names: Names) -> None:
    bouts = {item.named.name for item in line if item.named is not None and item.named.shape == "bouts"}
    session = False
    _burned(line, bouts)
    for at, item in enumerate(line):
        session = session or item.tag("x", "repeats", "emom")
        if item.kind in ("number", "time", "distance", "laps"):
            _figure(line, at, bouts, names)
        elif item.tag("any_sport") and bouts - {"run"}:
            _unname(item)
        elif item.tag("incline") and bouts:
            _incline(line, at)
        elif item.tag("repeats"):
            _count(line, at, names)
        elif item.tag("stroke") and at >= 2 and line[at - 2].tag("x") and _is_pool(line[at - 1]):
            if not bouts:
                item.meanings = names.meanings("swim")
                bouts.add("swim")
        elif item.text == "half":
            _half(line, at, bouts)
        elif item.tag("both_ways"):
            _both_ways(line, at)
        elif session and (item.tag("rest", "recovery", "before_pause") or _is_soft(line, at)):
            _recovery(line, at)
        else:
            _no_way(line, at)


def _burned(line: Sequence[Item], bouts: set[str]) -> None:
    """`9 km, 50:44, 612 kcal`: what a watch shows beside time and way was spent, not eaten."""
    kinds = {item.kind for item in line}
    shown = "energy" in kinds and bool(kinds & {"clock", "time", "pace"})
    eaten = "grams" in kinds or any(item.has("ate") or item.has("meal") for item in line)
    if not shown or eaten or not (bouts or {"pace", "distance"} <= kinds):
        return
    for at, item in enumerate(line):
        if item.kind == "energy" and item.value < _MOST_SPENT and not _is_of_a_dish(line, at):
            ignore(item)


def _is_of_a_dish(line: Sequence[Item], at: int) -> bool:
    """`chicken 400 kcal, ran 5k in 25:00`: a word that nobody knows right before it was eaten."""
    before = line[at - 1] if at else None
    return before is not None and before.kind == "words" and (not before.meanings or before.has("food"))


_MOST_SPENT = 1500.0
"""Kilocalories of a bout; larger figures are a day's food."""


def _figure(line: list[Item], at: int, bouts: set[str], names: Names) -> None:
    item = line[at]
    if item.kind == "number":
        _number(line, at, bouts, names)
    elif item.kind == "time":
        _repeated_seconds(line, at)
    elif item.kind == "laps" and not bouts & {"swim", "ride"}:
        _on_track(line[max(0, at - NEARBY) : at + NEARBY], item, names)
    elif item.kind == "distance" and item.unit == "m":
        _plus_climb(line, at)


def _no_way(line: list[Item], at: int) -> None:
    """Figures that are no distance of the bout."""
    if line[at].tag("climb"):
        _climbed(line, at)
    elif line[at].tag("stride"):
        _stride(line, at)
    elif line[at].tag("partial"):
        read_part(line, at)


def _unname(item: Item) -> None:
    item.meanings = tuple(one for one in item.meanings if one.named is None)


def _both_ways(line: list[Item], at: int) -> None:
    """`both ways 9 km each`: twice."""
    told = any(one.tag("each") for one in line[at : at + NEARBY])
    if told and any(one.kind in ("distance", "k", "time") for one in line[max(0, at - 3) : at + 3]):
        line[at].kind, line[at].value, line[at].meanings = "rounds", 2.0, ()


def _incline(line: list[Item], at: int) -> None:
    """`6% incline`, `incline 1.5`: of the treadmill, no press."""
    _unname(line[at])
    after = beside(line, at + 1)
    if after is not None and after.text in ("of", "at", "to", ":"):
        after = beside(line, at + 2)
    if after is not None and after.kind == "number" and after.value <= 40:
        ignore(after)


def _climbed(line: list[Item], at: int) -> None:
    """`840m climbing`, `900 m of climbing`, `180m of up`: height, no distance of the bout."""
    for back in (1, 2, 3):
        figure = beside(line, at - back)
        if figure is None or figure.kind in _BREAKS:
            return
        if figure.kind in ("distance", "noise") and figure.unit in ("m", "yd", ""):
            _unname(line[at])
            ignore(figure)
            return


def _stride(line: list[Item], at: int) -> None:
    """`stride 1.1 m`: the length of a step."""
    figure = next((one for one in line[at + 1 : at + 3] if one.data), None)
    if figure is not None and figure.kind == "distance" and figure.value < _LONGEST_STEP:
        ignore(figure)


_LONGEST_STEP = 3.0


def _plus_climb(line: list[Item], at: int) -> None:
    """`13k +520m`: the height climbed on the way."""
    sign, after = beside(line, at - 1), beside(line, at + 1)
    if after is not None and after.kind == "plus" and after.glued and beside(line, at + 2) is None:
        sign = after  # `300m+`
    far = any(
        one.kind == "k" or (one.kind == "distance" and one.unit in ("km", "mi")) for one in before(line, at)
    )
    if far and after is not None and after.tag("upwards"):
        ignore(line[at])  # `900m up`
        return
    joined = sign is after or (line[at].glued and sign is not None and not sign.glued)
    if sign is not None and sign.kind == "plus" and joined and far:
        ignore(line[at])


def _count(line: list[Item], at: int, names: Names) -> None:
    """`8 hill sprints`, `5 x 200 strides`: the first counts repetitions of a run."""
    around = line[max(0, at - NEARBY) : at + NEARBY]
    if not any(item.named is not None and not item.tag("recovery") for item in around):
        line[at].meanings = (*line[at].meanings, *names.meanings("run"))
    unit = beside(line, at - 1)
    if unit is not None and unit.kind == "words" and any(one.what == "mi" for one in unit.meanings):
        unit.kind, unit.value, unit.unit = "distance", METRES["mi"], "mi"  # `mile repeats`
    count = beside(line, at - 1)
    if count is None or count.kind != "number" or not 1 < count.value <= 60 or count.value % 1:
        return
    sign = beside(line, at - 2)
    if sign is not None and sign.tag("x"):
        return
    if any(one.kind == "k" or (one.kind == "distance" and one.value >= _LONG) for one in before(line, at)):
        ignore(count)  # `8 km with 6 strides`
    else:
        count.kind = "rounds"


_LONG = 1500.0
"""Metres of a way that is no repetition."""


def _half(line: list[Item], at: int, bouts: set[str]) -> None:
    """`half in 1:48:30`, `ran a half, 1:58:40`: a half marathon; `half a mile` is a distance."""
    place = at + 1
    article = beside(line, place)
    place += article is not None and article.text in ("a", "an")
    unit = beside(line, place)
    metres = next((one.what for one in unit.meanings if one.kind == "unit"), "") if unit is not None else ""
    if metres in ("mi", "km"):
        line[at].kind, line[at].unit = "distance", metres
        line[at].value = 0.5 * METRES[metres]
        return
    long = any(one.kind in ("clock", "time") and _is_long(one) for one in line[at + 1 : at + 7])
    if long and bouts <= {"run"}:
        line[at].kind, line[at].value, line[at].unit = "distance", 21097.5, ""


def _is_long(item: Item) -> bool:
    return item.value >= HOUR_S or (item.kind == "clock" and len(item.parts) == 2 and 1 <= item.parts[0] <= 3)


def _on_track(line: list[Item], laps: Item, names: Names) -> None:
    """`track: 12 laps`: of 400 m each."""
    track = next((item for item in line if item.tag("track")), None)
    if track is None:
        return
    if not any(item.named is not None for item in line):
        track.meanings = (*track.meanings, *names.meanings("run"))
    if any(item.kind in ("distance", "k") for item in line):
        return
    laps.kind, laps.value, laps.unit = "distance", laps.value * _LAP, "m"


def _is_pool(item: Item) -> bool:
    return item.kind in ("number", "distance") and item.value >= 25 and item.value % 25 == 0


def _recovery(line: list[Item], at: int) -> None:
    """`w/ 400 jog`, `(2:00 jog)`, `1 min standing rest between`: what lies between repetitions."""
    item = line[at]
    figures = [one for one in (beside(line, at - 1), beside(line, at - 2), beside(line, at - 3)) if one]
    found = None
    for one in figures:
        if one.kind in _BREAKS or one.tag("x") or (one.kind == "noise" and one.used):
            break
        if one.data:
            found = one
            break
    after = beside(line, at + 1)
    before_it = item.tag("before_pause") and after is not None and after.kind in ("time", "clock")
    if before_it or (found is None and after is not None and after.data and _is_led(line, at)):
        found = after
    if found is None or not _is_short(found):
        if item.named is not None and (found is None) and not (after is not None and after.data):
            _unname(item)
        return
    place = next(place for place in range(max(0, at - 3), at + 2) if line[place] is found)
    chained = beside(line, place - 1)
    if chained is not None and chained.tag("x"):
        return
    brief = found.kind in ("time", "clock") and found.value <= _SHORT_PAUSE
    if item.named is None or _is_led(line, min(place, at)) or brief:
        _unname(item)
        ignore(found)


def _is_soft(line: list[Item], at: int) -> bool:
    """The "easy" of `5 x 3min hard / 2min easy`."""
    return line[at].tag("soft") and at > 1 and line[at - 1].kind == "time" and _is_led(line, at - 1)


def _is_short(item: Item) -> bool:
    if item.kind in ("time", "clock"):
        return item.value <= _LONGEST_PAUSE
    return item.kind in ("number", "distance") and item.value <= _LONGEST_FLOAT


def _is_led(line: Sequence[Item], at: int) -> bool:
    before = beside(line, at - 1)
    return before is not None and (before.text in _LED or before.kind == "open" or before.tag("at"))


_AS_FAR_BACK = 60


def _number(line: list[Item], at: int, bouts: set[str], names: Names) -> None:
    """`parkrun 27.14` and `3 miles in 28`: times without their sign or unit."""
    item, before, after = line[at], beside(line, at - 1), beside(line, at + 1)
    near = line[max(0, at - _AS_FAR_BACK) : at]
    far = next(
        (one.value * (1000 if one.kind == "k" else 1) for one in near if one.kind in ("distance", "k")),
        0,
    )
    far = far or next((one.value for each in near for one in each.meanings if one.kind == "race"), 0.0)
    if not far and "swim" in bouts:
        far = next((one.value for one in near if one.kind == "number" and one.value >= _SWUM), 0.0)
    if far and before is not None and before.text in ("w /", "w/", "with") and _paced(line, at, far):
        if not bouts:
            item.kind, item.text, item.meanings = "words", "run", names.meanings("run")
        return
    if bouts <= {"run"} and _is_warmup_of_repeats(line, at):
        item.kind, item.unit = "distance", "m"
        return
    free = after is None or after.kind in _BREAKS or not after.meanings or after.has("filler")
    if not far or not free or any(one.kind in ("clock", "time") for one in near):
        return
    whole, _, tail = item.text.partition(".")
    if len(tail) == 2 and tail < "60" and bouts <= {"run"}:
        seconds = float(int(whole) * 60 + int(tail))
        kind, parts = "clock", (int(whole), int(tail))
    elif not tail and before is not None and before.tag("took") and (bouts or free):
        seconds, kind, parts = item.value * 60, "time", ()
    else:
        return
    low, high = _SPEED
    if seconds and low <= far / seconds <= high:
        item.kind = "clock" if kind == "clock" else "time"
        item.value, item.unit, item.parts = seconds, "" if kind == "clock" else "min", parts


_SWUM = 100.0
"""Metres from which a bare number of a swim is a distance."""


def _is_warmup_of_repeats(line: Sequence[Item], at: int) -> bool:
    """`1600 warm-up, 5x800`: bare metres beside repetitions told so too."""
    after, value = beside(line, at + 1), line[at].value
    if after is None or not after.tag("warmup", "cooldown") or not (value in _REPEATED or value % _LAP == 0):
        return False
    near = line[max(0, at - NEARBY) : at + NEARBY]
    return any(sign.tag("x") and far.value in _REPEATED for sign, far in pairwise(near))


def _paced(line: list[Item], at: int, far: float) -> bool:
    """`6 miles w/ 4 @ 7:30`: the pace of a part; neither figure is the bout's."""
    sign, pace = beside(line, at + 1), beside(line, at + 2)
    if sign is None or not sign.tag("at") or pace is None or pace.kind not in ("clock", "pace"):
        return False
    if line[at].value * 1000 > far:
        return False
    ignore(line[at])
    ignore(pace)
    return True


def _repeated_seconds(line: list[Item], at: int) -> None:
    """`800s: 3:30 3:28`: metres run several times, no seconds."""
    item = line[at]
    clocks = [one for one in line[at + 1 : at + 5] if one.kind == "clock"]
    sign, count = beside(line, at + 1), beside(line, at + 2)
    times = sign is not None and sign.tag("x") and count is not None and count.kind == "number"
    if item.unit == "s" and item.value in _REPEATED and len(clocks) >= (1 if times else 2):
        item.kind, item.unit = "distance", "m"


def _is_session(line: list[Item]) -> bool:
    """Whether a line without a name can only be repetitions of a run: `10 x 400m in 1:32`, `6x800 @ 3:10`."""
    if any(item.named is not None or item.kind == "mass" or item.dead for item in line):
        return False
    timed = any(item.kind in ("clock", "time", "pace") or item.tag("recovery", "rest") for item in line)
    timed = timed or any(item.kind == "noise" and item.value == 0 and item.used for item in line)
    for count, sign, far in zip(line, line[1:], line[2:], strict=False):
        if count.kind != "number" or not sign.tag("x") or not 1 < count.value <= 60:
            continue
        bare = far.kind == "number" and far.value in _REPEATED and not far.text.count(".")
        told = (far.kind == "distance" and far.value >= 150) or far.kind == "k"
        if timed and (bare or told):
            return True
    return any(
        item.kind == "distance" and item.value in _REPEATED and item.text.isdecimal() for item in line
    ) and (sum(item.kind == "clock" for item in line) >= 3)
