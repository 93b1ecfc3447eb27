"""What people read: yes or no first, no statistics unless asked, kinds with totals, their own language."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

from agents.memory import Category, GlobalContext, MemoryLine, render
from storage.entities import ContextVersion
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.models.media import PHOTO

STATISTICS = re.compile(r"\bn = |Epley|Brzycki|interval|effect size|correlation|신뢰구간|상관")
SETTING = re.compile(r"\bllm\b|\bconfiguration\b|\b[a-z]+\.[a-z_]+\b(?!\.)")


async def lifting(bot: RunningBot, you: Person) -> None:
    """Six weeks of bench, going up, and a run."""
    started = bot.clock()
    for week in range(6):
        bot.clock.set(started - timedelta(days=7 * (6 - week)))
        await you.ask(f"bench {60 + 5 * week} kg 5x5")
    bot.clock.set(started)
    await you.ask("ran 5 km in 27:30")
    await you.ask("slept 7h")


ASKED = (
    ("did I run today?", r"^Yes: your running today .*5 km in 27:30"),
    ("did I swim this week?", r"^No: you have logged no swimming"),
    ("have I ever benched 200 kg?", r"^No, never 200 kg .*85 kg"),
    ("have I benched 80 kg?", r"^Yes: bench press reached 80 kg"),
    ("is my bench going up?", r"^Yes, stronger: your bench press .*going up"),
    ("is my bench going down?", r"^No, stronger: your bench press .*going up"),
    ("am I sleeping enough?", r"^I can't judge that, but this is what you logged: .*7 h"),
    ("should I take a rest day?", r"^(?:Yes|No): "),
    ("does sleep affect my bench?", r"^I can't say yet"),
    ("can you remind me tomorrow to train?", r"^⏰ Train: when\?"),
    ("what plates do I need for 225?", r"^🏋️ 225 kg: 25 "),
    ("have I run more this week than last week?", r"^Yes: your running .*none last week"),
    ("did I run more this week than last?", r"^Yes: your running"),
    ("did I run less this week than last week?", r"^No: your running"),
    ("did I bench more last week than the week before?", r"^Yes, heavier: "),
    ("did I run more last week than the week before?", r"^You logged no running last week"),
    ("did I bench more this week than last week?", r"^No: your bench press .*none this week"),
    ("was my bench lighter this week than last week?", r"^Your bench press .*none this week"),
    ("did I sleep well?", r"^I can't judge that, but this is what you logged: .*7 h"),
    ("did I eat today?", r"^No: you have logged no food"),
    ("did I rest yesterday?", r"^Yes: you had 1 day without training yesterday"),
    ("was today a rest day?", r"^No: you had no day without training today"),
    ("어제 쉬었어?", r"^네, 어제.* 쉰 날은 1일이에요"),
    ("오늘 쉬었어?", r"^아니요, 오늘.* 쉰 날이 없어요"),
    ("오늘 뛰었어?", r"^네, 오늘.* 5 km"),
    ("오늘 잤어?", r"^네, 오늘.* 7시간"),
    ("어제 잤어?", r"^아니요, 어제.* 수면 기록은 없어요"),
    ("이번 주에 지난주보다 더 많이 뛰었어?", r"^네, 달리기"),
    ("벤치 늘고 있어?", r"^네, 더 강해졌어요"),
)


async def test_yes_or_no_first_and_no_statistics(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await lifting(bot, you)
        for question, wanted in ASKED:
            told = (await you.ask(question)).text
            assert re.search(wanted, told), (question, told)
            assert not STATISTICS.search(told), (question, told)
        assert "Epley" in (await you.ask("what is my estimated 1RM in bench by the Epley formula?")).text


async def test_details_are_a_tap_away_for_who_asked(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        group, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        you = bot.client.you
        await lifting(bot, you)
        answer = await group.ask(f"@{bot.app.bot.username} is my bench going up?")
        assert answer.labels[-1].endswith("Details")
        await bot.restart()
        foreign = await alex.answered(await alex.tap(answer, "Details"))
        assert "somebody else" in foreign.text
        await group.tap(answer, "Details")
        told = await group.next_reply()
        assert "95 % interval" in told.text
        assert told.chat_id == GROUP_ID


async def test_evidence_says_what_it_holds(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        day = f"{bot.clock():%d %b}".lstrip("0")
        for log in ("bench 185 lb 5x5", "bench 205 lb 1 rep", "ran 5 km in 27:30", "felt lazy all day"):
            await you.ask(log)
        assert (await you.ask("what's my bench pr?")).labels == [f"205×1 · {day}"]  # noqa: RUF001 - as shown
        assert (await you.ask("when did I last run?")).labels[0] == f"5 km 27:30 · {day}"
        assert (await you.ask("when did I last feel lazy?")).labels[0] == f"felt lazy all day · {day}"


async def test_a_day_and_a_week_by_kind_with_totals(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        for log in (
            "bench 80 kg 5x5",
            "oatmeal 650 kcal 40g protein",
            "slept 7h",
            "squat 100 kg 3x5",
            "bench 90 kg 1 rep",
            "lunch: chicken rice 700 kcal 50g protein",
            "ran 5 km in 27:30",
            "felt lazy all day",
        ):
            await you.ask(log)
        today = (await you.ask("/today")).text
        week = (await you.ask("/week")).text
        kinds = ("Training", "Food", "Sleep", "Notes")
        for shown in (today, week):
            assert sorted(kinds, key=shown.index) == list(kinds)
            assert shown.count("Bench press") == 1
        assert "Training · 9 sets · run 5 km" in today
        assert "Food · 1,350 kcal · 90 g protein" in today
        assert "Training · 1 day · 9 sets · run 5 km" in week
        assert "Food · 1,350 kcal a day · 90 g protein a day" in week
        assert "Sleep · 7 h a night" in week


REMEMBERED: tuple[tuple[Category, str, str], ...] = (
    ("pattern", "training days", "Mon, Wed"),
    (
        "fact",
        "bench press record",
        "heaviest 205 lb x 1 (2026-01-22); estimated 1RM 215.8 lb (2026-01-22); logged since 2025-11-02",
    ),
    ("fact", "average sleep", "7.4 h a night over 4 weeks (n = 28)"),
    ("insight", "interest in run", "asks about it"),
)


async def test_the_memory_reads_like_sentences(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(bot.clock().replace(year=2026, month=11, day=23))
        await you.ask("slept 7h")
        at = bot.clock()
        lines = tuple(
            MemoryLine(
                category=category, key=key, value=value, confidence="likely", first=at.date(), last=at.date()
            )
            for category, key, value in REMEMBERED
        )
        content = render(GlobalContext(version=1, last_updated=at.date(), lines=lines))
        await bot.app.core.db.contexts.save_context(
            ContextVersion(user_id=YOU_ID, version=1, at=at, content=content)
        )
        told = (await you.ask("/context")).text
        assert "heaviest 205 lb × 1 on 22 Jan, about 215.8 lb for one rep, since 2 Nov 2025." in told  # noqa: RUF001
        assert "You sleep 7.4 h a night over 4 weeks." in told
        assert "You usually train on Mon, Wed." in told
        assert "You ask about run." in told
        assert not re.search(r"n = |\d{4}-\d\d|asks about it|record:", told)


async def test_replies_are_in_the_language_of_the_message(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        receipt = await you.ask("스쿼트 100kg 5x5")
        assert "기록했어요" in receipt.text
        await you.tap(receipt, "고치기")
        assert "어떻게 고칠까요" in (await you.next_reply()).text
        assert "고쳤어요" in (await you.ask("105kg였어")).text
        assert "스쿼트" in (await you.ask("내 스쿼트 기록은?")).text
        await you.ask("/settings language ko")
        assert "기록했어요" in (await you.ask("bench 80 kg 5x5")).text, "notation is of no language"
        assert "Logged" in (await you.ask("I slept 7 hours and felt great")).text
        assert "heaviest bench press" in (await you.ask("what's my best bench?")).text


TALK = ("hi", "hi", "thanks", "thanks!", "thank you so much", "lol", "lol", "👍", "👍", "you're awesome",
        "tell me a joke", "tell me a joke", "how are you?", "never mind", "wish me luck", "good night",
        "안녕", "안녕", "고마워", "고마워")  # fmt: skip


async def test_small_talk_gets_a_line_that_varies_and_is_no_log(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        said: list[str] = []
        for text in TALK:
            said.append((await you.ask(text)).text)
            assert not (await you.history())[-1].labels
        assert all(one != other for one, other in pairwise(said)), said
        assert all(any("가" <= letter <= "힣" for letter in one) for one in said[-4:])
        assert not any("I log what you text me" in one for one in said), said
        await bot.app.core.lanes.idle()
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 9)


async def test_no_setting_is_named_to_who_sends_what_nobody_can_read(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.voice(b"OggS")
        voice = (await you.next_reply()).text
        await you.photo(PHOTO)
        picture = (await you.next_reply()).text
        for told in (voice, picture):
            assert not SETTING.search(told), told
