"""A model's doubts as questions of ours: code words them, and each option is a value that code knows.

An exercise by its name, a day by its date, sets and repetitions by their numbers, or the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from agents.language.days.dates import find_days
from agents.model.checks.worded import say
from agents.model.checks.words import find
from agents.model.parser_wire import DoubtWire
from agents.parser import ParserInput, Uncertainty
from domains.names import name_in

LINK = re.compile(r"\w\.\w{2,}|://|@\w")
"""What a chat makes a link of."""
_OPTION = 40
_MOST_OPTIONS = 4
_SETS = re.compile(r"(\d{1,3}) (?:sets? of|sets? x|x) (\d{1,3})(?: reps)?|(\d{1,3})세트 ?(?:x ?)?(\d{1,3})회")


def doubts(told: Sequence[DoubtWire], given: ParserInput) -> Iterator[Uncertainty]:
    """Those with a choice of at least two options that hold, one of a kind, none answered before."""
    asked = set(given.resolved)
    for doubt in told:
        found = dict.fromkeys(_option(doubt.about, option.strip(), given) for option in doubt.options)
        options = tuple(option for option in found if option)[:_MOST_OPTIONS]
        if len(options) > 1 and doubt.about not in asked:
            asked.add(doubt.about)
            question = say(f"ask.{doubt.about}", given.profile.language)
            yield Uncertainty(key=doubt.about, question=question, options=options)


def _option(about: str, told: str, given: ParserInput) -> str:
    """The option as it is shown; empty when it is nothing that code knows."""
    if not told or len(told) > _OPTION:
        return ""
    return next((shown for read in _READ[about] if (shown := read(told, given))), "")


def _sets(told: str, given: ParserInput) -> str:
    """Sets of repetitions, both written in the message."""
    match = _SETS.fullmatch(told)
    if match is None:
        return ""
    sets, reps = (number for number in match.groups() if number is not None)
    written = re.findall(r"\d+", given.text)
    shown = say("option.sets", given.profile.language, sets=sets, reps=reps)
    return shown if {sets, reps} <= set(written) else ""


def _exercise(told: str, given: ParserInput) -> str:
    name = given.domain_context.vocabulary.get(told.casefold())
    return "" if name is None else name_in(name, given.profile.language)


def _day(told: str, given: ParserInput) -> str:
    days = {one.day for one in find_days(told, given.profile.local(given.now), given.profile.date_order)}
    return days.pop().isoformat() if len(days) == 1 else ""


def _own_words(told: str, given: ParserInput) -> str:
    span = find(told, given.text)
    words = "" if span is None else given.text[slice(*span)]
    return "" if LINK.search(words) else " ".join(words.split())


_READ: Mapping[str, Sequence[Callable[[str, ParserInput], str]]] = {
    "notation": (_sets,),
    "exercise": (_exercise, _own_words),
    "target": (_exercise, _day, _own_words),
    "date": (_day, _own_words),
}
