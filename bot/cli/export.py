"""`swealog export`: taking everything out."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from bot.cli.options import load, person, place, whose
from bot.commands.export import gathered, pack
from bot.core import open_core, utc_now
from bot.settings import Settings


@click.command()
@click.argument("target", metavar="FILE.zip", type=click.Path(dir_okay=False, path_type=Path))
@place
@person
def export(target: Path, *, config: Path | None, data_dir: Path | None, user: int | None) -> None:
    """Write everything of yours into a zip: JSON, CSV by domain, the Markdown vault."""
    settings = load(config, data_dir)
    asyncio.run(_write(settings, whose(settings, user), target))


async def _write(settings: Settings, user: int, target: Path) -> None:
    """Write the zip; nobody else may read it."""
    core = await open_core(settings, utc_now)
    try:
        everything = await gathered(core.db, user, settings.profile.time_zone)
        if everything.is_empty:
            raise click.ClickException("nothing is stored yet")
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o600))
            await asyncio.to_thread(pack, everything, settings.data, target)
        except OSError as error:
            raise click.ClickException(f"{target}: {error.strerror}") from error
    finally:
        await core.close()
    kind = "" if target.suffix.casefold() == ".zip" else ", which is a zip whatever its name says"
    click.echo(f"{len(everything.entries)} entries written to {target}{kind}")
