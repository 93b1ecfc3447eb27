"""The examples of docs/assistant.md, which tests run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "assistant.md"


def example(heading: str, language: str) -> str:
    """The one block of this language below a heading of the third order."""
    page = GUIDE.read_text(encoding="utf-8")
    _, _, below = page.partition(f"### {heading}\n")
    section = re.split(r"(?m)^##", below, maxsplit=1)[0]
    [written] = re.findall(rf"(?s)```{language}\n(.*?)```", section)
    return written
