"""What the body measured in another app, or a phone counted in a day, as an entry."""

from __future__ import annotations

from bot.importing.workouts import moment
from bot.replies.measures import number
from domains.registry import Registry
from storage.entities import DAY_TOTAL, Entry, Measure
from storage.importers.model import Body, Choices, Weighing

_OTHERWISE = "general"


def domain_of(registry: Registry, name: str) -> str:
    """The domain that keeps a figure of that name."""
    of_name = (
        d.name for d in registry.domains.values() if d.shape == "metrics" and d.field(name) is not None
    )
    return next(of_name, _OTHERWISE)


def weighed(weighing: Weighing, blank: Entry, registry: Registry, choices: Choices) -> Entry:
    """`blank` filled with the measurements; a weight's unit that they leave open is the one chosen."""
    told = [(body, _unit(body, choices)) for body in weighing.values]
    words = ", ".join(f"{body.name} {number(body.value)} {unit or ''}".rstrip() for body, unit in told)
    measures = tuple(_measure(body, unit, weighing, domain_of(registry, body.name)) for body, unit in told)
    return blank.model_copy(
        update={
            "logged_at": moment(weighing.day, weighing.at, choices.zone),
            "text": "\n".join(filter(None, [f"{weighing.source}: {words}", weighing.note])),
            "domains": tuple(dict.fromkeys(measure.domain for measure in measures)),
            "measures": measures,
        }
    )


def _unit(body: Body, choices: Choices) -> str | None:
    """Weights alone may leave it open."""
    return body.unit or (choices.weight_unit if body.name == "body weight" else None)


def _measure(body: Body, unit: str | None, weighing: Weighing, domain: str) -> Measure:
    text = DAY_TOTAL if body.of_day else None
    return Measure(domain=domain, name=body.name, day=weighing.day, value=body.value, unit=unit, text=text)
