from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.people.zones import COMMON
from bot.replies.callbacks import (
    FORM,
    AccessTap,
    AnswerChartTap,
    AnswerTap,
    AnyTap,
    ChartTap,
    CoachTap,
    DetailsTap,
    EntryTap,
    FollowUpTap,
    ForgetTap,
    GoalTap,
    GymTap,
    ImportTap,
    JobTap,
    MemoryTap,
    ModeTap,
    NewJobTap,
    PageTap,
    ProposalTap,
    ReminderTap,
    SaidTap,
    SettingTap,
    read,
)
from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.storage.importers.samples import HEVY_KG

TAPS = pytest.mark.fault("forged, stale or foreign taps")
PATIENTLY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

ENTRY = "01JD7ZK8J2X5W9T0V3B4N6M8QR"


def test_what_is_written_is_read():
    taps = {
        AnswerTap("abcd-EFG_123", 2): "q:abcd-EFG_123:2",
        AnswerTap("abcd-EFG_123", None): "q:abcd-EFG_123:skip",
        EntryTap("undo", ENTRY, 3): f"u:{ENTRY}:3",
        EntryTap("fix", ENTRY): f"f:{ENTRY}",
        EntryTap("evidence", ENTRY): f"e:{ENTRY}",
        EntryTap("keep", ENTRY): f"k:{ENTRY}",
        ModeTap(ENTRY, "deep"): f"m:{ENTRY}:deep",
        DetailsTap(ENTRY): f"d:{ENTRY}",
        ImportTap(ENTRY, "look", "lb", None, "MDY"): f"i:{ENTRY}:l-m:look",
        MemoryTap(7, "back", 3, "2"): "c:7:B:3:2",
        ForgetTap(99): "x:99:no",
        AccessTap("x" * 22): "a:" + "x" * 22,
        ProposalTap("0" * 24, "f-"): f"p:{'0' * 24}:f-",
        GoalTap("all", "list"): "g:all:list",
        ChartTap("0" * 12, "3m"): "v:000000000000:3m",
        AnswerChartTap(ENTRY): f"h:{ENTRY}",
        SaidTap(7): "t:7",
        GymTap("show", "5-3-1"): "w:show:5-3-1",
        FollowUpTap(ENTRY, 2): f"n:{ENTRY}:2",
        SettingTap("weight_unit", "kg"): "s:weight_unit:kg",
        PageTap("0" * 12): "b:000000000000",
        CoachTap("0" * 16, "pause"): "o:0000000000000000:pause",
        CoachTap("0" * 16, "good", "1" * 24): f"o:{'0' * 16}:good:{'1' * 24}",
        ReminderTap("0" * 24, "c1", several=True): f"r:{'0' * 24}:c1+",
        JobTap(ENTRY, "o5"): f"j:{ENTRY}:o5",
        NewJobTap("review"): "j:new:review",
    }
    assert {tap: tap.data for tap in taps} == taps
    assert [read(data) for data in taps.values()] == list(taps)


def test_everything_fits_into_a_button():
    longest: list[AnyTap] = [
        MemoryTap(2**63, "forget", 10**9 - 1, "0" * 12),
        EntryTap("undo", ENTRY, 10**9 - 1),
        AnswerTap("x" * 22, 99),
        *(SettingTap("time_zone", zone) for zone in COMMON),
    ]
    assert all(len(tap.data.encode()) <= 64 for tap in longest)
    assert [read(tap.data) for tap in longest] == longest


@pytest.mark.parametrize(
    "data",
    [
        "",
        "q:",
        "q:abc:1",
        "q:abcdefghij:-1",
        "q:abcdefghij:1:2",
        "u:../../etc",
        "e:" + "0" * 25,
        "x:1",
        "s::",
        "c:1:X:1:1",
        "c:-1:F:1:00",
        "c:1:F:1:../x",
        "\0",
    ],
)
def test_forged_data_is_nothing(data: str):
    assert read(data) is None


def spoilt(data: str) -> st.SearchStrategy[str]:
    """With something else in the place of one sign."""

    def put(place: int, text: str) -> str:
        return data[:place] + text + data[place + 1 :]

    return st.builds(put, st.integers(0, len(data)), st.text(max_size=3))


@TAPS
@PATIENTLY
@given(st.from_regex(FORM, fullmatch=True))
def test_whatever_is_understood_means_what_we_would_have_written(data: str):
    tap = read(data)
    assert tap is not None
    assert read(tap.data) == tap


@TAPS
@PATIENTLY
@given(st.one_of(st.text(max_size=80), st.from_regex(FORM, fullmatch=True).flatmap(spoilt)))
def test_anything_else_is_nothing(data: str):
    assert (read(data) is not None) == (re.fullmatch(FORM, data) is not None)


@TAPS
async def test_a_question_is_answered_once_where_it_was_asked_and_in_time(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 5x5")
        question = await you.next_reply()
        data = question.buttons[0].callback_data or ""
        assert len(data.split(":")[1]) == 22, "128 random bits"
        group = bot.client.in_group(YOU_ID)
        said = await group.say("hello")
        elsewhere = await group.answered(await group.forge(said, data))
        assert "don't know this button" in elsewhere.text
        assert "OK" in (await you.answered(await you.tap(question, "kg"))).text
        for _ in range(2):
            assert "answered this already" in (await you.answered(await you.forge(question, data))).text
        await bot.app.core.lanes.idle()
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert entry.measures[0].weight_unit == "kg"
        assert not await bot.app.core.db.messages.recent_messages(GROUP_ID, 0)


@TAPS
async def test_buttons_of_files_and_of_forgetting_do_their_work_once_and_in_time(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        db = bot.app.core.db
        await you.document(HEVY_KG, "hevy.csv")
        shown = await you.next_reply()
        go = next(b.callback_data for b in shown.buttons if (b.callback_data or "").endswith(":go")) or ""
        await you.forge(shown, go)
        done = await you.next_reply()
        assert await db.entries.recent_entries(YOU_ID, 999)
        assert "send it again" in (await you.answered(await you.forge(shown, go))).text.casefold()
        undo = done.buttons[0].callback_data or ""
        await you.forge(done, undo)
        await you.next_reply()
        assert len(await db.entries.recent_entries(YOU_ID, 999)) == 0
        again = await you.answered(await you.forge(done, undo))
        assert "nothing to undo" in again.text
        assert len(await db.entries.recent_entries(YOU_ID, 999)) == 0
        asked = await you.ask("/forget")
        bot.clock.advance(minutes=16)
        assert "expired" in (await you.answered(await you.tap(asked, "Cancel"))).text
        assert await db.people.get_user(YOU_ID) is not None
