"""`swealog export`: taking everything out."""

from __future__ import annotations

import asyncio
import os
from contextlib import aclosing
from pathlib import Path

import click

from bot.cli.options import person
from bot.commands.export import gathered, pack
from bot.core import open_core, utc_now
from bot.settings import Settings


@click.command()
@click.argument("target", metavar="FILE.zip", type=click.Path(dir_okay=False, path_type=Path))
@person
async def export(target: Path, *, settings: Settings, user: int) -> None:
    """Write everything of yours into a zip: JSON, CSV by domain, the Markdown vault."""
    async with aclosing(await open_core(settings, utc_now)) as core:
        everything = await gathered(core.db, user, settings.profile.time_zone)
        if everything.is_empty:
            raise click.ClickException("nothing is stored yet")
        try:
            # nobody else may read it
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT, 0o600))
            await asyncio.to_thread(pack, everything, settings.data, target)
        except OSError as error:
            raise click.ClickException(f"{target}: {error.strerror}") from error
    kind = "" if target.suffix.casefold() == ".zip" else ", which is a zip whatever its name says"
    click.echo(f"{len(everything.entries)} entries written to {target}{kind}")
