"""Somebody edits the Markdown of the vault: the entry follows, with a receipt and Undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.coach import CoachRow, WakeRow
from storage.wakes import THROTTLE
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.storing import update_global_context


def day_file(tmp_path: Path) -> Path:
    [found] = (tmp_path / "data" / "vault" / str(YOU_ID) / "logs" / "raw").rglob("*.md")
    return found


async def written(bot: RunningBot, tmp_path: Path) -> Path:
    await bot.app.keeper.vault.catch_up()
    return day_file(tmp_path)


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


async def test_a_changed_file_is_a_revision_with_a_receipt_and_undo(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        await you.ask("squat 100 kg 5x5")
        file = await written(bot, tmp_path)
        assert await bot.app.keeper.watch.look() == 0  # our own writes are no edits
        edit(file, "bench 80 kg 5x3", "bench 85 kg 5x3, felt good")
        assert await bot.app.keeper.watch.look() == 1
        receipt = await you.next_reply()
        assert "80 kg" in receipt.text
        assert "85 kg" in receipt.text
        assert "You changed this in a file of the vault" in receipt.text
        assert "bench 85 kg 5x3, felt good" in file.read_text(encoding="utf-8")
        assert "[correction]" not in file.read_text(encoding="utf-8")
        assert await bot.app.keeper.watch.look() == 0
        assert "“bench 85 kg 5x3, felt good”" in (await you.ask("/cases")).text
        await you.tap(receipt, "Undo")
        assert "80 kg" in (await you.next_reply()).text
        await written(bot, tmp_path)
        assert "bench 80 kg 5x3\n" in file.read_text(encoding="utf-8")
        assert "85" not in (await you.ask("/today")).text


async def test_new_words_are_logged_and_what_is_taken_out_is_deleted(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        await you.ask("squat 100 kg 5x5")
        file = await written(bot, tmp_path)
        with file.open("a", encoding="utf-8") as end:
            end.write("\n## 00:00\nran 5 km in 27:30\n")
        assert await bot.app.keeper.watch.look() == 1
        told = await you.next_reply()
        assert "5 km" in told.text
        assert "file of the vault" in told.text
        today = (await you.ask("/today")).text
        assert "5 km" in today
        assert await bot.app.keeper.watch.look() == 0
        edit(file, "squat 100 kg 5x5\n", "")
        text = file.read_text(encoding="utf-8")
        block = text.index("## ", text.index("bench 80"))
        file.write_text(text[:block], encoding="utf-8")
        assert await bot.app.keeper.watch.look() == 1
        gone = await you.next_reply()
        assert "Squat" in gone.text
        assert gone.labels == ["↩️ Undo"]
        assert "Squat" not in (await you.ask("/today")).text
        await you.tap(gone, "Undo")
        await you.next_reply()
        assert "Squat" in (await you.ask("/today")).text
        assert "5 km" in (await you.ask("/today")).text


async def test_where_both_changed_both_are_shown_and_the_person_chooses(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        theirs = file.read_text(encoding="utf-8").replace("80 kg", "95 kg")
        await you.ask("no, 85 kg")
        await written(bot, tmp_path)
        file.write_text(theirs, encoding="utf-8")  # it comes from a copy that was older
        assert await bot.app.keeper.watch.look() == 1
        asked = await you.next_reply()
        assert "bench 80 kg 5x3" in asked.text
        assert "bench 95 kg 5x3" in asked.text
        assert "85 kg" in (await you.ask("/today")).text
        assert "no, 85" not in file.read_text(encoding="utf-8")
        assert "[correction]" in file.read_text(encoding="utf-8")
        await bot.restart()
        assert await bot.app.keeper.watch.look() == 0  # the question waits, and is not asked again
        await you.tap(asked, "✓")
        assert "95 kg" in (await you.ask("/today")).text
        await written(bot, tmp_path)
        assert "edited: bench 95 kg 5x3" in file.read_text(encoding="utf-8")
        await you.ask("/undo")
        assert "85 kg" in (await you.ask("/today")).text


async def test_what_was_changed_while_the_bot_was_down_is_read_at_the_start(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        await bot.stop()
        file = day_file(tmp_path)
        edit(file, "80 kg", "90 kg")
        await bot.start()
        assert "90 kg" in (await you.next_reply()).text
        assert "90 kg" in (await you.ask("/today")).text


async def test_a_log_does_not_write_over_what_was_not_read_yet(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        edit(file, "80 kg", "90 kg")
        await you.ask("squat 100 kg 5x5")
        await written(bot, tmp_path)
        assert "90 kg" in file.read_text(encoding="utf-8")
        await bot.app.keeper.watch.look()
        assert "90 kg" in (await you.next_reply()).text
        text = file.read_text(encoding="utf-8")
        assert "bench 90 kg 5x3" in text
        assert "squat 100 kg 5x5" in text


async def test_what_cannot_be_followed_is_kept_beside_and_said_once(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        kept = tmp_path / "data" / "vault" / str(YOU_ID) / "kept"
        spoilt = {
            "can't follow": b"what is this?",
            "not plain text": b"\xff\xfe\x00",
            "too large": b"# x\n" * 300_000,
        }
        for number, (said, content) in enumerate(spoilt.items(), 1):
            file.write_bytes(content)
            assert await bot.app.keeper.watch.look() == 1
            assert said in (await you.next_reply()).text
            assert len(list(kept.iterdir())) == number
            assert "bench 80 kg 5x3" in file.read_text(encoding="utf-8")
            assert await bot.app.keeper.watch.look() == 0
        assert {path.read_bytes() for path in kept.iterdir()} == set(spoilt.values())
        assert "80 kg" in (await you.ask("/today")).text


async def test_no_link_is_followed(tmp_path: Path):
    secret = tmp_path / "secret.md"
    secret.write_text("# 1\n\n## 10:00\nran 42 km\n", encoding="utf-8")
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        file.unlink()
        file.symlink_to(secret)
        await bot.app.keeper.watch.look()
        assert "is a link now" in (await you.next_reply()).text
        await you.ask("squat 100 kg 5x5")
        await written(bot, tmp_path)
        assert "42 km" not in (await you.ask("/today")).text
        assert file.is_symlink()
        assert secret.read_text(encoding="utf-8").endswith("ran 42 km\n")


async def test_what_cannot_be_followed_is_not_kept_through_a_link(tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        (tmp_path / "data" / "vault" / str(YOU_ID) / "kept").symlink_to(outside)
        edit(file, "# 20", "# not 20")
        with pytest.raises(OSError, match="kept is a link"):
            await bot.app.keeper.watch.look()
        assert list(outside.iterdir()) == []
        assert "# not 20" in file.read_text(encoding="utf-8")
        assert "80 kg" in (await you.ask("/today")).text


async def test_the_memory_s_file_can_be_changed_and_taken_back(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("when I say gripz I mean skull crusher")
        await bot.app.keeper.vault.catch_up()
        file = tmp_path / "data" / "vault" / str(YOU_ID) / "global-context.md"
        assert await bot.app.keeper.watch.look() == 0
        edit(file, "## Facts\n", "## Facts\n\n- shoe size: 44\n")
        assert await bot.app.keeper.watch.look() == 1
        told = await you.next_reply()
        assert "file of my memory" in told.text
        assert "Shoe size" in (await you.ask("/context")).text
        assert await bot.app.keeper.watch.look() == 0
        edit(file, "# Global Context\n", "# Global Context\n\nI like trains.\n")
        await bot.app.keeper.watch.look()
        assert "can't follow" in (await you.next_reply()).text
        await you.tap(told, "Undo")
        await you.edited(told)
        assert "Shoe size" not in (await you.ask("/context")).text
        logged = await you.say("squat 100kg 5x5")
        await you.next_reply()
        await you.edit(logged, "squat 105kg 5x5")
        await you.next_reply()
        await bot.app.keeper.vault.catch_up()
        edit(file, "## Preferences\n", "## Preferences\n\n- alias squat: bench press\n")
        await bot.app.keeper.watch.look()
        told = (await you.next_reply()).text
        assert "(1): 1 would be read wrong now, such as “squat 105kg 5x5”" in told


async def test_what_a_repository_brings_is_followed_as_if_it_was_written_here(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        day = file.relative_to(tmp_path / "data" / "vault" / str(YOU_ID)).as_posix()
        changed = file.read_text(encoding="utf-8").replace("80 kg", "90 kg").encode()
        files = {day: changed, "README.md": b"mine", "global-context.md": b"\xff"}
        for _ in range(2):  # the second time nothing of it is new
            unread = await bot.app.keeper.read_back(YOU_ID, files)
            assert unread == ["README.md", "global-context.md"]
        assert "90 kg" in (await you.next_reply()).text
        await written(bot, tmp_path)
        assert "bench 90 kg 5x3" in file.read_text(encoding="utf-8")
        assert len(await bot.app.core.db.entries.revisions(YOU_ID, await only(bot))) == 2


async def test_an_edit_that_comes_here_twice_wakes_once(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        wakes, keeper = bot.app.core.db.wakes, bot.app.keeper
        await you.ask("bench 80 kg 5x3")
        row = CoachRow("c1", YOU_ID, "bench", "strength", "active", True, "{}", bot.clock())
        await bot.app.core.db.coaches.save(row, ("exercise:bench press",))
        file = await written(bot, tmp_path)
        edit(file, "80 kg", "90 kg")
        content = file.read_bytes()
        await keeper.watch.look()
        assert "90 kg" in (await you.next_reply()).text
        [waits] = await wakes.due(bot.clock() + THROTTLE)
        wake = WakeRow("w1", YOU_ID, "c1", waits.reason, waits.tokens, "k1", 1, 1, bot.clock())
        assert await wakes.begin(waits, wake)
        file.write_bytes(content)
        await keeper.watch.look()
        day = file.relative_to(tmp_path / "data" / "vault" / str(YOU_ID)).as_posix()
        assert await keeper.read_back(YOU_ID, {day: content}) == []
        assert await wakes.due(bot.clock() + THROTTLE) == []


async def only(bot: RunningBot) -> str:
    [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
    return entry.id


async def test_a_file_of_a_new_day_is_logged_and_nobody_unknown_is_followed(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        file = await written(bot, tmp_path)
        vault = tmp_path / "data" / "vault"
        for user in (str(YOU_ID), "4242", "99999999999999999999"):
            new = vault / user / "logs" / "raw" / "2020" / "03" / "2020-03-02.md"
            new.parent.mkdir(parents=True)
            new.write_text("# 2020-03-02\n\n## 07:15\nran 12 km\n", encoding="utf-8")
        await bot.app.keeper.watch.look()
        told = await you.next_reply()
        assert "2 Mar" in told.text
        assert "12 km" in told.text
        written_anew = (vault / str(YOU_ID) / "logs" / "raw" / "2020" / "03" / "2020-03-02.md").read_text(
            "utf-8"
        )
        assert "measures:" in written_anew
        assert "\n## 07:15\nran 12 km\n" in written_anew
        assert "ran" not in file.read_text(encoding="utf-8")
        assert await bot.app.core.db.people.get_user(4242) is None
        assert not await bot.app.core.db.entries.recent_entries(4242, 9)


async def test_a_memory_that_carries_no_mark_is_no_edit(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("use kg from now on")
        contexts = bot.app.core.db.contexts
        for content in (
            "# Global Context\n\n## Preferences\n",
            "# Global Context\n\n- x\n\n## Preferences\n",
        ):
            await update_global_context(contexts, YOU_ID, content)
            await bot.app.keeper.vault.catch_up()
            file = tmp_path / "data" / "vault" / str(YOU_ID) / "global-context.md"
            assert "weight unit: kg (chosen)" in file.read_text(encoding="utf-8")
            await bot.app.keeper.watch.look()
        assert not (file.parent / "kept").exists()
        file.write_text("# Mine\n", encoding="utf-8")
        await bot.app.keeper.watch.look()
        assert "can't follow" in (await you.next_reply()).text
        assert len(list((file.parent / "kept").iterdir())) == 1
