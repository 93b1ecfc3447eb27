from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.notes.folder import FolderNotes
from agents.notes.index import index
from agents.notes.overview import overview
from agents.notes.source import Content, Listed, NotesUnavailable
from storage.stores import Stores
from tests.agents.notes.conftest import ANN, BEN, Put

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


class Counted(FolderNotes):
    """Says what was read, and stops answering after so many pages."""

    def __init__(self, root: Path, most: int = 10_000) -> None:
        super().__init__("Vault", root)
        self.reads: list[str] = []
        self._most = most

    async def read(self, page: Listed) -> Content:
        if len(self.reads) >= self._most:
            raise NotesUnavailable("gone fishing")
        self.reads.append(page.page_id)
        return await super().read(page)


async def found(db: Stores, word: str, user_id: int = ANN) -> list[str]:
    scores = await db.note_search.by_words(user_id, [(word,)])
    return sorted(one.text for one in (await db.note_search.chunks(user_id, scores)).values())


async def test_only_what_changed_is_read_again(db: Stores, vault: Path, put: Put):
    for number in range(5):
        put(f"page{number}.md", f"text {number} about rowing")
    first = await index(Counted(vault), db.notes, ANN)
    assert (first.pages, first.read, first.changed, first.removed) == (5, 5, 5, 0)
    put("page3.md", "now about swimming")
    touched = vault / "page1.md"
    os.utime(touched, ns=(1, 1))
    again = Counted(vault)
    report = await index(again, db.notes, ANN)
    assert sorted(again.reads) == ["Vault/page1.md", "Vault/page3.md"]
    assert (report.changed, report.removed) == (1, 0)
    assert len(await found(db, "rowing")) == 4
    assert await found(db, "swimming") == ["now about swimming"]
    rest = Counted(vault)
    await index(rest, db.notes, ANN)
    assert rest.reads == []


async def test_what_is_gone_is_taken_out_with_its_words(
    db: Stores, vault: Path, folder: FolderNotes, put: Put
):
    put("stays.md", "rowing stays")
    put("goes.md", "rowing goes")
    await index(folder, db.notes, ANN)
    (vault / "goes.md").unlink()
    report = await index(folder, db.notes, ANN)
    assert report.removed == 1
    assert await found(db, "rowing") == ["rowing stays"]
    assert await db.note_search.by_words(ANN, [("goes",)]) == {}
    assert await db.notes.page(ANN, "Vault/goes.md") is None


async def test_a_disk_that_is_not_there_removes_nothing(
    db: Stores, vault: Path, folder: FolderNotes, put: Put
):
    put("page.md", "rowing")
    await index(folder, db.notes, ANN)
    shutil.move(vault, vault.with_name("elsewhere"))
    with pytest.raises(NotesUnavailable):
        await index(folder, db.notes, ANN)
    os.mkdir(vault)  # noqa: PTH102 - the empty place where it was mounted
    report = await index(folder, db.notes, ANN)
    assert report.removed == 0
    assert report.problems
    assert await found(db, "rowing") == ["rowing"]


async def test_what_was_read_before_the_source_failed_is_not_read_again(db: Stores, vault: Path, put: Put):
    for number in range(20):
        put(f"page{number:02}.md", f"text {number}")
    with pytest.raises(NotesUnavailable, match="fishing"):
        await index(Counted(vault, most=12), db.notes, ANN)
    rest = Counted(vault)
    report = await index(rest, db.notes, ANN)
    assert len(rest.reads) == 8
    assert (report.pages, report.removed) == (20, 0)


async def test_a_moved_page_has_new_breadcrumbs(db: Stores, vault: Path, folder: FolderNotes, put: Put):
    put("Old/page.md", "rowing")
    await index(folder, db.notes, ANN)
    (vault / "New").mkdir()
    (vault / "Old" / "page.md").rename(vault / "New" / "page.md")
    report = await index(folder, db.notes, ANN)
    assert (report.changed, report.removed) == (1, 1)
    assert [
        (one.name, one.page_count, one.topics) for one in (await overview(db.notes, ANN, NOW)).workspaces
    ] == [("Vault", 1, ("New",))]
    told = await overview(db.notes, ANN, NOW)
    assert (told.generated_at, told.summary) == (NOW, "pages: 1, workspaces: 1")
    assert told.workspaces[0].summary.startswith("pages: 1; most of them below: New (1); last changed: 20")


async def test_notes_are_one_persons(db: Stores, folder: FolderNotes, put: Put):
    put("page.md", "rowing")
    await index(folder, db.notes, ANN)
    assert await found(db, "rowing", BEN) == []
    assert await db.notes.page(BEN, "Vault/page.md") is None
    assert (await overview(db.notes, BEN, NOW)).workspaces == ()
    await index(folder, db.notes, BEN)
    await db.notes.remove(BEN, ["Vault/page.md"])
    assert await found(db, "rowing", BEN) == []
    assert await found(db, "rowing", ANN) == ["rowing"]


async def test_a_page_of_ten_megabytes_is_indexed_at_its_beginning(
    db: Stores, vault: Path, folder: FolderNotes
):
    (vault / "large.md").write_text("beginning " + "word " * 2_200_000 + "end")
    (vault / "empty.md").write_text("")
    report = await index(folder, db.notes, ANN)
    assert report.cut == ["Vault/large.md"]
    assert report.pages == 2
    assert len(await found(db, "beginning")) == 1
    assert await found(db, "empty") == ["empty"]
    page = await db.notes.page(ANN, "Vault/large.md")
    assert page is not None
    assert page.cut


class Vanishing(FolderNotes):
    """Lists a page that is deleted before it is read."""

    async def pages(self) -> AsyncIterator[Listed]:
        async for page in super().pages():
            if "goes" in page.page_id:
                os.unlink(page.url.removeprefix("file://"))  # noqa: PTH108 - as somebody else does
            yield page


async def test_a_page_deleted_between_listing_and_reading_is_no_problem(db: Stores, vault: Path, put: Put):
    put("goes.md", "rowing goes")
    put("stays.md", "rowing stays")
    report = await index(Vanishing("Vault", vault), db.notes, ANN)
    assert (report.changed, report.problems) == (1, [])
    assert await found(db, "rowing") == ["rowing stays"]
