"""What languages call what is recorded."""

from __future__ import annotations

from functools import cache

from domains.registry import load


def name_in(name: str, language: str) -> str:
    """The first of the language's terms for a packaged measure; its canonical name where there is none."""
    return name if language == _CANONICAL else _names(language).get(name, name)


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
