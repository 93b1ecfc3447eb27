"""How retrieval grows with the number of entries: `python -m benchmarks.retrieval --json`.

One person's entries, 30 a day, in one database for each size; then many different searches of each kind
through the stores, as the retriever makes them: the newest 50 hits, with and without a range of days, for
frequent and for rare words. The number of hits is the same at each size, and the sizes take turns, so that
whatever else the machine does slows all of them; a p95 is the median of those of blocks of 100 searches. A
ratio compares a size's p95 with that of the smallest.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from benchmarks.corpus import A_DAY, LAST_DAY, RARE, TOPICS, USER, entries
from benchmarks.figures import told
from storage.connection import Transaction
from storage.entities import DateRange, Entry, Frozen
from storage.entry_writes import add_entries
from storage.stores import Stores

SIZES = (1_000, 100_000, 1_000_000)
WORDS = ("bench", "squat", "deadlift", "ran", "slept", "breakfast", "felt strong", "easy", "swam")
LIMIT = 50
"""No more than there are of each frequent word in the smallest size."""
_CHUNK = 5_000
_BLOCK = 100


class Kinds(Frozen):
    """A figure for each way to search."""

    date: float
    keyword: float
    topic: float


class Retrieval(Frozen):
    """The last line of the output; times are p95 in ms. `100k` and `1m` name the second and third size."""

    p95_ratio_100k: Kinds
    p95_ratio_1m: Kinds
    p95_ms_1k: Kinds
    p95_ms_100k: Kinds
    p95_ms_1m: Kinds
    sizes: tuple[int, ...]
    queries: int
    load_per_s: float


Search = Callable[[Stores, random.Random, int], Awaitable[list[Entry]]]


def _span(chance: random.Random, size: int) -> DateRange:
    """A week somewhere in what there is."""
    days = max(0, (size - 1) // A_DAY - 6)
    end = LAST_DAY - timedelta(days=chance.randint(0, days))
    return DateRange(start=end - timedelta(days=6), end=end)


async def by_date(db: Stores, chance: random.Random, size: int) -> list[Entry]:
    """The entries of a week."""
    span = _span(chance, size)
    return await db.entries.get_entries_by_date_range(USER, span.start, span.end, limit=LIMIT)


async def by_keyword(db: Stores, chance: random.Random, size: int) -> list[Entry]:
    """A frequent word, or a rare one; in a week, or anywhere."""
    rare = chance.random() < 0.3
    word = f"zercher{chance.randrange(max(1, size // RARE))}" if rare else chance.choice(WORDS)
    span = _span(chance, size) if chance.random() < 0.5 else None
    return await db.search.search_entries(USER, [word], span, limit=LIMIT)


async def by_topic(db: Stores, chance: random.Random, size: int) -> list[Entry]:
    """A measure or a whole domain; in a week, or anywhere."""
    topic = chance.choice(chance.choice(TOPICS))
    span = _span(chance, size) if chance.random() < 0.5 else None
    return await db.search.by_topics(USER, [topic], span, limit=LIMIT)


SEARCHES: dict[str, Search] = {"date": by_date, "keyword": by_keyword, "topic": by_topic}


async def fill(db: Stores, size: int) -> None:
    """Store `size` made-up entries."""

    def add(chunk: list[Entry], tx: Transaction) -> None:
        add_entries(tx, chunk)

    source = entries(size)
    while chunk := list(islice(source, _CHUNK)):
        await db.database.write(partial(add, chunk))


class Timed:
    """One size: its database, its own dice, and what the searches took."""

    def __init__(self, db: Stores, size: int) -> None:
        self._db = db
        self._size = size
        self._chance = random.Random(20261121)  # noqa: S311 - the same searches every time
        self.times: dict[str, list[float]] = {kind: [] for kind in SEARCHES}

    async def once(self, kind: str) -> None:
        """Search and note the milliseconds."""
        clock = perf_counter()
        await SEARCHES[kind](self._db, self._chance, self._size)
        self.times[kind].append((perf_counter() - clock) * 1000)

    def p95(self, skip: int) -> Kinds:
        """What 95 of 100 searches stay under; the first ones warm up and do not count."""
        return Kinds.model_validate(
            {kind: round(_usual_p95(times[skip:]), 3) for kind, times in self.times.items()}
        )


def _usual_p95(times: list[float]) -> float:
    """The median of the p95 of blocks: one burst of other work on the machine is one block."""
    blocks = [times[start : start + _BLOCK] for start in range(0, len(times), _BLOCK)]
    return median(quantiles(block, n=20)[-1] for block in blocks if len(block) > 1)


async def measure(sizes: tuple[int, ...], queries: int, folder: Path) -> Retrieval:
    """All sizes, smallest first."""
    timed: list[Timed] = []
    rate = 0.0
    async with AsyncExitStack() as stack:
        for size in sizes:
            db = await Stores.open(folder / str(size))
            stack.push_async_callback(db.close)
            clock = perf_counter()
            await fill(db, size)
            rate = size / (perf_counter() - clock)
            print(f"{size} entries loaded at {rate:,.0f}/s", file=sys.stderr)
            timed.append(Timed(db, size))
        skip = queries // 10
        # Collections of garbage come at a beat: a fixed order would let them hit one size only.
        gc.freeze()
        order = random.Random(1)  # noqa: S311 - nothing secret
        for kind in SEARCHES:
            for _ in range(queries + skip):
                for each in order.sample(timed, k=len(timed)):
                    await each.once(kind)
    small, middle, large = (each.p95(skip) for each in timed)
    return Retrieval(
        p95_ratio_100k=_ratio(middle, small),
        p95_ratio_1m=_ratio(large, small),
        p95_ms_1k=small,
        p95_ms_100k=middle,
        p95_ms_1m=large,
        sizes=sizes,
        queries=queries,
        load_per_s=round(rate),
    )


def _ratio(large: Kinds, small: Kinds) -> Kinds:
    return Kinds(
        date=round(large.date / small.date, 3),
        keyword=round(large.keyword / small.keyword, 3),
        topic=round(large.topic / small.topic, 3),
    )


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--sizes", type=int, nargs=3, default=SIZES, metavar="N")
    parser.add_argument("--queries", type=int, default=1000, help="of each kind at each size")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swealog-retrieval-") as folder:
        result = asyncio.run(measure(tuple(given.sizes), given.queries, Path(folder)))
    told(result, json=given.json)


if __name__ == "__main__":
    main()
