"""What somebody did to a day's file, against what we had written and what holds now."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from storage.entities import Effects
from storage.stores import Stores
from storage.vault import Vault
from storage.vault_disk import Disk
from storage.vault_files import DayLog, blocks_of, front_of, raw_markdown
from storage.vault_marks import is_ours, mark_of, marked, unmarked
from storage.vault_reading import Changes, changes_of, read_sheet, sheet_of
from tests.driver.storing import save_entry
from tests.storage.things import TODAY, USER, change, entry

UTC = ZoneInfo("UTC")
FIRST, SECOND = entry(1, "bench 80 5x3"), entry(2, "# squat 100\n5x5")
LOG = DayLog(TODAY, [FIRST, SECOND])
TEXT = raw_markdown(LOG, UTC)
NAME = f"{USER}/logs/raw/2026/11/2026-11-21.md"


def same(text: str) -> str:
    return text


def replacing(before: str, after: str) -> Callable[[str], str]:
    return lambda text: text.replace(before, after)


def ending(end: str) -> Callable[[str], str]:
    return lambda text: text + end


def up_to(mark: str, end: str = "") -> Callable[[str], str]:
    return lambda text: text[: text.index(mark)] + end


def changed(text: str, now: DayLog = LOG, *, sure: bool = True) -> Changes:
    sheet = read_sheet(text)
    assert sheet is not None
    base = sheet_of(front_of(LOG), blocks_of(LOG, UTC))
    return changes_of(base, blocks_of(now, UTC), sheet, sure=sure)


def told(changes: Changes) -> dict[str, object]:
    return {
        "edited": {block.entry_id: words for block, words in changes.edited},
        "both": {block.entry_id: words for block, words in changes.both},
        "removed": [block.entry_id for block in changes.removed],
        "added": changes.added,
        "rest": changes.rest,
    }


NOTHING = told(Changes())


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (same, {}),
        (replacing("\n", "\r\n"), {}),
        ("\ufeff{}\n\n".format, {}),
        (replacing("5x3", "5x3  "), {}),
        (replacing("80 5x3", "85 5x3"), {"edited": {FIRST.id: "bench 85 5x3"}}),
        (replacing("5x5", "5x4\n\n!"), {"edited": {SECOND.id: "# squat 100\n5x4\n\n!"}}),
        (ending("\n## 23:59\nran 5 km\n"), {"added": [("23:59", "ran 5 km")]}),
        (up_to("\n## 10:32"), {"removed": [SECOND.id]}),
        (
            up_to("bench", "x"),
            {"edited": {FIRST.id: "x"}, "removed": [SECOND.id]},
        ),
        (
            replacing("## 10:31", "## 09:00"),
            {"removed": [FIRST.id], "added": [("09:00", "bench 80 5x3")]},
        ),
        (replacing("bench 80 5x3", ""), {"rest": True}),
        (replacing("date:", "mood: good\ndate:"), {"rest": True}),
        (ending("\n## 10:40 [correction]\nno, 85\n"), {"rest": True}),
        (ending("\n## 10:40 (2026-11-20)\nran 5 km\n"), {"rest": True}),
    ],
)
def test_what_was_done(edit: Callable[[str], str], expected: dict[str, object]):
    assert told(changed(edit(TEXT))) == {**NOTHING, **expected}


def test_a_file_that_lost_everything_deletes_nothing():
    assert read_sheet(TEXT.partition("\n## ")[0]) is None
    alone = TEXT.partition("\n## ")[0] + "\n## 23:00\nran\n"
    found = changed(alone)
    assert (found.removed, found.added, found.rest) == ([], [], True)


def test_what_holds_already_is_no_change():
    after = TEXT.replace("80 5x3", "85 5x3")
    now = FIRST.model_copy(update={"text": "bench 85 5x3", "revision": 2})
    added = entry(700, "ran 5 km")
    assert told(changed(after + "\n## 22:10\nran 5 km\n", DayLog(TODAY, [now, SECOND, added]))) == NOTHING


def test_an_entry_that_was_changed_since_is_asked_about():
    later = DayLog(TODAY, [change(FIRST).entry, SECOND])
    assert told(changed(TEXT.replace("80 5x3", "85 5x3"), later))["both"] == {FIRST.id: "bench 85 5x3"}
    gone = changed(TEXT.replace("\n## 10:31\nbench 80 5x3\n", ""), later)
    assert (gone.removed, gone.rest) == ([], True)


def test_nothing_is_done_unasked_where_it_is_not_known_what_was_changed():
    found = changed(TEXT.replace("80 5x3", "85 5x3") + "\n## 23:00\nran\n", sure=False)
    assert told(found) == {**NOTHING, "both": {FIRST.id: "bench 85 5x3"}, "rest": True}


def test_the_mark():
    assert is_ours(TEXT)
    assert marked(unmarked(TEXT)) == TEXT
    assert not is_ours(TEXT.replace("80", "85"))
    assert mark_of(TEXT.replace("80", "85")) == mark_of(TEXT)
    assert not is_ours(unmarked(TEXT))
    assert marked("no front matter") == "no front matter"


async def test_a_file_is_known_by_the_state_it_was_made_from(db: Stores):
    await db.turns.apply(Effects(entries=[FIRST, SECOND]))
    vault = Vault(db.vault)
    await vault.catch_up()
    file = vault.folder / NAME
    older = file.read_text(encoding="utf-8").replace("5x3", "5x9")
    await db.turns.apply(Effects(revisions=[change(SECOND)]))
    await vault.catch_up()
    written = await vault.written(USER, TODAY, older)
    assert written.sure
    assert [block.revision for block in written.base.blocks] == [1, 1]
    assert [block.revision for block in written.now] == [1, 2, 0]
    assert not (await vault.written(USER, TODAY, older.replace("swealog: ", "swealog: 0"))).sure
    earlier = unmarked(file.read_text(encoding="utf-8"))
    assert (await vault.written(USER, TODAY, earlier)).is_ours  # of a release that made no marks


async def test_what_was_changed_is_not_written_over(db: Stores):
    await save_entry(db.entries, FIRST)
    vault = Vault(db.vault)
    await vault.catch_up()
    file = vault.folder / NAME
    theirs = file.read_text(encoding="utf-8").replace("5x3", "5x9")
    for content in (theirs.encode(), b"\xff"):
        file.write_bytes(content)
        await db.turns.apply(Effects(entries=[entry(5)]))
        await vault.catch_up()
        await vault.rebuild()
        assert file.read_bytes() == content
        found = vault.disk.found(NAME)
        assert found is not None
        file.write_bytes(content + b"more")  # meanwhile
        await vault.put(found)
        assert file.read_bytes() == content + b"more"
        file.write_bytes(content)
        await vault.put(found)
        assert is_ours(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path",
    [
        "../7/logs/raw/2026/11/2026-11-21.md",
        "/etc/passwd",
        "7/global-context-archive.md",
        "x/global-context.md",
        "7/logs/raw/2026/12/2026-11-21.md",
        "7/logs/raw/2026/13/2026-13-01.md",
        "7/notes.md",
        "",
    ],
)
def test_only_what_we_write_is_read(tmp_path: Path, path: str):
    assert Disk(tmp_path).found(path) is None


def test_neither_links_nor_pipes_are_read(tmp_path: Path):
    outside = tmp_path / "outside" / "11"
    outside.mkdir(parents=True)
    (outside / "2026-11-21.md").write_text("secret", encoding="utf-8")
    vault = tmp_path / "vault"
    raw = vault / "7" / "logs" / "raw"
    raw.mkdir(parents=True)
    (raw / "2026").symlink_to(tmp_path / "outside")
    disk = Disk(vault)
    found = disk.found(NAME)
    assert found is not None
    assert (found.trouble, found.text) == ("link", "")
    assert NAME not in list(disk.changed())
    os.mkfifo(vault / "7" / "global-context.md")
    piped = disk.found("7/global-context.md")
    assert piped is not None
    assert piped.trouble == "large"


def test_only_what_changed_since_the_last_look_is_looked_at(tmp_path: Path):
    disk = Disk(tmp_path)
    file = tmp_path / NAME
    file.parent.mkdir(parents=True)
    file.write_text("x", encoding="utf-8")
    disk.begin()
    assert list(disk.changed()) == [NAME]
    disk.looked()
    stamp = tmp_path / ".looked"
    os.utime(stamp, ns=(0, stamp.stat().st_mtime_ns + 60_000_000_000))
    assert list(disk.changed()) == []
