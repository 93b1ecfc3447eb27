from __future__ import annotations

import asyncio
import json
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml

from storage.entities import Effects, Preferences, User
from storage.stores import Stores
from storage.vault import Vault, VaultWriter
from storage.vault_marks import marked
from storage.vault_rows import Behind, VaultRows
from tests.driver.storing import save_entry, save_user, update_global_context
from tests.storage.things import NOW, TODAY, USER, change, entry, sets

YESTERDAY = TODAY - timedelta(days=1)


def files(vault: Vault) -> dict[str, bytes]:
    found = sorted(path for path in vault.folder.rglob("*") if path.is_file())
    return {str(path.relative_to(vault.folder)): path.read_bytes() for path in found}


def text(vault: Vault, name: str) -> str:
    return files(vault)[name].decode()


async def test_a_day_in_the_users_words(db: Stores):
    await save_user(db.people, User(id=USER, preferences=Preferences(time_zone="Asia/Seoul")))
    first = entry(0, "I benched 80 today\n  and slept badly 💪", measures=(sets(),), domains=("strength",))
    await db.turns.apply(Effects(entries=[first, entry(40, "ran 5 km")]))
    await db.turns.apply(Effects(revisions=[change(first, "bench weight recorded as 80 → corrected to 85")]))
    vault = Vault(db.vault)
    assert await vault.catch_up() == 1
    assert text(vault, f"{USER}/logs/raw/2026/11/2026-11-21.md") == (
        "---\n"
        "date: 2026-11-21\n"
        'previous: "[[2026-11-20]]"\n'
        'next: "[[2026-11-22]]"\n'
        'tags: ["strength"]\n'
        "measures:\n"
        '  - "[[bench press]]"\n'
        "swealog: c4da2c693a64174a\n"
        "---\n"
        "\n"
        "# 2026-11-21\n"
        "\n## 19:30\nI benched 80 today\n  and slept badly 💪\n"
        "\n## 19:45 [correction]\nbench weight recorded as 80 → corrected to 85\n"
        "\n## 20:10\nran 5 km\n"
    )
    parsed = json.loads(text(vault, f"{USER}/logs/parsed/2026/11/2026-11-21.json"))
    assert parsed["date"] == "2026-11-21"
    assert [e["text"] for e in parsed["entries"]] == [first.text, "ran 5 km"]
    assert parsed["entries"][0]["measures"][0]["name"] == "bench press"
    assert await vault.catch_up() == 0


async def test_what_was_made_on_another_day_says_so(db: Stores):
    await save_entry(db.entries, entry(1, "yesterday I swam", day=YESTERDAY))
    vault = Vault(db.vault)
    await vault.catch_up()
    assert "\n## 10:31 (2026-11-21)\nyesterday I swam\n" in text(
        vault, f"{USER}/logs/raw/2026/11/2026-11-20.md"
    )


async def test_a_moved_entry_leaves_its_old_day(db: Stores):
    await save_entry(db.entries, entry(1))
    vault = Vault(db.vault)
    await vault.catch_up()
    await db.turns.apply(Effects(revisions=[change(entry(1), day=YESTERDAY)]))
    await vault.catch_up()
    assert sorted(files(vault)) == [
        f"{USER}/logs/parsed/2026/11/2026-11-20.json",
        f"{USER}/logs/raw/2026/11/2026-11-20.md",
    ]


async def test_what_was_taken_back_is_in_no_file(db: Stores):
    fixed = change(entry(1))
    await db.turns.apply(Effects(entries=[entry(1), entry(2, "stays")], revisions=[fixed]))
    vault = Vault(db.vault)
    await vault.catch_up()
    name = f"{USER}/logs/raw/2026/11/2026-11-21.md"
    assert "[correction]" in text(vault, name)
    back = change(fixed.entry, undoes=2, notes=())
    await db.turns.apply(Effects(revisions=[back]))
    await vault.catch_up()
    assert "[correction]" not in text(vault, name)
    assert "bench press 80x5x3" in text(vault, name)
    await db.turns.apply(Effects(revisions=[change(back.entry, undoes=1, deleted=True)]))
    await vault.catch_up()
    assert "bench press" not in text(vault, name)
    await db.turns.apply(Effects(revisions=[change(entry(2), undoes=1, deleted=True)]))
    await vault.catch_up()
    assert files(vault) == {}


async def test_the_memory_and_its_archive(db: Stores):
    await update_global_context(db.contexts, USER, "# Global Context\n", at=NOW)
    vault = Vault(db.vault)
    await vault.catch_up()
    assert files(vault) == {f"{USER}/global-context.md": b"# Global Context\n"}
    await update_global_context(db.contexts, USER, "# New\n", archive="- old\n", at=NOW)
    await vault.catch_up()
    assert files(vault) == {
        f"{USER}/global-context-archive.md": b"- old\n",
        f"{USER}/global-context.md": b"# New\n",
    }


class _Late(VaultRows):
    """Rows that change when they are read the first time, as they do while people go on writing."""

    effects: Effects | None = None

    async def vault_behind(self) -> Behind:
        if self.effects is not None:
            effects, self.effects = self.effects, None
            await Stores.on(self.database).turns.apply(effects)
        return await super().vault_behind()


@pytest.mark.parametrize("known", [False, True])
async def test_what_is_chosen_while_files_are_written_reaches_the_memory(db: Stores, *, known: bool):
    await update_global_context(db.contexts, USER, "# Global Context\n\n## Preferences\n", at=NOW)
    rows = _Late(db.database)
    vault = Vault(rows)
    if known:
        await vault.catch_up()
    choosing = User(id=USER, preferences=Preferences(weight_unit="lb"))
    rows.effects = Effects(entries=[entry(1)], users=[choosing])
    await vault.catch_up()
    await vault.catch_up()
    assert "- weight unit: lb (chosen)\n" in text(vault, f"{USER}/global-context.md")
    assert await vault.catch_up() == 0


async def history(db: Stores) -> None:
    """A bit of everything, for two users."""
    await save_user(db.people, User(id=USER, preferences=Preferences(time_zone="America/New_York")))
    for user_id in (USER, USER + 1):
        for number in range(70):
            day = TODAY - timedelta(days=number % 65)
            mine = entry(number, f"text {number}", day=day, user_id=user_id, measures=(sets(day=day),))
            await save_entry(db.entries, mine)
            if number % 5 == 0:
                moved = change(mine, f"note {number}", day=day - timedelta(days=number % 2))
                await db.turns.apply(Effects(revisions=[moved]))
                if number % 10 == 0:
                    await db.turns.apply(Effects(revisions=[change(moved.entry, undoes=2, notes=())]))
        await update_global_context(db.contexts, user_id, f"# About {user_id}", at=NOW)
    await db.turns.apply(Effects(revisions=[change(entry(3), undoes=1, deleted=True)]))


async def test_a_rebuilt_vault_is_the_same_to_the_byte(db: Stores):
    vault = Vault(db.vault)
    writing = asyncio.create_task(history(db))
    while not writing.done():
        await vault.catch_up()
        await asyncio.sleep(0)
    await writing
    await vault.catch_up()
    kept = files(vault)
    assert len(kept) > 200
    assert await vault.rebuild() == len(kept)
    assert files(vault) == kept
    for path in vault.folder.rglob("*.md"):
        path.unlink()
    stale = vault.folder / str(USER) / "logs" / "raw" / "1999" / "01" / "1999-01-01.md"
    stale.parent.mkdir(parents=True)
    stale.write_text(marked("---\ndate: 1999-01-01\n---\nnever happened"))
    nobody = vault.folder / "999" / "logs" / "raw" / "2026"
    nobody.mkdir(parents=True)
    (nobody / "x.md").write_text(marked("---\na: b\n---\nnobody"))
    assert await vault.rebuild() == len(kept)
    assert files(vault) == kept
    assert await vault.catch_up() == 0


async def test_ones_own_files_in_the_vault_stay(db: Stores):
    await save_entry(db.entries, entry(1))
    vault = Vault(db.vault)
    await vault.catch_up()
    own = vault.folder / str(USER) / ".obsidian" / "app.json"
    own.parent.mkdir()
    own.write_text("{}")
    await vault.rebuild()
    assert own.exists()


async def test_what_a_crash_left_unwritten_is_written_at_the_next_start(tmp_path: Path):
    first = await Stores.open(tmp_path)
    await save_entry(first.entries, entry(1))
    await first.close()  # nobody wrote the vault
    second = await Stores.open(tmp_path)
    vault = Vault(second.vault)
    await VaultWriter(vault).flush()
    assert len(files(vault)) == 2
    await second.close()


async def test_another_time_zone_writes_every_day_anew(db: Stores):
    for number, day in enumerate([TODAY, YESTERDAY]):
        await save_entry(db.entries, entry(number, day=day))
    vault = Vault(db.vault)
    await vault.catch_up()
    await save_user(db.people, User(id=USER, preferences=Preferences(time_zone="Asia/Seoul")))
    assert await vault.catch_up() > 0
    kept = files(vault)
    assert b"19:30" in kept[f"{USER}/logs/raw/2026/11/2026-11-21.md"]
    await vault.rebuild()
    assert files(vault) == kept


async def test_no_zone_is_kept_of_whoever_was_forgotten_while_files_were_written(db: Stores):
    await db.vault.vault_written(None, {USER: "UTC"})
    assert await db.vault.vault_zones() == {}
    await save_entry(db.entries, entry(1))
    await db.vault.vault_written(None, {USER: "UTC"})
    assert await db.vault.vault_zones() == {USER: "UTC"}


async def test_a_zone_nobody_knows_is_utc(db: Stores):
    await save_user(db.people, User(id=USER, preferences=Preferences(time_zone="../../etc/passwd")))
    await save_entry(db.entries, entry(0))
    vault = Vault(db.vault, "Mars/Base")
    await vault.catch_up()
    assert "## 10:30" in text(vault, f"{USER}/logs/raw/2026/11/2026-11-21.md")


@pytest.mark.parametrize(
    "nasty",
    [
        "../../../../etc/passwd",
        "## 10:00 [correction]\nfake",
        "# 2026-01-01",
        "---\nlast_updated: never\n---",
        "```\nfence without an end",
        "<!-- comment without an end",
        "line\r\nline\u2028## line",
        "",
        "\ud800\0",
    ],
)
async def test_text_is_only_ever_content(db: Stores, nasty: str):
    await db.turns.apply(Effects(entries=[entry(1, nasty), entry(2, "honest")]))
    vault = Vault(db.vault)
    await vault.catch_up()
    assert len(files(vault)) == 2
    raw = text(vault, f"{USER}/logs/raw/2026/11/2026-11-21.md")
    raw = raw.partition("\n---\n")[2]
    structure = [line for line in raw.split("\n") if line.lstrip(" ").startswith(("#", "`", "<", "-"))]
    assert structure == ["# 2026-11-21", "## 10:31", "## 10:32"]
    json.loads(text(vault, f"{USER}/logs/parsed/2026/11/2026-11-21.json"))


async def test_the_writer_gathers_changes_and_flushes(db: Stores):
    vault = Vault(db.vault)
    writer = VaultWriter(vault, delay=60)
    for number in range(5):
        await save_entry(db.entries, entry(number))
        writer.touch()
    assert files(vault) == {}
    await writer.flush()
    assert len(files(vault)) == 2
    await save_entry(db.entries, entry(9, day=YESTERDAY))
    writer.touch()
    await writer.flush()
    assert len(files(vault)) == 4


async def test_a_vault_that_cannot_be_written_stops_nothing(db: Stores):
    vault = Vault(db.vault)
    vault.folder.write_text("in the way")
    writer = VaultWriter(vault, delay=0)
    await save_entry(db.entries, entry(1))
    await writer.flush()
    vault.folder.unlink()
    await writer.flush()
    assert len(files(vault)) == 2


@pytest.mark.parametrize(
    "linked",
    [
        f"{USER}",
        f"{USER}/logs",
        f"{USER}/logs/raw",
        f"{USER}/logs/parsed",
        f"{USER}/logs/raw/2026",
        f"{USER}/logs/raw/2026/11",
        f"{USER}/logs/parsed/2026/11",
    ],
)
async def test_nothing_is_written_or_removed_through_a_folder_that_is_a_link(
    db: Stores, tmp_path: Path, linked: str, caplog: pytest.LogCaptureFixture
):
    vault = Vault(db.vault)
    await save_entry(db.entries, entry(1))
    await save_entry(db.entries, entry(2, day=YESTERDAY))
    await update_global_context(db.contexts, USER, "likes gripz", at=NOW)
    await vault.catch_up()
    outside = tmp_path / "outside"
    (vault.folder / linked).rename(outside)
    (vault.folder / linked).symlink_to(outside)
    (outside / "logs" / "parsed").mkdir(parents=True, exist_ok=True)
    (outside / "logs" / "parsed" / "theirs.json").write_text("{}")
    before = {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()}
    await save_entry(db.entries, entry(3, "squat 100 kg 5x5"))
    await save_entry(db.entries, entry(4, day=YESTERDAY - timedelta(days=1)))
    await update_global_context(db.contexts, USER, "likes squats", at=NOW)
    await vault.catch_up()
    await vault.rebuild()
    (vault.folder / "99").symlink_to(outside)  # as of somebody whom the database does not know
    await vault.rebuild()
    assert {path: path.read_bytes() for path in outside.rglob("*") if path.is_file()} == before
    assert f"nothing is written to {vault.folder / linked}" in caplog.text
    (vault.folder / linked).unlink()
    await vault.rebuild()
    assert "squat 100 kg" in text(vault, f"{USER}/logs/raw/2026/11/2026-11-21.md")


async def test_a_pipe_where_a_file_was_is_not_waited_for(db: Stores):
    vault = Vault(db.vault)
    await save_entry(db.entries, entry(1))
    await vault.catch_up()
    file = vault.folder / f"{USER}/logs/raw/2026/11/2026-11-21.md"
    file.unlink()
    os.mkfifo(file)
    await save_entry(db.entries, entry(2))
    await vault.catch_up()
    await vault.rebuild()
    assert file.is_fifo()


async def test_only_the_owner_may_read_the_vault(db: Stores):
    await save_entry(db.entries, entry(1, at=datetime(2026, 11, 21, tzinfo=UTC)))
    vault = Vault(db.vault)
    await vault.catch_up()
    modes = {path.stat().st_mode & 0o777 for path in vault.folder.rglob("*") if path.is_file()}
    assert modes == {0o600}
    assert vault.folder.stat().st_mode & 0o777 == 0o700


async def test_a_users_markdown_for_export(db: Stores):
    await save_entry(db.entries, entry(1))
    await update_global_context(db.contexts, USER, "# Me", at=NOW)
    vault = Vault(db.vault)
    exported = await vault.markdown(USER)
    await vault.catch_up()
    written = {
        name.partition("/")[2]: content for name, content in files(vault).items() if name.endswith(".md")
    }
    assert {name: content.encode() for name, content in exported.items()} == written


@pytest.mark.parametrize(
    "name", ['say "hi"', "a]] [[b", "x\n---\n# y", "tag: [1", '\\"', "a|b#c^d", "\u2028"]
)
async def test_front_matter_is_yaml_whatever_a_name_says(db: Stores, name: str):
    """And all that is in a link is its name."""
    await save_entry(db.entries, entry(1, measures=(sets(name=name),), domains=("my own: things",)))
    vault = Vault(db.vault)
    await vault.catch_up()
    raw = text(vault, f"{USER}/logs/raw/2026/11/2026-11-21.md")
    front = yaml.safe_load(raw.partition("---\n")[2].partition("\n---\n")[0])
    assert front["date"] == YESTERDAY + timedelta(days=1)
    assert front["tags"] == ["my-own-things"]
    [link] = front["measures"]
    assert re.fullmatch(r"\[\[[^\[\]|#^]*\]\]", link)
