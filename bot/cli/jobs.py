"""`swealog job`: long jobs begun, looked at and spoken to in the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

import click

from bot.cli.console import Console, Exchange
from bot.cli.messages import show
from bot.cli.options import load, moment, person, place, tell, whose
from bot.errors import NotBegunError

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def job() -> None:
    """Long jobs: begin one, with files that it reads, look at them, answer and correct them."""


@job.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--file", "files", type=_FILE, multiple=True, help="CSV, Markdown, text or PDF that it reads; repeatable."
)
@place
@person
@moment
def start(
    text: tuple[str, ...],
    *,
    files: tuple[Path, ...],
    config: Path | None,
    data_dir: Path | None,
    user: int | None,
    now: datetime | None,
) -> None:
    """Begin one and show its progress to the end; Ctrl+C pauses it."""
    given = [(file.name, _content(file)) for file in files]

    async def begin(console: Console) -> Exchange:
        try:
            return await console.begin_job(" ".join(text), given)
        except NotBegunError as refused:
            raise click.ClickException(str(refused)) from None

    _with(begin, config, data_dir, user, now)


@job.command("list")
@place
@person
def list_(*, config: Path | None, data_dir: Path | None, user: int | None) -> None:
    """Name those there are, with their codes."""
    _with(lambda console: console.command("jobs"), config, data_dir, user, None)


@job.command("tell")
@click.argument("code")
@click.argument("text", nargs=-1)
@place
@person
def tell_(
    code: str, text: tuple[str, ...], *, config: Path | None, data_dir: Path | None, user: int | None
) -> None:
    """Show one by its code, or tell it something.

    The answer to its question, what to change, or pause, resume, stop, accept.
    """
    words = " ".join((code, *text))
    _with(lambda console: console.command("jobs", words), config, data_dir, user, None)


def _content(file: Path) -> bytes:
    """Raises ClickException for what is no file that a job reads, before it is read."""
    from bot.jobs.inputs import UnreadableError, largest  # noqa: PLC0415 - not for the help

    try:
        if file.is_file() and file.stat().st_size <= largest(file.name):
            return file.read_bytes()
    except UnreadableError:
        pass
    raise click.ClickException(
        f"{file.name}: a job reads CSV, Markdown and text files up to 200 kB, and PDFs with text up to 5 MB"
    )


def _with(
    say: Callable[[Console], Awaitable[Exchange | None]],
    config: Path | None,
    data_dir: Path | None,
    user: int | None,
    now: datetime | None,
) -> None:
    """Say it, and show what becomes of the jobs that are at work then."""
    settings = load(config, data_dir)

    async def run() -> None:
        console = await Console.open(settings, whose(settings, user), now)
        try:
            told = await say(console)
            if told is not None:
                show(told, await console.rests_on(told))
            async for state in console.job_progress():
                tell(state)
        finally:
            await console.close()

    asyncio.run(run())
