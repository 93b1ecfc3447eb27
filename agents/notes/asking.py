"""Whether a message asks the person's notes, and for what: `words/LANGUAGE.yaml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, Field

from agents.language.spoken import spoken
from agents.language.text import plain

_LONGEST = 300
Scope = Literal["precise", "exploratory", "comprehensive"]
"""One thing, a subject, or everything there is about it."""


class FormRow(BaseModel, extra="forbid"):
    """One way to ask, and a message that is read by it."""

    form: str
    example: str


class NotesWords(BaseModel, extra="forbid"):
    """A file of `words/`: how notes are asked, and what is answered."""

    notes: str
    leads: str
    forms: list[FormRow]
    documents: re.Pattern[str]
    asks: re.Pattern[str]
    loose: list[str]
    """Messages that name a document and ask, in no form of those before."""
    not_: str = Field(alias="not")
    whole: str
    """Asks for no topic: what there is at all."""
    wide: re.Pattern[str]
    narrow: re.Pattern[str]
    holds: str
    go_on: str
    head: str
    nothing: str
    none: str
    down: str
    stale: str
    """What a source that does not answer has is as it was indexed."""
    unsure: str
    gaps: str
    refused: str
    """Before quotations, where a model's answer does not hold."""
    probes: tuple[str, ...]
    """Questions of no matter what: an entry that is near them is near everything."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A language's words with their forms made ready."""

    words: NotesWords
    named: re.Pattern[str]
    """The notes: they stand in every message that asks them."""
    forms: tuple[re.Pattern[str], ...]
    whole: re.Pattern[str]
    refused: re.Pattern[str]


def asks_document(text: str, language: str) -> str | None:
    """The message itself, where it asks for what stands in a document; only for who has notes."""
    said, known = plain(text).strip(), speech(language)
    if not said or len(said) > _LONGEST or "\n" in said or known.refused.fullmatch(said):
        return None
    return text.strip() if known.words.documents.search(said) and known.words.asks.search(said) else None


def asks_for_all(text: str, language: str) -> bool:
    """Whether it asks what notes there are, about nothing in particular."""
    return speech(language).whole.fullmatch(plain(text).strip()) is not None


def scope_of(text: str, language: str) -> Scope:
    """How much of the notes a question wants."""
    words, said = speech(language).words, plain(text)
    if words.wide.search(said):
        return "comprehensive"
    return "precise" if words.narrow.search(said) else "exploratory"


def opens(text: str, language: str) -> bool:
    """Whether a short message of one line asks anything."""
    said = plain(text).strip()
    return bool(said) and "\n" not in said and speech(language).words.asks.search(said) is not None


def may_name_document(text: str, language: str) -> bool:
    """Whether a document is named at all."""
    return speech(language).words.documents.search(plain(text)) is not None


def asked(text: str, language: str) -> str | None:
    """What is looked for, in the person's words; None: the message asks for something else."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST or "\n" in said:
        return None
    known = speech(language)
    if not known.named.search(said) or known.refused.fullmatch(said):
        return None
    for form in known.forms:
        if found := form.fullmatch(said):
            return found["topic"].strip(" ,.!?:\"'") or None
    return None


def probes() -> tuple[str, ...]:
    """Of all languages."""
    files = resources.files("agents.notes").joinpath("words").iterdir()
    known = sorted(file.name.removesuffix(".yaml") for file in files if file.name.endswith(".yaml"))
    return tuple(one for language in known for one in speech(language).words.probes)


@cache
def speech(language: str) -> Speech:
    """English for a language that has none."""
    words = spoken("agents.notes", language, NotesWords)
    lead = rf"(?:{words.leads}[,:]? )*"
    return Speech(
        words=words,
        named=re.compile(words.notes),
        forms=tuple(
            re.compile(rf"{lead}(?:{row.form.replace('<notes>', words.notes)})[ .!?~]*")
            for row in words.forms
        ),
        whole=re.compile(rf"{lead}(?:{words.whole.replace('<notes>', words.notes)})[ .!?~]*"),
        refused=re.compile(rf"{lead}(?:{words.not_})"),
    )
