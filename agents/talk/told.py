"""The answer to a question about what was said: its messages quoted, in the language of the question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from agents.talk.asked import Asked, speech
from agents.truth.rendering import day
from agents.truth.words import shown_in
from storage.entities import Message

_QUOTED = 240
"""Characters of one message that are quoted."""


def told(asked: Asked, messages: Sequence[Message], now: datetime, zone: tzinfo, language: str) -> str:
    """`now` is on the person's clock."""
    words = speech(language).words
    topic = words.about.format(topic=asked.topic) if asked.topic else ""
    if not messages:
        return words.nothing.format(about=topic)
    shown = shown_in(language)
    lines = [words.heads[asked.who].format(about=topic)]
    for message in messages:
        at = message.at.astimezone(zone)
        line = words.line.format(
            day=day(at.date(), now.date(), shown), time=at.strftime("%H:%M"), text=_short(message.text)
        )
        speaker = words.speakers[message.role] if asked.who == "any" else ""
        lines.append(f"{line} ({speaker})" if speaker else line)
    return "\n".join(lines)


def _short(text: str) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= _QUOTED else joined[: _QUOTED - 1].rstrip() + "…"
