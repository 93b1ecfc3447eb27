"""`swealog log`, `ask` and `chat`: the bot without Telegram."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import IO

import click

from bot.cli.options import as_json, aware, batch, load, moment, only_one, person, place, whose


@click.command()
@click.argument("text", nargs=-1)
@place
@person
@moment
@as_json
@batch
def log(
    text: tuple[str, ...],
    *,
    config: Path | None,
    data_dir: Path | None,
    user: int | None,
    now: datetime | None,
    json_: bool,
    batch: IO[bytes] | None,
) -> None:
    """Log something, as you would text it; many at once with --batch."""
    words = only_one(text, batch)
    settings = load(config, data_dir)
    from bot.cli import talking  # noqa: PLC0415 - not for `swealog --help`

    at = aware(now, settings.profile.time_zone) if now else None
    if batch is not None:
        talking.log_batch(settings, whose(settings, user), batch, at)
    else:
        talking.log_once(settings, whose(settings, user), words, at, as_json=json_)


@click.command()
@click.argument("text", nargs=-1)
@place
@person
@moment
@as_json
@batch
def ask(
    text: tuple[str, ...],
    *,
    config: Path | None,
    data_dir: Path | None,
    user: int | None,
    now: datetime | None,
    json_: bool,
    batch: IO[bytes] | None,
) -> None:
    """Ask something, or answer what was asked back; many at once with --batch."""
    words = only_one(text, batch)
    settings = load(config, data_dir)
    from bot.cli import talking  # noqa: PLC0415 - not for `swealog --help`

    at = aware(now, settings.profile.time_zone) if now else None
    if batch is not None:
        talking.ask_batch(settings, whose(settings, user), batch, at)
    else:
        talking.ask_once(settings, whose(settings, user), words, at, as_json=json_)


@click.command()
@place
@person
@moment
def chat(*, config: Path | None, data_dir: Path | None, user: int | None, now: datetime | None) -> None:
    """Talk to the bot in the terminal."""
    settings = load(config, data_dir)
    from bot.cli import repl  # noqa: PLC0415 - not for `swealog --help`

    repl.talk(settings, whose(settings, user), aware(now, settings.profile.time_zone) if now else None)
