"""`swealog run`."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli.options import load, place


@click.command()
@place
def run(config: Path | None, data_dir: Path | None) -> None:
    """Start the bot: the chat page in your browser, or Telegram when a token is configured."""
    settings = load(config, data_dir)
    from bot.app import run as run_bot  # noqa: PLC0415 - not for `swealog --help`

    run_bot(settings)
