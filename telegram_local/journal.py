"""Where the local server remembers, so that a kill -9 loses neither a message nor an unconfirmed update."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from telegram_local.errors import StateFileError
from telegram_local.files import StoredFile
from telegram_local.messages import StoredMessage
from telegram_local.updates import PendingUpdate

_SCHEMA = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS message (
    chat_id INTEGER, message_id INTEGER, body TEXT NOT NULL, PRIMARY KEY (chat_id, message_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pending (
    update_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, lane INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS file (
    file_id TEXT PRIMARY KEY, unique_id TEXT, path TEXT, name TEXT, mime TEXT, content BLOB
);
"""


class Journal:
    """Keeps nothing: the default, for a server whose conversation may end with the process."""

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Everything written inside is kept, or nothing of it."""
        yield

    def settings(self) -> dict[str, str]:
        """All named values."""
        return {}

    def messages(self) -> Iterable[StoredMessage]:
        """All messages in order."""
        return ()

    def pending(self) -> Iterable[PendingUpdate]:
        """Updates not confirmed by the bot."""
        return ()

    def files(self) -> Iterable[StoredFile]:
        """All files."""
        return ()

    def set(self, name: str, value: str) -> None:
        """Keep a named value."""

    def put_message(self, stored: StoredMessage) -> None:
        """Keep a message."""

    def drop_message(self, chat_id: int, message_id: int) -> None:
        """Forget a message."""

    def drop_chat(self, chat_id: int, file_ids: Iterable[str]) -> None:
        """Forget a chat's messages and these files, so that no byte of them stays."""

    def put_update(self, update: PendingUpdate) -> None:
        """Keep an update until it is confirmed."""

    def forget_updates(self, update_ids: list[int]) -> None:
        """Forget confirmed updates."""

    def put_file(self, stored: StoredFile) -> None:
        """Keep a file."""

    def close(self) -> None:
        """Let go of the file."""


class SqliteJournal(Journal):
    """Keeps everything in one SQLite file; synchronous=FULL, so a commit survives power loss too."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.chmod(0o600)  # it holds the bot's token and the page's key
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA secure_delete=ON")
            self._db.executescript(_SCHEMA)
        except (OSError, sqlite3.DatabaseError) as error:
            raise StateFileError(f"The chat state file {path} cannot be used: {error}.") from error

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Everything written inside is kept, or nothing of it."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def settings(self) -> dict[str, str]:
        """All named values."""
        return {str(name): str(value) for name, value in self._db.execute("SELECT name, value FROM setting")}

    def messages(self) -> Iterable[StoredMessage]:
        """All messages in order."""
        for (body,) in self._db.execute("SELECT body FROM message ORDER BY chat_id, message_id"):
            yield StoredMessage.model_validate_json(body)

    def pending(self) -> Iterable[PendingUpdate]:
        """Updates not confirmed by the bot."""
        rows = self._db.execute("SELECT update_id, kind, lane, body FROM pending ORDER BY update_id")
        for update_id, kind, lane, body in rows:
            yield PendingUpdate(int(update_id), str(kind), int(lane), str(body))

    def files(self) -> Iterable[StoredFile]:
        """All files."""
        rows = self._db.execute("SELECT file_id, unique_id, path, name, mime, content FROM file")
        for file_id, unique_id, path, name, mime, content in rows:
            yield StoredFile(str(file_id), str(unique_id), str(path), str(name), str(mime), bytes(content))

    def set(self, name: str, value: str) -> None:
        """Keep a named value."""
        self._db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    def put_message(self, stored: StoredMessage) -> None:
        """Keep a message."""
        body = stored.model_dump_json(exclude_none=True, by_alias=True)
        self._db.execute(
            "INSERT OR REPLACE INTO message VALUES (?, ?, ?)", (stored.chat_id, stored.message_id, body)
        )

    def drop_message(self, chat_id: int, message_id: int) -> None:
        """Forget a message."""
        self._db.execute("DELETE FROM message WHERE chat_id = ? AND message_id = ?", (chat_id, message_id))

    def drop_chat(self, chat_id: int, file_ids: Iterable[str]) -> None:
        """Forget a chat's messages and these files, so that no byte of them stays."""
        with self.transaction():
            self._db.execute("DELETE FROM message WHERE chat_id = ?", (chat_id,))
            self._db.executemany("DELETE FROM file WHERE file_id = ?", [(one,) for one in file_ids])
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def put_update(self, update: PendingUpdate) -> None:
        """Keep an update until it is confirmed."""
        row = (update.update_id, update.kind, update.lane, update.body)
        self._db.execute("INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?)", row)

    def forget_updates(self, update_ids: list[int]) -> None:
        """Forget confirmed updates."""
        self._db.executemany("DELETE FROM pending WHERE update_id = ?", [(one,) for one in update_ids])

    def put_file(self, stored: StoredFile) -> None:
        """Keep a file."""
        row = (stored.file_id, stored.unique_id, stored.path, stored.name, stored.mime, stored.content)
        self._db.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?)", row)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
