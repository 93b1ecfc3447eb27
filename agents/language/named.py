"""What a message names: a measure, with the domain that records it and how."""

from __future__ import annotations

from typing import NamedTuple

from domains.model import Shape


class Named(NamedTuple):
    """A measure: its canonical name, the domain that records it, and how."""

    name: str
    domain: str
    shape: Shape
    kind: str = "number"
    """For metrics the type of the field: scale, mass, time …"""
    unit: str = ""
    """Its first unit."""
