"""How each stretch of a message is meant: done by the writer, planned, negated, of others, asked, long ago …

After ConText (Harkema et al., 2009): a trigger's category holds in its direction as far as its reach, until
something ends it. What that makes of a stretch is weighed with all else that speaks for a log (`evidence`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agents.language.atoms import Atom
from agents.language.clauses import divided
from agents.language.days.dates import DayMention
from agents.language.triggers import Lexicon, Row, Trigger, Word, lexicon, words_of

DOUBTS = frozenset(("planned", "negated", "other", "hypothetical", "question", "past", "habit", "thing"))
"""Categories that speak against a log."""
TELLING = frozenset(
    (
        "EX",
        "BOUT",
        "METRIC",
        "PAIN",
        "FEELING",
        "MEAL",
        "ATE",
        "AMOUNT",
        "RACE",
        "STATE",
        "SLEEP_QUALITY",
        "BAD_NIGHT",
    )
)
"""What tells of a deed or a state without a figure."""
_YEARS_AGO, _DID_ALL = "years_ago", "did_all"
ARROWS, _SHAFTS = frozenset("→⇒>"), frozenset("-=\u2013")
"""Signs before what became of something, in its line or the next."""
_HEAD = 5
"""Words in which a clause has said what it is about."""


@dataclass(frozen=True, slots=True)
class Unit:
    """atoms[first:end], which lie in one clause and are meant alike; `over` are the rows that hold there."""

    first: int
    end: int
    over: frozenset[str]
    categories: frozenset[str]


@dataclass(frozen=True)
class Message:
    """A message as clauses with their triggers."""

    text: str
    atoms: tuple[Atom, ...]
    words: tuple[Word, ...]
    triggers: tuple[Trigger, ...]
    mentions: tuple[DayMention, ...]
    known: Lexicon

    @cached_property
    def starts(self) -> list[int]:
        """Where atoms begin."""
        return [atom.start for atom in self.atoms]

    def place(self, start: int) -> int:
        """The atom that stands there."""
        return max(0, bisect_right(self.starts, start) - 1)

    @cached_property
    def clauses(self) -> list[tuple[int, int]]:
        """Where each clause begins and ends, by its number."""
        return _stretches([atom.clause for atom in self.atoms])

    @cached_property
    def last_listed(self) -> list[int]:
        """Of each clause the number of the last one that is denied with it."""
        return _last_listed(self)

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Where each sentence begins and ends."""
        return _stretches([atom.sentence for atom in self.atoms])

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """Where each line begins and ends."""
        return _stretches([atom.line for atom in self.atoms])

    @cached_property
    def clause_words(self) -> list[list[Word]]:
        """The words of each clause, as `clauses` counts them."""
        result: list[list[Word]] = [[] for _ in self.clauses]
        for word in self.words:
            result[self.nth_clause(self.place(word.start))].append(word)
        return result

    def nth_clause(self, place: int) -> int:
        """The place in `clauses` of the clause of an atom."""
        return bisect_right(self.clauses, (place, len(self.atoms) + 1)) - 1

    def line_of(self, place: int) -> tuple[int, int]:
        """Where the line of an atom begins and ends."""
        return _around(self.lines, place)

    def is_arrow(self, first: int, end: int) -> bool:
        """Whether atoms[first:end] are an arrow and nothing else."""
        signs = {atom.text for atom in self.atoms[first:end]}
        return signs <= ARROWS | _SHAFTS and not signs.isdisjoint(ARROWS)

    @cached_property
    def clause_triggers(self) -> list[list[Trigger]]:
        """The triggers of each clause."""
        result: list[list[Trigger]] = [[] for _ in self.clauses]
        for one in self.triggers:
            result[self.nth_clause(self.place(one.start))].append(one)
        return result


def _stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    result: list[tuple[int, int]] = []
    for at, number in enumerate(numbers):
        if at and numbers[at - 1] == number:
            result[-1] = (result[-1][0], at + 1)
        else:
            result.append((at, at + 1))
    return result


def message_of(
    text: str,
    plain: str,
    atoms: Sequence[Atom],
    mentions: Sequence[DayMention],
    heads: Sequence[tuple[int, int]] = (),
) -> Message:
    """The message divided into clauses, with the triggers that hold. `plain` is `text` in lower case.

    What names a day, or in `heads` the week of the days that follow, is no past of long ago.
    """
    known = lexicon()
    words = words_of(plain)
    names = {
        at for atom in atoms if atom.has("EX", "BOUT", "METRIC") for at in range(atom.start + 1, atom.end)
    }
    named = (*((one.start, one.end) for one in mentions), *heads)
    dated = {at for start, end in named for at in range(start, end)}
    triggers = [
        one
        for one in known.find(words)
        if not (one.start in names and one.row.is_ != "closes")
        and not (one.row.is_ == "past" and one.row.name != _YEARS_AGO and one.start in dated)
    ]
    parts = divided(atoms, triggers, mentions, known)
    message = Message(text, tuple(parts), tuple(words), tuple(triggers), tuple(mentions), known)
    kept = [one for one in triggers if one.row.is_ != "none" and _stands(message, one)]
    return replace(message, triggers=tuple(kept))


def _stands(message: Message, trigger: Trigger) -> bool:
    """Whether a trigger stands where its row wants it."""
    if not trigger.row.at:
        return True
    known = message.known
    if _is_beside(message, trigger.first):
        return False
    first, _ = message.clauses[message.nth_clause(message.place(trigger.start))]
    begin = message.atoms[first].start
    before: list[str] = []
    for word in reversed(message.words[max(0, trigger.first - _HEAD) : trigger.first]):
        if word.start < begin:
            break
        before.append(word.text)
    before.reverse()
    led = [word for word in before if word.isalnum() or "'" in word]
    while led and known.kind(led[0], "leads"):
        del led[0]
    if trigger.row.at == "first" or not led:
        return not led
    return known.kind(led[0], "determiners") or (len(led) == 1 and not known.kind(led[0], "mine"))


def _is_beside(message: Message, at: int) -> bool:
    """Whether somebody is named as company: `with my brother`, `me and Anna`."""
    known, words = message.known, message.words
    least = max(0, at - _HEAD)
    while at > least and known.kind(words[at - 1].text, "determiners"):
        at -= 1
    if not at or known.kind(words[at - 1].text, "beside"):
        return at > 0
    return at > 1 and known.kind(words[at - 1].text, "begins") and known.kind(words[at - 2].text, "mine")


class _Ends:
    """Where words and triggers stand that end the reach of others."""

    def __init__(self, message: Message) -> None:
        self._message = message
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for one in message.triggers:
            for kind in (one.row.is_, one.row.name):
                self._places[kind].append(message.place(one.start))
        for word in message.words:
            for kind in ("mine", "turns"):
                if message.known.kind(word.text, kind):
                    self._places[kind].append(message.place(word.start))

    def cut(self, place: int, bound: int, until: Iterable[str], *, forward: bool) -> int:
        """The nearest of them between `place` and `bound`, from its clause on if that is another one."""
        message = self._message
        for kind in until:
            places = self._places[kind]
            at = bisect_right(places, place) if forward else bisect_left(places, place) - 1
            if not 0 <= at < len(places):
                continue
            found = places[at]
            first, end = message.clauses[message.nth_clause(found)]
            if kind == "now" and first <= place < end:
                continue
            if forward:
                bound = min(bound, first if first > place else found)
            else:
                bound = max(bound, end if end <= place else found + 1)
        return bound


def units_of(message: Message) -> list[Unit]:
    """The message as stretches that are meant alike. Linear in the number of atoms and triggers."""
    begins, ends = _scopes(message)
    active: defaultdict[str, int] = defaultdict(int)
    rows = {one.row.name: one.row for one in message.triggers}
    units: list[Unit] = []
    over: frozenset[str] = frozenset()
    for first, end in message.clauses:
        opened = first
        for at in range(first, end):
            if at in begins or at in ends:
                for name in ends.get(at, ()):
                    active[name] -= 1
                for name in begins.get(at, ()):
                    active[name] += 1
                held = frozenset([name for name, count in active.items() if count > 0])
                if held != over and at > opened:
                    units.append(_unit(opened, at, over, rows))
                    opened = at
                over = held
        units.append(_unit(opened, end, over, rows))
    return units


def _unit(first: int, end: int, over: frozenset[str], rows: dict[str, Row]) -> Unit:
    return Unit(first, end, over, frozenset([rows[name].is_ for name in over]))


def _scopes(message: Message) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Where rows begin to hold and cease to."""
    begins: defaultdict[int, list[str]] = defaultdict(list)
    ends: defaultdict[int, list[str]] = defaultdict(list)
    terminators = _Ends(message)
    all_done = max([one.start for one in message.triggers if one.row.name == _DID_ALL], default=-1)
    for one in message.triggers:
        if one.row.is_ not in DOUBTS or (one.row.is_ == "planned" and one.start < all_done):
            continue
        first, end = _scope(message, one, terminators)
        begins[first].append(one.row.name)
        ends[end].append(one.row.name)
    return begins, ends


def _scope(message: Message, trigger: Trigger, terminators: _Ends) -> tuple[int, int]:
    row, place = trigger.row, message.place(trigger.start)
    last = message.place(trigger.end - 1)
    first, end = _bounds(message, place, row.reach)
    until = (*row.until, "turns")
    if row.direction != "forward":
        first = terminators.cut(place, first, until, forward=False)
    if row.direction != "backward":
        end = terminators.cut(last, end, until, forward=True)
    return (place if row.direction == "forward" else first), (
        last + 1 if row.direction == "backward" else end
    )


def _bounds(message: Message, place: int, reach: str) -> tuple[int, int]:
    match reach:
        case "clause":
            nth = message.nth_clause(place)
            return message.clauses[nth][0], message.clauses[message.last_listed[nth]][1]
        case "sentence":
            return _around(message.sentences, place)
        case "line":
            first, end = message.line_of(place)
            below = first > 0 and message.is_arrow(first, place + 1)
            return (message.line_of(first - 1)[0] if below else first), end
        case "block":
            at = bisect_right(message.lines, (place, len(message.atoms) + 1)) - 1
            last = at + (
                at + 1 < len(message.lines) and message.lines[at + 1][1] - message.lines[at + 1][0] == 1
            )
            while (
                last + 1 < len(message.lines) and message.lines[last + 1][1] - message.lines[last + 1][0] > 1
            ):
                last += 1
            return message.lines[at][0], message.lines[last][1]
        case _:
            return 0, len(message.atoms)


def _last_listed(message: Message) -> list[int]:
    """Of each clause the last that goes on listing figures of its name: `skipped sit-ups: 10, 9, 8`."""
    told = [message.atoms[first:end] for first, end in message.clauses]
    shapes = [_shape(own) for own in told]
    ends = list(range(len(told)))
    for nth in reversed(ends[:-1]):
        shape = shapes[nth + 1]
        before = message.atoms[message.clauses[nth + 1][0] - 1]
        if "" in shape and shapes[nth][-len(shape) :] == shape and not before.has("LINE"):
            ends[nth] = ends[nth + 1]
    named = [any(atom.has("EX", "BOUT", "METRIC") for atom in own) for own in told]
    return [end if is_named else nth for nth, (end, is_named) in enumerate(zip(ends, named, strict=True))]


def _shape(atoms: Sequence[Atom]) -> list[str]:
    """Its words, "" for each figure."""
    return [
        "" if atom.figure else atom.text for atom in atoms if not atom.has("COMMA", "STOP", "SEP", "THEN")
    ]


def _around(stretches: Sequence[tuple[int, int]], place: int) -> tuple[int, int]:
    return stretches[bisect_right(stretches, (place, 1 << 60)) - 1]
