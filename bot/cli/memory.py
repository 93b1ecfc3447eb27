"""`swealog context` and `swealog vault rebuild`."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

import click

from bot.cli.options import as_json, load, moment, person, place, whose


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
    from bot.cli import kept  # noqa: PLC0415 - not for `swealog --help`

    asyncio.run(kept.show_context(settings, whose(settings, user), now, as_json=json_))


@click.group()
def vault() -> None:
    """The Markdown copy of your data."""


@vault.command()
@place
def rebuild(config: Path | None, data_dir: Path | None) -> None:
    """Write the whole vault anew from the database."""
    settings = load(config, data_dir)
    from bot.cli import kept  # noqa: PLC0415 - not for `swealog --help`

    asyncio.run(kept.rebuild_vault(settings))
