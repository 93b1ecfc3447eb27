"""What the body measured in another app, as an entry."""

from __future__ import annotations

from bot.importing.workouts import moment
from bot.replies.measures import number
from domains.registry import Registry
from storage.entities import Entry, Measure
from storage.importers.model import Body, Choices, Weighing
from storage.importers.words import Measured

_MAIN: Measured = "body weight"


def domain_of_body(registry: Registry) -> str:
    """The domain that keeps the body's weight."""
    for domain in registry.domains.values():
        if any(field.name == _MAIN for field in domain.fields):
            return domain.name
    return "general"


def weighed(weighing: Weighing, blank: Entry, domain: str, choices: Choices) -> Entry:
    """`blank` filled with the measurements; a weight's unit that they leave open is the one chosen."""
    told = [(body, body.unit or choices.weight_unit) for body in weighing.values]
    words = ", ".join(f"{body.name} {number(body.value)} {unit or ''}".rstrip() for body, unit in told)
    return blank.model_copy(
        update={
            "logged_at": moment(weighing.day, weighing.at, choices.zone),
            "text": "\n".join(filter(None, [f"{weighing.source}: {words}", weighing.note])),
            "domains": (domain,),
            "measures": tuple(_measure(body, unit, weighing, domain) for body, unit in told),
        }
    )


def _measure(body: Body, unit: str | None, weighing: Weighing, domain: str) -> Measure:
    return Measure(domain=domain, name=body.name, day=weighing.day, value=body.value, unit=unit)
