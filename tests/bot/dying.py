"""`python -m tests.bot.dying notes index`: ends itself when the second batch is written and not committed."""

from __future__ import annotations

import os
import signal
import sqlite3
from typing import TypeVar

import storage.writer
from bot.cli import main
from storage.connection import Transaction, Work, run_transaction

T = TypeVar("T")


def dying(connection: sqlite3.Connection, begin: str, work: Work[T]) -> T:
    """The same transaction, not committed when more than two pages are written."""

    def written(tx: Transaction) -> T:
        done = work(tx)
        if connection.execute("SELECT count(*) FROM note_pages").fetchone()[0] > 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return run_transaction(connection, begin, written)


if __name__ == "__main__":
    storage.writer.run_transaction = dying
    main()
