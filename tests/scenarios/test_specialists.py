"""Parts of a message for specialists, and a day that one of them looks up for another: no model."""

# ruff: noqa: RUF001 - spans are written with a dash

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import swealog
from telegram_local.messages import StoredMessage
from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.harness import TestClock, running_bot
from tests.driver.person import Person
from tests.driver.radicale import Radicale, radicale

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)  # a Wednesday, 15:00 in Berlin
ZONE = {"time_zone": "Europe/Berlin"}
PAGES = {
    "Doctor/Knee.md": "# Knee\n\n## 2026-11-10\n\nDr. Weber: no swimming until 28 November. Ice it daily.\n",
    "Rehab.md": "# Rehab\n\n## 2026-11-02\n\nPhysio on 23 November or on 30 November, whichever is free.\n",
    "Gym.md": "# Gym\n\nLocker code: 4711. Shoe size: 43.5.\n",
}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[Radicale]:
    async with radicale(tmp_path / "radicale") as running:
        running.make("training")
        yield running


@pytest.fixture
def clock() -> TestClock:
    clock = TestClock()
    clock.set(NOW)
    return clock


def notes(tmp_path: Path, pages: Mapping[str, str] = PAGES) -> dict[str, object]:
    """Indexed as a cron job would; the bot's section of the settings."""
    vault = tmp_path / "vault"
    for name, text in pages.items():
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text, "utf-8")
    section: dict[str, object] = {"folders": [{"path": str(vault), "user": YOU_ID}], "vectors": False}
    config = tmp_path / "config.yaml"
    config.write_text(json.dumps({"data_dir": str(tmp_path / "data"), "notes": section}), "utf-8")
    done = CliRunner().invoke(swealog, ["notes", "index", "--config", str(config), "--user", str(YOU_ID)])
    assert done.exit_code == 0, done.output
    return section


async def test_a_day_is_looked_up_in_the_notes_and_an_event_proposed_on_it(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        asked = await you.ask("when did the doctor say I may swim again? put an easy swim on that day at 7")
        assert "no swimming until 28 November." in asked.text
        assert "Easy swim\nSat 28 Nov, 07:00–08:00" in asked.text
        assert server.kept() == {}
        await bot.restart()
        await you.tap(asked, "Create")
        assert "✅ In your calendar" in (await you.edited(asked)).text
        assert len(server.kept()) == 1
        assert "✅ Deleted" in (await you.ask("/undo")).text


@pytest.mark.parametrize(
    "said",
    [
        "의사가 언제부터 수영해도 된다고 했지? 그날 아침 7시에 가벼운 수영 잡아줘",
        "언제부터 수영해도 되는지 노트에서 확인하고 그날 아침 7시에 가벼운 수영 잡아줘",
    ],
)
async def test_a_day_is_looked_up_in_korean(
    tmp_path: Path, server: Radicale, clock: TestClock, said: str
) -> None:
    pages = {"무릎.md": "# 무릎\n\n## 2026-11-10\n\n의사: 수영은 11월 28일부터 가능. 매일 얼음찜질.\n"}
    found = await asyncio.to_thread(notes, tmp_path, pages)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (_, you):
        asked = await you.ask(said)
        assert "수영은 11월 28일부터 가능" in asked.text
        assert "📅 가벼운 수영\n11월 28일 (토), 07:00–08:00" in asked.text
        await you.tap(asked, "넣기")
        assert "✅" in (await you.edited(asked)).text
        assert len(server.kept()) == 1


async def test_a_course_brings_its_chart_beside_other_answers(tmp_path: Path, clock: TestClock) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    async with running_bot(tmp_path, clock=clock, notes=found, profile=ZONE) as (bot, you):
        days = [f"2026-10-{2 * day:02}: bench {70 + day} kg 3x5" for day in range(1, 15)]
        await you.ask("\n".join(days))
        asked = "is my bench going up and what did my notes say about swimming?"
        answered = await you.ask(asked)
        assert "going up" in answered.text
        assert "no swimming until" in answered.text
        drawn = await you.next_reply()
        assert drawn.message.photo
        here = bot.client.in_group(YOU_ID)
        await here.say(f"@{bot.app.bot.username} {asked}")
        in_group = await here.next_reply()
        assert any("Show chart" in label for label in in_group.labels)
        assert "swimming" not in in_group.text


async def test_a_page_without_an_address_is_opened_by_a_button(tmp_path: Path, clock: TestClock) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    async with running_bot(tmp_path, clock=clock, notes=found, profile=ZONE) as (bot, you):
        told = await you.ask("what do my notes say about swimming?")
        assert "no swimming until 28 November" in told.text
        await you.tap(told, "📄 Knee")
        page = await you.next_reply()
        assert page.text.startswith("📄 Knee (Doctor)\n\n# Knee\n")
        assert "Ice it daily." in page.text
        alex = bot.client.alex
        mine = await alex.ask("bench 50kg 5x5")
        await alex.forge(mine, next(one.callback_data or "" for one in told.buttons if "Knee" in one.text))
        assert "Ice" not in (await alex.next_reply()).text
        (tmp_path / "vault" / "Doctor" / "Knee.md").unlink()
        await you.tap(told, "📄 Knee")
        assert "Ice it daily." not in (await you.next_reply()).text


async def test_what_the_diary_has_no_word_for_is_looked_up_in_the_notes(
    tmp_path: Path, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    async with running_bot(tmp_path, clock=clock, notes=found, profile=ZONE) as (bot, you):
        assert "vault: 3 pages (" in (await you.ask("what's in my notes?")).text
        assert "vault: 3쪽 (" in (await you.ask("내 노트에 뭐가 있어?")).text
        assert "Locker code: 4711" in (await you.ask("what was the locker code?")).text
        assert "4711" not in (await you.ask("what was the bike code?")).text
        assert "no swimming until" in (await you.ask("what did Dr. Weber say about swimming")).text
        assert "Dr. Weber" not in (await you.ask("what did I do after swimming")).text
        assert "No coaches yet" in (await you.ask("what does the coach say")).text
        assert "4711" not in (await you.ask("when did I change gyms?")).text
        await you.ask("ran 5k in new shoes")
        both = await you.ask("what is the shoe size again?")
        assert "ran 5k in new shoes" in both.text
        assert "Shoe size: 43.5" in both.text
        alex = bot.client.alex
        assert "4711" not in (await alex.ask("what was the locker code?")).text


@pytest.mark.parametrize(
    "text",
    [
        "when did the doctor say I may swim again? put an easy swim on that day",
        "의사가 언제부터 수영해도 된다고 했지? 그날 캘린더에 가벼운 수영 넣어줘",
        "am I free on friday afternoon?",
        "금요일 오후에 한가해?",
    ],
)
async def test_without_a_calendar_it_says_how_to_connect_one(tmp_path: Path, text: str) -> None:
    async with running_bot(tmp_path, profile=ZONE) as (bot, you):
        told = await you.ask(text)
        assert "docs/assistant.md" in told.text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, limit=3) == []


@pytest.mark.parametrize("text", ["how do I create an event in my calendar?", "캘린더에 일정 어떻게 넣어?"])
async def test_how_a_calendar_is_used_is_told(tmp_path: Path, server: Radicale, text: str) -> None:
    async with running_bot(tmp_path, calendars=[server.account(user=YOU_ID)]) as (_, you):
        told = await you.ask(text)
        assert "CalDAV" in told.text
        assert told.labels == []


@pytest.mark.parametrize(
    "text",
    [
        "how do I connect my calendar?", "can you work with Notion?", "how do I add an mcp server",
        "connect my google calendar please", "캘린더 어떻게 연결해?", "노션 연결할 수 있어?",
        "노트 추가하는 방법 알려줘",
    ],
)  # fmt: skip
async def test_how_something_is_connected_is_told(tmp_path: Path, text: str) -> None:
    """Also where something is connected already; over HTTP and in the terminal the same words are heard."""
    async with running_bot(tmp_path, notes=await asyncio.to_thread(notes, tmp_path)) as (bot, you):
        for person in (you, bot.client.alex):
            assert "docs/assistant.md" in (await person.ask(text)).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, limit=3) == []


async def test_of_several_days_one_is_chosen_by_a_button_also_after_a_restart(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        asked = await you.ask(
            "when is the physio according to my notes? put physio in my calendar on that day at 9"
        )
        assert "Which day should it be?" in asked.text
        assert asked.labels == ["Mon 23 Nov", "Mon 30 Nov", "Skip"]
        await bot.restart()
        await you.tap(asked, "Mon 30 Nov")
        assert "Physio\nMon 30 Nov, 09:00–10:00" in (await you.next_reply()).text
        asked = await you.ask("what day did I buy the canary? put a party in my calendar on that day")
        assert "I found no day" in asked.text
        assert "Party\nFri 4 Dec" in (await you.ask("4 December")).text


async def test_a_question_for_a_day_is_answered_by_a_day_and_tells_a_group_none(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        request = "when is the physio according to my notes? put physio in my calendar on that day at 9"
        asked = await you.ask(request)
        assert "Rehab" in asked.text
        assert "<" not in asked.text
        assert "Hello" in (await you.ask("hi")).text
        assert "Logged" in (await you.ask("bench 80 kg 5x5")).text
        assert bot.client.you.current(asked).labels == ["Mon 23 Nov", "Mon 30 Nov", "Skip"]
        assert "Physio\nMon 30 Nov, 09:00–10:00" in (await you.ask("the 30th please")).text
        here = bot.client.in_group(YOU_ID)
        asked = await here.ask(f"@{bot.app.bot.username} {request}")
        assert asked.labels == ["Skip"]
        assert "Nov" not in asked.text
        await here.say("30 November", reply_to=asked)
        assert "Physio\nMon 30 Nov, 09:00–10:00" in (await you.next_reply()).text


async def replied(person: Person, to: StoredMessage, text: str) -> StoredMessage:
    """The answer to a reply."""
    await person.reply(to, text)
    return await person.next_reply()


async def test_a_reply_is_heard_like_any_message_unless_it_may_mean_a_log(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    """In a group a reply is how the bot is spoken to."""
    server.put("training", "a1", "SUMMARY:Dentist", "DTSTART:20261119T090000Z", "DURATION:PT30M")
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        receipt = await you.ask("bench 100 kg 5x5")
        for before in (receipt, await you.ask("thanks!")):
            assert "Dentist" in (await replied(you, before, "what's on tomorrow?")).text
            told = await replied(you, before, "what do my notes say about swimming?")
            assert "no swimming until 28 November" in told.text
            assert "11월 19일" in (await replied(you, before, "내일 뭐 있어?")).text
            asked = await replied(you, before, "put leg day in my calendar on Saturday at 10")
            assert "Leg day\nSat 21 Nov, 10:00–11:00" in asked.text
        assert "21:00: Stretch" in (await replied(you, told, "remind me tomorrow at 21:00 to stretch")).text

        here = bot.client.in_group(YOU_ID)
        told = await here.ask(f"@{bot.app.bot.username} what's my best bench?")
        await here.say("what's on tomorrow?", reply_to=told)
        assert "Dentist" in (await you.next_reply()).text

        moved = await replied(you, asked, "make it Sunday at 8:30")
        assert "Leg day\nSun 22 Nov, 08:30–09:30" in moved.text
        await replied(you, receipt, "make it 105 kg")
        await replied(you, receipt, "move it to yesterday")
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert (entry.day.isoformat(), entry.measures[0].weight_kg) == ("2026-11-17", 105)
        assert server.kept().keys() == {"a1.ics"}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "when is the checkup according to my notes? put it in my calendar at 9",
            "Checkup\nThu 26 Nov, 09:00",
        ),
        ("find out from my notes when the checkup is and put it in my calendar", "Checkup\nThu 26 Nov"),
        ("검진 언제야? 9시에 캘린더에 넣어줘", "검진\n11월 27일 (금), 09:00"),
    ],
)
async def test_what_the_day_is_asked_of_is_put_there(
    tmp_path: Path, server: Radicale, clock: TestClock, said: str, told: str
) -> None:
    pages = {
        "Health.md": "# Health\n\n## 2026-11-10\n\nThe checkup is on 26 November.\n\n검진은 11월 27일.\n"
    }
    found = await asyncio.to_thread(notes, tmp_path, pages)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        assert f"📅 {told}" in (await you.ask(said)).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_a_day_of_the_diary_or_of_what_was_said(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, profile=ZONE) as (_, you):
        await you.ask("saw the physio, shoulder is ok, next session in 2 weeks")
        asked = await you.ask(
            "when is the next session with the physio? put physio in my calendar on that day at 9"
        )
        assert "Physio\nWed 2 Dec, 09:00–10:00" in asked.text


async def test_parts_for_several_are_answered_in_one_reply(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    server.put("training", "a1", "SUMMARY:Dentist", "DTSTART:20261119T090000Z", "DURATION:PT30M")
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        told = await you.ask("what's on tomorrow and what did my notes say about swimming?")
        assert "10:00–10:30 Dentist" in told.text
        assert "no swimming until 28 November" in told.text
        await you.ask("bench 100 kg 5x5")
        told = await you.ask("what's my best bench? and what's on tomorrow?")
        assert "100 kg" in told.text
        assert "Dentist" in told.text
        here = bot.client.in_group(YOU_ID)
        await here.say(f"@{bot.app.bot.username} what's my best bench? and what's on tomorrow?")
        assert "Dentist" in (await you.next_reply()).text
        said = [one.text for one in bot.client.history(GROUP_ID) if one.from_bot]
        assert any("100 kg" in text for text in said)
        assert not any("Dentist" in text for text in said)


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        ("put yoga on Saturday at 9am and schedule a swim on Sunday at 8", "Create"),
        ("토요일 9시에 요가 넣어줘 그리고 일요일 8시에 수영 잡아줘", "넣기"),
    ],
)
async def test_of_several_proposals_each_has_its_own_message(
    tmp_path: Path, server: Radicale, clock: TestClock, said: str, yes: str
) -> None:
    """A tap changes the whole message that it is below."""
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, profile=ZONE) as (bot, you):
        here = bot.client.in_group(YOU_ID)
        for by_group in (False, True):
            if by_group:
                await here.say(f"@{bot.app.bot.username} {said}")
            else:
                await you.say(said)
            first, second = await you.next_reply(), await you.next_reply()
            assert ("21" in first.text, "22" in second.text) == (True, True)
            for asked in (second, first):
                await you.tap(asked, yes)
                assert "✅" in (await you.edited(asked)).text
        assert len(server.kept()) == 4
        assert len([one for one in bot.client.history(GROUP_ID) if one.from_bot]) == 1
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9) == []


async def test_no_log_is_lost_to_a_word_of_a_calendar(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        said = (
            "squat 100kg 5x5 after two classes, anything tomorrow would kill me",
            "bench 80 kg 3x5, see page 2",
        )
        for text in said:
            assert "Logged" in (await you.ask(text)).text
        kept = [entry.text for entry in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)]
        assert sorted(kept) == sorted(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("what's on tomorrow?", "and on Saturday?"), "Team lunch"),
        (("am I free on Saturday afternoon?", "what about Monday?"), "Holiday"),
        (("내일 뭐 있어?", "토요일은?"), "Team lunch"),
        (("what do my notes say about swimming?", "and about the physio?"), "whichever is free"),
        (("what did I say about the mattress?", "and my elbow?"), "elbow was sore"),
        (("what did I say about the elbow?", "and today?"), "elbow was sore"),
        (("what's on tomorrow?", "thanks!", "and bench?"), "no bench"),
        (("what's on tomorrow?", "and my bench?"), "no bench"),
    ],
)
async def test_few_words_go_on_with_what_was_asked(
    tmp_path: Path, server: Radicale, clock: TestClock, said: tuple[str, ...], told: str
) -> None:
    server.put("training", "a1", "SUMMARY:Team lunch", "DTSTART:20261121T110000Z", "DURATION:PT1H")
    server.put(
        "training", "a2", "SUMMARY:Holiday", "DTSTART;VALUE=DATE:20261123", "DTEND;VALUE=DATE:20261124"
    )
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (_, you):
        await you.ask("the new mattress is soft, my elbow was sore")
        last = [await you.ask(one) for one in said][-1]
        assert told in last.text


async def test_what_nothing_tells_is_asked_with_buttons(
    tmp_path: Path, server: Radicale, clock: TestClock
) -> None:
    """A question that the diary has no word for: its person says where to look, also after a restart."""
    server.put(
        "training", "visit", "SUMMARY:Boiler service", "DTSTART:20261124T090000Z", "DTEND:20261124T100000Z"
    )
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (
        bot,
        you,
    ):
        await you.ask("bench 80kg 5x5")
        asked = await you.ask("any news on the boiler?")
        assert "Where should I look instead?" in asked.text
        assert list(asked.labels) == ["📄 Notes", "📅 Calendar", "💬 This chat"]
        await bot.restart()
        await you.tap(asked, "📅 Calendar")
        assert "Boiler service" in (await you.next_reply()).text
        await you.tap(asked, "💬 This chat")
        assert "I find nothing" in (await you.next_reply()).text
        asked = await you.ask("톰 와이프 이름이 뭐였지")
        assert list(asked.labels) == ["📄 노트", "📅 캘린더", "💬 이 대화"]
        told = await you.ask("what's my best bench?")
        assert "Where should I look" not in told.text
