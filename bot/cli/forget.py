"""`swealog forget`: deleting everything."""

from __future__ import annotations

import sys
from contextlib import aclosing
from datetime import date
from pathlib import Path

import click

from bot.cli.options import person
from bot.commands.forgetting import erase
from bot.core import open_core, utc_now
from bot.process.lock import DataDirLock
from bot.settings import Settings
from bot.texts import wording
from storage.sync.settings import REPOSITORY

_WORD = "DELETE"


@click.command()
@person
@click.option("--yes", is_flag=True, help="Do not ask before it is deleted.")
async def forget(*, settings: Settings, user: int, yes: bool) -> None:
    """Delete everything about you, after a typed confirmation; the bot must not be running."""
    with DataDirLock(settings.data):
        async with aclosing(await open_core(settings, utc_now)) as core:
            entries = len(await core.db.entries.get_entries_by_date_range(user, date.min, date.max))
            _confirm(settings.data, user, entries, yes=yes)
            erased = await erase(core.db, settings.data, user, settings.profile.time_zone, utc_now())
    click.echo(f"Everything about user {user} is deleted: {entries} entries and what belongs to them.")
    if erased.copies:
        click.echo(wording("en")("forget.copies", names=", ".join(erased.copies)))
    for name, where in erased.targets:
        history = "; its history keeps what was pushed" if where.startswith(REPOSITORY) else ""
        click.echo(f"{name} ({where}) is emptied when the bot runs again, or by swealog sync now{history}.")


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
