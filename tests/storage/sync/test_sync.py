"""Changes reach a folder and a Git repository once each, and what others did there is never overwritten."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from storage.connection import Transaction
from storage.entities import ContextVersion, Effects, Preferences, User
from storage.goal import GoalRow
from storage.stores import Stores
from storage.sync import delivery as deliveries
from storage.sync import folder as folders
from storage.sync.delivery import Delivery, Told, Worker
from storage.sync.folder import DRAFT, Folder
from storage.sync.repository import Repository
from storage.sync.rows import SyncRows, Target, Wanted
from storage.sync.tables import DAYS, MEMORY, PERSON, RECORDS
from storage.sync.target import Place
from storage.vault import Vault
from tests.driver import git_server
from tests.driver.storing import save_entry
from tests.driver.tables import tables
from tests.storage.things import NOW, USER, change, entry, sets

OTHER = 8
LOCAL = {
    "access_buttons": "who may use this bot",
    "cases": "made again from revisions",
    "coach_subscriptions": "made again from coaches",
    "wake_queue": "what this machine does when",
    "wakes": "what this machine did when",
    "attachments": "files that were sent, only as paths of this machine",
    "entries": "as revisions",
    "entry_vectors": "made again from entries",
    "fixes": "a conversation of this moment",
    "guesses": "who may use this bot",
    "imported": "which rows of other apps are known here",
    "job_steps": "how this machine came to a result",
    "jobs": "work of this machine; what came of it is sent, or written elsewhere",
    "logged": "made again from entries",
    "measures": "made again from entries",
    "members": "who may use this bot",
    "messages": "a chat's, and Telegram has it",
    "model_calls": "what this machine spent",
    "note_chunks": "made again from notes",
    "note_pages": "made again from notes",
    "note_summaries": "made again from notes",
    "note_vectors": "made again from notes",
    "outbox": "a chat's",
    "pending": "a conversation of this moment",
    "schedule": "what this machine does when",
    "spans": "how this machine came to an answer",
    "sync_outbox": "this very thing",
    "sync_targets": "this very thing",
    "thoughts": "what this machine asked",
    "tool_calls": "what this machine asked",
    "topics": "made again from entries",
    "turns": "a conversation of this moment",
    "vault_zones": "this machine's files",
}
"""Tables of people that are not synced, and why."""
DAY = "logs/raw/2026/11/2026-11-21.md"
PARSED = "logs/parsed/2026/11/2026-11-21.json"


@dataclass
class Synced:
    """A database with one target, and what is said of it."""

    db: Stores
    place: Place
    rows: SyncRows
    delivery: Delivery
    told: list[tuple[Told, list[str]]] = field(default_factory=list[tuple[Told, list[str]]])
    taken: list[dict[str, bytes | None]] = field(default_factory=list[dict[str, bytes | None]])
    unread: list[str] = field(default_factory=list[str])

    async def bring(self, *, pull: bool = False) -> Target:
        await self.delivery.deliver(await self.target(), pull=pull)
        return await self.target()

    async def target(self) -> Target:
        (one,) = await self.rows.targets()
        return one


async def synced(db: Stores, place: Place, store: str = "ours") -> Synced:
    rows = SyncRows(db.database)

    async def take(_user: int, files: Mapping[str, bytes | None]) -> Sequence[str]:
        made.taken.append(dict(files))
        return [path for path in files if path in made.unread]

    async def tell(_target: Target, kind: Told, about: Sequence[str]) -> None:
        made.told.append((kind, list(about)))

    delivery = Delivery(rows, Vault(db.vault), {"copy": place}, lambda: NOW, take, tell)
    made = Synced(db, place, rows, delivery)
    await rows.switch_on([Wanted("copy", USER, "somewhere")], store, NOW)
    return made


def outbox(db: Stores) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(db.database.path)) as connection:
        return connection.execute("SELECT table_name, row_key FROM sync_outbox ORDER BY seq").fetchall()


def triggers(db: Stores) -> int:
    with closing(sqlite3.connect(db.database.path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone()
    return int(count)


def repository(tmp_path: Path, url: str) -> Repository:
    return Repository(url, "main", tmp_path / "mirror.git", "git", None)


async def logged(db: Stores, number: int, text: str = "bench press 80x5x3", **more: object) -> None:
    one = entry(number, text, measures=(sets(),), domains=("strength",)).model_copy(update=more)
    await db.turns.apply(Effects(entries=[one]))


def test_every_table_of_people_is_synced_or_says_why_not():
    owned = {name for name, columns in tables().items() if "user_id" in columns} | {PERSON}
    synced_tables = {DAYS, MEMORY, PERSON, *(one.table for one in RECORDS)}
    assert owned == synced_tables | LOCAL.keys()
    assert not synced_tables & LOCAL.keys()
    for one in RECORDS:
        assert {name.strip() for name in one.columns.split(",")} <= tables()[one.table]


async def test_without_a_target_nothing_is_written_down(db: Stores):
    await logged(db, 1)
    assert outbox(db) == []
    assert triggers(db) == 0
    rows = SyncRows(db.database)
    await rows.switch_on([Wanted("copy", USER, "somewhere")], "ours", NOW)
    await logged(db, 2)
    assert outbox(db)
    await rows.switch_off()
    await logged(db, 3)
    assert outbox(db) == []
    assert triggers(db) == 0
    assert await rows.targets() == []


async def test_a_change_and_its_row_are_one_commit_and_of_others_there_is_none(db: Stores):
    await SyncRows(db.database).switch_on([Wanted("copy", USER, "somewhere")], "ours", NOW)
    before = db.database.commits
    await logged(db, 1)
    await save_entry(db.entries, entry(1, user_id=OTHER))
    assert db.database.commits == before + 2
    assert outbox(db) == [("revisions", "2026-11-21 ")]

    def half(tx: Transaction) -> None:
        tx.execute("UPDATE goals SET name = 'x' WHERE user_id = :whose", {"whose": USER})
        raise RuntimeError

    await db.goals.save(GoalRow(token="g", user_id=USER, name="bench press", body="{}", made_at=NOW))
    with pytest.raises(RuntimeError):
        await db.database.write(half)
    assert outbox(db)[1:] == [("goals", "g")]


async def test_a_folder_is_filled_and_follows(db: Stores, tmp_path: Path):
    root = tmp_path / "copy"
    await logged(db, 1, "bench press 80x5x3")
    await save_entry(db.entries, entry(1, "somebody else's", user_id=OTHER))
    made = await synced(db, Folder(root))
    await made.bring()
    vault = Vault(db.vault)
    assert git_server.copied(root)[DAY] == (await vault.markdown(USER))[DAY]
    assert "somebody else's" not in str(git_server.copied(root))

    await db.turns.apply(Effects(revisions=[change(entry(1), "85 kg, not 80")]))
    await db.goals.save(
        GoalRow(token="g1", user_id=USER, name="bench press", body='{"to": 100}', made_at=NOW)
    )
    new = ContextVersion(user_id=USER, version=1, content="# Facts\n- rows", archive="", at=NOW)
    await db.turns.apply(Effects(contexts=[new]))
    target = await made.bring()
    there = git_server.copied(root)
    assert "85 kg, not 80" in there[DAY]
    assert '"to": 100' in there["records/goals/g1.json"]
    assert "# Facts" in there["global-context.md"]
    assert outbox(db) == []
    assert target.seq == 3
    assert made.told == []

    deleted = change(entry(1).model_copy(update={"revision": 2}), "", deleted=True)
    await db.turns.apply(Effects(revisions=[deleted]))
    await made.bring()
    assert DAY not in git_server.copied(root)


async def test_another_zone_changes_every_file(db: Stores, tmp_path: Path):
    root = tmp_path / "copy"
    await logged(db, 1)
    made = await synced(db, Folder(root))
    await made.bring()
    moved = User(id=USER, preferences=Preferences(time_zone="Asia/Seoul"))
    await db.turns.apply(Effects(users=[moved]))
    await made.bring()
    assert git_server.copied(root)[DAY] == (await Vault(db.vault).markdown(USER))[DAY]
    assert "## 19:31" in git_server.copied(root)[DAY]


async def test_what_somebody_changed_in_a_folder_is_said_and_let_be_until_it_is_accepted(
    db: Stores, tmp_path: Path
):
    root = tmp_path / "copy"
    await logged(db, 1)
    made = await synced(db, Folder(root))
    await made.bring()
    (root / DAY).write_text("mine\n", encoding="utf-8")
    assert made.place.look() == (DAY,)
    await logged(db, 2, "squat 100x5")
    target = await made.bring()
    assert git_server.copied(root)[DAY] == "mine\n"
    assert "squat" in str(git_server.copied(root)), "the other file of the day goes on"
    assert made.told == [("held", [DAY])]
    assert target.held == (DAY,)
    await logged(db, 3, "row 60x8")
    await made.bring()
    assert git_server.copied(root)[DAY] == "mine\n"
    assert len(made.told) == 1, "it is said once"

    assert await made.rows.accept("copy")
    target = await made.bring()
    assert "row 60x8" in git_server.copied(root)[DAY]
    assert git_server.copied(root)[DAY.replace(".md", ".theirs-1.md")] == "mine\n"
    assert target.held == ()
    assert made.place.look() == ()


async def test_links_in_a_folder_are_not_followed(db: Stores, tmp_path: Path):
    root, elsewhere = tmp_path / "copy", tmp_path / "elsewhere"
    await logged(db, 1)
    made = await synced(db, Folder(root))
    await made.bring()
    shutil.move(root / "logs", elsewhere)
    (root / "logs").symlink_to(elsewhere)
    before = git_server.copied(elsewhere)
    await logged(db, 2, "squat 100x5")
    await made.bring()
    assert git_server.copied(elsewhere) == before
    assert DAY in made.told[0][1]


@pytest.mark.parametrize("name", [DRAFT, folders.MANIFEST])
@pytest.mark.parametrize("trap", ["link", "pipe"])
async def test_what_lies_in_wait_in_a_folder_is_neither_written_through_nor_waited_for(
    db: Stores, tmp_path: Path, trap: str, name: str
):
    root, precious = tmp_path / "copy", tmp_path / "precious"
    precious.write_text("precious")
    made = await synced(db, Folder(root))
    await logged(db, 1)
    await made.bring()
    (root / name).unlink(missing_ok=True)
    os.mkfifo(root / name) if trap == "pipe" else (root / name).symlink_to(precious)
    await logged(db, 2, "squat 100x5")
    target = await asyncio.wait_for(made.bring(), 20)
    assert precious.read_text() == "precious"
    if name == folders.MANIFEST:
        assert (target.state, target.detail) == ("stopped", f"{root / name} can't be read")
        await made.rows.accept("copy")
        target = await made.bring()
    assert (target.state, target.held) == ("fine", ())
    assert "squat" in git_server.copied(root)[DAY]


@pytest.mark.parametrize("manifest", ["", "[" * 100_000, None])
async def test_who_is_forgotten_is_gone_from_a_folder_whose_list_of_files_is_lost(
    db: Stores, tmp_path: Path, manifest: str | None
):
    root = tmp_path / "copy"
    made = await synced(db, Folder(root))
    await logged(db, 1)
    await made.bring()
    (root / DAY.replace(".md", ".theirs-1.md")).write_text("mine\n")
    (root / "notes.md").write_text("mine\n")
    (root / folders.MANIFEST).unlink()
    if manifest is not None:
        (root / folders.MANIFEST).write_text(manifest)
    await db.forgetting.forget(USER)
    assert (await made.bring()).state == "fine"
    assert git_server.copied(root) == {"notes.md": "mine\n"}


async def test_a_folder_that_is_gone_is_away_and_one_that_was_emptied_is_said(db: Stores, tmp_path: Path):
    root = tmp_path / "copy"
    made = await synced(db, Folder(root))
    await logged(db, 1)
    await made.bring()
    root.rename(tmp_path / "unmounted")
    await logged(db, 2, "squat 100x5")
    assert (await made.bring()).state == "away"
    assert not root.exists()
    root.mkdir()
    assert (await made.bring()).state == "stopped"
    assert git_server.copied(root) == {}
    assert [kind for kind, _ in made.told] == ["stopped"]
    root.rmdir()
    (tmp_path / "unmounted").rename(root)
    await made.rows.accept("copy")
    assert (await made.bring()).state == "fine"
    assert "squat" in git_server.copied(root)[DAY]


@pytest.mark.parametrize("instant", range(6))
async def test_a_kill_while_a_folder_is_written_is_no_change_of_somebody_elses(
    db: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instant: int
):
    root = tmp_path / "copy"
    made = await synced(db, Folder(root))
    await logged(db, 1)
    await made.bring()
    await logged(db, 2, "squat 100x5")
    monkeypatch.setattr(folders, "_replace", _dying(folders, instant))
    died = False
    try:
        await made.bring()
    except KeyboardInterrupt:
        died = True
    monkeypatch.undo()
    assert died == (instant < 4), "two files of the day, and before and after them what is noted"
    await logged(db, 3, "row 60x8")
    target = await made.bring()
    assert made.told == []
    assert (target.state, target.held) == ("fine", ())
    assert "row 60x8" in git_server.copied(root)[DAY]


def _dying(module: object, count: int) -> Callable[[Path, Path, bytes], None]:
    real: Callable[[Path, Path, bytes], None] = vars(module)["_replace"]
    done: list[Path] = []

    def replace(draft: Path, path: Path, content: bytes) -> None:
        if len(done) == count:
            raise KeyboardInterrupt
        done.append(path)
        real(draft, path, content)

    return replace


@pytest.mark.fault("a disk that tears what is copied to it")
async def test_what_is_torn_on_its_way_to_the_disk_takes_no_files_place_and_is_said(
    db: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    root = tmp_path / "copy"
    made = await synced(db, Folder(root))
    await logged(db, 1)
    await made.bring()
    before = git_server.copied(root)
    await logged(db, 2, "squat 100x5")
    monkeypatch.setattr(folders.os, "fsync", _tearing(root / DRAFT))
    target = await made.bring()
    assert target.state == "away"
    assert "torn while it was written" in target.detail
    assert git_server.copied(root) == before
    monkeypatch.undo()
    assert (await made.bring()).state == "fine"
    assert made.told == []
    assert "squat" in git_server.copied(root)[DAY]


def _tearing(draft: Path) -> Callable[[int], None]:
    """A disk that says it has kept a file of which it has half."""
    real = os.fsync

    def fsync(file: int) -> None:
        real(file)
        if draft.exists() and os.path.samestat(os.fstat(file), draft.stat()):
            os.ftruncate(file, os.fstat(file).st_size // 2)

    return fsync


@pytest.mark.fault("a disk that tears what is copied to it")
async def test_what_is_other_than_written_a_moment_later_is_said_and_not_taken_for_done(
    db: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    root = tmp_path / "copy"
    made = await synced(db, Folder(root))
    await logged(db, 1)
    seq = (await made.bring()).seq
    await logged(db, 2, "squat 100x5")
    real: Callable[[Path, Path, bytes], None] = vars(folders)["_replace"]

    def replace(draft: Path, path: Path, content: bytes) -> None:
        real(draft, path, content)
        if path == root / DAY:
            path.write_bytes(b"")

    monkeypatch.setattr(folders, "_replace", replace)
    target = await made.bring()
    assert (target.state, target.seq) == ("away", seq)
    assert f"does not hold what was written there: {DAY}" in target.detail
    monkeypatch.undo()
    assert (await made.bring()).held == (DAY,), "nobody knows whose it is: it is let be"
    assert made.told == [("held", [DAY])]
    await made.rows.accept("copy")
    assert (await made.bring()).state == "fine"
    assert "squat" in git_server.copied(root)[DAY]


@pytest.mark.parametrize("by", ["path", "http"])
async def test_a_batch_is_one_commit_that_says_what_changed(db: Stores, tmp_path: Path, by: str):
    remote = git_server.bare(tmp_path / "remote.git")
    with git_server.serving(tmp_path / "remote.git", "secret") as url:
        place = (
            repository(tmp_path, str(tmp_path / "remote.git"))
            if by == "path"
            else Repository(url, "main", tmp_path / "mirror.git", "git", _secret("secret"))
        )
        await logged(db, 1)
        made = await synced(db, place)
        await made.bring()
        await logged(db, 2, "squat 100x5")
        await logged(db, 3, "row 60x8")
        target = await made.bring()
    titles = [one.message.decode().partition("\n")[0] for one in git_server.commits(remote)]
    assert titles == ["Log of 2026-11-21", "Everything: 1 days"]
    assert git_server.files(remote)[DAY] == (await Vault(db.vault).markdown(USER))[DAY]
    assert target.position.encode() == git_server.commits(remote)[0].id
    assert outbox(db) == []


def _secret(text: str) -> SecretStr:
    return SecretStr(text)


async def test_a_token_that_is_refused_is_said_without_it(db: Stores, tmp_path: Path):
    git_server.bare(tmp_path / "remote.git")
    with git_server.serving(tmp_path / "remote.git", "secret") as url:
        made = await synced(db, Repository(url, "main", tmp_path / "mirror.git", "git", _secret("wrong1")))
        target = await made.bring()
    assert target.state == "away"
    assert "refuses the token" in target.detail
    assert "wrong1" not in target.detail


async def test_a_push_whose_answer_was_lost_is_not_repeated(db: Stores, tmp_path: Path):
    remote = git_server.bare(tmp_path / "remote.git")
    made = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    await made.bring()
    before = await made.target()
    await logged(db, 2, "squat 100x5")
    await made.bring()
    _set(db, before)  # as after a kill between the push and its mark
    await db.database.write(
        lambda tx: tx.execute(
            "INSERT INTO sync_outbox (seq, user_id, table_name, row_key)"
            " VALUES (2, 7, 'revisions', '2026-11-21 ')"
        )
    )
    shutil.rmtree(tmp_path / "mirror.git")
    target = await made.bring()
    assert len(git_server.commits(remote)) == 2
    assert target.seq == 2
    assert target.position.encode() == git_server.commits(remote)[0].id
    assert made.told == []
    assert made.taken == []


async def test_locks_that_a_kill_left_keep_nothing_for_long(db: Stores, tmp_path: Path):
    remote, mirror = tmp_path / "remote.git", tmp_path / "mirror.git"
    repo = git_server.bare(remote)
    made = await synced(db, repository(tmp_path, str(remote)))
    await logged(db, 1)
    await made.bring()
    for number, folder in enumerate((mirror, remote), start=2):
        lock = folder / "refs" / "heads" / "main.lock"
        lock.touch()
        await logged(db, number, "squat 100x5")
        target = await made.bring()
        if folder == remote:
            assert (target.state, target.detail) == ("away", f"{lock} is locked")
            os.utime(lock, (0, 0))
            assert (await made.bring()).state == "away"
            target = await made.bring()
        assert target.state == "fine"
        assert len(git_server.commits(repo)) == number


async def test_the_lock_of_a_push_that_was_killed_goes_at_once(db: Stores, tmp_path: Path):
    remote = tmp_path / "remote.git"
    repo = git_server.bare(remote)
    made = await synced(db, repository(tmp_path, str(remote)))
    await logged(db, 1)
    await made.bring()
    (tmp_path / "mirror.git" / "swealog-pushing").touch()
    (remote / "refs" / "heads" / "main.lock").touch()
    await logged(db, 2, "squat 100x5")
    assert (await made.bring()).state == "fine"
    assert len(git_server.commits(repo)) == 2
    assert not (tmp_path / "mirror.git" / "swealog-pushing").exists()


def _set(db: Stores, target: Target) -> None:
    with closing(sqlite3.connect(db.database.path)) as connection:
        connection.execute(
            "UPDATE sync_targets SET seq = ?, position = ? WHERE name = ?",
            (target.seq, target.position, target.name),
        )
        connection.commit()


async def test_a_repository_that_was_away_for_a_month_catches_up(db: Stores, tmp_path: Path):
    remote = git_server.bare(tmp_path / "remote.git")
    made = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    await made.bring()
    (tmp_path / "remote.git").rename(tmp_path / "away.git")
    for number in range(2, 32):
        await logged(db, number, day=NOW.date() + timedelta(days=number))
        if number % 10 == 0:
            assert (await made.bring()).state == "away"
    (tmp_path / "away.git").rename(tmp_path / "remote.git")
    target = await made.bring()
    assert (target.state, outbox(db)) == ("fine", [])
    assert len([path for path in git_server.files(remote) if path.endswith(".md")]) == 31
    assert len(git_server.commits(remote)) == 2


async def test_a_rewritten_history_is_said_and_not_overwritten(db: Stores, tmp_path: Path):
    remote = git_server.bare(tmp_path / "remote.git")
    made = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    first = (await made.bring()).position.encode()
    await logged(db, 2, "squat 100x5")
    await made.bring()
    theirs = git_server.somebody_commits(remote, DAY, "other\n", on=first)
    await logged(db, 3, "row 60x8")
    target = await made.bring()
    assert (target.state, [kind for kind, _ in made.told]) == ("stopped", ["stopped"])
    assert git_server.commits(remote)[0].id == theirs
    await made.bring()
    assert len(made.told) == 1
    await made.rows.accept("copy")
    assert (await made.bring()).state == "fine"
    assert "row 60x8" in git_server.files(remote)[DAY]
    assert theirs in [one.id for one in git_server.commits(remote)], "their version is in the history"


async def test_edits_in_a_repository_are_taken_in_once_before_anything_is_put_over_them(
    db: Stores, tmp_path: Path
):
    remote = git_server.bare(tmp_path / "remote.git")
    made = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    await made.bring()
    git_server.somebody_commits(remote, DAY, "edited\n")
    git_server.somebody_commits(remote, "notes/mine.md", "mine\n")
    git_server.somebody_commits(remote, PARSED, "mine\n")
    made.unread = [PARSED]
    await made.bring(pull=True)
    assert made.taken == [{DAY: b"edited\n", PARSED: b"mine\n"}]
    await made.bring(pull=True)
    assert len(made.taken) == 1
    await logged(db, 2, "squat 100x5")
    git_server.somebody_commits(remote, DAY, "edited again\n")
    await made.bring()
    assert made.taken[1:] == [{DAY: b"edited again\n"}]
    assert "squat" in git_server.files(remote)[DAY]
    assert git_server.files(remote)["notes/mine.md"] == "mine\n"
    assert git_server.files(remote)[PARSED] == "mine\n"
    assert made.told == [("held", [PARSED])]
    git_server.somebody_commits(remote, "notes/mine.md", "mine again\n")
    await logged(db, 3, "row 60x8")
    assert (await made.bring()).state == "fine"
    assert len(made.taken) == 2, "what we never wrote is not looked at"


async def test_what_is_no_file_or_has_no_name_in_a_repository_is_let_be_and_stops_nothing(
    db: Stores, tmp_path: Path
):
    remote = git_server.bare(tmp_path / "remote.git")
    made = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    await made.bring()
    git_server.somebody_commits(remote, PARSED, "", mode=0o160000)
    git_server.somebody_commits(remote, b"records/\xff.json", "mine\n")
    made.unread = [PARSED]
    await logged(db, 2, "squat 100x5")
    target = await made.bring()
    assert (target.state, target.held) == ("fine", (PARSED,))
    assert made.taken == [{PARSED: b"\xff", "records/\ufffd.json": b"mine\n"}]
    await db.forgetting.forget(USER)
    assert (await made.bring()).state == "fine"
    assert git_server.files(remote) == {}


async def test_a_repository_with_something_in_it_keeps_that(db: Stores, tmp_path: Path):
    remote = git_server.bare(tmp_path / "remote.git")
    other = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    await other.bring()
    other_db = await Stores.open(tmp_path / "other")
    second = await synced(other_db, repository(tmp_path / "second", str(tmp_path / "remote.git")), "others")
    target = await second.bring()
    assert target.state == "stopped"
    assert "another database" in target.detail
    assert len(git_server.commits(remote)) == 1
    await other_db.close()


async def test_an_older_database_does_not_write_over_what_it_does_not_know(db: Stores, tmp_path: Path):
    for name, place in (
        ("folder", Folder(tmp_path / "copy")),
        ("git", repository(tmp_path, str(git_server.bare(tmp_path / "remote.git").path))),
    ):
        made = await synced(db, place)
        await logged(db, 1 if name == "folder" else 4)
        await made.bring()
        older = await made.target()
        await logged(db, 2 if name == "folder" else 5)
        await made.bring()
        with closing(sqlite3.connect(db.database.path)) as connection:  # as a backup would bring it back
            connection.execute("UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'sync_outbox'")
            connection.execute("UPDATE sync_targets SET seq = -1, position = ?", (older.position,))
            connection.commit()
        target = await made.bring()
        assert target.state == "stopped", name
        assert "newer than this database" in target.detail
        await made.rows.switch_off()
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)


async def test_who_is_forgotten_is_gone_from_every_target_that_can_be_reached(db: Stores, tmp_path: Path):
    remote = git_server.bare(tmp_path / "remote.git")
    root, mirror = tmp_path / "copy", tmp_path / "mirror.git"
    rows = SyncRows(db.database)
    made = await synced(db, Folder(root))
    made.delivery.places = {"copy": Folder(root), "git": repository(tmp_path, str(tmp_path / "remote.git"))}
    await rows.switch_on([Wanted("copy", USER, "a"), Wanted("git", USER, "b")], "ours", NOW)
    await logged(db, 1, "zzqxsecretword")
    for target in await rows.targets():
        await made.delivery.deliver(target)
    (root / DAY).write_text("changed zzqxsecretword\n", encoding="utf-8")
    assert mirror.exists()

    forgotten = await db.forgetting.forget(USER)

    assert forgotten.targets == (("copy", "a"), ("git", "b"))
    assert outbox(db) == []
    for target in await rows.targets():
        await made.delivery.deliver(target)
    assert git_server.copied(root) == {}
    assert "zzqxsecretword" not in (root / folders.MANIFEST).read_text()
    assert git_server.files(remote) == {}
    assert not mirror.exists()
    await logged(db, 2, "bench press 20")
    for target in await rows.targets():
        await made.delivery.deliver(target)
    assert "bench press 20" in git_server.copied(root)[DAY]
    assert "bench press 20" in git_server.files(remote)[DAY]


async def test_the_worker_follows_who_owns_the_bot_and_leaves_alone_what_is_away(db: Stores, tmp_path: Path):
    made = await synced(db, Folder(tmp_path / "no" / "copy"))
    owner: list[int] = []
    worker = Worker(
        made.delivery, lambda: [Wanted("copy", user, "x") for user in owner], lambda: "ours", 60, {}
    )
    await worker.round()
    assert await made.rows.targets() == []
    assert triggers(db) == 0
    owner.append(USER)
    await worker.round()
    assert (await made.target()).state == "away"
    (tmp_path / "no").mkdir()
    await worker.round()
    assert (await made.target()).state == "away", "it waits before it tries again"


async def test_a_server_that_never_answers_keeps_no_other_target_waiting(
    db: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(deliveries, "_PATIENCE", 0.5)
    made = await synced(db, Folder(tmp_path / "copy"))
    with socket.create_server(("127.0.0.1", 0)) as asleep:
        url = f"git://127.0.0.1:{asleep.getsockname()[1]}/diary"
        made.delivery.places = {"asleep": repository(tmp_path, url), "copy": Folder(tmp_path / "copy")}
        wanted = [Wanted("asleep", USER, url), Wanted("copy", USER, "x")]
        worker = Worker(made.delivery, lambda: wanted, lambda: "ours", 60, {})
        for number, text in enumerate(("bench press 80x5x3", "squat 100x5"), start=1):
            await logged(db, number, text)
            await asyncio.wait_for(worker.round(), 30)
            assert text in git_server.copied(tmp_path / "copy")[DAY]
        await worker.stop()


async def test_a_damaged_copy_of_a_repository_is_made_anew(db: Stores, tmp_path: Path):
    remote = git_server.bare(tmp_path / "remote.git")
    made = await synced(db, repository(tmp_path, str(tmp_path / "remote.git")))
    await logged(db, 1)
    await made.bring()
    for pack in (tmp_path / "mirror.git" / "objects").rglob("*"):
        if pack.is_file():
            pack.unlink()
    await logged(db, 2, "squat 100x5")
    states = [(await made.bring()).state for _ in range(2)]
    assert states[-1] == "fine"
    assert len(git_server.commits(remote)) == 2
