from __future__ import annotations

import asyncio

from bot.updates.lanes import LocalLanes


async def test_one_lane_keeps_its_order_and_lanes_run_side_by_side():
    lanes, seen, gate = LocalLanes(), list[str](), asyncio.Event()

    async def job(name: str, waits: bool) -> None:
        if waits:
            await gate.wait()
        seen.append(name)

    for name, lane, waits in (("a1", "a", True), ("a2", "a", False), ("b1", "b", False)):
        lanes.put(lane, lambda name=name, waits=waits: job(name, waits))
    await asyncio.sleep(0.01)
    assert seen == ["b1"]
    gate.set()
    await lanes.idle()
    assert seen == ["b1", "a1", "a2"]


async def test_a_flooding_lane_takes_turns_with_the_others():
    lanes, seen = LocalLanes(concurrency=1), list[str]()

    async def job(name: str) -> None:
        await asyncio.sleep(0)
        seen.append(name)

    for number in range(20):
        lanes.put("flood", lambda number=number: job(f"flood {number}"))
    lanes.put("late", lambda: job("late"))
    await lanes.idle()
    assert seen.index("late") <= 2


async def test_a_failing_job_does_not_end_its_lane():
    lanes, seen = LocalLanes(), list[int]()

    async def bad() -> None:
        raise ValueError("on purpose")

    async def good() -> None:
        seen.append(1)

    lanes.put("a", bad)
    lanes.put("a", good)
    await lanes.idle()
    assert seen == [1]


async def test_stopping_finishes_what_is_at_work_and_drops_the_rest():
    lanes, seen, began = LocalLanes(), list[str](), asyncio.Event()

    async def at_work() -> None:
        began.set()
        await asyncio.sleep(0.05)
        seen.append("finished")

    async def waiting() -> None:
        seen.append("never")

    first, second = lanes.put("a", at_work), lanes.put("a", waiting)
    await began.wait()
    await lanes.stop()
    assert seen == ["finished"]
    assert first.done()
    assert second.done()
    assert lanes.put("a", waiting).done()


async def test_stopping_does_not_wait_for_ever():
    lanes = LocalLanes()
    endless = lanes.put("a", asyncio.Event().wait)
    await asyncio.sleep(0)
    await lanes.stop(patience=0.05)
    assert endless.done()
