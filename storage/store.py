"""What every store rests on."""

from __future__ import annotations

from storage.database import Database


class Store:
    """The statements about one noun."""

    def __init__(self, database: Database) -> None:
        self.database = database
