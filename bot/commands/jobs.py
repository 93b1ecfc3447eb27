"""/job and /jobs."""

from __future__ import annotations

import re

from telegram import Bot, Message

from bot.people.state import BotState
from bot.people.teaching import Said
from bot.settings import passed_on
from bot.updates.asked import Asked
from bot.updates.incoming import clean, is_private, words_of
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError
from storage.entities import Outgoing

LARGEST_INPUT = 200_000
"""Bytes of a file that a job is given: as many as it reads of one."""
_READ = (".csv", ".tsv", ".txt", ".md", ".markdown", ".json")
_PDF = ".pdf"
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)


async def job(state: BotState, asked: Asked) -> Outgoing:
    """Begin one; without words, what there is."""
    said = await (await state.jobs.open()).wished(
        asked.user_id, asked.arguments, asked.say, f"{asked.chat_id}/{asked.message_id}"
    )
    return asked.reply(said.html, buttons=said.buttons)


async def jobs(state: BotState, asked: Asked) -> Outgoing:
    """Running and past ones; with codes where there are no buttons."""
    door = await state.jobs.open()
    if asked.arguments or asked.chat_id != asked.user_id:
        return asked.reply((await door.typed(asked.user_id, asked.arguments, asked.say)).html)
    said = await door.listed(asked.user_id, asked.say)
    return asked.reply(said.html, buttons=said.buttons)


async def begun_with_file(state: BotState, message: Message, user_id: int, bot: Bot) -> Said:
    """Begin one with the file that its words are the caption of."""
    say, file = await state.wording(user_id), message.document
    if not is_private(message):
        return Said(say("people.private"))
    name = (file.file_name or "").casefold() if file is not None else ""
    if file is None or not name.endswith((*_READ, _PDF)) or (file.file_size or 0) > _largest(name):
        return Said(say("job.no_file"))
    try:
        content = await MediaFiles(bot, state.db.attachments, state.data_dir).download(file.file_id)
    except (TooBigError, NotFetchedError):
        return Said(say("job.no_file"))
    text = await _text(content, name)
    if text is None:
        return Said(say("job.no_file"))
    _, _, words = clean(words_of(message)).partition(" ")
    kept = f"input-{_UNSAFE.sub('-', name)[-60:]}.txt"
    return await (await state.jobs.open()).wished(
        user_id, words.strip(), say, f"{message.chat.id}/{message.message_id}", {kept: text.encode()}
    )


def _largest(name: str) -> int:
    """Bytes of a file that is fetched: a PDF is more than its text."""
    if not name.endswith(_PDF):
        return LARGEST_INPUT
    from agents.jobs.pdf import LARGEST  # noqa: PLC0415 - where a PDF comes

    return LARGEST


async def _text(content: bytes, name: str) -> str | None:
    """What a file says; None: it can't be read."""
    if not name.endswith(_PDF):
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
    from agents.jobs.pdf import NoTextError, text_of  # noqa: PLC0415 - as above

    try:
        return await text_of(content, passed_on())
    except NoTextError:
        return None
