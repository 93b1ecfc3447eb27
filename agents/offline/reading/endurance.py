"""Pieces of one bout (a run, a ride, a swim): distance, time and pace, computed or checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from agents.offline.reading.pieces import Piece
from storage.entities import Certainty, DistanceUnit
from units import HOUR_S, METRES

_METRES = {unit: METRES[unit] for unit in ("km", "mi")}
_FASTEST = {"ride": 30.0, "swim": 2.6}
"""Metres a second that nobody exceeds: a shorter time must have been hours and minutes."""
_FASTEST_ON_FOOT = 11.0
_LONGEST_LAP = {"swim": 50.0, "run": 400.0, "walk": 400.0}
"""Metres of a pool or a track."""
_RUN_SPEED = (1.4, 7.2)
"""Metres a second at which distance and time alone are taken for a run."""
_SLOWEST_ON_FOOT = 0.6
_UNITS: dict[str, DistanceUnit] = {"km": "km", "mi": "mi", "m": "m", "yd": "yd"}


@dataclass(slots=True)
class Bout:
    """One bout, or `sets` repeats of it."""

    distance: float | None = None
    unit: DistanceUnit | None = None
    duration: float | None = None
    pace: float | None = None
    """Seconds per kilometre or mile, as `pace_unit` says ("" where it was not said)."""
    pace_unit: str = ""
    clock: bool = False
    """The duration was written as a clock of two parts: minutes and seconds, or hours and minutes."""
    laps: float | None = None
    sets: int = 1
    certainty: dict[str, Certainty] = field(default_factory=dict[str, Certainty])
    pieces: list[Piece] = field(default_factory=list[Piece])
    problem: str = ""

    @property
    def empty(self) -> bool:
        """Whether it holds no figure worth storing."""
        return self.distance is None and self.duration is None and self.laps is None


def read_bouts(name: str, pieces: list[Piece], default_unit: Literal["km", "mi"] | None) -> list[Bout]:
    """The bouts that the pieces of `name` say. `default_unit` is that of a bare number."""
    bouts: list[Bout] = []
    bout = Bout()
    labels = _labelled(pieces)
    label = 0
    skipped = 0
    for at, piece in enumerate(pieces):
        if skipped:
            skipped -= 1
            continue
        if not piece.data:
            if piece.kind == "break" and not bout.empty and any(item.tag("then") for item in piece.items):
                bouts.append(bout)
                bout = Bout()
            continue
        repeats = _is_repeated(piece, name) and (bout.distance is not None or _too_long_for(bout, piece))
        apart = labels[at] != label or repeats
        label = labels[at]
        if (apart and not bout.empty) or _taken(bout, piece, name):
            bouts.append(bout)
            bout = Bout()
        clocks = _times(pieces, at, name)
        if clocks:
            each, skipped = _timed(piece, clocks, name), clocks[-1][0] - at
            bouts += [*([bout] if not bout.empty else []), *each]
            bout = Bout()
        elif _fill(bout, piece, name, default_unit):
            bout.pieces.append(piece)
    bouts.append(bout)
    found = [one for one in bouts if not one.empty]
    for one in found:
        _settle(one, name)
        for piece in one.pieces:
            piece.use()
    return found


def _labelled(pieces: list[Piece]) -> list[int]:
    """For each piece the number of the warm-up or cool-down that it tells of; 0 for the work between them."""
    labels = [0] * len(pieces)
    for at, piece in enumerate(pieces):
        if piece.kind not in ("warmup", "cooldown"):
            continue
        for other in (at - 1, at + 1):
            if 0 <= other < len(pieces) and pieces[other].kind in _OF_A_BOUT and pieces[max(at, other)].near:
                labels[other] = at + 1
                break
    return labels


_OF_A_BOUT = frozenset(("distance", "time", "number"))


def _is_repeated(piece: Piece, name: str) -> bool:
    """`5x1000m`, `6x400`."""
    if piece.kind == "chain":
        return _repeats(name, piece)
    return piece.kind == "distance" and len(piece.values) == 2


def _times(pieces: list[Piece], at: int, name: str) -> list[tuple[int, Piece]]:
    """The clocks right after a distance, one for each repetition or for each kilometre or mile of it."""
    piece = pieces[at]
    repeated = _is_repeated(piece, name)
    if not repeated and (piece.kind != "distance" or len(piece.values) != 1):
        return []
    clocks: list[tuple[int, Piece]] = []
    for place in range(at + 1, len(pieces)):
        one = pieces[place]
        if one.kind == "time" and one.units == ("clock",):
            clocks.append((place, one))
        elif one.kind not in _BETWEEN_TIMES and not (one.kind == "break" and not one.items):
            break
    if len(clocks) < 2:
        return []
    if repeated:
        return clocks if len(clocks) == _repeats_of(piece) else []
    per = _METRES.get(piece.units[0], 0.0)
    if (piece.units == ("m",) and piece.values[0] <= _LONGEST_REPEAT) or 0 < piece.values[0] <= per:
        return clocks
    return clocks if per and round(piece.values[0] / per, 1) == len(clocks) else []


def _too_long_for(bout: Bout, piece: Piece) -> bool:
    """`20 min + 4x100m strides`: the time before repetitions is that of another bout."""
    way = max(piece.values)
    return bout.duration is not None and way / bout.duration < _SLOWEST_ON_FOOT


def _repeats_of(piece: Piece) -> int:
    """How often, in either order: `4x500m`, `500m x 4`."""
    at = next((place for place, unit in enumerate(piece.units) if unit), len(piece.values) - 1)
    return int(piece.values[1 - at])


_BETWEEN_TIMES = frozenset(("comma", "colon", "times", "sets"))
_LONGEST_REPEAT = 3000.0
"""Metres of a repetition."""


def _timed(piece: Piece, clocks: list[tuple[int, Piece]], name: str) -> list[Bout]:
    """`4 x 1 mile: 6:58, 6:55, …` as a bout each; splits of one way (`5k: 5:12, 5:08, …`) as their sum."""
    whole = Bout()
    _fill(whole, piece, name, None)
    whole.pieces = [piece, *(one for _, one in clocks)]
    seconds = [one.values[0] for _, one in clocks]
    short = whole.unit == "m" and (whole.distance or 0) <= _LONGEST_REPEAT
    if whole.sets == 1 and not short and (whole.distance or 0) > _METRES.get(whole.unit or "", 0.0):
        whole.duration = round(sum(seconds), 2)
        whole.certainty["duration_s"] = "inferred"
        return [whole]
    return [
        Bout(whole.distance, whole.unit, value, certainty=dict(whole.certainty), pieces=whole.pieces)
        for value in seconds
    ]


def looks_like_run(pieces: list[Piece]) -> bool:
    """Whether figures without a name are a run's: a distance with a time or pace that a runner could have."""
    bouts = read_bouts(
        "", [Piece(piece.kind, (), piece.values, piece.units, lists=piece.lists) for piece in pieces], None
    )
    low, high = _RUN_SPEED
    return bool(bouts) and all(
        bout.distance
        and bout.duration
        and low <= bout.distance / bout.duration <= high
        and (bout.distance * bout.sets >= 800 or len(bouts) > 2)
        for bout in bouts
    )


def _taken(bout: Bout, piece: Piece, name: str) -> bool:
    match piece.kind:
        case "distance":
            return bout.distance is not None or _is_sum(bout, piece, name)
        case "chain" | "number":
            return bout.distance is not None and bout.unit == "m" and name == "swim"
        case "time":
            return bout.duration is not None and bout.distance is None and piece.units[-1] != "clock"
        case _:
            return False


def _is_sum(bout: Bout, piece: Piece, name: str) -> bool:
    """Whether a distance after repetitions told by their time is that of the whole: `4x4min …, 8.2km`."""
    if bout.sets < 2 or bout.duration is None or len(piece.values) != 1:
        return False
    return piece.values[0] / bout.duration > _FASTEST.get(name, _RUN_SPEED[1])


def _fill(bout: Bout, piece: Piece, name: str, default_unit: Literal["km", "mi"] | None) -> bool:
    match piece.kind:
        case "distance" | "time" if len(piece.values) <= 2:
            return _measure(bout, piece, name)
        case "pace":
            bout.pace, bout.pace_unit = piece.values[0], piece.units[0]
        case "laps":
            bout.laps = piece.values[0]
        case "chain" if _repeats(name, piece):
            bout.sets, bout.distance, bout.unit = max(1, int(piece.values[0])), piece.values[1], "m"
            bout.certainty |= {"distance_unit": "inferred"}
        case "number" if name == "swim" and bout.distance is None and _lengths(piece.values[0]):
            bout.distance, bout.unit = piece.values[0], "m"
            bout.certainty |= {"distance_unit": "inferred"}
        case "reps" | "sets" if len(piece.lists or piece.values) == 1 and _may_repeat(bout, piece):
            bout.sets = max(1, int((piece.lists or piece.values)[0]))
        case "number" if bout.distance is None and default_unit and piece.near and piece.values[0] <= 200:
            bout.distance, bout.unit = piece.values[0] * _METRES[default_unit], default_unit
            bout.certainty |= {"distance_unit": "inferred", "distance_m": "inferred"}
        case _:
            return False
    return True


def _may_repeat(bout: Bout, piece: Piece) -> bool:
    """Whether a count is that of repetitions: after a short distance, or of strides and ways told as such."""
    told = any(item.kind == "rounds" or item.tag("rounds") for item in piece.items)
    return told or (bout.distance is not None and bout.distance <= 5000)


def _lengths(value: float) -> bool:
    """Whether a bare number of a swim is metres."""
    return value >= 25 and value % 25 == 0


def _repeats(name: str, piece: Piece) -> bool:
    """`6x400`, and of a swim `8x50`: so many times so many metres."""
    if len(piece.values) != 2 or any(piece.units):
        return False
    return piece.values[1] >= 100 or (name == "swim" and _lengths(piece.values[1]))


def _measure(bout: Bout, piece: Piece, name: str) -> bool:
    at = next((place for place, unit in enumerate(piece.units) if unit), len(piece.values) - 1)
    value, unit = piece.values[at], piece.units[at]
    if len(piece.values) == 2:
        other = piece.values[1 - at]
        if other != int(other) or other > 200:
            return False
        bout.sets = max(1, int(other))
    minutes = unit == "m" and name not in ("swim", "row", "") and value < 100 and len(piece.values) == 1
    if piece.kind == "time" or minutes:
        if bout.duration is not None:
            return False
        bout.duration = value * 60 if minutes else value
        bout.clock = unit == "clock" and len(piece.items) == 1 and len(piece.items[0].parts) == 2
        if unit == "clock" and not piece.items:
            bout.clock = value < HOUR_S
    else:
        bout.distance, bout.unit = value, _UNITS.get(unit)
    return True


def _settle(bout: Bout, name: str) -> None:
    """Decide what a two-part clock meant; compute the third of distance, time and pace; check all three."""
    if bout.clock and bout.duration:
        fastest = _FASTEST.get(name, _FASTEST_ON_FOOT)
        too_fast = bout.distance is not None and bout.distance / bout.duration > fastest
        alone = bout.distance is None and bout.duration < 240 and bout.pace is None
        if too_fast or alone:
            bout.duration *= 60
            bout.certainty["duration_s"] = "inferred"
    _count_laps(bout, name)
    if bout.pace is None:
        return
    per = _METRES.get(bout.pace_unit or ("mi" if bout.unit == "mi" else "km"), 1000.0)
    if not bout.pace_unit:
        per = _USUAL_PER.get(name, per)
    if bout.sets > 1 and bout.distance and not bout.pace_unit and _is_time_of_each(bout, name):
        bout.duration = bout.pace  # `10x400m @ 1:35`
        bout.certainty["duration_s"] = "inferred"
    elif bout.distance and bout.duration:
        told = bout.pace * bout.distance / per
        if abs(told - bout.duration) > max(5.0, 0.03 * bout.duration):
            shown = _clock(bout.duration / bout.distance * per)
            unit = "mi" if per > 1000 else "km"
            said = f"The pace {_clock(bout.pace)}/{unit} does not fit the distance and time"
            bout.problem = f"{said}, which give {shown}/{unit}."
    elif bout.distance:
        bout.duration = round(bout.pace * bout.distance / per, 1)
        bout.certainty["duration_s"] = "inferred"
    elif bout.duration:
        bout.distance, bout.unit = round(bout.duration / bout.pace * per, 1), "mi" if per > 1000 else "km"
        bout.certainty |= {"distance_m": "inferred", "distance_unit": "inferred"}


_USUAL_PER = {"row": 500.0, "swim": 100.0}
"""Metres that a pace is told for, where not kilometres or miles."""
_SLOWEST_REPEAT = 2.2
"""Metres a second of a repetition run: what is slower is a pace."""


def _is_time_of_each(bout: Bout, name: str) -> bool:
    """Whether what looks like a pace is the time of each repetition: `6x800 @ 3:10`, not `8x400 @ 4:30`."""
    speed = (bout.distance or 0.0) / (bout.pace or 1.0)
    if name in _USUAL_PER:
        short = bout.distance is not None and bout.distance <= _USUAL_PER[name]
        return short or speed <= _FASTEST.get(name, _RUN_SPEED[1])
    return _SLOWEST_REPEAT <= speed <= _FASTEST.get(name, _RUN_SPEED[1])


def _count_laps(bout: Bout, name: str) -> None:
    """`40 laps in a 25m pool`: so short a distance is that of one lap."""
    longest = _LONGEST_LAP.get(name, 0.0)
    if bout.laps and bout.laps > 1 and bout.distance and bout.distance <= longest:
        bout.distance = bout.laps * bout.distance
        bout.certainty["distance_m"] = "inferred"


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
