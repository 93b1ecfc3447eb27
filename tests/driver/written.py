"""What the documentation says can be written: `text → what is read`, line by line, in blocks of ```log.

`python -m tests.driver.written PAGE` prints the lines of a page as they are read now; a test compares them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from agents.offline.parser import parse
from agents.parser import ParserInput
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW
from storage.entities import Entry, Measure

_BLOCK = re.compile(r"^```log\n(.*?)^```", re.MULTILINE | re.DOTALL)
ARROW, CORRECTS, NOTHING, ASKS = " → ", " ⇒ ", "nothing", "asks"


def lines(page: Path) -> list[str]:
    """Every example of a page."""
    blocks = _BLOCK.findall(page.read_text("utf-8"))
    return [line for block in blocks for line in block.splitlines() if ARROW in line]


def told(text: str) -> str:
    """What is read: it is Saturday 21 November 2026, 10:00, and nothing was ever set."""
    before, _, now = text.rpartition(CORRECTS)
    given = ParserInput(
        text=now.replace(" / ", "\n"), now=NOW, profile=Profile(user_id=1), domain_context=everything()
    )
    if before:
        stored = _stored(given.model_copy(update={"text": before}))
        output = parse(given.model_copy(update={"correction": True, "recent_entries": (stored,)}))
        found = list(output.correction.measures) if output.correction else []
    else:
        output = parse(given)
        found = [measure for entry in output.entries for measure in entry.measures]
    asked = [f"{ASKS} {one.key.replace('_', ' ')}" for one in output.uncertain]
    return "; ".join([*(shown(one) for one in found), *asked]) or NOTHING


def _stored(given: ParserInput) -> Entry:
    entry = parse(given).entries[0]
    return Entry(
        id="E1",
        user_id=1,
        chat_id=1,
        message_id=1,
        day=entry.day,
        logged_at=given.now,
        text=given.text,
        measures=entry.measures,
    )


def shown(measure: Measure) -> str:
    """A measure in a few words, as the receipt has it."""
    parts = [measure.name]
    if measure.weight is not None:
        parts.append(f"{measure.weight:g}{f' {measure.weight_unit}' if measure.weight_unit else ''}")
    if measure.reps is not None or measure.sets > 1:
        parts.append(f"{measure.sets}\u00d7{measure.reps or ''}")
    if measure.rpe is not None:
        parts.append(f"@{measure.rpe:g}")
    if measure.distance_m is not None:
        parts.append(f"{measure.distance_m:g} m")
    if measure.duration_s is not None:
        parts.append(f"{measure.duration_s:g} s")
    if measure.value is not None:
        parts.append(f"{measure.value:g} {measure.unit or ''}".rstrip())
    if measure.text:
        parts.append(f"“{measure.text}”")
    if measure.warmup:
        parts.append("warm-up")
    if measure.day != NOW.date():
        parts.append(f"({measure.day})")
    return " ".join(part for part in parts if part)


def printed(page: Path) -> str:
    """The page with its examples as they are read now."""

    def anew(block: re.Match[str]) -> str:
        body = "\n".join(
            f"{line.split(ARROW)[0]}{ARROW}{told(line.split(ARROW)[0].strip())}" if line.strip() else line
            for line in block[1].splitlines()
        )
        return f"```log\n{body}\n```"

    return _BLOCK.sub(anew, page.read_text("utf-8"))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(printed(Path(name)), "utf-8")
