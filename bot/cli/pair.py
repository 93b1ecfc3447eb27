"""`swealog pair`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from bot.cli.options import load, place
from bot.core import utc_now
from bot.entrance.pairing import announced, make_code
from bot.settings import Settings
from storage.stores import Stores


@click.command()
@place
def pair(config: Path | None, data_dir: Path | None) -> None:
    """Print a code: who texts it to the bot within an hour becomes its owner. The bot may be running."""
    settings = load(config, data_dir)
    if settings.telegram.token is None:
        raise click.ClickException("there is no telegram.token: on the chat page everybody may use the bot")
    click.echo(asyncio.run(_new_code(settings)), nl=False)


async def _new_code(settings: Settings) -> str:
    db = await Stores.open(settings.data)
    try:
        made = await make_code(db.access, "telegram", "owner", utc_now())
    finally:
        await db.close()
    return announced(made.code)
