from __future__ import annotations

from datetime import date

from storage.entities import Measure
from storage.months import MonthCount
from storage.stores import Stores
from tests.driver.storing import save_entry
from tests.storage.things import USER, change, entry, sets


async def test_what_exists_per_domain_and_month_newest_first(db: Stores):
    october = date(2026, 10, 31)
    run = Measure(domain="endurance", name="run", day=october, distance_m=5000)
    await save_entry(db.entries, entry(1, measures=(sets(),)))
    await save_entry(db.entries, entry(2, measures=(sets(), sets("squat"))))
    await save_entry(db.entries, entry(3, day=october, measures=(run, sets(day=october))))
    await save_entry(db.entries, entry(4, day=october, domains=("injury",)))
    await save_entry(db.entries, entry(5, user_id=8, measures=(sets(),)))
    assert await db.months.calendar(USER, ["injury", "sleep"]) == [
        MonthCount(domain="strength", month="2026-11", entries=2),
        MonthCount(domain="endurance", month="2026-10", entries=1),
        MonthCount(domain="injury", month="2026-10", entries=1),
        MonthCount(domain="strength", month="2026-10", entries=1),
    ]


async def test_a_removed_entry_is_not_counted_and_a_moved_one_where_it_went(db: Stores):
    gone, moved = entry(1, measures=(sets(),)), entry(2, measures=(sets(),))
    await save_entry(db.entries, gone)
    await save_entry(db.entries, moved)
    removal = change(gone, deleted=True)
    await save_entry(db.entries, removal.entry, removal)
    january = date(2026, 1, 1)
    move = change(moved, day=january, measures=(sets(day=january),))
    await save_entry(db.entries, move.entry, move)
    assert await db.months.calendar(USER) == [MonthCount(domain="strength", month="2026-01", entries=1)]
