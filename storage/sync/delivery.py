"""Changes on their way to their targets: in order, each once, tried again until they arrive."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeVar

from storage.errors import StorageError
from storage.sync.rendering import Rendered, Rendering
from storage.sync.rows import ACCEPTED, CLEARED, State, SyncRows, Target, Wanted
from storage.sync.tables import PERSON
from storage.sync.target import Batch, Edits, Place, TargetAway, TargetMoved, TargetTampered, Written
from storage.vault import Vault

logger = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE = 2_000
"""Changes of one batch: what a long absence leaves goes in several."""
_TRIES = 4
_LONGEST_PAUSE = 60 * 60.0
_PATIENCE = 60.0
"""Seconds that a round waits for all targets."""
Told = Literal["stopped", "held"]
Tell = Callable[[Target, Told, Sequence[str]], Awaitable[None]]
"""Says to a target's owner that it is stopped, or which files of somebody else's are let be."""
Take = Callable[[int, Mapping[str, bytes | None]], Awaitable[Sequence[str]]]
"""Takes in files that a person changed in a repository; those that could not be read."""


@dataclass(slots=True)
class _Pause:
    """How long a target that is away is left alone."""

    until: float = 0.0
    seconds: float = 0.0

    def lengthen(self, first: float) -> None:
        self.seconds = min(max(2 * self.seconds, first), _LONGEST_PAUSE)
        self.until = time.monotonic() + self.seconds


@dataclass(slots=True)
class Delivery:
    """Brings each target up to date. `places` are by the name of the target."""

    rows: SyncRows
    vault: Vault
    places: Mapping[str, Place]
    clock: Callable[[], datetime]
    take: Take
    tell: Tell
    _zones: dict[int, str] = field(default_factory=dict[int, str])

    async def deliver(self, target: Target, *, pull: bool = False) -> bool:
        """Everything there is for it; False: it is away. `pull`: look for edits, too."""
        place = self.places.get(target.name)
        if place is None or (target.state == "stopped" and target.seq not in (ACCEPTED, CLEARED)):
            return True
        try:
            await self._deliver(target, place, pull=pull)
        except TargetAway as error:
            await self._failed(target, "away", str(error))
            return False
        except TargetTampered as error:
            if await self._failed(target, "stopped", str(error)):
                await self.tell(target, "stopped", [str(error)])
        return True

    async def _deliver(self, target: Target, place: Place, *, pull: bool) -> None:
        if pull and target.seq >= 0:
            target = await self._pulled(target, place)
        moved = 0
        while moved < _TRIES:
            try:
                if not await self._next(target, place):
                    return
            except TargetMoved:
                moved += 1
                target = await self._pulled(target, place)
            else:
                target = await self._present(target)
        raise TargetAway(f"{target.name} changes all the time")

    async def _present(self, target: Target) -> Target:
        return next((one for one in await self.rows.targets() if one.name == target.name), target)

    async def _next(self, target: Target, place: Place) -> bool:
        """One batch; False: there was nothing to do."""
        now = self.clock()
        newest = await self.rows.newest()
        rendering = Rendering(self.rows, self.vault, target.user_id)
        if target.seq < 0:
            seq, is_whole, rendered = newest, True, await rendering.whole()
        else:
            changes = await self.rows.pending(target.user_id, target.seq, AT_ONCE)
            if not changes:
                return False
            seq = changes[-1].seq
            is_person = any(one.table == PERSON for one in changes)
            is_whole = is_person and await self._has_moved(rendering, target)
            rendered = await (rendering.whole() if is_whole else rendering.changed(changes))
        written = await in_thread(lambda: place.write(_batch(target, seq, rendered, is_whole=is_whole)))
        if target.seq == CLEARED:
            await in_thread(place.leave)  # the copy here holds what is forgotten
        await self._reached(target, seq, written, now)
        return True

    async def _has_moved(self, rendering: Rendering, target: Target) -> bool:
        """Whether the person's zone is another than the files tell the time in, as far as that is known."""
        before, now = self._zones.get(target.user_id), await rendering.zone()
        self._zones[target.user_id] = now
        return before != now

    async def _reached(self, target: Target, seq: int, written: Written, now: datetime) -> None:
        held = sorted(written.held)
        await self.rows.reached(target, seq, written.position, held, now)
        if new := sorted(written.held - set(target.held)):
            logger.warning("%s: somebody else changed %s, which is let be", target.name, ", ".join(new))
            await self.tell(target, "held", new)
        if target.state == "away":
            logger.warning("%s can be written again", target.name)

    async def _pulled(self, target: Target, place: Place) -> Target:
        """Take in what others wrote there; what can't be read is let be."""
        found: Edits = await in_thread(lambda: place.edits(target.store, target.position))
        if found.files is None:
            return target
        unread = list(await self.take(target.user_id, found.files)) if found.files else []
        held = sorted({*target.held, *unread})
        after = await self.rows.pulled(target, found.position, held)
        if new := sorted(set(held) - set(target.held)):
            await self.tell(target, "held", new)
        return after

    async def _failed(self, target: Target, state: State, detail: str) -> bool:
        is_new = await self.rows.failed(target, state, detail)
        if is_new:
            logger.warning("%s: %s", target.name, detail)
        return is_new


def _batch(target: Target, seq: int, rendered: Rendered, *, is_whole: bool) -> Batch:
    return Batch(
        store=target.store,
        seq=seq,
        files=rendered.files,
        title=rendered.title,
        position=target.position,
        held=frozenset(target.held),
        is_whole=is_whole,
        is_accepted=target.seq == ACCEPTED,
        is_cleared=target.seq == CLEARED,
    )


class Worker:
    """Delivers while the program runs: some time after a change, and at least once a round.

    `wanted` says which targets there are now: who owns the bot may change.
    """

    def __init__(
        self,
        delivery: Delivery,
        wanted: Callable[[], Sequence[Wanted]],
        store: Callable[[], str],
        wait: float,
        pulls: Mapping[str, float],
    ) -> None:
        self._delivery = delivery
        self._wanted, self._store = wanted, store
        self._wait = wait
        self._pulls = pulls
        self._before: Sequence[Wanted] | None = None
        self._pauses: dict[str, _Pause] = {}
        self._pulled: dict[str, float] = {}
        self._working: dict[str, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; from here on changes are written down."""
        await self.follow()
        self._task = asyncio.create_task(self._work(), name="sync")

    async def stop(self) -> None:
        """At once: what is not delivered is at the next start."""
        tasks = [task for task in (self._task, *self._working.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def follow(self) -> None:
        """Make the targets those that are wanted."""
        wanted = self._wanted()
        if wanted != self._before:
            await self._delivery.rows.switch_on(wanted, self._store(), self._delivery.clock())
            self._before = wanted

    async def _work(self) -> None:
        while True:
            try:
                await self.round()
            except StorageError as error:
                logger.warning("nothing was synced, which is tried again: %s", error)
            await asyncio.sleep(self._wait)

    async def round(self) -> None:
        """Look at each target once. One that hangs, on a machine that is asleep, keeps no other waiting."""
        await self.follow()
        begun: list[asyncio.Task[None]] = []
        for target in await self._delivery.rows.targets():
            pause = self._pauses.setdefault(target.name, _Pause())
            if time.monotonic() < pause.until and target.seq not in (CLEARED, ACCEPTED):
                continue
            if target.name not in self._working:
                begun.append(asyncio.create_task(self._bring(target), name="sync of a target"))
                self._working[target.name] = begun[-1]
        if begun:
            await asyncio.wait(begun, timeout=_PATIENCE)
        ended = [name for name, task in self._working.items() if task.done()]
        for task in [self._working.pop(name) for name in ended]:
            task.result()

    async def _bring(self, target: Target) -> None:
        if await self._is_delivered(target):
            self._pauses[target.name] = _Pause()
        else:
            self._pauses[target.name].lengthen(self._wait)

    async def _is_delivered(self, target: Target) -> bool:
        try:
            return await self._delivery.deliver(target, pull=self._has_to_pull(target.name))
        except StorageError:
            raise
        except Exception:  # a fault at one target must not keep the others waiting
            logger.exception("%s was not synced, which is tried again", target.name)
            return False

    def _has_to_pull(self, name: str) -> bool:
        every, now = self._pulls.get(name, 0.0), time.monotonic()
        if not every or now < self._pulled.get(name, -every) + every:
            return False
        self._pulled[name] = now
        return True


async def in_thread(work: Callable[[], T]) -> T:
    """On a thread that a stop need not wait for: what it leaves half done is found at the next start."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # pyright: ignore[reportArgumentType] - there is one without an error

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:  # noqa: BLE001 - handed on
            error = raised
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="sync", daemon=True).start()
    return await future
