"""What a part wants, and the figures that narrow it: marks, loads, distances."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from agents.language.atoms import Atom
from agents.offline.questions.annotated import Read
from agents.offline.questions.frames import (
    Aim,
    Mark,
    Per,
    Where,
)
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.question_rules import Match, decided, question_rules
from agents.types import Quantity, Statistic
from units import METRES

WEEKLY = "/week"
"""The unit of a mark that is so many days a week."""


_LEAST = {"over": True, "at_least": True, "below": False, "at_most": False}


def narrowed(read: Read) -> tuple[Where, frozenset[str]]:
    """What the figures of a part say, and the signs of it."""
    where = Where()
    told: set[str] = set()
    others = any(one.name not in GOES_FAR for one in read.subjects)
    for match in read.matches:
        figure = match.roles[0][1] if match.roles else read.atoms[match.start]
        where = _with_figure(where, match.row.does, figure, match, others=others)
        told.add(match.row.does)
    if where.mark is not None:
        told.add("marked")
    if where.distance_m is not None:
        told.add("race")
    return where, frozenset(told)


def _with_figure(where: Where, does: str, figure: Atom, match: Match, *, others: bool) -> Where:  # noqa: PLR0911 - one return a kind of figure
    unit = _unit_name(figure.unit)
    match does:
        case "over" | "at_least" | "below" | "at_most":
            strict = does in ("over", "below")
            return replace(where, mark=Mark(figure.value, unit, _LEAST[does], strict))
        case "pace_below" | "pace_above":
            seconds = figure.value if figure.has("CLOCK") else figure.value * 60
            per = next((one for role, one in match.roles if role == "dunit"), None)
            return replace(
                where,
                mark=Mark(
                    seconds,
                    "s/" + ("mi" if per and per.has("U_MI") else "km" if per else ""),
                    least=does == "pace_above",
                    strict=does == "pace_below",
                ),
            )
        case "newest":
            several = figure.text.isdecimal() or figure.value > 1
            return replace(where, newest=int(figure.value) or None) if several else where
        case "weekly":
            value = figure.value or float({"once": 1, "twice": 2}.get(figure.text, 0))
            return replace(where, mark=Mark(value, WEEKLY, least=True))
        case "reps" | "triple" | "double":
            reps = {"triple": 3, "double": 2}.get(does) or figure.value
            single = reps == 1 and match.end - match.start > 1
            return (
                replace(where, reps=int(reps))
                if reps == int(reps) and 1 <= reps <= 30 and not single
                else where
            )
        case "load":
            return replace(where, load=figure.value, unit=unit) if 10 <= figure.value < 1000 else where
        case "race" if figure.unit not in ("m", "yd") or figure.value >= 100:
            return replace(where, distance_m=figure.value * METRES.get(figure.unit, 1.0))
        case "race_ko" if not others:
            return replace(where, distance_m=figure.value * METRES["km"])
        case "half" | "marathon":
            return replace(where, distance_m=21_097.5 if does == "half" else 42_195.0)
        case _:
            return where


def _unit_name(unit: str) -> str | None:
    return {"": None, "pieces": None, "weight": "kg"}.get(unit, unit)


def wanted(signs: frozenset[str]) -> tuple[Aim, Statistic | None, Quantity | None, Per | None]:
    """Aim, statistic, quantity and per, as the tables decide by the signs."""
    rules = question_rules()
    aim, statistic = decided(rules.aims, signs), decided(rules.statistics, signs)
    quantity, per = decided(rules.quantities, signs), decided(rules.pers, signs)
    named = quantity.is_ if quantity else None
    if statistic is not None and not (
        statistic.is_ == "frequency" and named in ("distance", "duration", "volume")
    ):
        named = statistic.quantity or named
    return (
        cast("Aim", aim.is_ if aim else "figure"),
        cast("Statistic | None", statistic.is_ if statistic else None),
        cast("Quantity | None", named),
        cast("Per | None", per.is_ if per else None),
    )


def by_figures(
    where: Where, signs: frozenset[str], statistic: Statistic | None, quantity: Quantity | None, read: Read
) -> tuple[Where, Statistic | None, Quantity | None]:
    """What figures say of what is wanted: a mark is reached or counted, the best 5 km is the fastest."""
    if statistic is None and "LISTED" in signs:
        statistic = "list"
    if statistic == "reached" or "HITTING" in signs:
        where = _reached(where, read)
    mark = where.mark
    if where.reps is not None and quantity == "reps":
        quantity = None  # "my best set of 8 reps" wants the load
    if mark is not None and mark.unit == WEEKLY:
        return replace(where, reps=None, distance_m=None), "reached", "days"
    if mark is not None:
        quantity = "pace" if (mark.unit or "").startswith("s/") else quantity
        counting = not signs.isdisjoint(("HOW_MANY", "HOW_OFTEN", "COUNT_WORD", "OFTEN"))
        if counting and (
            statistic in ("reached", "frequency", "list", "record", None)
            or (statistic, quantity) == ("sum", None)
        ):
            statistic, quantity = "count", "days"
        where = replace(where, reps=None) if mark.unit == "reps" else where
    if "LAST_REST" in signs:
        return replace(where, newest=1), "rest_days", "days"
    if where.newest is not None:
        where, statistic = (
            replace(where, reps=None),
            "list" if statistic in (None, "last", "record") else statistic,
        )
    racing = (
        (statistic != "reached" or (mark is not None and not mark.least))
        and statistic != "sum"
        and "FARTHEST" not in signs
    )
    if where.distance_m is not None and not racing:
        where = replace(where, distance_m=None)
    if where.distance_m is not None and statistic in ("record", "min", None) and quantity != "duration":
        statistic, quantity = statistic or "record", "pace"
    if where.load is not None and quantity == "reps":
        return (
            replace(where, mark=None),
            statistic if statistic in ("record", "max", "min", "last", "first", "trend") else "list",
            quantity,
        )
    return (where if where.load is None else replace(where, load=None, unit=None)), statistic, quantity


def _reached(where: Where, read: Read) -> Where:
    """Any figure is the mark of what was or was not reached."""
    if where.mark is not None:
        return where
    figure = next((one for one in read.atoms if one.has("FIG", "A_UNIT") and not one.has("CLOCK")), None)
    if figure is None:
        return replace(where, mark=Mark(where.distance_m, "m", least=True)) if where.distance_m else where
    reps = where.reps if not figure.has("F_REPS") else None
    return replace(
        where, mark=Mark(figure.value, _unit_name(figure.unit), least=True), reps=reps, distance_m=None
    )
