"""`swealog pair`."""

from __future__ import annotations

import click

from bot.cli.options import configured
from bot.core import utc_now
from bot.entrance.pairing import announced, make_code
from bot.settings import Settings
from storage.stores import Stores


@click.command()
@configured
async def pair(settings: Settings) -> None:
    """Print a code: who texts it to the bot within an hour becomes its owner. The bot may be running."""
    if settings.telegram.token is None:
        raise click.ClickException("there is no telegram.token: on the chat page everybody may use the bot")
    async with Stores.opened(settings.data) as db:
        made = await make_code(db.access, "telegram", "owner", utc_now())
    click.echo(announced(made.code), nl=False)
