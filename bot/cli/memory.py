"""`swealog context` and `swealog vault rebuild`."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.cli.jsonl import write
from bot.cli.options import as_json, aware, load, moment, person, place, tell, whose
from bot.cli.results import Memory
from bot.core import open_core, utc_now
from bot.people.vault_keeper import VaultKeeper
from bot.settings import Settings
from storage.entities import ContextVersion


@click.command()
@place
@person
@moment
@as_json
def context(
    *, config: Path | None, data_dir: Path | None, user: int | None, now: datetime | None, json_: bool
) -> None:
    """Show what is remembered about you, as Markdown (with --now: as it was then)."""
    settings = load(config, data_dir)
    asyncio.run(_show(settings, whose(settings, user), now, as_json=json_))


@click.group()
def vault() -> None:
    """The Markdown copy of your data."""


@vault.command()
@place
def rebuild(config: Path | None, data_dir: Path | None) -> None:
    """Write the whole vault anew from the database.

    What was changed in its files is followed first.
    """
    settings = load(config, data_dir)
    asyncio.run(rebuilt(settings))


async def _show(settings: Settings, user: int, now: datetime | None, *, as_json: bool) -> None:
    """The newest version, or the newest one not after `now`."""
    core = await open_core(settings, utc_now)
    try:
        version = await core.db.contexts.context(user)
        if now is not None:
            at = aware(now, settings.profile.time_zone).astimezone(UTC)
            version = _newest(await core.db.contexts.versions(user), at)
    finally:
        await core.close()
    if as_json:
        number, content = (version.version, version.content) if version else (0, "")
        write(Memory(user=user, version=number, content=content), single=True)
    else:
        tell(version.content if version else "Nothing is remembered yet.")


def _newest(versions: list[ContextVersion], at: datetime) -> ContextVersion | None:
    return max((v for v in versions if v.at <= at), key=lambda v: v.version, default=None)


async def rebuilt(settings: Settings) -> None:
    """From the database, byte for byte what it was."""
    core = await open_core(settings, utc_now)
    try:
        keeper = VaultKeeper(core.services, core.machine, settings.vault)
        if settings.vault.follow_edits:
            await keeper.watch.look()
            await core.lanes.idle()
        files = await keeper.vault.rebuild()
    finally:
        await core.close()
    click.echo(f"{files} files written to {settings.data / 'vault'}")
