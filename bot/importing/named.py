"""An exercise of another app under the name that it is stored by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """An exercise as it is stored. `known`: under a canonical name."""

    name: str
    domain: str
    known: bool
