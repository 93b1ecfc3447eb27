"""When code is so sure of its own reading that no model is asked: the one place that says so."""

from __future__ import annotations

from agents.language.confidence import SURE
from agents.parser import ParserOutput
from agents.router import RouterOutput
from agents.types import InputType

_LOG, _CHAT, _CORRECTION = 0.8, 0.9, 0.9
"""How sure the router by code must be of what a message is."""


def is_certain_log(routed: RouterOutput, read: ParserOutput) -> bool:
    """It reports, it can be nothing else, and everything in it was read."""
    return (
        routed.input_type is InputType.LOG
        and routed.confidence >= _LOG
        and routed.corrects_if_logged is None
        and not routed.corrects_if_repeated
        and is_certain_reading(read)
    )


def is_certain_reading(read: ParserOutput) -> bool:
    """One day, likely read as it was meant; whether kg or lb is meant only the user can tell anyway."""
    return repeats_earlier(read) or (
        len(read.entries) == 1
        and bool(read.entries[0].measures)
        and read.correction is None
        and read.confidence >= SURE
        and all(doubt.key == "weight_unit" for doubt in read.uncertain)
        and not read.entries[0].problems
    )


def repeats_earlier(read: ParserOutput) -> bool:
    """Its words only ask for what was logged before: code copies it, once it has looked."""
    return read.needs_recent and not read.entries and not read.uncertain


def is_certain_correction(routed: RouterOutput) -> bool:
    """The words of a correction; whether it can be applied shows when it is read."""
    return routed.input_type is InputType.CORRECTION and routed.confidence >= _CORRECTION


def is_applied(read: ParserOutput) -> bool:
    """Code found the entry that a correction is about, and knows its new state."""
    return read.correction is not None and read.correction_problem is None and not read.uncertain


def is_small_talk(routed: RouterOutput) -> bool:
    """A greeting, thanks, or a question about the bot that code has an answer for."""
    return routed.input_type is InputType.CHAT and routed.confidence >= _CHAT
