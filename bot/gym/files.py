"""A programme that is sent as a file."""

from __future__ import annotations

from telegram import Bot, Message

from agents.gym.reading import LONGEST, ProgrammeError
from bot.gym.chat import GymChat, Who
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.texts import wording
from bot.updates.incoming import clean
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError

_LONGEST_NAME = 60


async def taken(state: BotState, message: Message, user_id: int, bot: Bot) -> Said:
    """What is said to it: how it would begin, or which row is wrong."""
    file = message.document
    profile = await state.profile(user_id)
    say = wording(profile.language)
    if file is None:
        return Said(say("other.media"))
    who = Who(profile, profile.local(message.date).date(), say, f"{message.chat.id}:{message.message_id}")
    name = clean(file.file_name or "file")[-_LONGEST_NAME:]
    if (file.file_size or 0) > LONGEST:
        return Said(who.pages.problem(ProgrammeError(name, 1, "too_long", value=str(LONGEST // 1024))))
    try:
        content = await MediaFiles(bot, state.db.attachments, state.data_dir).download(file.file_id)
    except (TooBigError, NotFetchedError):
        return Said(say("import.not_fetched"))
    return await GymChat(state, state.gym).sent(who, name, content)
