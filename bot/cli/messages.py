"""`swealog log` and `swealog ask`: the bot without Telegram, one message or a batch."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import IO

import click
from pydantic import Field

from bot.cli import COMMANDS
from bot.cli.console import SKIP, Console, Exchange, chat_of, message_of
from bot.cli.jsonl import Id, InputLine, Moment, Numbered, Text, each, write
from bot.cli.options import as_json, aware, batch, moment, only_one, person, tell
from bot.cli.results import Answer, Receipt, answer_line, receipt_line
from bot.people.answers import answer_in
from bot.replies.evidence import shortened
from bot.settings import Settings
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
    every: Callable[[Console, IO[bytes], datetime | None], Awaitable[None]],
    *,
    attended: bool,
) -> click.Command:
    """Says the words, or each line of a batch; what an `attended` batch is asked back waits for an answer."""

    @click.command(name, help=COMMANDS[name][1])
    @click.argument("text", nargs=-1)
    @person
    @moment
    @as_json
    @batch
    async def command(
        text: tuple[str, ...],
        *,
        settings: Settings,
        user: int,
        now: datetime | None,
        json_: bool,
        batch: IO[bytes] | None,
    ) -> None:
        words, unattended = only_one(text, batch), batch is not None and not attended
        async with aclosing(await Console.open(settings, user, now, unattended=unattended)) as console:
            if batch is not None:
                await every(console, batch, now)
                return
            exchange = await console.say(words)
            if json_:
                write(await result(console, exchange, None), single=True)
            else:
                show(exchange, await console.rests_on(exchange))
            async for state in console.job_progress():
                if not json_:
                    tell(state)

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

    async def log_one(found: Numbered[LogLine]) -> None:
        line = found.line
        key = f"{line.id}\0{line.now.isoformat() if line.now else ''}\0{line.text}"
        _pretend(console, line.now or now)
        exchange = await console.say(line.text, LOG_THREAD, key)
        chat_id = chat_of(console.user_id, LOG_THREAD)
        entries = await console.db.entries.entry_by_message(console.user_id, chat_id, message_of(key))
        write(await receipt_line(console, exchange, line.id, entries))

    await each(stream, LogLine, log_one)


async def _ask_each(console: Console, stream: IO[bytes], now: datetime | None) -> None:
    """Ask each line; lines of one thread are one conversation, which no other run continues."""
    run = secrets.token_hex(8)

    async def ask_one(found: Numbered[AskLine]) -> None:
        line = found.line
        thread = f"ask {run} " + (f"line {found.number}" if line.thread is None else f"thread {line.thread}")
        _pretend(console, line.now or now)
        write(await answer_line(console, await _asked(console, line, thread), line.id))

    await each(stream, AskLine, ask_one)


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


log = _command("log", receipt_line, _log_each, attended=False)
ask = _command("ask", answer_line, _ask_each, attended=True)
