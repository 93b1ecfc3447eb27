"""INSERT … ON CONFLICT, which SQLite and PostgreSQL spell alike.

SQLAlchemy has a class for each. PostgreSQL's compiler takes SQLite's once it finds the one attribute that is
PostgreSQL's alone; importing that dialect instead would cost every start 20 ms.
"""

from __future__ import annotations

from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.dialects.sqlite.dml import OnConflictClause

OnConflictClause.constraint_target = None  # pyright: ignore[reportAttributeAccessIssue] - see above

__all__ = ["Insert", "insert"]
