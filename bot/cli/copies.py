"""`swealog backup` and `swealog restore`."""

from __future__ import annotations

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

import click

from agents.notes.settings import FOLDER as NOTES
from bot.cli.memory import rebuilt
from bot.cli.options import configured
from bot.process.lock import DataDirLock
from bot.settings import Settings
from storage import backup as copies
from storage.preparation import FILE_NAME


@click.command()
@configured
async def backup(settings: Settings) -> None:
    """Copy the database into the folder backups; the bot may be running."""
    if not (settings.data / FILE_NAME).exists():
        raise click.ClickException(f"there is nothing in {settings.data} yet")
    made = await copies.back_up(settings.data, datetime.now(UTC), settings.backups.keep)
    click.echo(f"{made.path}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@configured
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path | None, *, settings: Settings, yes: bool) -> None:
    """Put a backup (the newest good one) in the database's place; what was there is kept beside it."""
    with DataDirLock(settings.data):
        found = None if file else copies.newest_good(settings.data)
        chosen = file or (found.path if found else None)
        if chosen is None:
            raise click.ClickException(f"there is no good backup in {settings.data / 'backups'}")
        if not yes:
            click.confirm(f"Put {chosen.name} in the place of the database in {settings.data}?", abort=True)
        aside = copies.restore(settings.data, chosen, datetime.now(UTC))
        shutil.rmtree(settings.data / NOTES, ignore_errors=True)  # made of rows that are others now
        click.echo(f"restored from {chosen}" + (f"; what was there is now {aside}" if aside else ""))
        asyncio.run(rebuilt(settings))
