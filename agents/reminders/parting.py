"""Which parts of a message ask for a reminder each, and what of it is about something else."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise

from agents.language.days.day_rules import DateOrder
from agents.language.text import plain
from agents.reminders.asking import asked
from agents.reminders.planning import Asked
from agents.reminders.speech import speech
from agents.reminders.times import only_times

_FIRST_END = re.compile(r"[.;!](?=\s)|\n")


def several(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> list[Asked]:
    """Each of several that one message asks for: "remind me 17:00 swim, 18:30 yoga"; else none."""
    words = speech(language)
    edges = (0, *(at for one in words.also.finditer(plain(text)) for at in one.span()), len(text))
    parts = [text[start:end] for start, end in pairwise(edges)][::2]
    if len(parts) == 1:
        return []
    leads = ["", *[words.words.also_lead] * (len(parts) - 1)]
    found = [asked(f"{lead}{part}", now, language, order) for lead, part in zip(leads, parts, strict=True)]
    whole = [one for one in found if one is not None and one.does == "set" and one.plan and one.plan.text]
    return whole if len(whole) == len(found) else []


def goes_on(part: str, now: datetime, language: str, order: DateOrder = "DMY") -> bool:
    """Whether what stands beside a request is one, too, or only says when."""
    said = plain(part).strip()
    when = only_times(said, speech(language), now, order)
    return when is not None or asked(part, now, language, order) is not None


def without_rest(text: str, language: str) -> tuple[str, str]:
    """A request, and what is said behind it of something else; the latter empty where nothing is."""
    found = speech(language).words.behind.search(plain(text))
    return (text, "") if found is None else (text[: found.start()].rstrip(), text[found.end() :].lstrip())


def beside(text: str, language: str, *, surely: bool = False) -> tuple[str, str] | None:
    """A log and the request that stands behind or before it, where a message is both.

    surely: only where words or a mark between them divide the two.
    """
    said = plain(text)
    for found in speech(language).words.breaks.finditer(said):
        if found.end() and re.search(r"\w", said[: found.start()]):
            request, rest = without_rest(text[found.end() :].lstrip(), language)
            return f"{text[: found.start()].rstrip()}{rest and f', {rest}'}", request
    whole = text.strip()
    end = None if surely else _FIRST_END.search(whole, 1)
    return None if end is None else (whole[end.end() :].lstrip(), whole[: end.start()].rstrip())
