"""What a new word or way of writing would change in what was corrected before."""

from __future__ import annotations

from agents.cases import Replay
from bot.texts import Html, Wording

_WORDS = 80


def tried_lines(tried: Replay | None, say: Wording) -> list[Html]:
    """A line, where there was anything to try it on."""
    if tried is None or not tried.tried:
        return []
    if not (tried.broken or tried.mended):
        return [say("tried.same", tried=tried.tried)]
    lines: list[Html] = []
    if tried.mended:
        lines.append(say("tried.mended", tried=tried.tried, mended=tried.mended))
    if tried.broken:
        words = " ".join(tried.broken[0].split())
        short = words if len(words) <= _WORDS else f"{words[:_WORDS]}…"
        lines.append(say("tried.broken", tried=tried.tried, broken=len(tried.broken), words=short))
    return lines
