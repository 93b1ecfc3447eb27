"""What is wrong with a draft, in words (`data/complaints.en.yaml`)."""

from __future__ import annotations

from functools import cache

from pydantic import RootModel

from agents.offline.lexicon import load
from agents.types import EvaluationFeedback


class Complaints(RootModel[dict[str, tuple[str, str]]]):
    """Issue and suggestion by what is wrong."""


@cache
def _complaints() -> dict[str, tuple[str, str]]:
    return load("complaints", "en", Complaints).root


def complaint(key: str, about: str | None = None, **values: object) -> EvaluationFeedback:
    """The complaint; `about` is the sentence of the draft that is wrong."""
    issue, suggestion = (text.format(**values) for text in _complaints()[key])
    return EvaluationFeedback(issue=issue, suggestion=suggestion, affected_claim=about)
