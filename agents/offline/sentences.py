"""The parser's sentences in the user's language: its English ones are the keys of `data/sentences.*.yaml`."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel, ConfigDict

from agents.offline.lexicon import languages, load
from agents.parser import ParserOutput

_BRIEF = r"(.{1,80}?)"
"""What opens a sentence is a name, and short: long sentences are not searched through."""


class Sentences(BaseModel):
    """A file `data/sentences.LANGUAGE.yaml`: English with {0} {1} … to the other language."""

    model_config = ConfigDict(extra="forbid")

    sentences: dict[str, str]


def in_language(output: ParserOutput, language: str) -> ParserOutput:
    """The same output with what it says to the user in that language, where there are words for it."""
    if language not in languages("sentences"):
        return output
    entries = tuple(
        entry.model_copy(
            update={
                "problems": tuple(said(sentence, language) for sentence in entry.problems),
                "notes": tuple(said(sentence, language) for sentence in entry.notes),
            }
        )
        for entry in output.entries
    )
    uncertain = tuple(
        one.model_copy(update={"question": said(one.question, language)}) for one in output.uncertain
    )
    problem = output.correction_problem
    told = None if problem is None else said(problem, language)
    update: dict[str, object] = {"entries": entries, "uncertain": uncertain, "correction_problem": told}
    correction = output.correction
    if correction is not None:
        note = "; ".join(said(part, language) for part in correction.note.split("; "))
        update["correction"] = correction.model_copy(update={"note": note})
    return output.model_copy(update=update)


def said(sentence: str, language: str) -> str:
    """One sentence; as it is when it has no counterpart."""
    for pattern, counterpart in _patterns(language):
        match = pattern.fullmatch(sentence)
        if match is not None:
            return counterpart.format(*match.groups())
    return sentence


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    known = load("sentences", language, Sentences).sentences
    return tuple((_pattern(english), counterpart) for english, counterpart in known.items())


def _pattern(english: str) -> re.Pattern[str]:
    parts = re.split(r"\{\d\}", english)
    first = _BRIEF if not parts[0] else "(.+?)"
    rest = "(.+?)".join(re.escape(part) for part in parts[1:])
    return re.compile(re.escape(parts[0]) + (first + rest if len(parts) > 1 else ""), re.DOTALL)
