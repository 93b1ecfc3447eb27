"""Whether what a model wrote says only numbers and dates that entries and figures support."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from agents.number_check import Checker, sentence_bounds
from agents.numbers.known import Known
from agents.types import Figure, UserAnswer
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry

_NUMBER = re.compile(
    r"\d|\b(?:half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|dozen|hundred)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Support:
    """Everything that can carry a number; the texts of one answer are checked against it."""

    now: datetime
    entries: Sequence[Entry] = ()
    figures: Sequence[Figure] = ()
    ranges: Sequence[DateRange] = ()
    query: str = ""
    told: Sequence[str] = ()
    """What is believed as it was said: the user's answers."""
    general: Sequence[str] = ()
    """General knowledge of ours; its numbers count in sentences that repeat it."""
    vocabulary: Mapping[str, str] = field(default_factory=dict[str, str])

    @cached_property
    def _checker(self) -> Checker:
        told = "\n".join(self.told)
        known = Known(self.entries, self.figures, self.ranges, self.now, told, self.vocabulary)
        return Checker(known, self.now.date(), self.query, self.general)

    def holds(self, text: str) -> bool:
        """Whether nothing in the text is unsupported."""
        return next(self._checker.unsupported(text), None) is None

    def kept(self, text: str) -> str:
        """The text without the sentences in which something is unsupported."""
        wrong = [item.start for item in self._checker.unsupported(text)]
        if not wrong:
            return text
        return "".join(
            text[start:end]
            for start, end in sentence_bounds(text)
            if not any(start <= at < end for at in wrong)
        ).strip()


def told(answers: Sequence[UserAnswer]) -> tuple[str, ...]:
    """What the user said when asked back."""
    return tuple(answer.answer for answer in answers)


def expertise(context: ActiveDomainContext | None) -> tuple[str, ...]:
    """The sentences with a number in what the loaded domains know in general."""
    if context is None:
        return ()
    flowing = re.sub(r"(?<!\n)\n(?!\n)", " ", context.expertise)
    sentences = (flowing[start:end].strip() for start, end in sentence_bounds(flowing))
    reasons = (reason.text for reason in context.reasons)
    return tuple(text for text in (*sentences, *reasons) if _NUMBER.search(text))
