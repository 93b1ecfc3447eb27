"""The memory as models are shown it: its lines, without what the file keeps for code."""

from __future__ import annotations

from agents.memory import MemoryLine, parse

_SECTION = "## "


def remembered(markdown: str) -> str:
    """A line each; nothing where nothing is remembered. What is no file of ours stays as it is."""
    return "\n".join(map(shown, parse(markdown).lines)) if _SECTION in markdown else markdown


def shown(known: MemoryLine) -> str:
    """Kind, key, what it says and how sure that is."""
    return f"{known.category} | {known.key}: {known.value} ({known.confidence})"
