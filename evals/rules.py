"""How often each row of the language layer's rules fires on training messages: `python -m evals.rules`.

A row must fire for at least three of them, of different writers (files); one that does not says why it stays.
Ends with 1 when more than one row in twenty fires for fewer, or one of them says no reason.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, get_args

from agents.language import figures, quantities
from agents.language.assertion import Message
from agents.language.days_of import with_days
from agents.language.evidence import asserted, judged, model
from agents.language.lexicon import lexicon_for
from agents.language.reading import read_log
from agents.language.rules import Family, Rule, rules
from agents.language.spans import spans_of, telling
from agents.language.text import plain
from agents.profile import Profile
from evals.cases import Parsing
from evals.loading import EXAMPLES, read
from evals.playing import everything
from evals.rows import NOW

LEAST = 3
"""Training messages that a row fires for."""
EXCEPTIONS = 0.05
"""The share of rows that may fire for fewer."""


class Row(NamedTuple):
    """A row by its name."""

    family: Family
    symbol: str
    pattern: str


class Seldom(NamedTuple):
    """A row that fires for too few messages."""

    row: Row
    messages: int
    why: str


def every_row() -> Iterator[tuple[Row, Rule]]:
    """All rows, with their names."""
    for family in get_args(Family):
        for rule in rules(family).rows:
            yield _named(family, rule), rule


def _named(family: Family, rule: Rule) -> Row:
    return Row(family, rule.symbol, rule.pattern)


def fires(text: str, now: datetime = NOW) -> set[Row]:
    """The rows that read something of a message."""
    profile, context = Profile(user_id=1), everything()
    reading = read_log(text, now, profile, context, told=True)
    return {_named(one.family, one.rule) for one in reading.pieces} | set(_joined(reading.message, now))


def _joined(message: Message, now: datetime) -> Iterator[Row]:
    """The rows that joined spans, those that left them out among them."""
    days = [(one.start, one.end) for one in message.mentions]
    for rule, _, _ in quantities.rows_in(spans_of(plain(message.text), lexicon_for(everything()), days)):
        if rule is not None:
            yield _named("quantities", rule)
    alive = asserted(message, judged(message, now, model()), model().bar)
    dated = with_days(alive, message.mentions, now.date())
    for number, _, _ in figures.rows_in(telling(dated)):
        if number >= 0:
            yield _named("figures", rules("figures").rows[number])


def fired(folder: Path = EXAMPLES) -> dict[Row, set[tuple[str, str]]]:
    """The training messages, with their files, that each row fires for."""
    found: dict[Row, set[tuple[str, str]]] = defaultdict(set)
    for one in read(folder, "parsing", Parsing):
        if not one.example.held_out:
            for row in fires(one.example.text, one.example.now):
                found[row].add((one.slices.file, one.example.text))
    return found


def seldom() -> list[Seldom]:
    """The rows that fire for too few training messages."""
    known = fired()
    found: list[Seldom] = []
    for row, rule in every_row():
        messages = known.get(row, set())
        if len(messages) < LEAST or len({file for file, _ in messages}) < 2:
            found.append(Seldom(row, len(messages), rule.why))
    return found


def main() -> int:
    """Print the rows that fire too seldom, with the reasons why they stay."""
    found, total = seldom(), sum(1 for _ in every_row())
    for (family, _, pattern), messages, why in found:
        print(f"{family:10} {messages} messages  {pattern}\n{'':10} {why or 'NO REASON'}")
    share = len(found) / total
    print(f"{len(found)} of {total} rows ({share:.1%}) fire for fewer than {LEAST} training messages")
    return int(share > EXCEPTIONS or not all(one.why for one in found))


if __name__ == "__main__":
    sys.exit(main())
