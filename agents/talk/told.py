"""What is said above the messages that answer a question about what was said, in its language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from agents.talk.asked import Asked, speech

_LEADS_BACK = "\N{PAPERCLIP} "
"""Above a message that a button leads back to."""


def quoted_head(asked: Asked, language: str) -> str:
    """Above the quotes."""
    return speech(language).words.heads[asked.who].format(about=_about(asked, language))


def nothing_said(asked: Asked, language: str) -> str:
    """Where nothing was found."""
    return speech(language).words.nothing.format(about=_about(asked, language))


def only_quotes(text: str) -> bool:
    """Whether a message of the bot's was such an answer, which tells nothing new."""
    return text.startswith(_LEADS_BACK) or _heads().match(text) is not None


@cache
def _heads() -> re.Pattern[str]:
    """Of all languages."""
    files = resources.files("agents.talk").joinpath("words").iterdir()
    known = [speech(one.name.removesuffix(".yaml")).words for one in files if one.name.endswith(".yaml")]
    forms = [form for words in known for form in (*words.heads.values(), words.nothing)]
    return re.compile("|".join(re.escape(form).replace(re.escape("{about}"), "[^:\n]*") for form in forms))


def _about(asked: Asked, language: str) -> str:
    return speech(language).words.about.format(topic=asked.topic) if asked.topic and not asked.loose else ""
