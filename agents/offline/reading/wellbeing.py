"""Single metrics: sleep, body weight, food figures, ratings, pulse, steps, pain, how one feels."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby, pairwise

from agents.offline.reading.figures import metric, rating, read_energy, read_metric
from agents.offline.reading.items import Item
from agents.offline.reading.sleep import read_bare_nights, read_bed_and_wake, read_sleep
from agents.offline.reading.spent import is_spent
from agents.offline.reading.words import Named
from storage.entities import Measure

_LEFT = frozenset(("left", "remaining", "spare", "남음", "남았다", "남았어"))
"""After kcal: not eaten yet."""


def read_metrics(items: Sequence[Item], today: date) -> list[Measure]:
    """The metrics said by items that are alive; what was read is marked as used."""
    alive = [item for item in items if not item.dead and item.kind != "line"]
    found = read_sleep(alive)
    found += read_bed_and_wake(alive, today)
    found += read_bare_nights(alive)
    burned = {item.clause for item in alive if item.has("burned") or item.tag("heart")}
    for at, item in enumerate(alive):
        if item.used:
            continue
        if item.kind == "energy":
            spared = at + 1 < len(alive) and alive[at + 1].text in _LEFT
            found.extend(read_energy(item, burned=spared or item.clause in burned or is_spent(alive, at)))
        elif (
            item.named is not None
            and item.named.shape == "metrics"
            and item.named.name not in ("sleep", "kcal")
        ):
            found.extend(read_metric(alive, at, item.named))
        elif item.has("amount"):
            found.extend(read_metric(alive, at, item.named) if item.named else ())
        elif item.named is not None and item.named.name == "kcal":
            eaten = read_metric(alive, at, item.named)
            found.extend(() if item.clause in burned else eaten)
    found += morning_weight(alive)
    for item, after in pairwise(alive):
        item.used = item.used or (item.kind == "number" and after.tag("cups"))
    found = _told_once(found)
    return found + _resting_pulse(alive) + _pain(alive) + _feelings(alive)


def _told_once(found: list[Measure]) -> list[Measure]:
    """A night told by its times and again by its hours is one."""
    nights: set[tuple[date, float | None]] = set()
    found = _without_reckoned(found)
    kept: list[Measure] = []
    for measure in found:
        night = (measure.day, measure.value)
        if measure.name == "sleep" and night in nights:
            continue
        if measure.name == "sleep":
            nights.add(night)
        kept.append(measure)
    return kept


def _without_reckoned(found: list[Measure]) -> list[Measure]:
    """`12시 넘어서 자서 6시 반에 일어남, 6시간 잤어`: the hours that were said, on the day of waking."""
    nights = [one for one in found if one.name == "sleep"]
    if len(nights) != _PAIR or any(one.value is None for one in nights):
        return found
    reckoned = [one for one in nights if one.certainty.get("value") == "inferred"]
    if len(reckoned) != 1:
        return found
    other = next(one for one in nights if one is not reckoned[0])
    near = abs((other.value or 0) - (reckoned[0].value or 0)) <= _AN_HOUR
    if not near or abs((other.day - reckoned[0].day).days) > 1:
        return found
    night = other.model_copy(update={"day": max(other.day, reckoned[0].day)})
    return [night if one is other else one for one in found if one is not reckoned[0]]


_PAIR, _AN_HOUR = 2, 1.0


def _resting_pulse(items: list[Item]) -> list[Measure]:
    """`HR 58 resting`: the name in two parts around its figure."""
    found: list[Measure] = []
    for heart, figure, resting in zip(items, items[1:], items[2:], strict=False):
        if (
            heart.tag("heart")
            and figure.kind in ("number", "bpm")
            and resting.tag("resting")
            and not figure.used
        ):
            heart.used = figure.used = resting.used = True
            named = Named("resting pulse", "general", "metrics", "number", "bpm")
            found.append(metric(heart, named, figure.value, "bpm"))
    return found


def _pain(items: list[Item]) -> list[Measure]:
    found: list[Measure] = []
    clauses = [list(grouped) for _, grouped in groupby(items, key=lambda item: item.clause)]
    for number, clause in enumerate(clauses):
        word = next((item for item in clause if item.has("pain")), None) or _rated_part(clause)
        if word is None or any(item.has("no_pain") and item is not word for item in clause):
            continue
        following = clauses[number + 1] if number + 1 < len(clauses) else []
        read = _score(clause) or (_score(following) if _is_only_a_rating(following) else None)
        value, unit = (read[0], read[1]) if read is not None else (None, None)
        places = _places(clause) or (_places_before(clauses[number - 1]) if number and value else [])
        for place in places or ([None] if value is not None else []):
            found.append(metric(word, Named("pain", "general", "metrics"), value, unit, text=place))
            word.used = True
    return found


def _places_before(clause: list[Item]) -> list[str]:
    """`오른쪽 발목 삐어서 통증 6`: the clause before says why and where."""
    says_more = any(item.data or item.named is not None or item.has("pain") for item in clause)
    return [] if says_more or not any(item.tag("closes") for item in clause[-2:]) else _places(clause)


def _score(clause: list[Item]) -> tuple[float, str | None] | None:
    at = next((place for place, item in enumerate(clause) if item.kind == "number" and not item.used), None)
    read = rating(clause, at, Named("pain", "general", "metrics", "scale", "/10")) if at is not None else None
    return None if read is None else (read[0], read[1])


def _out_of_ten(clause: list[Item]) -> bool:
    """Whether `4/10` or `3 out of 10` stands there."""
    figures = [item for item in clause if item.data]
    scaled = any(item.kind == "slash" or item.text == "out" for item in clause)
    return len(figures) == 2 and scaled and figures[1].kind == "number" and figures[1].value == 10


def _is_only_a_rating(clause: list[Item]) -> bool:
    """`right shoulder aches, 3 out of 10`."""
    names = any(item.named is not None or item.has("feeling") or item.has("pain") for item in clause)
    return _out_of_ten(clause) and not names


def _rated_part(clause: list[Item]) -> Item | None:
    """`knee at about 3 out of 10`: a part of the body with a rating hurts."""
    if not _out_of_ten(clause) or any(
        item.named is not None and item.named.shape == "metrics" for item in clause
    ):
        return None
    part = next((at for at, item in enumerate(clause) if item.has("part")), None)
    rated = next((at for at, item in enumerate(clause) if item.data), None)
    if part is None or rated is None or part > rated or clause[part].named is not None:
        return None
    return clause[part]


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
        lifted = not _is_of_a_night(clause) and any(_is_said_of_a_lift(item) for item in clause)
        lifted = lifted or _is_of_it(clause)
        for at, item in enumerate(clause):
            if lifted and not any(_is_unrated(one) for one in clause[max(0, at - 2) : at]):
                continue
            name = next((one.what for one in item.meanings if one.kind == "feeling"), None)
            if name is None or (at and clause[at - 1].text in ("not", "no", "isn't")):
                continue
            rated = next((one.named for one in clause[max(0, at - 2) : at] if _is_unrated(one)), None)
            if rated is not None:  # `energy low`
                found.append(metric(item, rated, None, None, text=item.text))
                item.used = True
                continue
            if name == _LEVEL:
                continue
            led = any(one.has("feeling_word") for one in clause[max(0, at - 3) : at])
            few = len([one for one in clause if one.kind == "words"]) <= 2 or _is_of_a_night(clause)
            alone = few and name != "mood"
            if led or alone:
                found.append(metric(item, Named(name, "mood", "metrics"), None, None, text=item.text))
                item.used = True
                break
    return found


def _is_of_a_night(clause: list[Item]) -> bool:
    """`수면 5시간 피곤`: how one is after it."""
    named = [item.named for item in clause if item.named is not None]
    return bool(named) and all(one.domain == "sleep" for one in named)


_LEVEL = "level"
"""Words that only tell of what is named before them: `energy high`."""


def _is_of_it(clause: list[Item]) -> bool:
    """`and it felt good` is said of what was done."""
    return any(
        before.text in ("it", "that", "this", "they", "all") and item.has("feeling_word")
        for before, item in pairwise(clause)
    )


def _is_unrated(item: Item) -> bool:
    """A mood or the like whose figure was not told."""
    return item.named is not None and item.named.name in ("mood", "energy", "stress") and not item.used


def _is_said_of_a_lift(item: Item) -> bool:
    lifted = item.named is not None and item.named.shape != "metrics"
    return item.data or lifted or (item.used and item.kind != "noise")


_MOST_KG, _LEAST_KG = 200.0, 35.0


def morning_weight(items: Sequence[Item]) -> list[Measure]:
    """`79.4kg this morning, dinner 800 kcal`: a clause with the morning and what only a person can weigh."""
    alive = [item for item in items if not item.dead]
    weighed = {item.sentence for item in items if item.has("cue", "changed")}
    found: list[Measure] = []
    for _, grouped in groupby(alive, key=lambda item: item.clause):
        clause = list(grouped)
        if any(item.named is not None and item.named.shape != "metrics" for item in clause):
            break
        figures = [item for item in clause if item.data]
        words = [item for item in clause if item.kind == "words" and not item.has("filler")]
        changed = bool(figures) and figures[0].sentence in weighed
        told = any(item.has("cue", "this_time") for item in clause)
        morning = any(item.has("cue", "morning") for item in clause) or (changed and told)
        if len(figures) != 1 or figures[0].used or not morning or len(words) > 2:
            continue
        figure = figures[0]
        low, high = (_LEAST_KG, _MOST_KG) if figure.unit != "lb" else (2 * _LEAST_KG, 2.2 * _MOST_KG)
        exact = figure.kind == "mass" or (figure.kind == "number" and figure.value != int(figure.value))
        if exact and low <= figure.value <= high and not any(item.named for item in clause):
            figure.used = True
            named = Named("body weight", "general", "metrics")
            unit = figure.unit if figure.kind == "mass" else None
            found.append(metric(figure, named, figure.value, unit, certainty={"value": "inferred"}))
    return found


def _without_changes(figures: list[Item], alive: Sequence[Item]) -> list[Item]:
    """`82.3 kg, down 0.4 kg`: what the weight changed by is none."""
    first = figures[0] if figures else None
    changes = [
        item
        for item, before in zip(alive[1:], alive, strict=False)
        if item is not first and item.kind == "mass" and before.has("cue", "changed") and item.value < _CHANGE
    ]
    for item in changes:
        item.used = True
    return [item for item in figures if item not in changes]


_CHANGE = 15.0


def implied_body_weight(items: Sequence[Item]) -> list[Measure]:
    """`82.3kg this morning`, said alone: a weight that only a person can have."""
    alive = [item for item in items if not item.dead and not item.used]
    figures = _without_changes([item for item in alive if item.data], alive)
    if len(figures) != 1 or figures[0].kind != "mass":
        return []
    item = figures[0]
    low, high = (30.0, 250.0) if item.unit == "kg" else (66.0, 550.0)
    others = any(one.named is not None or one.tag("x", "sets", "reps", "up_to", "plates") for one in alive)
    words = [
        one
        for one in alive
        if one.kind == "words" and one.clause == item.clause and not one.has("filler")
        if not one.has("cue", "done", "changed", "me_too")
    ]
    if others or (words and not item.stones) or not low <= item.value <= high:
        return []
    item.used = True
    return [
        metric(
            item,
            Named("body weight", "general", "metrics"),
            item.value,
            item.unit,
            certainty={"value": "inferred"},
        )
    ]
