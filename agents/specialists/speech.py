"""How one message speaks to several specialists: `words/LANGUAGE.yaml`, its expressions made ready once."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated

from pydantic import BaseModel, BeforeValidator

from agents.language.spoken import spoken
from agents.language.text import plain


class Example(BaseModel, extra="forbid"):
    """A message of so many parts (a test looks)."""

    text: str
    parts: int


class PartWords(BaseModel, extra="forbid"):
    """A file of `words/`; its lines say what the keys are."""

    cues: re.Pattern[str]
    asks_calendar: re.Pattern[str]
    connecting: re.Pattern[str]
    joins: re.Pattern[str]
    conjoined: list[tuple[re.Pattern[str], str]]
    clause: re.Pattern[str]
    idle: re.Pattern[str]
    goes_on: re.Pattern[str]
    asks_day: re.Pattern[str]
    that_day: re.Pattern[str]
    puts_it: re.Pattern[str]
    day_of: re.Pattern[str]
    put: str
    light: Annotated[frozenset[str], BeforeValidator(str.split)]
    day: str
    which_day: str
    no_day: str
    several: str
    over: str
    examples: list[Example]

    def conjoined_as_asked(self, text: str) -> str:
        """A request whose verb is joined to the next as one that stands alone."""
        found = next((one for one in self.conjoined if one[0].search(text)), None)
        return text if found is None else found[0].sub(found[1], text)

    def read_as(self, question: str, request: str) -> str:
        """A request for the day that a question asks for, as one for the day `day`; empty: it is none."""
        said = plain(request)
        if at := self.that_day.search(said):
            return " ".join(f"{request[: at.start()]} {self.day} {request[at.end() :]}".split())
        it, of = self.puts_it.fullmatch(said.strip()), self.day_of.fullmatch(plain(question).strip())
        return self.put.format(title=of["title"], day=self.day, rest=it["rest"].strip()) if it and of else ""


@cache
def speech(language: str) -> PartWords:
    """English for a language that has none."""
    return spoken("agents.specialists", language, PartWords)
