"""`swealog context` and `swealog vault rebuild`."""

from __future__ import annotations

from contextlib import aclosing
from datetime import UTC, datetime

import click

from bot.cli.jsonl import write
from bot.cli.options import as_json, aware, configured, moment, person, tell
from bot.cli.results import Memory
from bot.core import open_core, utc_now
from bot.people.vault_keeper import VaultKeeper
from bot.settings import Settings
from storage.entities import ContextVersion


@click.command()
@person
@moment
@as_json
async def context(*, settings: Settings, user: int, now: datetime | None, json_: bool) -> None:
    """Show what is remembered about you, as Markdown (with --now: as it was then)."""
    async with aclosing(await open_core(settings, utc_now)) as core:
        version = await core.db.contexts.context(user)
        if now is not None:
            at = aware(now, settings.profile.time_zone).astimezone(UTC)
            version = _newest(await core.db.contexts.versions(user), at)
    if json_:
        number, content = (version.version, version.content) if version else (0, "")
        write(Memory(user=user, version=number, content=content), single=True)
    else:
        tell(version.content if version else "Nothing is remembered yet.")


@click.group()
def vault() -> None:
    """The Markdown copy of your data."""


@vault.command()
@configured
async def rebuild(settings: Settings) -> None:
    """Write the whole vault anew from the database.

    What was changed in its files is followed first.
    """
    await rebuilt(settings)


def _newest(versions: list[ContextVersion], at: datetime) -> ContextVersion | None:
    return max((v for v in versions if v.at <= at), key=lambda v: v.version, default=None)


async def rebuilt(settings: Settings) -> None:
    """From the database, byte for byte what it was."""
    async with aclosing(await open_core(settings, utc_now)) as core:
        keeper = VaultKeeper(core.services, core.machine, settings.vault)
        if settings.vault.follow_edits:
            await keeper.watch.look()
            await core.lanes.idle()
        files = await keeper.vault.rebuild()
    click.echo(f"{files} files written to {settings.data / 'vault'}")
