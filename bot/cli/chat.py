"""`swealog chat`: say something, read the reply, answer by number."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from datetime import datetime

import click

from bot.cli.console import Console, Exchange
from bot.cli.messages import show
from bot.cli.options import moment, person, tell
from bot.settings import Settings
from bot.texts import wording

_HELLO = "Log or ask in your own words. /help shows the commands, Ctrl+D ends."
_END = ("/quit", "/exit")


@click.command()
@person
@moment
def chat(*, settings: Settings, user: int, now: datetime | None) -> None:
    """Talk to the bot in the terminal."""
    # until the input ends; what was asked and not answered is asked again at the next start
    with contextlib.suppress(ImportError):
        importlib.import_module("readline")  # line editing, where Python has it

    with asyncio.Runner() as runner:
        console = runner.run(Console.open(settings, user, now))
        try:
            click.echo(_HELLO)
            waiting = tuple(runner.run(console.open_questions()))
            for question in waiting[-1:]:
                say = wording(runner.run(console.profile()).language)
                tell(f"{question.question}\n{say.label('question.typed')}")
                show(Exchange(questions=(question,)))
            while (line := _read()) is not None:
                if line.strip().casefold() in _END:
                    break
                if line.strip():
                    _reply(runner, console, line)
        finally:
            runner.run(console.aclose())


def _read() -> str | None:
    try:
        return input("> ")
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return None


def _reply(runner: asyncio.Runner, console: Console, line: str) -> None:
    if not line.startswith("/") or line.strip().casefold() == "/skip":
        _show(runner, console, runner.run(console.say(line)))
    else:
        _perform(runner, console, line)
    with contextlib.suppress(KeyboardInterrupt):
        runner.run(_followed(console))


def _show(runner: asyncio.Runner, console: Console, told: Exchange) -> None:
    show(told, runner.run(console.rests_on(told)))


def _perform(runner: asyncio.Runner, console: Console, line: str) -> None:
    name, _, arguments = line[1:].partition(" ")
    done = runner.run(console.command(name.casefold(), arguments.strip()))
    if done is None:
        click.echo(f"There is no command /{name}. /help shows those there are.")
        return
    _show(runner, console, done)
    for reply in done.replies:
        if reply.document is not None:
            click.echo(str(console.state.data_dir / reply.document))


async def _followed(console: Console) -> None:
    """What coaches say that were asked to look, and what becomes of jobs. Ctrl+C pauses those."""
    async with contextlib.aclosing(console.coach_reports()) as reports:
        async for report in reports:
            show(report, await console.rests_on(report))
    async with contextlib.aclosing(console.job_progress()) as progress:
        async for state in progress:
            tell(state)
