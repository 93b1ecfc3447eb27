"""Options that several commands share, and what they mean."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from inspect import iscoroutine
from pathlib import Path
from typing import IO, Any, TypeVar
from zoneinfo import ZoneInfo

import click

from bot.process.log import Redacting, guard, redacted, shown
from bot.settings import Settings, load_settings

Command = TypeVar("Command", bound=Callable[..., Any])
"""Any: click hands a command whatever its options say."""

_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)


class Moment(click.ParamType[datetime]):
    """An ISO date and time, with an offset or without one (then in the configured zone)."""

    name = "iso"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The moment as written, aware only if an offset was."""
        try:
            return datetime.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is no ISO date and time such as 2026-11-21T18:30", param, ctx)


def place(command: Command) -> Command:
    """Where the configuration and the data are."""
    command = click.option("--data-dir", type=_FOLDER, help="Folder with the data.")(command)
    return click.option("--config", type=_FILE, help="Configuration file (default: ./config.yaml).")(command)


def configured(command: Callable[..., object]) -> Callable[..., object]:
    """It is given the `settings` from there. A coroutine is run to its end."""

    @place
    @wraps(command)
    def run(*, config: Path | None, data_dir: Path | None, **given: object) -> object:
        done = command(settings=load(config, data_dir), **given)
        return asyncio.run(done) if iscoroutine(done) else done

    return run


def person(command: Callable[..., object]) -> Callable[..., object]:
    """It is given the settings, and the `user` whose data is meant."""

    @configured
    @click.option(
        "--user", type=int, help="Telegram user id (default: the only one allowed, else the chat page's You)."
    )
    @wraps(command)
    def run(*, settings: Settings, user: int | None, **given: object) -> object:
        return command(settings=settings, user=whose(settings, user), **given)

    return run


def moment(command: Command) -> Command:
    """When it is said to be."""
    return click.option("--now", type=Moment(), metavar="ISO", help="Pretend that it is this time.")(command)


def as_json(command: Command) -> Command:
    """For scripts."""
    return click.option("--json", "json_", is_flag=True, help="Print one line of JSON.")(command)


def batch(command: Command) -> Command:
    """Many at once."""
    return click.option(
        "--batch",
        type=click.File("rb"),
        metavar="IN.jsonl",
        help="Read one JSON object a line ('-': standard input), write one JSON line each.",
    )(command)


def only_one(text: tuple[str, ...], batched: IO[bytes] | None) -> str:
    """The words of the command line; either they or a batch must be given."""
    if bool(text) == (batched is not None):
        raise click.UsageError('say something in quotes ("…"), or give --batch IN.jsonl')
    return " ".join(text)


def load(config: Path | None, data_dir: Path | None) -> Settings:
    """The settings; raises SettingsError, which says what to mend. Warnings are one line each."""
    if (
        not gc.isenabled()
    ):  # everything the command needs is imported: from here on garbage is collected again
        gc.freeze()
        gc.enable()
    _quiet_logging()
    settings = load_settings(config, data_dir)
    guard(settings)
    return settings


class _OneLine(logging.Formatter):
    """Tracebacks are for --debug."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        what = f": {type(error).__name__}: {' '.join(str(error).split())}" if error else ""
        return redacted(shown(f"swealog: {record.getMessage()}{what}"))


def _quiet_logging() -> None:
    context = click.get_current_context(silent=True)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine() if context is None or not context.find_root().obj else Redacting())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def tell(text: str, *, err: bool = False) -> None:
    """Print anybody's words, so that nothing in them steers the terminal."""
    click.echo("\n".join(shown(line) for line in text.split("\n")), err=err)


def whose(settings: Settings, user: int | None) -> int:
    """Whose data a command works on when --user does not say.

    With a token and exactly one allowed Telegram user it is theirs; else the chat page's You.
    """
    if user is not None:
        return user
    if settings.telegram.token is not None:
        allowed = {*settings.access.allow_users, *asyncio.run(_let_in(settings))}
        if len(allowed) == 1:
            return allowed.pop()
    from telegram_local.world import YOU_ID  # noqa: PLC0415 - of the chat page, which a bot with a token lacks

    return YOU_ID


async def _let_in(settings: Settings) -> list[int]:
    """Who was let in by a code."""
    from storage.preparation import FILE_NAME  # noqa: PLC0415 - not for `swealog doctor --health`
    from storage.stores import Stores  # noqa: PLC0415 - as above

    if not (settings.data / FILE_NAME).exists():
        return []
    async with Stores.opened(settings.data) as db:
        return [member.user_id for member in (await db.access.rights("telegram")).members]


def aware(moment: datetime, zone: str) -> datetime:
    """A moment written without an offset is one on the clocks of `zone`.

    Raises OverflowError when it is beyond the calendar in UTC.
    """
    known = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone))
    known.astimezone(UTC)
    return known
