"""/context: the memory with its buttons, through the chat."""

from __future__ import annotations

from pathlib import Path

from agents.memory import MemoryLine, opened, read_archive
from bot.replies.callbacks import MemoryTap
from storage.entities import ContextVersion
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person


async def learnt(bot: RunningBot, you: Person) -> StoredMessage:
    """/context after two records broken: two versions."""
    for text in ("bench 95kg x5x3", "bench 100kg x5x3", "bench 105kg x5x3"):
        assert "Logged" in (await you.ask(text)).text
        await bot.app.core.lanes.idle()
    return await you.ask("/context")


async def newest(bot: RunningBot, user_id: int = YOU_ID) -> ContextVersion:
    version = await bot.app.core.db.contexts.context(user_id)
    assert version is not None
    return version


async def lines(bot: RunningBot, user_id: int = YOU_ID) -> dict[str, MemoryLine]:
    return {line.key: line for line in opened(await newest(bot, user_id)).lines}


async def tapped(you: Person, message: StoredMessage, label: str) -> tuple[StoredMessage, str]:
    """The message after the tap, and what the tap was answered with."""
    tap = await you.tap(message, label)
    answer = (await you.answered(tap)).text
    shown = you.current(message)
    return (shown if shown.revision != message.revision else await you.edited(message)), answer or ""


async def test_history_difference_and_the_way_back(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        page = await learnt(bot, you)
        assert "Your bench press: heaviest 105 kg × 5" in page.text  # noqa: RUF001 - as shown
        assert "Version 2" in page.text
        page, _ = await tapped(you, page, "🕘 History")
        rows = [row for row in page.text.splitlines() if "a log" in row]
        assert [row.split(" ")[0] for row in rows] == ["2", "1"]
        assert "(+0 ±1 " in rows[0]
        page, _ = await tapped(you, page, "2")
        assert "100 kg x 5" in page.text
        assert "105 kg x 5" in page.text
        page, said = await tapped(you, page, "↩️ Back to version 1")
        assert said == "back to version 1"
        assert "heaviest 100 kg × 5" in page.text  # noqa: RUF001 - as shown
        back = await newest(bot)
        assert (back.version, back.cause) == (3, "back to 1")
        (_, left), *_ = read_archive(back.archive)
        assert (left.reason, "105 kg" in left.line.value) == ("rolled back", True)
        page, _ = await tapped(you, page, "↩️ Undo")
        assert "heaviest 105 kg × 5" in page.text  # noqa: RUF001 - as shown
        assert (await newest(bot)).version == 4


async def test_a_forgotten_line_is_not_learnt_again_and_its_undo_brings_it_back(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        page, _ = await tapped(you, await learnt(bot, you), "✂️ Forget a line")
        label = next(label for label in page.labels if label.startswith("bench press record"))
        page, said = await tapped(you, page, label)
        assert said == "forgotten"
        assert "Your bench press: " not in page.text
        forgotten = page
        await you.ask("bench 110kg x5")
        await bot.app.core.lanes.idle()
        assert "bench press record" not in await lines(bot)
        page, _ = await tapped(you, forgotten, "🗄 Archive")
        assert "bench press record: heaviest 105 kg x 5" in page.text
        assert "(forgotten)" in page.text
        page, _ = await tapped(you, page, "Back")
        page, _ = await tapped(you, page, "🕘 History")
        page, _ = await tapped(you, page, "2")
        page, _ = await tapped(you, page, "↩️ Back to version 2")
        await you.ask("bench 115kg x5")
        await bot.app.core.lanes.idle()
        assert "115 kg" in (await lines(bot))["bench press record"].value


async def test_a_line_is_pinned_and_let_loose(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        page, _ = await tapped(you, await learnt(bot, you), "📌 Pin a line")
        label = next(label for label in page.labels if label.startswith("bench press record"))
        page, said = await tapped(you, page, label)
        assert said == "pinned"
        assert "📌" in page.text
        await you.ask("bench 120kg x5")
        await bot.app.core.lanes.idle()
        record = (await lines(bot))["bench press record"]
        assert record.pinned
        assert "120 kg" in record.value
        page, _ = await tapped(you, await you.ask("/context"), "📌 Pin a line")
        page, said = await tapped(you, page, next(label for label in page.labels if label.startswith("📌")))
        assert said == "unpinned"
        assert not (await lines(bot))["bench press record"].pinned


async def test_stale_and_forged_taps_change_nothing(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        first = await learnt(bot, you)
        choice, _ = await tapped(you, first, "✂️ Forget a line")
        await you.ask("bench 110kg x5")
        await bot.app.core.lanes.idle()
        before = await bot.app.core.db.contexts.versions(YOU_ID)
        page, said = await tapped(you, choice, choice.labels[0])
        assert "I changed nothing" in said
        assert "heaviest 110 kg × 5" in page.text  # noqa: RUF001 - as shown
        number = before[0].version
        for forged in (
            MemoryTap(YOU_ID, "forget", number, "0123456789"),
            MemoryTap(YOU_ID, "back", number, "999"),
            MemoryTap(YOU_ID, "back", number, str(number)),
            MemoryTap(YOU_ID, "back", number + 1, "1"),
            MemoryTap(YOU_ID, "difference", number, "77777777"),
            MemoryTap(YOU_ID, "archive", number, "999999"),
            MemoryTap(ALEX_ID, "forget", number, "0123456789"),
        ):
            tap = await you.forge(page, forged.data)
            await you.answered(tap)
        tap = await you.forge(page, "c:1:X:1:1")
        assert "don't know this button" in ((await you.answered(tap)).text or "")
        assert await bot.app.core.db.contexts.versions(YOU_ID) == before


async def test_in_a_group_nobody_sees_a_page_or_taps_for_it(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await learnt(bot, you)
        here, alex = bot.client.person(YOU_ID, GROUP_ID), bot.client.person(ALEX_ID, GROUP_ID)
        told = await here.ask("/context@swealog_bot")
        assert "private chat" in told.text
        assert told.labels == []
        page = await you.next_reply()
        assert "✂️ Forget a line" in page.labels
        for person, owner, says in ((alex, YOU_ID, "somebody else"), (here, YOU_ID, "private chat")):
            tap = await person.forge(told, MemoryTap(owner, "main", 1).data)
            assert says in ((await person.answered(tap)).text or "")
        page, _ = await tapped(you, page, "✂️ Forget a line")
        page, said = await tapped(you, page, page.labels[0])
        assert said == "forgotten"
        assert await bot.app.core.db.contexts.context(ALEX_ID) is None


async def test_in_korean(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/settings language ko")
        for text in ("벤치 100kg 5회 3세트", "벤치 105kg 5회 3세트"):
            await you.ask(text)
            await bot.app.core.lanes.idle()
        page, _ = await tapped(you, await you.ask("/context"), "📌 고정하기")
        page, said = await tapped(you, page, page.labels[0])
        assert said == "고정함"
        page, _ = await tapped(you, page, "🕘 기록")
        assert "고정함" in page.text


async def test_what_a_word_means_names_it_from_then_on(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert "Zerk: 60 kg" in (await you.ask("zerks 60kg x5")).text
        assert "zercher squat" in (await you.ask("zerks means zercher squat")).text
        await bot.app.core.lanes.idle()
        page = await you.ask("/context")
        assert "“zerks” is zercher squat" in page.text
        assert "Zercher squat: 65 kg" in (await you.ask("zerks 65kg x5")).text
        await bot.app.core.lanes.idle()
        assert "65 kg" in (await you.ask("what is my best zerks?")).text
        page, _ = await tapped(you, await you.ask("/context"), "✂️ Forget a line")
        page, _ = await tapped(you, page, next(label for label in page.labels if "zerks" in label))
        assert "alias zerks" not in page.text
        assert "Zerk: 75 kg" in (await you.ask("zerks 75kg x5")).text
