"""`swealog sync`: copies of diaries elsewhere."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass

import click

from bot.cli.options import configured, tell, whose
from bot.core import open_core, utc_now
from bot.process.lock import DataDirLock
from bot.settings import Settings
from bot.sync import Syncing, new_name, place_of
from storage.stores import Stores
from storage.sync.delivery import in_thread
from storage.sync.rows import SyncRows, Target
from storage.sync.target import TargetAway, TargetTampered

_NOTHING = "nothing is copied elsewhere: docs/sync.md says how"


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a target, and files of it that are not as we wrote them."""

    target: Target
    waiting: int
    changed: tuple[str, ...] = ()

    @property
    def is_fine(self) -> bool:
        """Whether it is followed, and nobody has changed anything."""
        return self.target.state == "fine" and not (self.changed or self.target.held)

    @property
    def line(self) -> str:
        """One line about it."""
        target = self.target
        told = [f"{target.name} of {target.user_id}: {target.state}"]
        if target.detail:
            told.append(target.detail)
        if target.seq < 0:
            told.append("to be filled anew")
        elif self.waiting:
            told.append(f"{self.waiting} changes wait")
        if others := sorted({*self.changed, *target.held}):
            told.append(f"changed by others: {', '.join(others[:5])}")
        return "; ".join(told)


@click.group()
def sync() -> None:
    """Copies of diaries elsewhere: how far they are, bringing them up to date."""


@sync.command()
@configured
async def status(*, settings: Settings) -> None:
    """Say how far each copy is; the bot may be running.

    Every file of a folder is looked at.
    """
    found = await seen(settings)
    for one in found:
        tell(one.line)
    if not found:
        tell(
            _NOTHING if not settings.sync.targets else "nothing was copied yet: the bot does it when it runs"
        )


@sync.command()
@configured
@click.pass_context
def now(ctx: click.Context, *, settings: Settings) -> None:
    """Bring every copy up to date; the bot must not be running."""
    if not settings.sync.targets:
        raise click.ClickException(_NOTHING)
    with DataDirLock(settings.data):
        owner = whose(settings, None)
        found = asyncio.run(_brought(settings, owner))
    for one in found:
        tell(one.line)
    ctx.exit(0 if all(one.is_fine for one in found) else 1)


@sync.command()
@click.argument("name")
@configured
async def accept(name: str, *, settings: Settings) -> None:
    """Fill a copy anew, whatever others did there.

    Theirs stays beside, or in the history.
    """
    async with Stores.opened(settings.data) as db:
        accepted = await SyncRows(db.database).accept(name)
    if not accepted:
        raise click.ClickException(f"no copy is called {name}")
    tell(f"{name} is filled anew when it is written next")


async def seen(settings: Settings) -> list[Seen]:
    """All targets, looked at."""
    async with Stores.opened(settings.data) as db:
        rows = SyncRows(db.database)
        return [await _seen(settings, rows, target) for target in await rows.targets()]


async def _seen(settings: Settings, rows: SyncRows, target: Target) -> Seen:
    given = next((one for one in settings.sync.targets if one.called == target.name), None)
    waiting = await rows.waiting(target)
    if given is None:
        return Seen(target, waiting)
    try:
        return Seen(target, waiting, await in_thread(place_of(given, settings.data).look))
    except (TargetAway, TargetTampered) as error:
        return Seen(target, waiting, (str(error),))


async def _brought(settings: Settings, owner: int) -> list[Seen]:
    async with aclosing(await open_core(settings, utc_now)) as core:
        syncing = Syncing(settings, core, lambda: [owner])
        await syncing.rows.switch_on(syncing.wanted(), new_name(), utc_now())
        delivery = syncing.delivery()
        for target in await syncing.rows.targets():
            await delivery.deliver(target)
        return [await _seen(settings, syncing.rows, one) for one in await syncing.rows.targets()]
