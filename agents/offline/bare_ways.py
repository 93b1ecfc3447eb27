"""A way without its unit, `ran 5 in 42`: in the unit that its writer counts in, else what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

from agents.language.atoms import Atom
from agents.language.reading import Reading
from agents.offline.left_out import doubt_words, past_measures, unit_in
from agents.offline.questions.subjects import GOES_FAR
from agents.offline.sentences import meant
from agents.parser import ParserInput, Uncertainty

_SURELY_A_WAY = 14
"""A bare figure above may as well be minutes."""
_UNITS = ("km", "mi", "min")
_FOLLOWS = ("LIGHT", "SOFT", "WHOLE", "TOOK", "AT", "COMMA", "STOP", "LINE", "SEP", "OPEN")
_TIMES = ("TIME", "CLOCK", "TOOK")


def with_way_unit(
    given: ParserInput, reading: Reading, read: Callable[[str], Reading]
) -> tuple[Reading, tuple[Uncertainty, ...]]:
    """The log with the unit of its only bare way, or with the question about it."""
    ways = list(_bare_ways(reading)) if reading.unread else []
    if len(ways) != 1:
        return reading, ()
    name, way, timed = ways[0]
    unit = _unit_of(given, name, sure=timed or way.value <= _SURELY_A_WAY)
    if unit:
        return read(f"{reading.text[: way.end]} {unit}{reading.text[way.end :]}"), ()
    words = doubt_words()
    question = words.unit.format(name=name, value=f"{way.value:g}")
    options = tuple([words.units[one] for one in _UNITS if not (timed and one == "min")])
    return reading, (Uncertainty(key="unit", question=question, options=options),)


def _bare_ways(reading: Reading) -> Iterator[tuple[str, Atom, bool]]:
    """Each figure that nobody read right behind what was done, and whether a time is told beside it."""
    unread = {atom.start for atom in reading.unread}
    atoms = reading.atoms
    for done, way, then in zip_longest(atoms, atoms[1:], atoms[2:]):
        if way is None or way.start not in unread or not (done.has("BOUT") and way.has("NUM")):
            continue
        ends = then is None or then.clause != way.clause or then.has(*_FOLLOWS, *_TIMES)
        if done.named is not None and done.named.name in GOES_FAR and ends:
            timed = any(one.has(*_TIMES) for one in atoms if one.clause == way.clause)
            yield done.named.name, way, timed


def _unit_of(given: ParserInput, name: str, *, sure: bool) -> str | None:
    """The unit that was answered, that was chosen in the settings, or that all such ways were told in."""
    answered = unit_in(meant(given.resolved.get("unit", ""), given.profile.language))
    if answered in _UNITS or not sure:
        return answered if answered in _UNITS else None
    told = {one.distance_unit for one in past_measures(given) if one.name == name} & {"km", "mi"}
    return given.profile.distance_unit or (told.pop() if len(told) == 1 else None)
