from __future__ import annotations

from datetime import date, timedelta

from storage.entities import DateRange, Effects
from storage.measures import LoggedName
from storage.stores import Stores
from tests.driver.storing import save_entry
from tests.storage.things import CHAT, NOW, TODAY, USER, change, entry, sets

YESTERDAY = TODAY - timedelta(days=1)


async def test_entries_come_back_as_they_went_in(db: Stores):
    odd = entry(
        1, "x 💪 'quoted' \"double\" ; DROP TABLE entries --", measures=(sets(),), domains=("strength",)
    )
    odd = odd.model_copy(
        update={"problems": ("what is y?",), "confidence": 0.4, "kind": "answer", "notes": ("n",)}
    )
    await save_entry(db.entries, odd)
    assert await db.entries.entries(USER, [odd.id, "unknown", odd.id]) == [odd]


async def test_newest_first_by_day_then_as_stored(db: Stores):
    for number, day in enumerate([TODAY, YESTERDAY, TODAY, YESTERDAY - timedelta(days=30)]):
        await save_entry(db.entries, entry(number, day=day))
    assert [e.message_id for e in await db.entries.recent_entries(USER, 10)] == [2, 0, 1, 3]
    assert [e.message_id for e in await db.entries.recent_entries(USER, 2)] == [2, 0]
    day = await db.entries.get_entries_by_date_range(USER, YESTERDAY, YESTERDAY)
    assert [e.message_id for e in day] == [1]
    assert await db.entries.get_entries_by_date_range(USER, TODAY, YESTERDAY) == []
    everything = await db.entries.get_entries_by_date_range(USER, date.min, date.max)
    assert len(everything) == 4


async def test_a_corrected_entry_keeps_its_place(db: Stores):
    first, second = entry(1), entry(2)
    await db.turns.apply(Effects(entries=[first, second]))
    await db.turns.apply(Effects(revisions=[change(first)]))
    assert [e.message_id for e in await db.entries.recent_entries(USER, 10)] == [2, 1]


async def test_a_correction_adds_a_revision_and_moves_everything(db: Stores):
    before = entry(1, "benched 80", measures=(sets(),), domains=("strength",))
    await save_entry(db.entries, before)
    fix = change(before, "it was squats, yesterday", day=YESTERDAY, measures=(sets("squat", day=YESTERDAY),))
    await save_entry(db.entries, fix.entry, fix)
    assert await db.entries.recent_entries(USER, 10) == [fix.entry]
    assert fix.entry.text == before.text
    assert await db.entries.get_entries_by_date_range(USER, TODAY, TODAY) == []
    assert await db.search.by_topics(USER, ["bench press"]) == []
    assert await db.search.by_topics(USER, ["squat"]) == [fix.entry]
    assert await db.measures.measures(USER, ["bench press"]) == []
    assert [row.measure.day for row in await db.measures.measures(USER, ["squat"])] == [YESTERDAY] * 3
    assert await db.measures.logged_measures(USER) == [LoggedName("squat", "strength", 1)]
    assert await db.search.search_entries(USER, ["squats"]) == [fix.entry]  # the note is searched too
    history = await db.entries.revisions(USER, before.id)
    assert [(r.revision, r.cause, r.note) for r in history] == [(1, "log", ""), (2, "correction", fix.note)]
    assert [r.entry for r in history] == [before, fix.entry]


async def test_two_changes_at_once_both_stay_in_the_history(db: Stores):
    before = entry(1)
    await save_entry(db.entries, before)
    await db.turns.apply(Effects(revisions=[change(before, "one")]))
    await db.turns.apply(Effects(revisions=[change(before, "two")]))
    history = await db.entries.revisions(USER, before.id)
    assert [(r.revision, r.entry.revision, r.note) for r in history] == [
        (1, 1, ""),
        (2, 2, "one"),
        (3, 3, "two"),
    ]


async def test_undo_takes_back_the_newest_change_that_stands(db: Stores):
    before = entry(1, measures=(sets(),))
    await db.turns.apply(Effects(entries=[before, entry(2)]))
    fixed = change(before)
    await db.turns.apply(Effects(revisions=[fixed]))
    last = await db.entries.last_change(USER)
    assert last == fixed
    undone = change(fixed.entry, undoes=2)
    await db.turns.apply(Effects(revisions=[undone]))
    last = await db.entries.last_change(USER)
    assert last is not None
    assert (last.entry_id, last.revision) == (entry(2).id, 1)
    last = await db.entries.last_change(USER, before.id)
    assert last is not None
    assert last.revision == 1
    await db.turns.apply(Effects(revisions=[change(undone.entry, undoes=1, deleted=True)]))
    assert await db.entries.last_change(USER, before.id) is None
    assert await db.entries.last_change(USER + 1) is None


async def test_a_deleted_entry_is_found_by_nothing_but_its_history(db: Stores):
    before = entry(1, "bench 80", measures=(sets(),), domains=("strength",))
    await save_entry(db.entries, before)
    await db.turns.apply(Effects(revisions=[change(before, undoes=1, deleted=True)]))
    assert await db.entries.recent_entries(USER, 10) == []
    assert await db.entries.entries(USER, [before.id]) == []
    assert await db.search.search_entries(USER, ["bench"]) == []
    assert await db.search.by_topics(USER, ["strength", "bench press"]) == []
    assert await db.search.get_entries_by_pattern(USER, "**") == []
    assert await db.measures.measures(USER, ["bench press"]) == []
    assert await db.measures.logged_measures(USER) == []
    assert await db.entries.entry_by_message(USER, CHAT, 1) == []
    assert len(await db.entries.revisions(USER, before.id)) == 2
    back = change(before.model_copy(update={"revision": 2}), "again", deleted=False)
    await db.turns.apply(Effects(revisions=[back]))
    assert [e.id for e in await db.search.search_entries(USER, ["bench"])] == [before.id]
    assert await db.measures.logged_measures(USER) == [LoggedName("bench press", "strength", 1)]


async def test_nobody_changes_what_is_somebody_elses(db: Stores):
    await save_entry(db.entries, entry(1))
    forged = change(entry(1)).entry.model_copy(update={"user_id": USER + 1})
    await db.turns.apply(Effects(revisions=[change(entry(1)).model_copy(update={"entry": forged})]))
    assert await db.entries.recent_entries(USER, 10) == [entry(1)]
    assert len(await db.entries.revisions(USER, entry(1).id)) == 1


async def test_two_users_never_see_each_others_rows(db: Stores):
    for user_id in (USER, USER + 1):
        for number in range(3):
            mine = entry(number, user_id=user_id, measures=(sets(),), domains=("strength",))
            await save_entry(db.entries, mine)
    other = {e.id for e in await db.entries.recent_entries(USER + 1, 10)}
    seen = [
        *await db.entries.recent_entries(USER, 10),
        *await db.search.search_entries(USER, ["bench"]),
        *await db.search.by_topics(USER, ["strength"]),
        *await db.search.get_entries_by_pattern(USER, "**"),
        *await db.entries.entries(USER, other),
        *await db.entries.entry_by_message(USER, (USER + 1) * 10, 1),
    ]
    assert {e.user_id for e in seen} == {USER}
    assert len(seen) == 12
    assert len(await db.measures.measures(USER, ["bench press"])) == 9
    assert await db.entries.revisions(USER, next(iter(other))) == []
    assert await db.measures.logged_measures(USER) == [LoggedName("bench press", "strength", 3)]


async def test_one_row_per_performed_set(db: Stores):
    heavy, light = sets(weight=100, count=2), sets(weight=60, count=1)
    guessed = light.model_copy(update={"certainty": {"weight_unit": "inferred"}, "warmup": True})
    await save_entry(db.entries, entry(1, measures=(guessed, heavy)))
    await save_entry(db.entries, entry(2, day=YESTERDAY, measures=(sets(day=YESTERDAY),)))
    rows = await db.measures.measures(USER, ["bench press", "unknown"], DateRange(start=TODAY, end=TODAY))
    assert [(row.set_no, row.measure.weight, row.measure.sets) for row in rows] == [
        (1, 60, 1),
        (1, 100, 1),
        (2, 100, 1),
    ]
    assert rows[0].measure == guessed
    assert {row.entry_id for row in rows} == {entry(1).id}
    assert [row.measure.day for row in await db.measures.measures(USER, ["bench press"])][:3] == [
        YESTERDAY
    ] * 3


async def test_an_absurd_number_of_sets_does_not_fill_the_disk(db: Stores):
    await save_entry(db.entries, entry(1, measures=(sets(count=10_000_000),)))
    assert len(await db.measures.measures(USER, ["bench press"])) == 1000
    assert (await db.entries.recent_entries(USER, 1))[0].measures[0].sets == 10_000_000


async def test_days_at_the_ends_of_the_calendar(db: Stores):
    for number, day in enumerate([date.min, date.max]):
        await save_entry(db.entries, entry(number, day=day))
    assert [e.day for e in await db.entries.recent_entries(USER, 10)] == [date.max, date.min]
    assert len(await db.search.get_entries_by_pattern(USER, "**")) == 2


async def test_text_no_database_holds_is_cleaned(db: Stores):
    await save_entry(db.entries, entry(1, "a\0b \ud83d c", at=NOW))
    assert [e.text for e in await db.entries.recent_entries(USER, 1)] == ["a\ufffdb \ufffd c"]


async def test_what_a_record_must_beat_is_few_and_says_what_was_guessed(db: Stores):
    guess = sets(weight=90).model_copy(update={"certainty": {"weight": "guessed"}})
    warm_up = sets(weight=40).model_copy(update={"warmup": True})
    await save_entry(db.entries, entry(1, measures=(sets(), sets(), guess, warm_up)))
    found = await db.measures.rivals(USER, ["bench press"])
    assert {(rival.weight, rival.certainty.get("weight")) for rival in found} == {(80, None), (90, "guessed")}
    assert len(found) == 2
