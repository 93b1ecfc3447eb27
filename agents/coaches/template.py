"""What a coach is made from: what it watches, what its report says, what it may propose, its settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from domains.typed_yaml import look_through
from storage.times import Weekly

Watches = Literal["goal", "measure", "pain", "week"]
"""A goal with what it is about; an exercise or metric; pains, or one place; everything, week by week."""
Section = Literal["goal", "latest", "trend", "average", "sessions", "gap", "pain", "week"]
Proposes = Literal["deload", "later", "next", "log", "session", "typo", "unit", "merge"]
LONGEST = 20_000
"""Characters of a file of somebody's own."""


class Settings(BaseModel):
    """What a person may change about it, in whole numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    weeks: Annotated[int, Field(ge=2, le=52, description="weeks that are looked back on")] = 12
    stall_weeks: Annotated[int, Field(ge=1, le=26, description="weeks without a new best")] = 3
    silent_days: Annotated[int, Field(ge=2, le=90, description="days without a log")] = 7
    step_percent: Annotated[int, Field(ge=1, le=50, description="how much further a next goal is")] = 5


class Template(BaseModel):
    """One version. `tier`: of the model that writes where there is one; empty: as usual.

    `model`: one of the default provider by its name, in place of the tier's.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{1,23}$")]
    called: Annotated[dict[str, str], Field(min_length=1)]
    about: dict[str, str] = {}
    watches: Watches
    sections: Annotated[tuple[Section, ...], Field(min_length=1, max_length=8)]
    proposes: Annotated[tuple[Proposes, ...], Field(max_length=8)] = ()
    every: Weekly | None = None
    tier: Literal["low", "medium", "high"] | None = None
    model: Annotated[str, Field(pattern=r"^[\w./:@-]{1,80}$")] | None = None
    settings: Settings = Settings()
    directives: Annotated[str, Field(max_length=4000)] = ""
    measure: Annotated[str, Field(max_length=80)] = ""
    """The measure it is about where the person names none."""

    def title(self, language: str) -> str:
        """What it is called."""
        return self.called.get(language) or next(iter(self.called.values()))


class TemplateError(Exception):
    """A file that is no template; the text says where and why."""


def read_template(text: str) -> Template:
    """From YAML. Raises TemplateError."""
    if len(text) > LONGEST or re.search(r"(?m)[:\[,-]\s*[&*!]\S", text):
        raise TemplateError("too long, or with anchors or tags")
    try:
        look_through(text)
        tree: object = yaml.safe_load(text)
        return Template.model_validate(tree)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise TemplateError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (yaml.YAMLError, ValueError):  # a 13th month; a number of 5,000 digits
        raise TemplateError("not valid YAML") from None


@cache
def built_in() -> Mapping[str, Template]:
    """Those that come with it, by name."""
    folder = files("agents.coaches").joinpath("templates")
    read = (read_template(one.read_text(encoding="utf-8")) for one in folder.iterdir())
    return {one.name: one for one in sorted(read, key=lambda one: one.name)}
