from __future__ import annotations

import sqlite3
from datetime import date, timedelta

from storage.entities import DateRange
from storage.notes import NoteChunk, NotePage
from storage.stores import Stores
from tests.storage.things import TODAY, USER

OTHER = 8


def page(page_id: str, *, workspace: str = "Vault", path: str = "", day: date = TODAY) -> NotePage:
    return NotePage(
        workspace=workspace, page_id=page_id, title=page_id, path=path, url=f"file:///{page_id}", summary="",
        content_hash="h", last_edited_time="t1", day=day,
    )  # fmt: skip


def chunks(*texts: str, day: date = TODAY) -> list[NoteChunk]:
    return [NoteChunk(heading="Head\x00ing", text=text, day=day) for text in texts]


async def numbers(db: Stores, user_id: int, *words: str) -> list[int]:
    return sorted(await db.note_search.by_words(user_id, [(word,) for word in words]))


async def test_a_page_comes_back_as_it_was_saved(db: Stores):
    await db.notes.save(USER, [(page("a", path="Up > Down"), chunks("first", "second"))])
    assert await db.notes.page(USER, "a") == page("a", path="Up > Down")
    assert await db.notes.text(USER, "a") == "first\n\nsecond"
    assert await db.notes.page(OTHER, "a") is None
    assert await db.notes.text(OTHER, "a") == ""
    [known] = (await db.notes.known(USER, "Vault")).values()
    assert (known.page_id, known.last_edited_time) == ("a", "t1")
    await db.notes.touch(USER, [("a", "t2")])
    await db.notes.touch(OTHER, [("a", "t3")])
    assert (await db.notes.known(USER, "Vault"))["a"].last_edited_time == "t2"


async def test_a_page_saved_again_has_new_chunks_of_numbers_never_given_before(db: Stores):
    await db.notes.save(USER, [(page("a"), chunks("oats"))])
    [before] = await numbers(db, USER, "oats")
    await db.note_vectors.add(USER, "m", [(before, b"1234")])
    await db.notes.save(USER, [(page("a"), chunks("oats and milk"))])
    [after] = await numbers(db, USER, "oats")
    assert after > before
    assert await db.note_vectors.count(USER, "m") == 0
    await db.notes.remove(USER, ["a"])
    await db.notes.save(USER, [(page("b"), chunks("oats"))])
    [newest] = await numbers(db, USER, "oats")
    assert newest > after


async def test_both_people_may_have_a_page_of_one_id(db: Stores):
    for user in (USER, OTHER):
        await db.notes.save(user, [(page("a"), chunks(f"oats of {user}"))])
    [mine] = await numbers(db, USER, "oats")
    found = await db.note_search.chunks(USER, [mine, *await numbers(db, OTHER, "oats")])
    assert [one.text for one in found.values()] == [f"oats of {USER}"]
    await db.notes.remove(OTHER, ["a"])
    assert await numbers(db, USER, "oats") == [mine]


async def test_chunks_are_found_by_their_days(db: Stores):
    for ago in range(5):
        day = TODAY - timedelta(days=ago)
        await db.notes.save(USER, [(page(f"p{ago}"), chunks(f"text {ago}", day=day))])
    span = DateRange(start=TODAY - timedelta(days=2), end=TODAY - timedelta(days=1))
    there = await db.note_search.chunks(USER, await db.note_search.by_days(USER, span))
    assert sorted(one.text for one in there.values()) == ["text 1", "text 2"]
    assert await db.note_search.by_days(OTHER, span) == []


async def test_vectors_are_missed_and_counted_by_model(db: Stores):
    await db.notes.save(USER, [(page("a"), chunks("one", "two", "three"))])
    missing = await db.note_vectors.missing(USER, "m", limit=2)
    assert [text.splitlines()[-1] for _, text in missing] == ["one", "two"]
    await db.note_vectors.add(USER, "m", [(number, b"abcd") for number, _ in missing])
    assert len(await db.note_vectors.missing(USER, "m", limit=5)) == 1
    assert len(await db.note_vectors.missing(USER, "n", limit=5)) == 3
    assert await db.note_vectors.missing(OTHER, "m", limit=5) == []
    assert [number for number, _ in await db.note_vectors.vectors(USER, "m", limit=9)] == [
        number for number, _ in missing
    ]
    assert await db.note_vectors.last(USER, "m") == missing[-1][0]
    await db.note_vectors.drop_others(USER, "n")
    assert await db.note_vectors.last(USER, "m") == 0


async def test_the_index_of_words_holds_what_the_chunks_say_and_no_more(db: Stores):
    """After changes and removals it equals one that is made anew."""
    for number in range(30):
        await db.notes.save(USER, [(page(f"p{number % 7}"), chunks(f"word{number} oats", "rows"))])
    await db.notes.remove(USER, ["p3", "p5"])
    path = db.database.path
    await db.close()
    connection = sqlite3.connect(path)
    words = "SELECT term, doc, col, offset FROM note_vocabulary ORDER BY 1, 2, 3, 4"
    before = connection.execute(words).fetchall()
    connection.close()
    db = await Stores.open(path.parent)
    await db.forgetting.forget(OTHER)
    await db.close()
    connection = sqlite3.connect(path)
    assert connection.execute(words).fetchall() == before
    assert before
    connection.close()
