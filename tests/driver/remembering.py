"""What the local server remembers between two runs of a test: no file, so no commits at each message."""

from __future__ import annotations

from collections.abc import Iterable

from telegram_local.files import StoredFile
from telegram_local.journal import Journal
from telegram_local.messages import StoredMessage
from telegram_local.updates import PendingUpdate


class Remembering(Journal):
    """Keeps everything as it is told, for a server that comes after the one that told it."""

    def __init__(self) -> None:
        self._settings: dict[str, str] = {}
        self._messages: dict[tuple[int, int], StoredMessage] = {}
        self._pending: dict[int, PendingUpdate] = {}
        self._files: dict[str, StoredFile] = {}

    def settings(self) -> dict[str, str]:
        """As Journal."""
        return self._settings.copy()

    def messages(self) -> Iterable[StoredMessage]:
        """As Journal."""
        return [stored for _, stored in sorted(self._messages.items(), key=lambda one: one[0])]

    def pending(self) -> Iterable[PendingUpdate]:
        """As Journal."""
        return [update for _, update in sorted(self._pending.items())]

    def files(self) -> Iterable[StoredFile]:
        """As Journal."""
        return list(self._files.values())

    def set(self, name: str, value: str) -> None:
        """As Journal."""
        self._settings[name] = value

    def put_message(self, stored: StoredMessage) -> None:
        """As Journal."""
        self._messages[stored.chat_id, stored.message_id] = stored

    def drop_message(self, chat_id: int, message_id: int) -> None:
        """As Journal."""
        self._messages.pop((chat_id, message_id), None)

    def drop_chat(self, chat_id: int, file_ids: Iterable[str]) -> None:
        """As Journal."""
        for place in [place for place in self._messages if place[0] == chat_id]:
            del self._messages[place]
        for file_id in file_ids:
            self._files.pop(file_id, None)

    def put_update(self, update: PendingUpdate) -> None:
        """As Journal."""
        self._pending[update.update_id] = update

    def forget_updates(self, update_ids: list[int]) -> None:
        """As Journal."""
        for update_id in update_ids:
            self._pending.pop(update_id, None)

    def put_file(self, stored: StoredFile) -> None:
        """As Journal."""
        self._files[stored.file_id] = stored
