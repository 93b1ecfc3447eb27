"""`swealog run`."""

from __future__ import annotations

from pathlib import Path

import click

from bot import app
from bot.cli.options import load, place


@click.command()
@place
def run(config: Path | None, data_dir: Path | None) -> None:
    """Start the bot: the chat page in your browser, or Telegram when a token is configured."""
    app.run(load(config, data_dir))
