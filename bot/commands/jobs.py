"""/job and /jobs."""

from __future__ import annotations

from telegram import Bot, Message

from agents.derived_ids import message_key
from bot.people.state import BotState
from bot.replies.said import Said
from bot.updates.asked import Asked
from bot.updates.incoming import clean, is_private, words_of
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError
from storage.entities import Outgoing


async def job(state: BotState, asked: Asked) -> Outgoing:
    """Begin one; without words, what there is."""
    if asked.moved and not state.access.knows(asked.user_id):
        return asked.reply(asked.say("job.private"))
    return asked.says(
        await (await state.jobs.open()).wished(
            asked.user_id, asked.arguments, asked.say, message_key(asked.chat_id, asked.message_id)
        )
    )


async def jobs(state: BotState, asked: Asked) -> Outgoing:
    """Running and past ones; with codes where there are no buttons."""
    door = await state.jobs.open()
    if asked.arguments or asked.chat_id != asked.user_id:
        return asked.reply((await door.typed(asked.user_id, asked.arguments, asked.say)).html)
    return asked.says(await door.listed(asked.user_id, asked.say))


async def begun_with_file(state: BotState, message: Message, user_id: int, bot: Bot) -> Said:
    """Begin one with the file that its words are the caption of."""
    from bot.jobs.inputs import UnreadableError, inputs_of, largest  # noqa: PLC0415 - with a file for a job

    say, file = await state.wording(user_id), message.document
    if not is_private(message):
        return Said(say("people.private"))
    try:
        name = (file.file_name or "") if file is not None else ""
        if file is None or (file.file_size or 0) > largest(name):
            return Said(say("job.no_file"))
        content = await MediaFiles(bot, state.db.attachments, state.data_dir).download(file.file_id)
        files = await inputs_of([(name, content)])
    except (UnreadableError, TooBigError, NotFetchedError):
        return Said(say("job.no_file"))
    _, _, words = clean(words_of(message)).partition(" ")
    return await (await state.jobs.open()).wished(
        user_id, words.strip(), say, f"{message.chat.id}/{message.message_id}", files
    )
