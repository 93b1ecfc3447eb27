"""`swealog export` and `swealog forget`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from bot.cli.options import load, loaded, person, place, whose


@click.command()
@click.argument("target", metavar="FILE.zip", type=click.Path(dir_okay=False, path_type=Path))
@place
@person
def export(target: Path, *, config: Path | None, data_dir: Path | None, user: int | None) -> None:
    """Write everything of yours into a zip: JSON, CSV by domain, the Markdown vault."""
    settings = load(config, data_dir)
    from bot.cli import leaving  # noqa: PLC0415 - not for `swealog --help`

    loaded()
    asyncio.run(leaving.export_all(settings, whose(settings, user), target))


@click.command()
@place
@person
@click.option("--yes", is_flag=True, help="Do not ask before it is deleted.")
def forget(*, config: Path | None, data_dir: Path | None, user: int | None, yes: bool) -> None:
    """Delete everything about you, after a typed confirmation; the bot must not be running."""
    settings = load(config, data_dir)
    from bot.cli import leaving  # noqa: PLC0415 - not for `swealog --help`

    loaded()
    asyncio.run(leaving.forget(settings, whose(settings, user), yes=yes))
