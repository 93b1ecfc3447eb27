"""What is said above the messages that answer a question about what was said, in its language."""

from __future__ import annotations

from agents.talk.asked import Asked, speech


def quoted_head(asked: Asked, language: str) -> str:
    """Above the quotes."""
    return speech(language).words.heads[asked.who].format(about=_about(asked, language))


def nothing_said(asked: Asked, language: str) -> str:
    """Where nothing was found."""
    return speech(language).words.nothing.format(about=_about(asked, language))


def _about(asked: Asked, language: str) -> str:
    return speech(language).words.about.format(topic=asked.topic) if asked.topic and not asked.loose else ""
