"""YAML that somebody wrote: looked through before it is loaded, so that none costs much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

import yaml

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's, where it is installed: ten times as fast."""
DEEPEST = 20
"""Levels; a parser in Python takes seconds over a few thousand."""
_TAGGED = (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent)
_DEEPER = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_HIGHER = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


class LinkError(yaml.MarkedYAMLError):
    """An anchor is referred to: a few lines of these unfold into gigabytes."""


def look_through(text: str) -> None:
    """Linear in the text. Raises LinkError, and YAMLError: nested too deep, with tags, or no YAML.

    A tag makes PyYAML raise whatever comes (`!!bool x`: a KeyError).
    """
    for event in shallow(text):
        if isinstance(event, yaml.AliasEvent):
            raise LinkError(problem="no anchors or aliases", problem_mark=_mark(event))
        if isinstance(event, _TAGGED) and event.tag is not None:
            raise yaml.MarkedYAMLError(problem="no tags", problem_mark=_mark(event))


def shallow(text: str) -> Iterator[yaml.Event]:
    """Its parts. Raises YAMLError: libyaml's loader ends the process over some ten thousand levels."""
    depth = 0
    for event in cast("Iterable[yaml.Event]", yaml.parse(text, _LOADER)):  # pyright: ignore[reportUnknownMemberType]
        depth += isinstance(event, _DEEPER) - isinstance(event, _HIGHER)
        if depth > DEEPEST:
            raise yaml.MarkedYAMLError(problem="nested too deep", problem_mark=_mark(event))
        yield event


def loaded(text: str | bytes) -> object:
    """What it says. Raises YAMLError."""
    return yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader


def composed(text: str) -> yaml.Node | None:
    """With where each part stands. Raises YAMLError."""
    return yaml.compose(text, Loader=_LOADER)  # pyright: ignore[reportUnknownMemberType]


def _mark(event: yaml.Event) -> yaml.Mark:
    return cast("yaml.Mark", event.start_mark)
