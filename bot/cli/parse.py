"""`swealog parse`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import IO

import click

from bot.cli.options import batch, load, moment, only_one, place


@click.command()
@click.argument("text", nargs=-1)
@place
@moment
@batch
def parse(
    text: tuple[str, ...],
    *,
    config: Path | None,
    data_dir: Path | None,
    now: datetime | None,
    batch: IO[bytes] | None,
) -> None:
    """Show what would be understood, as JSON; nothing is stored."""
    words = only_one(text, batch)
    settings = load(config, data_dir)
    from bot.cli import reading  # noqa: PLC0415 - not for `swealog --help`

    if batch is not None:
        reading.parse_batch(settings, batch, now)
    else:
        reading.parse_once(settings, words, now)
