"""`swealog run`."""

from __future__ import annotations

import click

from bot import app
from bot.cli.options import configured
from bot.settings import Settings


@click.command()
@configured
def run(settings: Settings) -> None:
    """Start the bot: the chat page in your browser, or Telegram when a token is configured."""
    app.run(settings)
