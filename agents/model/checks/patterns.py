"""The words in `patterns.yaml`, by which a model's reading is held against a message of any language."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from agents.language.files import yaml_in
from storage.entities import Frozen


class Words(Frozen):
    """The file."""

    on_a_bar: str
    stones: str
    several_days: str
    deletes: str
    denies: str
    units: dict[str, str]
    races: dict[str, float]
    """Metres by a pattern of their names."""


@cache
def words() -> Words:
    """Read once."""
    file = files("agents.model.checks").joinpath("patterns.yaml")
    return Words.model_validate(yaml_in(file))


@cache
def pattern(written: str) -> re.Pattern[str]:
    """Ready to search with."""
    return re.compile(written, re.IGNORECASE)
