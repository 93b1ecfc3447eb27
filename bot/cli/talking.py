"""Logging and asking at the command line, one by one or in batches."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import IO, TypeVar

import click

from bot.cli.console import SKIP, Console, Exchange, chat_of, message_of
from bot.cli.jsonl import BadLine, InputLine, Line, Moment, Numbered, Text, lines_of, write
from bot.cli.options import aware, loaded, tell
from bot.cli.results import answer_line, receipt_line
from bot.people.answers import answer_in
from bot.settings import Settings
from storage.entities import PendingQuestion

LOG_THREAD = "log"
T = TypeVar("T")


class LogLine(InputLine):
    """`at` is when it was sent."""

    text: Text
    at: Moment | None = None


class AskLine(InputLine):
    """A question, or an answer to what was asked back in the same thread (null: skip)."""

    question: Text | None = None
    text: Text | None = None
    answer: Text | None = None
    thread: str | int | None = None
    now: Moment | None = None


def _with_console(
    settings: Settings,
    user: int,
    at: datetime | None,
    work: Callable[[Console], Awaitable[None]],
    *,
    unattended: bool = False,
) -> None:
    loaded()

    async def run() -> None:
        console = await Console.open(settings, user, at, unattended=unattended)
        try:
            await work(console)
        finally:
            await console.close()

    asyncio.run(run())


def log_once(settings: Settings, user: int, text: str, at: datetime | None, *, as_json: bool) -> None:
    """Log, and say what was understood."""

    async def work(console: Console) -> None:
        exchange = await console.say(text)
        if as_json:
            ids = exchange.turn.stored_ids if exchange.turn else ()
            write(await receipt_line(console, exchange, await console.entries(ids), None), single=True)
        else:
            show(exchange)

    _with_console(settings, user, at, work)


def ask_once(settings: Settings, user: int, text: str, at: datetime | None, *, as_json: bool) -> None:
    """Ask, and print the answer with what it rests on, or what is asked back."""

    async def work(console: Console) -> None:
        exchange = await console.say(text)
        line = await answer_line(console, exchange, None)
        if as_json:
            write(line, single=True)
            return
        show(exchange)
        for found in line.evidence[:6]:
            tell(f"  {found.date}  {' '.join(found.text.split())[:100]}")

    _with_console(settings, user, at, work)


def show(exchange: Exchange) -> None:
    """Replies, then open questions with their options numbered."""
    if exchange.text:
        tell(exchange.text)
    for question in exchange.questions:
        for number, option in enumerate(question.options, 1):
            tell(f"  {number}) {option}")
        click.echo("  0) skip")


def log_batch(settings: Settings, user: int, stream: IO[bytes], at: datetime | None) -> None:
    """Store each line once, however often it is read."""
    zone = settings.profile.time_zone

    async def work(console: Console) -> None:
        async def one(line: LogLine) -> None:
            sent = aware(line.at, zone) if line.at else at
            console.clock.pretended = sent
            written = line.at.isoformat() if line.at else ""
            key = f"{line.id}\0{written}\0{line.text}"
            exchange = await console.say(line.text, LOG_THREAD, key)
            chat_id = chat_of(console.user_id, LOG_THREAD)
            entries = await console.db.entries.entry_by_message(console.user_id, chat_id, message_of(key))
            write(await receipt_line(console, exchange, entries, line.id))

        await _each(stream, LogLine, one)

    _with_console(settings, user, at, work, unattended=True)


def ask_batch(settings: Settings, user: int, stream: IO[bytes], at: datetime | None) -> None:
    """Ask each line; lines of one thread are one conversation, which no other run continues."""
    zone, run = settings.profile.time_zone, secrets.token_hex(8)

    async def work(console: Console) -> None:
        async def one(line: AskLine, number: int) -> None:
            sent = aware(line.now, zone) if line.now else at
            console.clock.pretended = sent
            thread = f"ask {run} " + (f"line {number}" if line.thread is None else f"thread {line.thread}")
            write(await answer_line(console, await _asked(console, line, thread), line.id))

        number = 0

        async def numbered(line: AskLine) -> None:
            nonlocal number
            number += 1
            await one(line, number)

        await _each(stream, AskLine, numbered)

    _with_console(settings, user, at, work)


async def _asked(console: Console, line: AskLine, thread: str) -> Exchange:
    words = line.question if line.question is not None else line.text
    if words is None or line.answer is not None:
        open_ones = await console.open_questions(thread)
        if open_ones:
            return await console.answer(open_ones[0], _chosen(line.answer, open_ones[0]))
    return await console.say(words or line.answer or "", thread)


def _chosen(answer: str | None, question: PendingQuestion) -> str | None:
    if answer is None or answer.strip().casefold() in SKIP:
        return None
    return answer_in(answer, question, replied=True)


async def _each(stream: IO[bytes], model: type[Line], work: Callable[[Line], Awaitable[None]]) -> None:
    """Each line in order; one that can't be read is said and does not stop the rest."""
    for found in lines_of(stream, model):
        if isinstance(found, BadLine):
            write(found)
            continue
        await _guarded(found, work)


async def _guarded(found: Numbered[Line], work: Callable[[Line], Awaitable[None]]) -> None:
    try:
        await work(found.line)
    except (OverflowError, ValueError) as error:  # a date outside the calendar
        write(BadLine(id=found.line.id, line=found.number, error=str(error)))
