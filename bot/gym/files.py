"""A programme that is sent as a file; a template of coaches, which is YAML, too, is theirs."""

from __future__ import annotations

import re

from telegram import Bot, Message

from agents.gym.reading import LONGEST, ProgrammeError
from bot.gym.chat import GymChat, Who
from bot.people.state import BotState
from bot.replies.said import Said
from bot.texts import wording
from bot.updates.incoming import clean
from bot.updates.media_files import MediaFiles, NotFetchedError, TooBigError

_LONGEST_NAME = 60
_WATCHES = re.compile(rb"^watches\s*:", re.MULTILINE)
"""Each template says what it watches; no programme does."""


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
    if _WATCHES.search(content) and state.coaching.enabled:
        from bot.coaches.chat import CoachDesk  # noqa: PLC0415 - only for who has coaches

        return await CoachDesk(state).sent(user_id, content, message.date, say)
    return await GymChat(state, state.gym).sent(who, name, content)
