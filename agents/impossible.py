"""What cannot be among a measure's values, by the domain that records it."""

from __future__ import annotations

from dataclasses import asdict

from domains.model import Domain
from storage.entities import Measure
from storage.problems import Impossible


def impossible(domain: Domain | None, measure: Measure) -> tuple[Impossible, ...]:
    """One a field; nothing of what no known domain records."""
    wrong = domain.validate_measure(measure) if domain is not None else ()
    return tuple(Impossible(measure=measure.name, **asdict(one)) for one in wrong)
