"""Everything the local server knows, and the few ways it changes, each journalled before it is told."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pydantic import BaseModel, TypeAdapter

from telegram_local.calls import CallLog
from telegram_local.errors import LocalServerError
from telegram_local.events import (
    ClearedEvent,
    CommandsEvent,
    DeletedEvent,
    EventLog,
    MessageEvent,
    WorldEvent,
)
from telegram_local.faults import FaultBoard
from telegram_local.files import FileShelf, StoredFile
from telegram_local.journal import Journal
from telegram_local.messages import MessageBook, StoredMessage
from telegram_local.presence import Presence
from telegram_local.telegram import BotCommand, Message, ReplyInterface, TelegramModel, Update, User
from telegram_local.updates import PendingUpdate, UpdateKind, UpdateQueue
from telegram_local.world import BOT_ID, ChatRecord, World, default_world

_COMMANDS: TypeAdapter[dict[str, list[BotCommand]]] = TypeAdapter(dict[str, list[BotCommand]])
_NAMES: TypeAdapter[list[str]] = TypeAdapter(list[str])
DEFAULT_SCOPE = "default"
_FILE_ID = re.compile(r'"file_id":\s*"([\w-]+)"')


def _file_ids(messages: Iterable[StoredMessage]) -> set[str]:
    return {file_id for stored in messages for file_id in _FILE_ID.findall(stored.message.wire())}


class WebhookSettings(BaseModel):
    """What setWebhook set; no url means polling."""

    url: str = ""
    secret_token: str | None = None
    max_connections: int = 40


@dataclass(slots=True)
class DeliveryReport:
    """How the webhook fared last; the date is Unix seconds."""

    last_error_date: int | None = None
    last_error_message: str | None = None


@dataclass(slots=True)
class Query:
    """A tap that waits for the bot's answer; at is Unix seconds."""

    user_id: int
    chat_id: int
    message_id: int
    at: float


@dataclass(slots=True)
class InlineAsked:
    """An inline query, and the messages the bot offers for it by result id; at is Unix seconds."""

    user_id: int
    chat_id: int
    at: float
    results: dict[str, Message] = field(default_factory=dict[str, Message])


class LocalState:
    """The conversation and the bot's side of it.

    Attributes:
        token: the bot's; random when not given, and kept then.
        query_seconds: how long a tap may be answered.
        control_token: the key that the page and the tests must show; random, and kept.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        journal: Journal | None = None,
        privacy: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.clock = clock
        self.query_seconds = 300.0
        self.events = EventLog()
        self.faults = FaultBoard()
        self.calls = CallLog()
        self.presence = Presence(self.events)
        self.messages = MessageBook()
        self.files = FileShelf()
        self.queries: dict[str, Query] = {}
        self.inline: dict[str, InlineAsked] = {}
        self.delivery = DeliveryReport()
        self._journal = journal or Journal()
        saved = self._journal.settings()
        self.world = (
            World.model_validate_json(saved["world"]) if "world" in saved else default_world(privacy=privacy)
        )
        self.token = token or saved.get("bot_token") or f"{BOT_ID}:{secrets.token_urlsafe(26)}"
        number = self.token.partition(":")[0]
        if not number.isdecimal():
            raise LocalServerError("A bot's token begins with its number and a colon, as in 123456:ABC.")
        self.world.bot.id = int(number)
        self.commands = _COMMANDS.validate_json(saved.get("commands", "{}"))
        self.webhook = WebhookSettings.model_validate_json(saved.get("webhook", "{}"))
        # A queue without memory starts at the clock: a bot that remembers ids must not meet an old one again.
        self.updates = UpdateQueue(int(saved.get("next_update_id", int(self.clock()))))
        self.updates.allowed = _NAMES.validate_json(saved.get("allowed_updates", "[]"))
        self.control_token = saved.get("page_key") or secrets.token_urlsafe(24)
        self._load()
        with self._journal.transaction():
            self._journal.set("page_key", self.control_token)
            if token is None:
                self._journal.set("bot_token", self.token)
            self._journal.set("next_update_id", str(self.updates.next_id))
            self._save_world()

    def _load(self) -> None:
        for stored in self._journal.messages():
            self.messages.put(stored)
        for file in self._journal.files():
            self.files.put(file)
        for pending in self._journal.pending():
            self.updates.put(pending)
            if pending.kind == "callback_query":
                self._remember_query(Update.model_validate_json(pending.body))

    def _remember_query(self, update: Update) -> None:
        query = update.callback_query
        if query is not None and query.message is not None:
            message = query.message
            self.queries[query.id] = Query(query.sender.id, message.chat.id, message.message_id, self.clock())

    def now(self) -> int:
        """The server's time in Unix seconds."""
        return int(self.clock())

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def post(
        self,
        record: ChatRecord,
        message: Message,
        *,
        key: str | None = None,
        notify: UpdateKind | None = None,
        interface: ReplyInterface | None = None,
    ) -> StoredMessage:
        """Give a message its number and keep it; with notify also queue the update, in the same commit."""
        with self._journal.transaction():
            numbered = message.model_copy(update={"message_id": record.next_message_id})
            record.next_message_id += 1
            stored = StoredMessage(message=numbered, key=key, interface=interface)
            self._journal.put_message(stored)
            self._save_world()
            if notify is not None:
                self.queue(notify, record.chat.id, numbered)
        self.messages.put(stored)
        self.events.publish(MessageEvent(new=True, stored=stored))
        return stored

    def replace(self, stored: StoredMessage, *, notify: UpdateKind | None = None) -> StoredMessage:
        """Keep a changed message as the next revision."""
        newer = stored.model_copy(update={"revision": stored.revision + 1})
        with self._journal.transaction():
            self._journal.put_message(newer)
            if notify is not None:
                self.queue(notify, newer.chat_id, newer.message)
        self.messages.put(newer)
        self.events.publish(MessageEvent(new=False, stored=newer))
        return newer

    def remove(self, stored: StoredMessage) -> None:
        """Delete a message for everybody, with its pin."""
        with self._journal.transaction():
            self._journal.drop_message(stored.chat_id, stored.message_id)
        self.messages.drop(stored.chat_id, stored.message_id)
        pinned = self.world.find(stored.chat_id).pinned
        if stored.message_id in pinned:
            pinned.remove(stored.message_id)
            self.world_changed()
        self.events.publish(DeletedEvent(chat_id=stored.chat_id, message_id=stored.message_id))

    def clear(self, chat_id: int) -> None:
        """Delete a chat's messages, and the files that are in no other chat."""
        elsewhere = [one for other in self.world.chats if other != chat_id for one in self.messages.of(other)]
        files = _file_ids(self.messages.of(chat_id)) - _file_ids(elsewhere)
        self._journal.drop_chat(chat_id, files)
        self.messages.drop_chat(chat_id)
        self.files.drop(files)
        self.events.publish(ClearedEvent(chat_id=chat_id))

    def queue(self, kind: UpdateKind, lane: int, payload: TelegramModel) -> int | None:
        """Queue an update unless the bot does not want its kind; the update id."""
        if not self.updates.wanted(kind):
            return None
        update_id = self.updates.take_id()
        body = f'{{"update_id":{update_id},"{kind}":{payload.wire()}}}'
        self._put(PendingUpdate(update_id, kind, lane, body))
        return update_id

    def queue_raw(self, kind: str, lane: int, tail: str, update_id: int | None = None) -> int:
        """Queue an update of any shape; tail is the JSON object text after its update_id."""
        update_id = self.updates.take_id() if update_id is None else update_id
        self._put(PendingUpdate(update_id, kind, lane, f'{{"update_id":{update_id},{tail}'))
        return update_id

    def _put(self, update: PendingUpdate) -> None:
        with self._journal.transaction():
            self._journal.put_update(update)
            self._journal.set("next_update_id", str(self.updates.next_id))
        self.updates.put(update)

    def confirm(self, update_ids: list[int]) -> None:
        """The bot has these updates: forget them."""
        if update_ids:
            with self._journal.transaction():
                self._journal.forget_updates(update_ids)
            self.updates.forget(update_ids)

    def allow(self, kinds: list[str] | None) -> None:
        """Remember which kinds of update the bot asked for; None keeps the earlier answer."""
        if kinds is not None and kinds != self.updates.allowed:
            self.updates.allowed = kinds
            with self._journal.transaction():
                self._journal.set("allowed_updates", _NAMES.dump_json(kinds).decode())

    def set_webhook(self, settings: WebhookSettings) -> None:
        """Deliver to this address from now on."""
        self.webhook = settings
        with self._journal.transaction():
            self._journal.set("webhook", settings.model_dump_json())

    def set_commands(self, scope: str, commands: list[BotCommand]) -> None:
        """Set the command menu of a scope; an empty list removes it."""
        if commands:
            self.commands[scope] = commands
        else:
            self.commands.pop(scope, None)
        with self._journal.transaction():
            self._journal.set("commands", _COMMANDS.dump_json(self.commands, exclude_none=True).decode())
        self.events.publish(CommandsEvent(commands=self.menu()))

    def menu(self) -> list[BotCommand]:
        """The command menu the page shows."""
        private = self.commands.get("all_private_chats")
        return private or self.commands.get(DEFAULT_SCOPE, [])

    def keep_file(self, file: StoredFile) -> None:
        """Keep an uploaded file."""
        with self._journal.transaction():
            self._journal.put_file(file)

    def world_changed(self) -> None:
        """Keep the people and chats after a change of them, and tell the page."""
        with self._journal.transaction():
            self._save_world()
        self.events.publish(WorldEvent(world=self.world))

    def _save_world(self) -> None:
        if type(self._journal) is not Journal:
            self._journal.set("world", self.world.model_dump_json(exclude_none=True))

    def open_query(self, user: User, stored: StoredMessage) -> str:
        """A new tap that waits for an answer."""
        query_id = str(secrets.randbits(62))
        self.queries[query_id] = Query(user.id, stored.chat_id, stored.message_id, self.clock())
        return query_id

    def close_query(self, query_id: str) -> Query | None:
        """The tap to answer; None when it is unknown, answered or too old."""
        query = self.queries.pop(query_id, None)
        return query if query and self.clock() - query.at <= self.query_seconds else None
