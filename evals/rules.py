"""How often each row of the language layer's rules fires on training messages: `python -m evals.rules`.

A row must fire for at least three of them, of different writers (files); one that does not says why it stays.
Ends with 1 when more than one row in twenty fires for fewer, or one of them says no reason. `--write` chooses
the witnesses anew: few messages that show nearly all rows. They are read first; old ones cost only time.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator
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
from evals.loading import EXAMPLES, Labelled, read
from evals.playing import everything
from evals.rows import NOW

LEAST = 3
"""Training messages that a row fires for."""
EXCEPTIONS = 0.05
"""The share of rows that may fire for fewer."""
_MORE = 2
"""Witnesses of a row beside the least."""
WITNESSES = Path(__file__).parent / "witnesses.json"
"""CRC-32 of the texts of messages."""

Fired = tuple[str, str]
"""A message: its file and its text."""


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


def _messages(folder: Path) -> Iterator[Labelled[Parsing]]:
    """The training messages, the witnesses first."""
    first = set(json.loads(WITNESSES.read_text("utf-8")))
    told = [one for one in read(folder, "parsing", Parsing) if not one.example.held_out]
    return iter(sorted(told, key=lambda one: _mark(one.example.text) not in first))


def _mark(text: str) -> int:
    return zlib.crc32(text.encode())


def fired(folder: Path = EXAMPLES) -> Iterator[tuple[Fired, set[Row]]]:
    """Each training message, with its file, and the rows that fire for it."""
    for one in _messages(folder):
        yield (one.slices.file, one.example.text), fires(one.example.text, one.example.now)


def seldom(folder: Path = EXAMPLES, *, hurried: bool = False) -> list[Seldom]:
    """The rows that fire for too few training messages.

    `hurried`: no more are read once all is well; a row with a reason may fire more often then than is said.
    """
    known: dict[Row, set[Fired]] = defaultdict(set)
    left = dict(every_row())
    bar = EXCEPTIONS * len(left)
    for message, rows in fired(folder):
        for row in rows & left.keys():
            known[row].add(message)
            if _is_enough(known[row]):
                del left[row]
        if hurried and len(left) <= bar and all(rule.why for rule in left.values()):
            break
    return [Seldom(row, len(known[row]), rule.why) for row, rule in left.items()]


def _is_enough(messages: Collection[Fired]) -> bool:
    return len(messages) >= LEAST and len({file for file, _ in messages}) >= 2


def witnesses(folder: Path = EXAMPLES) -> list[int]:
    """Few messages that show of every row that it fires often enough, each the one that shows most.

    Of rows that seldom fire it takes some more: a row may be lost to another one when rules are mended.
    """
    left, known = {row for row, _ in every_row()}, defaultdict[Row, set[Fired]](set)
    pool, chosen = dict(fired(folder)), list[int]()
    while best := max(pool, key=lambda one: len(pool[one] & left) / (30 + len(one[1])), default=None):
        rows = pool.pop(best) & left
        if not rows:
            break
        chosen.append(_mark(best[1]))
        for row in rows:
            known[row].add(best)
        left -= {row for row in rows if len(known[row]) >= LEAST + _MORE and _is_enough(known[row])}
    return sorted(chosen)


def main() -> int:
    """Print the rows that fire too seldom, with the reasons why they stay; `--write`: choose witnesses."""
    if "--write" in sys.argv:
        WITNESSES.write_text(json.dumps(witnesses()) + "\n", "utf-8")
    found, total = seldom(), sum(1 for _ in every_row())
    for (family, _, pattern), messages, why in found:
        print(f"{family:10} {messages} messages  {pattern}\n{'':10} {why or 'NO REASON'}")
    share = len(found) / total
    print(f"{len(found)} of {total} rows ({share:.1%}) fire for fewer than {LEAST} training messages")
    return int(share > EXCEPTIONS or not all(one.why for one in found))


if __name__ == "__main__":
    sys.exit(main())
