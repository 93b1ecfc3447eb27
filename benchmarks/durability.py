"""What it costs that commits outlive a power failure, and deleted words nothing: `benchmarks.durability`.

Each kind is written in turn with every commit synced (synchronous=FULL), with none (NORMAL), as the product
does, and so but with what is deleted left in free pages (secure_delete=OFF), beside the floor: one page
appended to a file and synced, which is the least there is.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from statistics import median
from time import perf_counter
from typing import BinaryIO, Literal

from storage.entities import Effects, Frozen, InboxUpdate, Message, ModelCall, OutboxRow, TurnStatus
from storage.stores import Stores
from storage.writer import Writer
from tests.driver.storing import save_entry
from tests.storage.things import NOW, USER, entry, reply, sets, turn

ROUNDS = 150
Way = Literal["synced", "not synced", "own", "not overwritten"]
WAYS: tuple[Way, ...] = ("synced", "not synced", "own", "not overwritten")
FLOOR: tuple[str, Way] = ("floor", "synced")
_PAGE = 4096
_RAW = '{"update_id": 1, "message": {"text": "' + "bench 100 kg 5x5 " * 20 + '"}}'
Write = Callable[[Stores, int], Awaitable[object]]


class Price(Frozen):
    """Of one kind of write, p50 of a commit: ms, and as a multiple of the floor of the same run."""

    kind: str
    synced: bool
    """Whether the product has it synced."""
    ms: float
    to_floor: float
    full_to_normal: float
    """What syncing costs, or would cost."""
    on_to_off: float
    """What it costs that deleted words are overwritten: as the product does / with secure_delete=OFF."""


class Durability(Frozen):
    """The last line of the output."""

    rounds: int
    floor_ms: float
    prices: tuple[Price, ...]


async def _update(db: Stores, number: int) -> None:
    await db.inbox.put_updates([InboxUpdate(update_id=number, lane="l", raw_json=_RAW, received_at=NOW)])


async def _turn(db: Stores, number: int) -> None:
    new = entry(number, measures=(sets(),))
    said = Message(
        chat_id=new.chat_id, message_id=number, user_id=USER, role="user", text=new.text, at=NOW
    )  # fmt: skip
    effects = Effects(inbox_done=number, messages=[said], entries=[new], outgoing=[reply(str(number))])
    await db.turns.commit(turn(f"t{number}", status=TurnStatus.DONE), effects)


async def _sent(db: Stores, number: int) -> None:
    row = OutboxRow(id=number, outgoing=reply(str(number)), status="queued", created_at=NOW)
    await db.outbox.mark_sent(row, [10**6 + number], NOW)


async def _call(db: Stores, number: int) -> None:
    call = ModelCall(
        id=f"c{number}", at=NOW, turn_id=f"t{number}", user_id=USER, kind="log", agent="parser",
        provider="p", model="m", outcome="ok",
    )  # fmt: skip
    await db.calls.record(call)


async def _alone(db: Stores, number: int) -> None:
    await save_entry(db.entries, entry(10**5 + number, measures=(sets(),)))


async def _scrubbed(db: Stores, number: int) -> None:
    await db.scrubbing.scrub_update(number)


async def _removed(db: Stores, _number: int) -> None:
    await db.inbox.prune_updates(NOW + timedelta(days=1))


KINDS: tuple[tuple[str, bool, Write], ...] = (
    ("an update into the inbox", True, _update),
    ("what came of it: turn, message, entry, reply", False, _turn),
    ("that a reply was sent", False, _sent),
    ("a model call", False, _call),
    ("an entry that no update stands for", True, _alone),
    ("an update of which nothing is kept", False, _scrubbed),
    ("old updates removed", True, _removed),
)
"""Each with whether the product has it synced; a test compares that with what it does."""


def force(writer: Writer, way: Way) -> None:
    """Write in one of these ways."""
    own = type(writer).sync
    full = {"synced": True, "not synced": False}.get(way)

    def sync(connection: Connection, *, is_full: bool) -> None:
        own(writer, connection, is_full=is_full if full is None else full)

    setattr(writer, "sync", sync)  # noqa: B010 - an instance's own, for this run


def overwrite(overwriting: bool, connection: Connection) -> None:
    """Leave what is deleted in free pages, or not."""
    connection.execute(f"PRAGMA secure_delete = {'ON' if overwriting else 'OFF'}")


async def measured(data: Path, rounds: int) -> dict[tuple[str, Way], list[float]]:
    """Milliseconds of the floor and of each kind in each way, in turn."""
    db = await Stores.open(data)
    writer = db.database._writer  # pyright: ignore[reportPrivateUsage]
    submit = db.database._connection.submit  # pyright: ignore[reportPrivateUsage]
    writer._linger = 0.0  # pyright: ignore[reportPrivateUsage] - what waits for company is not what is measured
    took: defaultdict[tuple[str, Way], list[float]] = defaultdict(list)
    number = 0
    bare = (data.parent / "floor").open("ab", buffering=0)
    try:
        for turn_of in range(rounds):
            took[FLOOR].append(floor(bare))
            for way in (*WAYS[turn_of % 4 :], *WAYS[: turn_of % 4]):
                number += 1
                force(writer, way)
                await submit(partial(overwrite, way != "not overwritten"))
                for kind, _, write in KINDS:
                    began = perf_counter()
                    await write(db, number)
                    took[kind, way].append((perf_counter() - began) * 1000)
    finally:
        bare.close()
        await db.close()
    return took


def floor(file: BinaryIO) -> float:
    """Milliseconds of one more page and a sync of the data, as SQLite syncs."""
    began = perf_counter()
    file.write(bytes(_PAGE))
    os.fdatasync(file.fileno())
    return (perf_counter() - began) * 1000


async def run(rounds: int) -> Durability:
    """In a temporary folder of this machine's disk."""
    with tempfile.TemporaryDirectory(prefix="durability-") as name:
        folder = Path(name)
        took = await measured(folder / "data", rounds)
    bare = median(took[FLOOR])
    prices = tuple(
        Price(
            kind=kind,
            synced=synced,
            ms=round(own, 3),
            to_floor=round(own / bare, 2),
            full_to_normal=round(median(took[kind, "synced"]) / median(took[kind, "not synced"]), 2),
            on_to_off=round(own / median(took[kind, "not overwritten"]), 2),
        )
        for kind, synced, _ in KINDS
        for own in (median(took[kind, "own"]),)
    )
    return Durability(rounds=rounds, floor_ms=round(bare, 3), prices=prices)


def main() -> None:
    """Print the table, or the JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = asyncio.run(run(given.rounds))
    if given.json:
        sys.stdout.write(found.model_dump_json() + "\n")
        return
    sys.stdout.write(f"floor: one page, synced, {found.floor_ms} ms\n")
    for price in found.prices:
        how = "synced" if price.synced else "not synced"
        sys.stdout.write(
            f"{price.kind:46} {how:11} {price.ms:7.3f} ms = {price.to_floor:5.2f} x floor;"
            f" synced / not: {price.full_to_normal}; overwritten / not: {price.on_to_off}\n"
        )


if __name__ == "__main__":
    main()
