"""Column types of the migrations: by what each kind of value is kept as."""

from __future__ import annotations

from sqlalchemy import Integer, Text

Big = Integer()
"""64 bits; SQLite's rowid alias must be spelled INTEGER."""
Moment = Day = CleanText = Text
