"""What was wrong with a log, in a sentence."""

from __future__ import annotations

from bot.texts import Wording
from domains.names import name_in
from storage.problems import Misread, Problem


def problem_told(problem: Problem, say: Wording) -> str:
    """In plain text."""
    if isinstance(problem, str):
        return problem
    if isinstance(problem, Misread):
        words, _, fits = problem.words.partition("|")
        return say.label(f"misread.{problem.wrong}", words=words, fits=fits)
    field = say.catalogue.fields.get(problem.field, "")
    return say.label(
        f"impossible.{problem.kind}",
        measure=name_in(problem.measure, say.language),
        value=f"{field} {problem.value}".strip(),
        allowed=problem.allowed,
    )
