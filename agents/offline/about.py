"""Questions about the bot itself, by the words that they share with known ones."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from pydantic import BaseModel

from agents.language.alike import Known, Vocabulary, Words
from agents.offline.lexicon import language_of, load

_SENTENCES = re.compile(r"[.!?\n]+")
_FIGURE = re.compile(r"\d(?!rm)")
_LONGEST = 120
_ALIKE, _ALIKE_BEGUN = 0.7, 0.55
"""How alike a sentence is at least to a known one, and one that begins as such questions do, from 0 to 1."""
_DIARY = "diary"


class Topic(BaseModel, extra="forbid"):
    """How it is asked for, and what is said."""

    asks: tuple[str, ...]
    answer: str = ""
    needs: re.Pattern[str] = re.compile("")
    """What a sentence has besides, however alike it is."""


class About(Vocabulary):
    """`about.LANGUAGE.yaml`."""

    begins: re.Pattern[str]
    """How questions about the bot begin, most of them."""
    topics: dict[str, Topic]


@lru_cache(maxsize=256)
def topic_of(said: str, *, diary: bool = True) -> str | None:
    """The topic that a sentence asks about; None: it asks about no more than the log, or tells something.

    Without the `diary` it is known to be about the bot.
    """
    language = language_of(said)
    if len(said) > _LONGEST or _FIGURE.search(said):
        return None
    known, begins = _known(language), load("about", language, About).begins
    core = known.words.core(said)
    words = known.words.read(core)
    enough = _ALIKE_BEGUN if begins.match(core) else _ALIKE
    enough = enough if known.words.asks(words) else 1
    alike, topic = known.nearest(words, enough, may_be_other=diary)
    if alike < enough or topic == _DIARY:
        return None
    return topic if load("about", language, About).topics[topic].needs.search(core) else None


def told_about(text: str, language: str) -> str | None:
    """The answer to a text about the bot, by its first sentence that has a topic; None: none has."""
    topics = (topic_of(said, diary=False) for said in _SENTENCES.split(text))
    topic = next((one for one in topics if one is not None), None)
    return None if topic is None else load("about", language, About).topics[topic].answer


@cache
def _known(language: str) -> Known[str]:
    held = load("about", language, About)
    return Known(Words.of(held), {name: topic.asks for name, topic in held.topics.items()}, _DIARY)
