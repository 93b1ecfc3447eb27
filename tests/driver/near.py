"""The client of a server in the same process: acts and events without HTTP, which only the bot speaks."""

from __future__ import annotations

import asyncio

from pydantic import ValidationError

from telegram_local import acts
from telegram_local.calls import Call
from telegram_local.control import carried_out
from telegram_local.errors import ApiError
from telegram_local.faults import Fault
from telegram_local.server import LocalServer
from tests.driver.client import LocalClient
from tests.driver.person import ControlRefusedError


class NearClient(LocalClient):
    """Does what LocalClient does; what is seldom done goes by HTTP all the same."""

    def __init__(self, server: LocalServer, *, patience: float) -> None:
        super().__init__(server.base_url, server.state.control_token, patience=patience)
        self._server = server

    async def act(self, act: str, **told: object) -> acts.Outcome:
        """As the control API does; the loop goes on once, as it would for an answer."""
        try:
            outcome = carried_out(self._server.people, act, told)
        except (ApiError, ValidationError) as error:
            raise ControlRefusedError(str(error)) from error
        self._note(outcome)
        await asyncio.sleep(0)
        return outcome

    async def calls(
        self, method: str | None = None, *, chat_id: int | None = None, after: int = 0
    ) -> list[Call]:
        """As LocalClient."""
        await asyncio.sleep(0)
        return self._server.state.calls.find(method, chat_id, after)

    async def _break(self, fault: Fault) -> None:
        self._server.state.faults.add(fault)

    async def heal(self) -> None:
        """As LocalClient."""
        self._server.state.faults.clear()

    async def connect(self) -> None:
        """Take what is there, and follow."""
        state = self._server.state
        for chat_id in state.world.chats:
            for stored in state.messages.of(chat_id):
                self._keep(stored)
        self.world, self.commands, self.listening = state.world, state.menu(), state.presence.listening
        self._follower = asyncio.create_task(self._hear(state.events.last), name="near client")

    async def _hear(self, after: int) -> None:
        async for batch in self._server.state.events.follow(after, heartbeat=_NEVER):
            for numbered in batch:
                self._apply(numbered.event)


_NEVER = 3600.0
