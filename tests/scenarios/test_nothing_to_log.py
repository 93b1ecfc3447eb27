"""No tick on nothing: notes are noted, requests are answered honestly, and dropped figures are named."""

from __future__ import annotations

from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot

NOTES = ("rest day", "new shoes arrived", "휴식일")
DONE = (
    ("start a 2 min timer", "⏱ 2 min"),
    ("remind me tomorrow to train", "⏰ Train: when?"),
    ("can you set an alarm for 7am?", "07:00: Alarm"),
    ("2분 타이머 시작해줘", "⏱ 2 min"),
    ("what plates do I need for 225?", "on each side"),
)
REQUESTS = (
    "post my workout to strava",
    "log the same as my brother",
    "put leg day in my calendar on Friday",
    "schedule a run for tomorrow",
    "notify me when I skip a week",
)
BESIDE = (
    "bench 80kg 5x5, remind me to stretch tomorrow",
    "squat 100kg 5x5 and put legs in my calendar for friday",
)
LOGS = (
    ("pull-ups +25 kg 5x5, cadence 172", "Not read: cadence 172"),
    ("ran 5k in 25:00, hr 145, cadence 172", "Not read: cadence 172"),
    ("bench 80kg 5x5 in 45 min", "I could not read “45 min”."),
)
WHOLE = (
    "slept 7h, woke 3 times",
    "bench 80kg 5x5 @8, rest 3 min",
    "ran 10 km in 52:10",
    "squat 4x5: 100, 110, 120, 130 kg",
    "2100 kcal",
)


async def test_nothing_is_ticked_that_is_no_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        db = bot.app.core.db
        for text in NOTES:
            noted = await you.ask(text)
            assert noted.text in ("📝 Noted.", "📝 적어 두었어요.")
            assert noted.labels == []
        assert [entry.text for entry in (await db.entries.recent_entries(YOU_ID, 9))[::-1]] == [*NOTES]
        for text, told in DONE:
            assert told in (await you.ask(text)).text
        declined = [await you.ask(text) for text in REQUESTS]
        assert all(told.text.startswith(("I can't do that yet", "I could not set that")) for told in declined)
        assert [told.labels for told in declined] == [[]] * len(REQUESTS)
        assert len(await db.entries.recent_entries(YOU_ID, 9)) == len(NOTES)
        assert "✅" not in "".join(stored.text for stored in await you.history() if stored.from_bot)


async def test_a_request_beside_a_log_keeps_the_log_and_is_declined(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for text, name in zip(BESIDE, ("bench press", "squat"), strict=True):
            both = {(await you.ask(text)).text[:5], (await you.next_reply()).text[:5]}
            assert both & {"I can", "⏰ Str"}
            (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 1)
            assert [measure.name for measure in entry.measures] == [name]


async def test_what_was_dropped_is_named_and_nothing_else(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        for text, dropped in LOGS:
            receipt = await you.ask(text)
            assert "Logged" in receipt.text
            assert dropped in receipt.text
        for text in WHOLE:
            assert "Not read" not in (await you.ask(text)).text, text
        unread = await you.ask("12#5 %%")
        assert "Logged" not in unread.text
        assert any("Fix" in label for label in unread.labels)


async def test_thanks_with_praise_and_wishes_for_a_file_are_no_notes(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for text in ("수고 많으세요", "고마워요 덕분에 잘 챙기네요", "export everything to csv"):
            await you.ask(text)
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_lists_of_things_to_get_are_notes_and_no_meals(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for text in (
            "shopping list: bread, bananas",
            "add milk to my shopping list",
            "jot down idea: train with max on sundays",
            "장볼 거: 우유, 빵",
        ):
            assert (await you.ask(text)).text in ("📝 Noted.", "📝 적어 두었어요.")
        told = (await you.ask("what's on my shopping list?")).text
        assert "add milk to my shopping list" in told
        assert "shopping list: bread, bananas" in told
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert not [one for entry in entries for one in entry.measures]
