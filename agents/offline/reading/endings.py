"""What ends of written words say in languages that put grammar there: clauses, questions, whose deed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from agents.language.tokens import is_hangul
from agents.offline.reading.phrases import Meaning

if TYPE_CHECKING:
    from agents.offline.reading.items import Item


class WordEnds(BaseModel):
    """The part `word_ends` of a lexicon; left out where a language has no such thing."""

    model_config = ConfigDict(extra="forbid")

    clause: list[str]
    """A clause ends with the word: `했는데`, `아파서`."""
    no_clause: list[str]
    """Ends that only look like it: `헬스장에서`."""
    question: list[str]
    """Of a sentence's last word: `될까`."""
    no_question: list[str]
    next_time: list[str] = []
    """Words that begin what is meant for later: `다음엔 37.5`."""
    subjects: list[str]
    """After who or what a clause is about."""
    names: str
    """Syllables that given names are made of."""
    no_names: list[str]
    """Words of such syllables that are no names."""


_OTHER, _ASKS, _CLOSES = Meaning("cue", "other"), Meaning("cue", "asks"), Meaning("tag", "closes")
_NAME = (2, 3)
"""Syllables of a name, without and with that of the family."""


def mark_endings(items: Sequence[Item], languages: Sequence[WordEnds]) -> None:
    """Give words the meanings that their ends have. Linear in the number of items."""
    _opens_later(items, languages)
    for _, grouped in groupby(items, key=lambda item: item.kind in ("line", "stop")):
        sentence = list(grouped)
        runs = list(_runs(sentence))
        for number, run in enumerate(runs):
            opens = number == 0 and run[0] is sentence[0]
            for language in languages:
                _mark(run, language, opens=opens, last=number + 1 == len(runs))


def _opens_later(items: Sequence[Item], languages: Sequence[WordEnds]) -> None:
    """`35 10개 3세트 … 다음엔 37.5`: what stands before was done."""
    words = {word for language in languages for word in language.next_time}
    told = False
    for at, item in enumerate(items):
        told = (told or item.data) and item.kind != "line"
        if told and item.text in words and any(one.text[:1].isdecimal() for one in items[at + 1 : at + 4]):
            items[at - 1].meanings = (*items[at - 1].meanings, _CLOSES)


def _runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    """The pieces of one written word together: `했` + `는데`."""
    run: list[Item] = []
    for item in items:
        spelt = item.kind == "words" and is_hangul(item.text)
        if run and not (spelt and item.glued and run[-1].end == item.start):
            yield run
            run = []
        if spelt:
            run.append(item)
    if run:
        yield run


def _mark(run: list[Item], language: WordEnds, *, opens: bool, last: bool) -> None:
    written, end = "".join(item.text for item in run), run[-1]
    if written.endswith(tuple(language.clause)) and not written.endswith(tuple(language.no_clause)):
        end.meanings = (*end.meanings, _CLOSES)
    asks = written.endswith(tuple(language.question)) and not written.endswith(tuple(language.no_question))
    if last and asks:
        end.meanings = (*end.meanings, _ASKS)
    if opens and _is_name(run, written, language):
        end.meanings = (*end.meanings, _OTHER)


def _is_name(run: list[Item], written: str, language: WordEnds) -> bool:
    """`민수는`, `김지훈이`, `지훈이가`: syllables of names, and the end that makes it the subject."""
    ending = next((one for one in language.subjects if written.endswith(one)), "")
    name = written[: -len(ending)] if ending else ""
    if any(one.meanings and not one.has("filler") for one in run) or name in language.no_names:
        return False
    if len(name) == _NAME[1] and name.endswith("이"):
        name = name[:-1]
    return len(name) in _NAME and all(letter in language.names for letter in name[-_NAME[0] :])
