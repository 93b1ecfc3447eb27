"""Vault paths and globs in a question ("what did I log in 2026/11/**/*.md")."""

from __future__ import annotations

import re

_PATH = re.compile(r"(?<![\w/.*])(?:[\w.*?\[\]-]+/)+[\w.*?\[\]-]*[\w*\]]", re.ASCII)


def find_path(text: str) -> tuple[int, int] | None:
    """Where a path or glob stands; a plain "km/h" or "and/or" is none."""
    for hit in _PATH.finditer(text):
        if hit.group().endswith(".md") or "*" in hit.group() or ".." in hit.group().split("/"):
            return hit.span()
    return None


def path_in(text: str) -> str | None:
    """The path or glob itself, relative to the vault's folder of days."""
    span = find_path(text)
    return text[span[0] : span[1]] if span else None
