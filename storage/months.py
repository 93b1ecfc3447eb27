"""What exists, domain by domain and month by month: so that nobody searches where nothing is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date

from storage.connection import Transaction
from storage.entities import Frozen
from storage.position import DAY_SHIFT
from storage.query import Column, Query
from storage.store import Store


class MonthCount(Frozen):
    """How many entries a domain has in a month ("2026-11")."""

    domain: str
    month: str
    entries: int


_DOMAINS = Column[str]("""
    SELECT DISTINCT domain
    FROM logged
    WHERE user_id = :user AND entries > 0
""")
_DAYS = Query[int, int](f"""
    SELECT position >> {DAY_SHIFT} AS ordinal, count(*)
    FROM topics
    WHERE user_id = :user AND topic = :about
    GROUP BY ordinal
""")


class Months(Store):
    """Counts of entries that are not deleted."""

    async def calendar(self, user_id: int, domains: Iterable[str] = ()) -> list[MonthCount]:
        """Entries per domain and month, newest first: of the domains with measures, and of those named."""

        def work(tx: Transaction) -> list[MonthCount]:
            measured = tx.rows(_DOMAINS, {"user": user_id})
            return [
                MonthCount(domain=domain, month=month, entries=entries)
                for domain in dict.fromkeys((*measured, *domains))
                for month, entries in _months(tx, user_id, domain).items()
            ]

        found = await self.database.read(work)
        found.sort(key=lambda count: count.domain)
        return sorted(found, key=lambda count: count.month, reverse=True)


def _months(tx: Transaction, user_id: int, domain: str) -> Counter[str]:
    months: Counter[str] = Counter()
    for ordinal, entries in tx.rows(_DAYS, {"user": user_id, "about": domain}):
        months[date.fromordinal(ordinal).isoformat()[:7]] += entries
    return months
