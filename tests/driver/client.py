"""The control API as tests use it: follow the chats live, act for people, break the server on demand."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable
from functools import cached_property
from typing import TypeVar

import httpx
from pydantic import JsonValue, TypeAdapter

from telegram_local import acts
from telegram_local.calls import Call
from telegram_local.control import TOKEN_HEADER
from telegram_local.events import (
    ClearedEvent,
    CommandsEvent,
    DeletedEvent,
    Event,
    MessageEvent,
    NumberedEvent,
    StatusEvent,
    WorldEvent,
)
from telegram_local.faults import Fault, FaultKind
from telegram_local.messages import StoredMessage
from telegram_local.telegram import BotCommand
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID, World
from tests.driver.person import ControlRefusedError, NoReplyError, Person

T = TypeVar("T")
_CALLS: TypeAdapter[list[Call]] = TypeAdapter(list[Call])
_RETRY_SECONDS = 0.1
_LOOKS_AGAIN = 0.5
_GONE = 410


class LocalClient:
    """The chats as people see them.

    Args:
        url: address of the server, or of the chat page with its key behind `#`.
        control_token: the key, when it is not in the address.
        patience: seconds every wait takes at most unless it says otherwise.

    Attributes:
        log: every event since the client connected, oldest first.
    """

    def __init__(self, url: str, control_token: str | None = None, *, patience: float = 30.0) -> None:
        base_url, _, key = url.partition("/#")
        self.patience = patience
        self.log: list[Event] = []
        self.listening = False
        self.commands: list[BotCommand] = []
        self.world: World | None = None
        self._base_url = base_url
        self._key = control_token or key
        self._messages: dict[tuple[int, int], StoredMessage] = {}
        self._people: dict[tuple[int, int], Person] = {}
        self._place = ""
        self._news = asyncio.Event()
        self._follower: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LocalClient:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def connect(self) -> None:
        """Read what is there and follow what happens."""
        await self._resume(first=True)
        self._follower = asyncio.create_task(self._follow(), name="local client")

    async def close(self) -> None:
        """Stop following."""
        if self._follower is not None:
            self._follower.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._follower
        if "_http" in self.__dict__:
            await self._http.aclose()

    @cached_property
    def _http(self) -> httpx.AsyncClient:
        # The server speaks plain HTTP on loopback: an empty context spares loading the system's certificates.
        empty = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        headers = {TOKEN_HEADER: self._key}
        return httpx.AsyncClient(
            base_url=self._base_url, headers=headers, timeout=30.0, trust_env=False, verify=empty
        )

    # People and chats

    @property
    def you(self) -> Person:
        """You, in your private chat with the bot."""
        return self.person(YOU_ID)

    @property
    def alex(self) -> Person:
        """Alex, in the private chat with the bot."""
        return self.person(ALEX_ID)

    def person(self, user_id: int, chat_id: int | None = None) -> Person:
        """Somebody in a chat, by default the private one with the bot."""
        place = (user_id, user_id if chat_id is None else chat_id)
        if place not in self._people:
            self._people[place] = Person(self, *place)
        return self._people[place]

    def in_group(self, user_id: int, chat_id: int = GROUP_ID) -> Person:
        """Somebody in the training group."""
        return self.person(user_id, chat_id)

    def message(self, chat_id: int, message_id: int) -> StoredMessage | None:
        """The latest known version of a message; None when deleted."""
        return self._messages.get((chat_id, message_id))

    def history(self, chat_id: int) -> list[StoredMessage]:
        """All messages of a chat, oldest first."""
        return [stored for (chat, _), stored in sorted(self._messages.items()) if chat == chat_id]

    # Waiting

    async def until(
        self, condition: Callable[[], T | None], *, within: float | None = None, what: str = "it"
    ) -> T:
        """The first true or non-None value of the condition: asked after each event, and twice a second."""
        limit = self.patience if within is None else within
        try:
            async with asyncio.timeout(limit):
                while True:
                    self._news.clear()
                    value = condition()
                    if value is not None and value is not False:
                        return value
                    with contextlib.suppress(TimeoutError):  # not all that is waited for comes with an event
                        await asyncio.wait_for(self._news.wait(), _LOOKS_AGAIN)
        except TimeoutError:
            raise NoReplyError(f"Waited {limit:g} s for {what}.\n{self.transcript()}") from None

    async def wait_for(
        self, predicate: Callable[[Event], bool], *, after: int = 0, within: float | None = None
    ) -> Event:
        """The first event at or after a position of the log (len(client.log) is now) that fits."""

        def find() -> Event | None:
            return next((event for event in self.log[after:] if predicate(event)), None)

        return await self.until(find, within=within, what="an event")

    async def bot_listening(self, *, within: float | None = None) -> None:
        """Wait until the bot polls or its webhook works."""
        await self.until(lambda: self.listening, within=within, what="the bot to listen")

    def transcript(self, last: int = 12) -> str:
        """The last messages, for error texts."""
        newest = sorted(self._messages.values(), key=lambda stored: stored.message.date)[-last:]
        lines = [_line(stored) for stored in newest]
        return "\n".join(["Last messages:", *lines]) if lines else "No messages."

    # The server

    async def act(self, act: str, **told: object) -> acts.Outcome:
        """Ask the server for something; ControlRefusedError when it is impossible."""
        response = await self._http.post("/control/act", json={"act": act, **told})
        outcome = acts.Outcome.model_validate_json(_checked(response).content)
        self._note(outcome)
        return outcome

    async def upload(self, fields: dict[str, str], name: str, mime: str, content: bytes) -> StoredMessage:
        """Send a file; Person has friendlier methods."""
        files = {"file": (name, content, mime)}
        response = await self._http.post("/control/attach", data=fields, files=files)
        outcome = acts.Outcome.model_validate_json(_checked(response).content)
        self._note(outcome)
        if outcome.stored is None:
            raise ControlRefusedError("The file was not sent.")
        return outcome.stored

    async def fault(
        self,
        kind: FaultKind | str,
        method: str | None = None,
        *,
        chat_id: int | None = None,
        times: int | None = 1,
        skip: int = 0,
        retry_after: int = 1,
        delay: float = 0.0,
        status: int = 500,
        description: str = "Internal Server Error",
        body: str = '{"ok":true,"result":',
    ) -> None:
        """Break the next calls: times=None until healed, skip=N lets N pass first; see Fault."""
        fault = Fault(
            kind=FaultKind(kind),
            method=method,
            chat_id=chat_id,
            times=times,
            skip=skip,
            retry_after=retry_after,
            delay=delay,
            status=status,
            description=description,
            body=body,
        )
        await self._break(fault)

    async def _break(self, fault: Fault) -> None:
        _checked(await self._http.post("/control/faults", content=fault.model_dump_json()))

    async def heal(self) -> None:
        """Remove every fault."""
        _checked(await self._http.delete("/control/faults"))

    async def calls(
        self, method: str | None = None, *, chat_id: int | None = None, after: int = 0
    ) -> list[Call]:
        """The bot's calls in order of arrival, later than call number after."""
        query: dict[str, str | int] = {"after": after}
        if method is not None:
            query["method"] = method
        if chat_id is not None:
            query["chat_id"] = chat_id
        return _CALLS.validate_json(_checked(await self._http.get("/control/calls", params=query)).content)

    async def forget_calls(self) -> None:
        """Empty the record of calls."""
        _checked(await self._http.delete("/control/calls"))

    async def inject(self, update: dict[str, JsonValue], *, update_id: int | None = None) -> int:
        """Queue an update of any shape; its update id, by default the next. A known id is delivered again."""
        return (await self.act("inject", update=update, update_id=update_id)).number or 0

    async def inject_batch(self, *updates: acts.Inject) -> None:
        """Queue several updates so that one poll brings them all, in this order whatever their ids are."""
        await self.act("inject_batch", updates=[one.model_dump() for one in updates])

    async def privacy(self, *, on: bool) -> None:
        """Switch the bot's group privacy."""
        await self.act("privacy", on=on)

    async def delete_chat(self, chat_id: int) -> None:
        """Delete a group, or the account behind a private chat."""
        await self.act("delete_chat", chat_id=chat_id)

    async def migrate(self, chat_id: int = GROUP_ID) -> int:
        """Upgrade a group to a supergroup; its new id."""
        return (await self.act("migrate", chat_id=chat_id)).number or 0

    async def open_topic(self, user_id: int, chat_id: int, title: str) -> int:
        """Open a topic in a supergroup, which becomes a forum; the thread's id."""
        return (await self.act("open_topic", user_id=user_id, chat_id=chat_id, title=title)).number or 0

    async def expire_queries(self) -> None:
        """Make every unanswered tap too old to answer."""
        await self.act("expire_queries")

    async def download(self, file_id: str) -> bytes:
        """The bytes of a file in a message."""
        return _checked(await self._http.get(f"/files/{file_id}")).content

    # Following

    def _note(self, outcome: acts.Outcome) -> None:
        if outcome.stored is not None:
            self._keep(outcome.stored)

    def _keep(self, stored: StoredMessage) -> bool:
        """Remember a message unless a newer version is known; whether anything changed."""
        place = (stored.chat_id, stored.message_id)
        known = self._messages.get(place)
        if known is not None and known.revision >= stored.revision:
            return False
        self._messages[place] = stored
        return True

    def _apply(self, event: Event) -> None:
        if isinstance(event, MessageEvent):
            self._keep(event.stored)
        elif isinstance(event, DeletedEvent):
            self._messages.pop((event.chat_id, event.message_id), None)
        elif isinstance(event, ClearedEvent):
            for place in [place for place in self._messages if place[0] == event.chat_id]:
                del self._messages[place]
        elif isinstance(event, CommandsEvent):
            self.commands = event.commands
        elif isinstance(event, StatusEvent):
            self.listening = event.listening
        elif isinstance(event, WorldEvent):
            self.world = event.world
        self.log.append(event)
        self._news.set()

    async def _resume(self, *, first: bool = False) -> None:
        """Take a snapshot; after a gap, what is new in it is logged as if it had been heard."""
        response = _checked(await self._http.get("/control/snapshot"))
        snapshot = acts.Snapshot.model_validate_json(response.content)
        for stored in snapshot.messages:
            new = self.message(stored.chat_id, stored.message_id) is None
            if self._keep(stored) and not first:
                self.log.append(MessageEvent(new=new, stored=stored))
        self.world, self.commands, self.listening = snapshot.world, snapshot.commands, snapshot.listening
        self._place = f"{snapshot.epoch}-{snapshot.number}"
        self._news.set()

    async def _follow(self) -> None:
        while True:
            try:
                await self._stream()
            except (httpx.HTTPError, ControlRefusedError):
                self.listening = False
            await asyncio.sleep(_RETRY_SECONDS)

    async def _stream(self) -> None:
        timeout = httpx.Timeout(30.0, read=60.0)
        async with self._http.stream(
            "GET", "/control/events", params={"after": self._place}, timeout=timeout
        ) as response:
            if response.status_code == _GONE:
                await self._resume()
                return
            response.raise_for_status()
            async for line in _lines(response):
                if line.startswith("data: "):
                    numbered = NumberedEvent.model_validate_json(line.removeprefix("data: "))
                    epoch = self._place.partition("-")[0]
                    self._place = f"{epoch}-{numbered.number}"
                    self._apply(numbered.event)


async def _lines(response: httpx.Response) -> AsyncIterator[str]:
    """Ended by a line feed alone: httpx would also cut where a text has one of Unicode's line ends."""
    rest = ""
    async for chunk in response.aiter_text():
        *whole, rest = (rest + chunk).split("\n")
        for line in whole:
            yield line


def _checked(response: httpx.Response) -> httpx.Response:
    if response.is_error:
        raise ControlRefusedError(f"{response.status_code}: {response.text}")
    return response


def _line(stored: StoredMessage) -> str:
    message = stored.message
    name = message.sender.first_name if message.sender else "?"
    buttons = f" {stored.labels}" if stored.buttons else ""
    return f"  [{message.chat.id}/{message.message_id}] {name}: {stored.text!r}{buttons}"
