"""Which updates are in memory: few at a time, and of every chat that has some. The rows are the queue.

What arrives while there is room goes on at once. The rest stays a row, and is read when a place is free: of
the chats with rows in turn, so that one that floods waits for itself and not the others for it. What memory
holds grows with the number of chats that wait, not with what they wait for.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass

from storage.inbox import Raw, Share

logger = logging.getLogger(__name__)

WINDOW = 256
"""Updates in memory. Most of them wait for a model, when one is slow."""
OF_ONE_LANE = 16
"""They are worked on one after the other: more of one lane would only take the others' places."""
_PAUSE = 1.0

Read = Callable[[Sequence[Share]], Awaitable[list[list[Raw]]]]
Take = Callable[[Raw], Awaitable[bool]]
"""Queue a row that was read; whether it can be."""


@dataclass(slots=True)
class _Lane:
    inside: int = 0
    """In memory, queued or at work."""
    after: int = -(1 << 63)
    """The highest update id that was taken: what is left of the lane is above it."""
    more: bool = False
    """There are rows that were not taken."""
    reading: bool = False
    left: float = math.inf
    """The lowest update id that was left as a row since the read began, which may not have seen it."""

    @property
    def behind(self) -> bool:
        """Whether what arrives has to wait for what arrived before."""
        return self.more or self.reading


class Window:
    """`arriving` and `arrived` around the commit of an update, `finished` when it was worked on."""

    def __init__(self, read: Read, take: Take, *, size: int = WINDOW, of_one_lane: int = OF_ONE_LANE) -> None:
        self._read = read
        self._take = take
        self._size = size
        self._of_one_lane = of_one_lane
        self._lanes: dict[str, _Lane] = {}
        self._turns: dict[str, None] = {}
        """Lanes with rows, in the order in which they are read next."""
        self._inside: dict[int, str] = {}
        """The lane of each update in memory."""
        self._arriving: set[int] = set()
        """Being committed: whoever reads must not take them, `arrived` will say what becomes of them."""
        self._held: set[str] = set()
        """Lanes whose next row was one of these: read again when it is known."""
        self._room = asyncio.Event()
        self._feeder: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Updates in memory."""
        return len(self._inside)

    @property
    def lanes(self) -> int:
        """Lanes that something is known of: those with updates in memory or waiting."""
        return len(self._lanes)

    def knows(self, lane: str) -> bool:
        """Whether the lane has updates in memory or waiting."""
        return lane in self._lanes

    def begin_with(self, lanes: Sequence[str]) -> None:
        """An earlier run left rows in these."""
        for lane in lanes:
            self._leave(lane)

    def start(self) -> None:
        """Read from now on."""
        self._feeder = asyncio.create_task(self._feed(), name="inbox")

    async def stop(self) -> None:
        """Nothing more is read; the rows stay."""
        if self._feeder is not None:
            self._feeder.cancel()
            await asyncio.gather(self._feeder, return_exceptions=True)

    def arriving(self, update_id: int) -> None:
        """It is about to be committed; follow with `arrived` or `failed`."""
        self._arriving.add(update_id)

    def failed(self, update_id: int) -> None:
        """It was not committed, or had been before."""
        self._arriving.discard(update_id)
        self._release()

    def arrived(self, lane_name: str, update_id: int) -> bool:
        """Whether it is to be queued now; else it is read from its row when its turn comes."""
        self._arriving.discard(update_id)
        self._release()
        lane = self._lanes.get(lane_name) or _Lane()
        early = update_id < lane.after  # nobody will look for it among the rows any more
        full = len(self) >= self._size or lane.inside >= self._of_one_lane
        # Where others wait for a place, nobody takes one before them.
        if (lane.behind or full or self._turns) and not early:
            self._leave(lane_name, update_id)
            return False
        self._lanes[lane_name] = lane
        self._enter(lane_name, update_id)
        return True

    def finished(self, update_id: int) -> None:
        """It was worked on, or dropped."""
        lane_name = self._inside.pop(update_id, None)
        if lane_name is None:
            return
        lane = self._lanes[lane_name]
        lane.inside -= 1
        if not lane.inside and not lane.behind:
            del self._lanes[lane_name]
        if self._turns:
            self._room.set()

    def _release(self) -> None:
        held, self._held = self._held, set()
        for lane_name in held:
            self._leave(lane_name)

    def _enter(self, lane_name: str, update_id: int) -> None:
        lane = self._lanes[lane_name]
        self._inside[update_id] = lane_name
        lane.inside += 1
        lane.after = max(lane.after, update_id)

    def _leave(self, lane_name: str, update_id: float = math.inf) -> None:
        lane = self._lanes.setdefault(lane_name, _Lane())
        lane.more = True
        lane.left = min(lane.left, update_id)
        if not lane.reading:
            self._turns.setdefault(lane_name)
            self._room.set()

    async def _feed(self) -> None:
        while True:
            await self._room.wait()
            self._room.clear()
            while shares := list(self._shares()):
                try:
                    found = await self._read(shares)
                    for share, rows in zip(shares, found, strict=True):
                        await self._enter_all(share, rows)
                except Exception:  # the database may come back
                    logger.exception("the inbox can't be read; trying again")
                    self._put_back(shares)
                    await asyncio.sleep(_PAUSE)

    def _shares(self) -> Iterator[Share]:
        """Of each lane whose turn it is, as much as there is room for; not for the sake of one or two."""
        room = self._size - len(self)
        if room < self._size // 8:
            return
        each = max(1, room // max(1, len(self._turns)))
        for name in list(self._turns):
            lane = self._lanes[name]
            limit = min(each, room, self._of_one_lane - lane.inside)
            if limit > 0 and lane.inside <= self._of_one_lane // 2:
                del self._turns[name]
                lane.more, lane.reading, lane.left = False, True, math.inf
                room -= limit
                yield Share(name, lane.after, limit)

    def _put_back(self, shares: Sequence[Share]) -> None:
        for share in shares:
            lane = self._lanes.get(share.lane)
            if lane is not None and lane.reading:
                lane.reading = False
                self._leave(share.lane)

    async def _enter_all(self, share: Share, rows: Sequence[Raw]) -> None:
        lane = self._lanes[share.lane]
        for row in rows:
            if (
                row.update_id > lane.left
            ):  # that one comes first, and is above `after` only as long as this is not taken
                lane.more = True
                break
            if row.update_id in self._arriving:
                lane.more, lane.reading = True, False
                self._held.add(share.lane)
                return
            if await self._take(row):
                self._enter(share.lane, row.update_id)
            lane.after = max(lane.after, row.update_id)
        lane.more = lane.more or len(rows) == share.limit
        lane.reading = False
        if lane.more:
            self._turns[share.lane] = None
        elif not lane.inside:
            del self._lanes[share.lane]
