"""`swealog log` and `swealog ask`: the bot without Telegram, one message or a batch."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO

import click
from pydantic import BaseModel, Field

from bot.cli import COMMANDS
from bot.cli.console import SKIP, Console, Exchange, chat_of, message_of
from bot.cli.jsonl import BadLine, Id, InputLine, Line, Moment, Numbered, Text, lines_of, write
from bot.cli.options import as_json, aware, batch, load, moment, only_one, person, place, tell, whose
from bot.cli.results import Answer, Receipt, answer_line, receipt_line
from bot.people.answers import answer_in
from bot.replies.evidence import shortened
from storage.entities import Entry, PendingQuestion

LOG_THREAD = "log"
_MOST_EVIDENCE = 6
_QUOTE = 100


class LogLine(InputLine):
    """`at` is when it was sent."""

    text: Text
    now: Moment | None = Field(None, alias="at")


class AskLine(InputLine):
    """A question, or an answer to what was asked back in the same thread (null: skip)."""

    question: Text | None = None
    text: Text | None = None
    answer: Text | None = None
    thread: str | int | None = None
    now: Moment | None = None


def _command(
    name: str,
    result: Callable[[Console, Exchange, Id], Awaitable[Receipt | Answer]],
    each: Callable[[Console, IO[bytes], datetime | None], Awaitable[None]],
    *,
    attended: bool,
) -> click.Command:
    """Says the words, or each line of a batch; what an `attended` batch is asked back waits for an answer."""

    @click.command(name, help=COMMANDS[name][1])
    @click.argument("text", nargs=-1)
    @place
    @person
    @moment
    @as_json
    @batch
    def command(
        text: tuple[str, ...],
        *,
        config: Path | None,
        data_dir: Path | None,
        user: int | None,
        now: datetime | None,
        json_: bool,
        batch: IO[bytes] | None,
    ) -> None:
        words = only_one(text, batch)
        settings = load(config, data_dir)
        whom = whose(settings, user)

        async def run() -> None:
            console = await Console.open(settings, whom, now, unattended=batch is not None and not attended)
            try:
                if batch is not None:
                    await each(console, batch, now)
                    return
                exchange = await console.say(words)
                if json_:
                    write(await result(console, exchange, None), single=True)
                else:
                    show(exchange, await console.rests_on(exchange))
                async for state in console.job_progress():
                    if not json_:
                        tell(state)
            finally:
                await console.close()

        asyncio.run(run())

    return command


def show(exchange: Exchange, evidence: Sequence[Entry] = ()) -> None:
    """Replies, the entries they rest on, then open questions with their options numbered."""
    if exchange.text:
        tell(exchange.text)
    for found in evidence[:_MOST_EVIDENCE]:
        tell(f"  {found.day}  {shortened(found.text, _QUOTE)}")
    for question in exchange.questions:
        for number, option in enumerate(question.options, 1):
            tell(f"  {number}) {option}")
        click.echo("  0) skip")


async def _log_each(console: Console, stream: IO[bytes], now: datetime | None) -> None:
    """Store each line once, however often it is read."""

    async def log_one(found: Numbered[LogLine]) -> Receipt:
        line = found.line
        key = f"{line.id}\0{line.now.isoformat() if line.now else ''}\0{line.text}"
        _pretend(console, line.now or now)
        exchange = await console.say(line.text, LOG_THREAD, key)
        chat_id = chat_of(console.user_id, LOG_THREAD)
        entries = await console.db.entries.entry_by_message(console.user_id, chat_id, message_of(key))
        return await receipt_line(console, exchange, line.id, entries)

    await _each(stream, LogLine, log_one)


async def _ask_each(console: Console, stream: IO[bytes], now: datetime | None) -> None:
    """Ask each line; lines of one thread are one conversation, which no other run continues."""
    run = secrets.token_hex(8)

    async def ask_one(found: Numbered[AskLine]) -> Answer:
        line = found.line
        thread = f"ask {run} " + (f"line {found.number}" if line.thread is None else f"thread {line.thread}")
        _pretend(console, line.now or now)
        return await answer_line(console, await _asked(console, line, thread), line.id)

    await _each(stream, AskLine, ask_one)


def _pretend(console: Console, sent: datetime | None) -> None:
    zone = console.core.services.defaults.time_zone
    console.clock.pretended = aware(sent, zone) if sent else None


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


async def _each(
    stream: IO[bytes], model: type[Line], one: Callable[[Numbered[Line]], Awaitable[BaseModel]]
) -> None:
    """Each line in order; one that can't be read is said and does not stop the rest."""
    for found in lines_of(stream, model):
        if isinstance(found, BadLine):
            write(found)
            continue
        try:
            write(await one(found))
        except (OverflowError, ValueError) as error:  # a date outside the calendar
            write(BadLine(id=found.line.id, line=found.number, error=str(error)))


log = _command("log", receipt_line, _log_each, attended=False)
ask = _command("ask", answer_line, _ask_each, attended=True)
