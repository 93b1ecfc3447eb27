"""The parser's sentences in the user's language: its English ones are the keys of `data/sentences.*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.offline.lexicon import languages, load
from agents.parser import ParserOutput
from domains.names import name_in, named_by, place_in
from storage.problems import Problem

_BRIEF = r"(.{1,80}?)"
"""What opens a sentence is a name, and short: long sentences are not searched through."""


class Sentences(BaseModel, extra="forbid"):
    """A file `data/sentences.LANGUAGE.yaml`: English with {0} {1} … to the other language."""

    sentences: dict[str, str]
    options: dict[str, str] = {}
    """What can be answered, in English and in the other language; each way round."""
    memory: dict[str, str] = {}
    """What the memory says: keys, and the parts of values."""


def in_language(output: ParserOutput, language: str) -> ParserOutput:
    """The same output with what it says to the user in that language, where there are words for it."""
    if language not in languages("sentences"):
        return output
    entries = tuple(
        entry.model_copy(
            update={
                "problems": tuple(_worded(problem, language) for problem in entry.problems),
                "notes": tuple(said(sentence, language) for sentence in entry.notes),
            }
        )
        for entry in output.entries
    )
    uncertain = tuple(
        one.model_copy(
            update={
                "question": said(one.question, language),
                "options": tuple(_option(option, language) for option in one.options),
            }
        )
        for one in output.uncertain
    )
    problem = output.correction_problem
    told = None if problem is None else _worded(problem, language)
    update: dict[str, object] = {"entries": entries, "uncertain": uncertain, "correction_problem": told}
    correction = output.correction
    if correction is not None:
        note = "; ".join(said(part, language) for part in correction.note.split("; "))
        update["correction"] = correction.model_copy(update={"note": note})
    return output.model_copy(update=update)


def _worded(problem: Problem, language: str) -> Problem:
    """What is no sentence yet is worded when it is shown."""
    return said(problem, language) if isinstance(problem, str) else problem


def said(sentence: str, language: str) -> str:
    """One sentence; as it is when it has no counterpart."""
    for pattern, counterpart in _patterns(language, "sentences"):
        match = pattern.fullmatch(sentence)
        if match is not None:
            return counterpart.format(*(_named(part, language) for part in match.groups()))
    return sentence


def recalled(text: str, language: str) -> str:
    """A key or a value of the memory, part by part; what code did not write stays as it is."""
    if language not in languages("sentences"):
        return text
    return "; ".join(_recalled(part, language) for part in text.split("; "))


def _recalled(part: str, language: str) -> str:
    for pattern, counterpart in _patterns(language, "memory"):
        match = pattern.fullmatch(part)
        if match is not None:
            return counterpart.format(*(_listed(one, language) for one in match.groups()))
    return _listed(part, language)


def _listed(text: str, language: str) -> str:
    """A name, or several with commas between them."""
    words = load("sentences", language, Sentences).memory
    parts = [words.get(one) or _placed(one, language) for one in text.split(", ")]
    return ", ".join(parts)


def _placed(part: str, language: str) -> str:
    """A measure, or a part of the body with its side."""
    whole = next((one for one in (name_in(part, language), place_in(part, language)) if one != part), None)
    if whole is not None:
        return whole
    side, _, place = part.rpartition(" ")
    there = place_in(place, language)
    sided = load("sentences", language, Sentences).memory.get(side, side)
    return part if there == place else f"{sided} {there}".strip()


def _named(parts: str, language: str) -> str:
    """The names of measures in the language, also of what begins with one: `bench press 80 kg x 5`."""
    return ", ".join([_begun(part, language) for part in parts.split(", ")])


def _begun(part: str, language: str) -> str:
    words = part.split(" ")
    for size in range(min(len(words), _LONGEST_NAME), 0, -1):
        name = " ".join(words[:size])
        shown = name_in(name, language)
        if shown != name:
            return " ".join([shown, *words[size:]])
    return part


_LONGEST_NAME = 5


def _option(option: str, language: str) -> str:
    shown = _filled(option, load("sentences", language, Sentences).options)
    return name_in(option, language) if shown is None else shown


def meant(answer: str, language: str) -> str:
    """The English option behind an answer that was shown in another language."""
    if language not in languages("sentences"):
        return answer
    options = load("sentences", language, Sentences).options
    english = _filled(answer, {shown: option for option, shown in options.items()})
    return named_by(answer, language) if english is None else english


def _filled(text: str, forms: Mapping[str, str]) -> str | None:
    """The counterpart of the form that the text has, with its numbers; None when it has none."""
    for form, counterpart in forms.items():
        places = [int(place) for place in re.findall(r"\{(\d)\}", form)]
        pattern = r"([\d.]{1,9})".join(re.escape(part) for part in re.split(r"\{\d\}", form))
        match = re.fullmatch(pattern, text)
        if match is not None:
            numbers = dict(zip(places, match.groups(), strict=True))
            return counterpart.format(*(numbers[place] for place in sorted(numbers)))
    return None


@cache
def _patterns(
    language: str, table: Literal["sentences", "memory"]
) -> tuple[tuple[re.Pattern[str], str], ...]:
    known = load("sentences", language, Sentences)
    chosen = known.memory if table == "memory" else known.sentences
    return tuple((_pattern(english), counterpart) for english, counterpart in chosen.items())


def _pattern(english: str) -> re.Pattern[str]:
    parts = re.split(r"\{\d\}", english)
    first = _BRIEF if not parts[0] else "(.+?)"
    rest = "(.+?)".join(re.escape(part) for part in parts[1:])
    return re.compile(re.escape(parts[0]) + (first + rest if len(parts) > 1 else ""), re.DOTALL)
