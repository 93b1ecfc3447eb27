from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Sequence

import pytest

from bot.updates.window import Window
from storage.inbox import Raw, Share
from tests.driver.listening import eventually


class Rows:
    """What is on disk, who reads it, and what was queued of it."""

    def __init__(self, size: int = 8, of_one_lane: int = 4) -> None:
        self.left: defaultdict[str, deque[int]] = defaultdict(deque)
        self.queued: list[tuple[str, int]] = []
        self.most = 0
        self.gate: asyncio.Event | None = None
        self.broken = 0
        self.lane_of: dict[int, str] = {}
        self.window = Window(self.read, self.take, size=size, of_one_lane=of_one_lane)

    def arrive(self, lane: str, update_id: int) -> None:
        self.window.arriving(update_id)
        self.commit(lane, update_id)
        self.arrived(lane, update_id)

    def commit(self, lane: str, update_id: int) -> None:
        self.left[lane].append(update_id)
        self.lane_of[update_id] = lane

    def arrived(self, lane: str, update_id: int) -> None:
        if self.window.arrived(lane, update_id):
            self.note(update_id)

    def note(self, update_id: int) -> None:
        self.queued.append((self.lane_of[update_id], update_id))
        self.most = max(self.most, len(self.window))

    def finish(self, update_id: int) -> None:
        self.left[self.lane_of[update_id]].remove(update_id)
        self.window.finished(update_id)

    async def read(self, wanted: Sequence[Share]) -> list[list[Raw]]:
        found = [
            [Raw(each, "{}") for each in sorted(self.left[lane]) if each > after][:limit]
            for lane, after, limit in wanted
        ]
        if self.gate is not None:
            await self.gate.wait()
        if self.broken:
            self.broken -= 1
            raise OSError("no such disk")
        return found

    async def take(self, raw: Raw) -> bool:
        self.note(raw.update_id)
        return True

    async def drain(self, count: int) -> None:
        """Finish what is queued, the oldest first, until so many were."""
        done = 0
        while done < count:
            await eventually(lambda done=done: len(self.queued) > done)
            self.finish(self.queued[done][1])
            done += 1


def of(rows: Rows, lane: str) -> list[int]:
    return [update_id for name, update_id in rows.queued if name == lane]


async def test_memory_holds_few_and_every_one_comes_once_and_in_order():
    rows = Rows()
    rows.window.start()
    for number in range(200):
        rows.arrive(f"chat:{number % 7}", number)
    await rows.drain(200)
    await rows.window.stop()
    assert rows.most <= 9
    assert sorted(update_id for _, update_id in rows.queued) == list(range(200))
    assert all(of(rows, f"chat:{lane}") == sorted(of(rows, f"chat:{lane}")) for lane in range(7))
    assert len(rows.window) == 0


async def test_who_comes_last_does_not_wait_for_who_floods():
    rows = Rows()
    rows.window.start()
    for number in range(100):
        rows.arrive("flood", number)
    for lane in range(10):
        rows.arrive(f"chat:{lane}", 100 + lane)
    await rows.drain(110)
    await rows.window.stop()
    assert all(rows.queued.index((f"chat:{lane}", 100 + lane)) < 40 for lane in range(10))


async def test_what_an_earlier_run_left_comes_before_what_arrives():
    rows = Rows()
    for number in range(30):
        rows.commit("chat:1", number)
    rows.window.begin_with(["chat:1"])
    rows.arrive("chat:1", 30)
    rows.window.start()
    await rows.drain(31)
    await rows.window.stop()
    assert of(rows, "chat:1") == list(range(31))


async def test_what_is_committed_while_its_lane_is_read_comes_once():
    rows = Rows(size=8, of_one_lane=2)
    rows.window.start()
    for number in range(3):
        rows.arrive("chat:1", number)
    rows.gate = asyncio.Event()
    rows.window.arriving(3)
    rows.commit("chat:1", 3)
    rows.finish(0)
    rows.finish(1)
    await asyncio.sleep(0)
    rows.gate.set()
    await eventually(lambda: (("chat:1", 2)) in rows.queued)
    rows.arrived("chat:1", 3)
    rows.finish(2)
    await eventually(lambda: ("chat:1", 3) in rows.queued)
    rows.finish(3)
    await rows.window.stop()
    assert of(rows, "chat:1") == [0, 1, 2, 3]


async def test_an_id_below_what_was_taken_is_not_overlooked():
    rows = Rows()
    rows.window.start()
    for number in (10, 11, 12, 13, 14, 9, 15):
        rows.arrive("chat:1", number)
    await rows.drain(7)
    await rows.window.stop()
    assert sorted(of(rows, "chat:1")) == [9, 10, 11, 12, 13, 14, 15]


async def test_a_disk_that_fails_is_read_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.updates.window._PAUSE", 0.01)
    rows = Rows()
    rows.broken = 3
    rows.window.start()
    for number in range(20):
        rows.arrive("chat:1", number)
    await rows.drain(20)
    await rows.window.stop()
    assert of(rows, "chat:1") == list(range(20))


async def test_nothing_is_kept_of_lanes_that_are_done():
    rows = Rows()
    rows.window.start()
    for number in range(50):
        rows.arrive(f"chat:{number}", number)
    await rows.drain(50)
    await eventually(lambda: not rows.window.lanes)
    await rows.window.stop()


async def test_what_was_committed_while_a_later_one_was_being_read_is_not_passed_over():
    """By webhook updates of one chat may come side by side."""
    rows = Rows()
    rows.window.start()
    for update_id in range(1, 6):
        rows.arrive("a", update_id)
    rows.window.arriving(6)
    rows.arrive("a", 7)
    rows.gate = asyncio.Event()
    rows.finish(1)
    rows.finish(2)
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # read: 5 and 7
    rows.commit("a", 6)
    rows.arrived("a", 6)
    rows.gate.set()
    for update_id in range(3, 8):
        await eventually(lambda update_id=update_id: ("a", update_id) in rows.queued)
        rows.finish(update_id)
    assert [update_id for _, update_id in rows.queued] == [1, 2, 3, 4, 5, 6, 7]
    await rows.window.stop()
