"""/job and /jobs."""

from __future__ import annotations

import re

from telegram import Bot, Message

from bot.people.state import BotState
from bot.people.teaching import Said
from bot.updates.asked import Asked
from bot.updates.incoming import clean, is_private, words_of
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError
from storage.entities import Outgoing

LARGEST_INPUT = 200_000
"""Bytes of a file that a job is given: as many as it reads of one."""
_READ = (".csv", ".tsv", ".txt", ".md", ".markdown", ".json")
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)


async def job(state: BotState, asked: Asked) -> Outgoing:
    """Begin one; without words, what there is."""
    said = await (await state.jobs.open()).wished(asked.user_id, asked.arguments, asked.say, {})
    return asked.reply(said.html, buttons=said.buttons)


async def jobs(state: BotState, asked: Asked) -> Outgoing:
    """Running and past ones."""
    said = await (await state.jobs.open()).listed(asked.user_id, asked.say)
    return asked.reply(said.html, buttons=said.buttons)


async def begun_with_file(state: BotState, message: Message, user_id: int, bot: Bot) -> Said:
    """Begin one with the file that its words are the caption of."""
    say, file = await state.wording(user_id), message.document
    if not is_private(message):
        return Said(say("people.private"))
    name = (file.file_name or "").casefold() if file is not None else ""
    if file is None or not name.endswith(_READ) or (file.file_size or 0) > LARGEST_INPUT:
        return Said(say("job.no_file"))
    try:
        content = await MediaFiles(bot, state.db.attachments, state.data_dir).download(file.file_id)
        text = content.decode("utf-8-sig")
    except (TooBigError, NotFetchedError, UnicodeDecodeError):
        return Said(say("job.no_file"))
    _, _, words = clean(words_of(message)).partition(" ")
    kept = f"input-{_UNSAFE.sub('-', name)[-60:]}.txt"
    return await (await state.jobs.open()).wished(user_id, words.strip(), say, {kept: text.encode()})
