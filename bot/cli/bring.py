"""`swealog import`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from bot.cli.options import as_json, load, person, place, whose


@click.command("import")
@click.argument("path", metavar="FILE", type=click.Path(exists=True, path_type=Path))
@place
@person
@click.option("--unit", type=click.Choice(["kg", "lb"]), help="Of weights where the file names none.")
@click.option("--distance", type=click.Choice(["km", "mi"]), help="Of distances where the file names none.")
@click.option(
    "--dates",
    type=click.Choice(["DMY", "MDY"], case_sensitive=False),
    help="How 3/4 is read where the file does not show it: DMY = 3 April, MDY = 4 March.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be imported.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask before it is stored.")
@as_json
def bring(
    path: Path,
    *,
    config: Path | None,
    data_dir: Path | None,
    user: int | None,
    unit: Literal["kg", "lb"] | None,
    distance: Literal["km", "mi"] | None,
    dates: Literal["DMY", "MDY"] | None,
    dry_run: bool,
    yes: bool,
    json_: bool,
) -> None:
    """Import a file or folder: Strong, Hevy, FitNotes, StrongLifts, notes by day, an export of the bot."""
    settings = load(config, data_dir)
    from bot.cli import bringing  # noqa: PLC0415 - not for `swealog --help`

    wanted = bringing.Wanted(path, unit, distance, dates, dry_run=dry_run, yes=yes, json=json_)
    bringing.bring(settings, whose(settings, user), wanted)
