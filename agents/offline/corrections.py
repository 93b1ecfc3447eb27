"""Corrections."""

from agents.parser import ParserInput, ParserOutput


def correct(given: ParserInput) -> ParserOutput:
    """Placeholder until the log reader stands."""
    return ParserOutput(correction_problem=f"cannot correct {given.text}", confidence=0.0)
