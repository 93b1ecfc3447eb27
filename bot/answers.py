"""Typed answers: is this text the answer to the open question, or something new?"""

from __future__ import annotations

import re

from storage.entities import PendingQuestion

_LONGEST_ANSWER = 200
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


def answer_in(text: str, question: PendingQuestion, *, replied: bool) -> str | None:
    """The answer that `text` gives to `question`, None when it is about something else.

    A reply to the question is its answer. Otherwise an option (also by its number), or a short text that
    neither asks something nor logs something.
    """
    option = _option(text, question)
    if option is not None or replied:
        return option or text
    if len(text) > _LONGEST_ANSWER or "\n" in text or _QUESTION.search(text) or _QUANTITY.search(text):
        return None
    return text


def _option(text: str, question: PendingQuestion) -> str | None:
    said = text.strip(" .!").casefold()
    for option in question.options:
        if said == option.casefold():
            return option
    if said.isdecimal() and not any(option.isdecimal() for option in question.options):
        index = int(said) - 1
        if 0 <= index < len(question.options):
            return question.options[index]
    return None
