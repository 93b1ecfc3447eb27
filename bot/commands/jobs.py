"""/job and /jobs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.people.state import BotState
from bot.updates.asked import Asked
from storage.entities import Outgoing

_NONE: Mapping[str, bytes] = MappingProxyType({})


async def job(state: BotState, asked: Asked, files: Mapping[str, bytes] = _NONE) -> Outgoing:
    """Begin one; without words, what there is. `files`: its input, by their names."""
    said = await (await state.jobs.open()).wished(asked.user_id, asked.arguments, asked.say, files)
    return asked.reply(said.html, buttons=said.buttons)


async def jobs(state: BotState, asked: Asked) -> Outgoing:
    """Running and past ones."""
    said = await (await state.jobs.open()).listed(asked.user_id, asked.say)
    return asked.reply(said.html, buttons=said.buttons)
