"""What every part of the repository rests on."""

from __future__ import annotations

from storage.database import Database


class Store:
    """A part of the repository: the statements about one noun."""

    def __init__(self, database: Database) -> None:
        self.database = database
