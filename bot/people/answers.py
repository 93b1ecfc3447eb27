"""Typed answers: is this text the answer to an open question, or something new?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from agents.notation import unit_words
from agents.types import DAY_GAP, SUBJECT_GAP
from storage.entities import PendingQuestion

_LONGEST_ANSWER = 200
_LONGEST_NAME = 6
"""Words: "the one on Monday after the run"."""
_QUESTION = re.compile(
    r"[?？]|^(?:what|when|where|why|which|who|how|did|do|does|is|are|was|were|can|could|should|show|compare)\b"  # noqa: RUF001 - the Korean keyboard's question mark
    r"|(?:얼마|언제|무엇|뭐|몇|어떻게|왜|알려|보여|비교)",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\d\s*(?:kg|lbs?|km|mi(?:les?)?|m|min(?:utes?)?|h(?:ours?|rs?)?|kcal|cal|g|reps?|sets?|시간|분|킬로|회|세트)\b"
    r"|\d\s*[x×*]\s*\d|\d+:\d\d|\d\s*(?:kg|시간|분|회|세트)",  # noqa: RUF001 - people write this sign too
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d(?!rm)", re.IGNORECASE)
"""No measure that a question may be about is called by a number, but a 1RM."""
_CLOSED = frozenset({"weight_unit", "notation", "date", "jump", "twin", "done", "either"})
"""What is asked about a log with every possible answer among the options."""
_WORDS = frozenset({"metric", "unit", SUBJECT_GAP})
"""What is asked for a word: a figure is no answer to it."""
NAMING = frozenset({"exercise", "target", "metric", SUBJECT_GAP})
"""What is asked for a name, which is told at once or in a reply: how somebody feels is no answer to it."""
_BEFORE = (
    "in|all|only|just|the|yes|yeah|yep|yup|sure|ok|okay|oh|ah|sorry|um|uh|well|obviously|always|응|네|아"
)
_AFTER = "please|pls|plz|ofc|obviously|always|each|thanks|thx|btw|sorry|mate|man|one"
_AROUND = re.compile(
    r"^(?:(?:it|that|they|these|those|this)(?:'?s|'re| is| was| are| were)? |i (?:mean|meant|use) "
    rf"|(?:{_BEFORE})[,.!]* )*"
    rf"|(?:,? (?:{_AFTER}|of course|thank you)|이?(?:야|요|에요|예요|입니다|였어|임))*$"
)
"""What stands around an answer: "yes, kilos please"."""

_ONE_LOG = re.compile(r"(?:it|that|they|these|those|this)\b|그건|이건|그거|이번")
"""Points to one log: what it says of a unit tells nothing of the next."""


def meant(
    text: str, open_ones: Sequence[PendingQuestion], reply_to: int | None = None
) -> tuple[PendingQuestion, str] | None:
    """The question that a message answers, and the answer. `open_ones` are oldest first.

    An option goes to the newest question that has it; other words only to a question that is open alone.
    """
    replied = [q for q in open_ones if q.message_id is not None and q.message_id == reply_to]
    if replied:
        return replied[0], _option(text, replied[0]) or text
    if reply_to is not None:
        return None
    for question in reversed(open_ones):
        if (option := _option(text, question)) is not None:
            return question, option
    answer = answer_in(text, open_ones[0], replied=False) if len(open_ones) == 1 else None
    return None if answer is None else (open_ones[0], answer)


def answer_in(text: str, question: PendingQuestion, *, replied: bool) -> str | None:
    """The answer that `text` gives to `question`, None when it is about something else.

    A reply to the question is its answer. Otherwise it is an option, also by its number or another word for
    it, or where more than the options can be answered a short text that neither asks nor logs something.
    """
    option = _option(text, question)
    if option is not None or replied:
        return option or text
    if question.gap in _CLOSED or len(text) > _LONGEST_ANSWER or "\n" in text:
        return None
    told = _FIGURE if question.gap in _WORDS else _QUANTITY
    if _QUESTION.search(text) or told.search(text) or _is_new(text, naming=question.gap in NAMING):
        return None
    return None if question.gap == DAY_GAP and not _names_day(text, question.asked_at) else text


def _names_day(text: str, now: datetime) -> bool:
    """Whether it says when, and little else."""
    from agents.agenda.speech import speech  # noqa: PLC0415 - only where a specialist asked
    from agents.agenda.times import read_times  # noqa: PLC0415 - as above
    from agents.language.text import plain  # noqa: PLC0415 - a start must not wait for the agents
    from agents.offline.lexicon import language_of  # noqa: PLC0415 - as above

    when, left = read_times(plain(text), speech(language_of(text)), now, "DMY")
    return when.days is not None and len(left.split()) <= _LONGEST_NAME


def _is_new(text: str, *, naming: bool) -> bool:
    """Whether it corrects, asks or logs; where a name is asked for, also whether it tells of a feeling."""
    from agents.offline.repeating import repeats  # noqa: PLC0415 - a start must not wait for the agents
    from agents.offline.routing.correcting import correcting  # noqa: PLC0415
    from agents.offline.routing.requests import is_order  # noqa: PLC0415
    from agents.offline.routing.segments import Kind, pieces  # noqa: PLC0415
    from agents.offline.spoken import tells  # noqa: PLC0415

    if correcting(text, (), replies_to_entry=False) or repeats(text, lambda _: None):
        return True
    named = _bare(text)
    told = len(text.split()) > _LONGEST_NAME or "," in named or tells(named)
    if naming and (is_order(text) or told):
        return True
    said = pieces(text)
    if any(piece.kind is Kind.QUERY for piece in said):
        return True
    return naming and not any(piece.kind is Kind.LOG and not piece.storable for piece in said)


def _bare(said: str) -> str:
    return _AROUND.sub("", said.strip(" .!").casefold()[:_LONGEST_ANSWER])


def names_option(text: str, question: PendingQuestion) -> bool:
    """Whether it is an option, by its name or another word for it and not by its number."""
    return not text.strip(" .!").isdecimal() and _option(text, question) is not None


def _option(text: str, question: PendingQuestion) -> str | None:
    said = text.strip(" .!").casefold()
    bare = _bare(said)
    for option in question.options:
        words = unit_words().get(option)
        if said == option.casefold() or (words is None and bare == option.casefold()):
            return option
        if words is not None and words.fullmatch(bare):
            return text.strip() if _ONE_LOG.match(said) else option
    if said.isdecimal() and not any(option.isdecimal() for option in question.options):
        index = int(said) - 1
        if 0 <= index < len(question.options):
            return question.options[index]
    return _day_option(said, question) if question.gap == "date" else None


def _day_option(said: str, question: PendingQuestion) -> str | None:
    """The day that the words name, if it is among the options."""
    from agents.language.days.dates import find_days  # noqa: PLC0415 - a start must not wait for the agents

    days = [one for one in find_days(said, question.asked_at) if (one.start, one.end) == (0, len(said))]
    return next((option for option in question.options if days and option == days[0].day.isoformat()), None)
