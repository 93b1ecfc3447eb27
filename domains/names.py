"""What languages call what is recorded."""

from __future__ import annotations

from functools import cache

from domains.registry import load


def name_in(name: str, language: str) -> str:
    """The first of the language's terms for a packaged measure; its canonical name where there is none."""
    return name if language == _CANONICAL else _names(language).get(name, name)


def named_by(shown: str, language: str) -> str:
    """The canonical name behind what `name_in` shows; what is none stays as it is."""
    return _canonical(language).get(shown, shown)


def place_in(part: str, language: str) -> str:
    """The first of the language's terms for a part of the body; its canonical name where there is none."""
    return part if language == _CANONICAL else _places(language).get(part, part)


_CANONICAL = "en"
"""The language of canonical names."""


@cache
def _names(language: str) -> dict[str, str]:
    return {
        spec.name: spec.terms[language][0]
        for domain in load().domains.values()
        for spec in (*domain.measures, *domain.fields)
        if spec.terms.get(language)
    }


@cache
def _canonical(language: str) -> dict[str, str]:
    return {shown: name for name, shown in _names(language).items()}


@cache
def _places(language: str) -> dict[str, str]:
    return {
        part.name: part.terms[language][0]
        for domain in load().domains.values()
        for part in domain.body_parts
        if part.terms.get(language)
    }
