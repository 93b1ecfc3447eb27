"""*Fix* below a receipt: the next message of that person in that chat corrects the log, and nothing else."""

from __future__ import annotations

from pathlib import Path

from storage.entities import Entry
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person


async def fixing(you: Person, log: str) -> StoredMessage:
    """Log it and tap Fix; what the bot asks."""
    await you.tap(await you.ask(log), (0, 1))
    prompt = await you.next_reply()
    assert "What should it say" in prompt.text or "어떻게 고칠까요" in prompt.text
    return prompt


async def entries(bot: RunningBot, user_id: int = YOU_ID) -> list[Entry]:
    await bot.app.core.lanes.idle()
    return await bot.app.core.db.entries.recent_entries(user_id, 99)


REWORDED = (
    ("bench 185 lb 5x3", "bench 190 lb 5x3", "190 lb × 3 reps, 5 sets"),  # noqa: RUF001 - as it is shown
    ("ran 5 km in 27:30", "6 km", "6 km · 27:30"),
    ("slept 7h", "slept 8h", "Sleep: 8 h"),
    ("had oatmeal, 2100 kcal", "2300 kcal and 120g protein", "Kcal: 2300 kcal\nProtein: 120 g"),
    ("squat 100 kg 5x5", "front squat 80 kg 5x5", "Front squat: 80 kg × 5 reps"),  # noqa: RUF001
    (
        "did 3 rounds of helen, 60kg",
        "ran 3 km in 20:00, bw 80 kg",
        "Run: 3 km · 20:00 · 6:40/km\nBody weight: 80 kg",
    ),
    ("lunch was pizza", "lunch was pasta", "Meal: pasta"),
    ("스쿼트 120kg 5x5", "스쿼트 125kg 5x5", "125 kg"),
)


async def test_new_words_after_fix_make_no_second_entry(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for number, (log, correction, shown) in enumerate(REWORDED, 1):
            await fixing(you, log)
            changed = await you.ask(correction)
            assert shown in changed.text, correction
            assert "Changed" in changed.text or "고쳤어요" in changed.text
            assert "🏆" not in changed.text
            known = await entries(bot)
            assert len(known) == number, [entry.text for entry in known]
            assert log in [entry.text for entry in known], "the words of the log stay"


async def test_who_was_not_understood_may_say_it_again(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await fixing(you, "squat 100 kg 5x5")
        assert "Say it another way" in (await you.ask("hmm the weather is nice")).text
        assert "105 kg" in (await you.ask("105")).text
        [entry] = await entries(bot)
        assert entry.measures[0].weight == 105
        assert "Logged" in (await you.ask("squat 110 kg 5x5")).text


async def test_it_survives_a_restart_and_ends_with_the_conversation(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await fixing(you, "bench 80 kg 5x5")
        await bot.restart()
        assert "Changed" in (await you.ask("bench 85 kg 5x5")).text
        await fixing(you, "squat 100 kg 5x5")
        bot.clock.advance(minutes=61)
        assert "Logged" in (await you.ask("squat 105 kg 5x5")).text
        assert len(await entries(bot)) == 3


async def test_what_is_plainly_something_else_ends_it(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        bench = await you.ask("bench 60 kg 5x5")
        for count, other in enumerate(("how much did I squat today?", "thanks!", "/today", "/cancel"), 1):
            await fixing(you, "squat 100 kg 5x5")
            told = (await you.ask(other)).text
            assert "Changed" not in told
            assert other != "/cancel" or "stays as it is" in told
            assert "Logged" in (await you.ask("squat 110 kg 5x5")).text, other
            assert len(await entries(bot)) == 1 + 2 * count
        await fixing(you, "row 70 kg 5x5")
        await you.reply(bench, "it was 65")
        assert "65 kg" in (await you.next_reply()).text
        assert "Logged" in (await you.ask("row 75 kg 5x5")).text
        receipt = await you.ask("curl 20 kg 3x10")
        await you.tap(receipt, "Fix")
        await you.next_reply()
        await you.tap(receipt, "Undo")
        await you.next_reply()
        assert "Logged" in (await you.ask("curl 22 kg 3x10")).text


async def test_the_answer_to_a_question_and_a_correction_beside_one(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        receipt = await you.ask("bench 185 5x5")
        await you.next_reply()
        await you.tap(receipt, "Fix")
        await you.next_reply()
        assert "185 lb" in (await you.ask("lb")).text, "an option by its name answers the question"
        assert "Logged" in (await you.ask("bench 190 5x5")).text
        await fixing(you, "squat 225 5x5")
        await you.say("it was 235. What is my best squat?")
        told = [(await you.next_reply()).text for _ in range(2)]
        assert any("235 lb" in text and "Changed" in text for text in told), told
        assert any("heaviest squat is 235 lb" in text for text in told), told
        assert len(await entries(bot)) == 3


async def test_of_several_days_the_one_that_is_named_changes(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await fixing(you, "yesterday: bench 80 kg 5x5\ntoday: squat 100 kg 5x5")
        assert "105 kg" in (await you.ask("squat 105 kg 5x5")).text
        assert sorted(entry.measures[0].weight or 0 for entry in await entries(bot)) == [80, 105]


async def test_in_a_group_it_is_whoever_tapped(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        client: LocalClient = bot.client
        you, alex = client.in_group(YOU_ID), client.in_group(ALEX_ID)
        await fixing(you, f"@{bot.app.bot.username} bench 80 kg 5x5")
        await alex.say("bench 90 kg 5x5")
        await you.say("haha nice one")
        await you.say("bench 85 kg 5x5")
        changed = await you.next_reply()
        assert "Changed" in changed.text
        assert "85 kg" in changed.text
        [mine] = await entries(bot)
        assert mine.measures[0].weight == 85
        [theirs] = await entries(bot, ALEX_ID)
        assert theirs.measures[0].weight == 90
        assert not await bot.app.core.db.fixes.fix(YOU_ID, GROUP_ID, bot.clock())
