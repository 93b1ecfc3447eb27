from __future__ import annotations

from storage.entities import Effects
from storage.stores import Stores
from tests.storage.things import USER, change, entry, sets


async def test_a_correction_is_a_case_until_it_is_taken_back(db: Stores):
    first = entry(1, "bench 80 5x3", measures=(sets(),))
    fixed = change(first, measures=(sets(weight=85),))
    await db.turns.apply(Effects(entries=[first], revisions=[fixed]))
    (case,) = await db.cases.newest(USER, 9)
    assert case.words == "bench 80 5x3"
    assert [case.then.measures[0].weight, case.now.measures[0].weight] == [80, 85]
    assert await db.cases.newest(USER + 1, 9) == []
    await db.turns.apply(Effects(revisions=[change(fixed.entry, undoes=2, notes=())]))
    assert await db.cases.count(USER) == 0


async def test_an_edit_says_the_words_anew_and_one_is_deleted_by_its_number(db: Stores):
    first = entry(1, "bench 80 5x3", measures=(sets(),))
    edited = change(first, "edited: bench 85 5x3").model_copy(update={"cause": "edit"})
    again = change(edited.entry, "no, 90")
    await db.turns.apply(Effects(entries=[first], revisions=[edited, again]))
    newest, oldest = await db.cases.newest(USER, 9)
    assert oldest.words == "bench 85 5x3"
    assert await db.cases.delete(USER + 1, oldest.number) == 0
    assert await db.cases.delete(USER, oldest.number) == 1
    assert [case.number for case in await db.cases.newest(USER, 9)] == [newest.number]
    assert await db.cases.delete(USER) == 1
    assert len(await db.entries.revisions(USER, first.id)) == 3
