"""Taking everything out at the command line, and deleting it."""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import date
from pathlib import Path

import click

from bot.commands import export
from bot.commands.forgetting import erase
from bot.core import open_core, utc_now
from bot.process.lock import DataDirLock
from bot.settings import Settings
from bot.texts import wording

_WORD = "DELETE"


async def export_all(settings: Settings, user: int, target: Path) -> None:
    """Write the zip; nobody else may read it."""
    core = await open_core(settings, utc_now)
    try:
        everything = await export.gathered(core.db, user, settings.profile.time_zone)
        if everything.is_empty:
            raise click.ClickException("nothing is stored yet")
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o600))
            await asyncio.to_thread(export.pack, everything, settings.data, target)
        except OSError as error:
            raise click.ClickException(f"{target}: {error.strerror}") from error
    finally:
        await core.close()
    kind = "" if target.suffix.casefold() == ".zip" else ", which is a zip whatever its name says"
    click.echo(f"{len(everything.entries)} entries written to {target}{kind}")


async def forget(settings: Settings, user: int, *, yes: bool) -> None:
    """Delete everything about a user, while no bot is at work on it."""
    lock = DataDirLock(settings.data)
    lock.acquire()
    try:
        core = await open_core(settings, utc_now)
        try:
            entries = len(await core.db.entries.get_entries_by_date_range(user, date.min, date.max))
            _confirm(settings.data, user, entries, yes=yes)
            copies = await erase(core.db, settings.data, user, settings.profile.time_zone, utc_now())
        finally:
            await core.close()
    finally:
        lock.release()
    click.echo(f"Everything about user {user} is deleted: {entries} entries and what belongs to them.")
    if copies:
        click.echo(wording("en")("forget.copies", names=", ".join(copies)))


def _confirm(data: Path, user: int, entries: int, *, yes: bool) -> None:
    """Typed, not only agreed to; where nobody can type it must have been said before."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError("nobody is there to confirm it: give --yes to delete without being asked")
    click.echo(f"This deletes user {user} from {data}: {entries} entries, memory, settings, vault, exports.")
    click.echo("It cannot be undone; `swealog export` first if you want a copy.")
    if click.prompt(f"Type {_WORD} to go on", default="", show_default=False) != _WORD:
        raise click.ClickException("nothing was deleted")
