"""`swealog job`: long jobs begun, looked at and spoken to in the terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import datetime
from pathlib import Path

import click

from bot.cli.console import Console, Exchange
from bot.cli.messages import show
from bot.cli.options import moment, person, tell
from bot.errors import NotBegunError
from bot.settings import Settings

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def job() -> None:
    """Long jobs: begin one, with files that it reads, look at them, answer and correct them."""


@job.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--file", "files", type=_FILE, multiple=True, help="CSV, Markdown, text or PDF that it reads; repeatable."
)
@person
@moment
async def start(
    text: tuple[str, ...], *, files: tuple[Path, ...], settings: Settings, user: int, now: datetime | None
) -> None:
    """Begin one and show its progress to the end; Ctrl+C pauses it."""
    given = [(file.name, _content(file)) for file in files]

    async def begin(console: Console) -> Exchange:
        try:
            return await console.begin_job(" ".join(text), given)
        except NotBegunError as refused:
            raise click.ClickException(str(refused)) from None

    await _with(begin, settings, user, now)


@job.command("list")
@person
async def list_(*, settings: Settings, user: int) -> None:
    """Name those there are, with their codes."""
    await _with(lambda console: console.command("jobs"), settings, user)


@job.command("tell")
@click.argument("code")
@click.argument("text", nargs=-1)
@person
async def tell_(code: str, text: tuple[str, ...], *, settings: Settings, user: int) -> None:
    """Show one by its code, or tell it something.

    The answer to its question, what to change, or pause, resume, stop, accept.
    """
    words = " ".join((code, *text))

    async def said(console: Console) -> Exchange | None:
        if called(await console.db.jobs.of_user(user, LISTED), code) is None:
            raise click.ClickException((await console.state.wording(user)).label("job.gone"))
        return await console.command("jobs", words)

    from bot.jobs.typed import LISTED, called  # noqa: PLC0415 - not for the help

    await _with(said, settings, user)


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


async def _with(
    say: Callable[[Console], Awaitable[Exchange | None]],
    settings: Settings,
    user: int,
    now: datetime | None = None,
) -> None:
    """Say it, and show what becomes of the jobs that are at work then."""
    async with aclosing(await Console.open(settings, user, now)) as console:
        told = await say(console)
        if told is not None:
            show(told, await console.rests_on(told))
        async for state in console.job_progress():
            tell(state)
