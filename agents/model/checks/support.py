"""What of general knowledge may carry a number, and a model's text as far as it holds."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.truth import Sheet, sentence_bounds, tell
from agents.truth.words import shown_in
from domains.model import ActiveDomainContext

_NUMBER = re.compile(r"\d|" + "|".join(rf"\b{word}\b" for word in shown_in("en").numbers), re.IGNORECASE)


def holds(text: str, sheet: Sheet) -> str:
    """The text for a person where nothing in it is unsupported; else empty."""
    told = tell(text, sheet)
    return "" if told.refusals else told.text


def expertise(context: ActiveDomainContext | None) -> tuple[str, ...]:
    """The sentences with a number in what the loaded domains know in general."""
    if context is None:
        return ()
    return (*_numbered(context.expertise), *(one.text for one in context.reasons if _NUMBER.search(one.text)))


@lru_cache(32)
def _numbered(expertise: str) -> tuple[str, ...]:
    """Its sentences with a number; there are as many such texts as people load domains together."""
    flowing = re.sub(r"(?<!\n)\n(?!\n)", " ", expertise)
    sentences = (flowing[start:end].strip() for start, end in sentence_bounds(flowing))
    return tuple(text for text in sentences if _NUMBER.search(text))
