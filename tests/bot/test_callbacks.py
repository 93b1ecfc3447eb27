from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

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
    DetailsTap,
    EntryTap,
    FollowUpTap,
    ForgetTap,
    GoalTap,
    GymTap,
    ImportTap,
    MemoryTap,
    ModeTap,
    ProposalTap,
    SaidTap,
    SettingTap,
    access_data,
    answer_chart_data,
    answer_data,
    chart_data,
    details_data,
    evidence_data,
    fix_data,
    follow_up_data,
    forget_data,
    goal_data,
    gym_data,
    import_data,
    keep_data,
    memory_data,
    mode_data,
    proposal_data,
    read,
    said_data,
    setting_data,
    skip_data,
    undo_data,
)
from bot.replies.job_tap import JobTap, NewJobTap, job_data
from bot.replies.page_tap import CoachTap, PageTap, coach_data, page_data
from bot.replies.reminder_tap import ReminderTap, reminder_data
from storage.entities import Entry
from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.storage.importers.samples import HEVY_KG

TAPS = pytest.mark.fault("forged, stale or foreign taps")
PATIENTLY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

ENTRY = Entry(
    id="01JD7ZK8J2X5W9T0V3B4N6M8QR",
    user_id=1,
    chat_id=1,
    message_id=1,
    day=date(2026, 11, 21),
    logged_at=datetime(2026, 11, 21, tzinfo=UTC),
    text="bench",
    revision=3,
)


def test_what_is_written_is_read():
    assert read(answer_data("abcd-EFG_123", 2)) == AnswerTap("abcd-EFG_123", 2)
    assert read(skip_data("abcd-EFG_123")) == AnswerTap("abcd-EFG_123", None)
    assert read(undo_data(ENTRY)) == EntryTap("undo", ENTRY.id, 3)
    assert read(fix_data(ENTRY)) == EntryTap("fix", ENTRY.id, None)
    assert read(evidence_data(ENTRY)) == EntryTap("evidence", ENTRY.id, None)
    assert read(memory_data(MemoryTap(7, "back", 3, "2"))) == MemoryTap(7, "back", 3, "2")
    assert read(proposal_data(ProposalTap("0" * 24, "time"))) == ProposalTap("0" * 24, "time")
    assert read(setting_data("weight_unit", "kg")) == SettingTap("weight_unit", "kg")
    assert read(chart_data(ChartTap("0" * 12, "3m"))) == ChartTap("0" * 12, "3m")
    assert read(answer_chart_data(ENTRY.id)) == AnswerChartTap(ENTRY.id)


def test_everything_fits_into_a_button():
    longest = [
        memory_data(MemoryTap(2**63, "forget", 10**9 - 1, "0" * 12)),
        undo_data(ENTRY),
        answer_data("x" * 22, 99),
        *(setting_data("time_zone", z) for z in COMMON),
    ]
    assert all(len(data.encode()) <= 64 for data in longest)
    assert all(read(data) is not None for data in longest)


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


WHOLE: dict[type, Callable[[Any], str]] = {
    ChartTap: chart_data,
    ForgetTap: forget_data,
    CoachTap: coach_data,
    GoalTap: goal_data,
    JobTap: job_data,
    NewJobTap: job_data,
    GymTap: gym_data,
    ImportTap: import_data,
    MemoryTap: memory_data,
    ProposalTap: proposal_data,
    PageTap: page_data,
    ReminderTap: reminder_data,
    SaidTap: lambda tap: said_data(tap.message_id),
}


def written(tap: AnyTap) -> str:
    """What a button with this meaning carries."""
    match tap:
        case AnswerTap(token, option):
            data = skip_data(token) if option is None else answer_data(token, option)
        case EntryTap(act, entry_id, revision):
            entry = ENTRY.model_copy(update={"id": entry_id, "revision": revision or 0})
            data = {"undo": undo_data, "fix": fix_data, "evidence": evidence_data, "keep": keep_data}[act](
                entry
            )
        case ModeTap(turn_id, mode):
            data = mode_data(turn_id, mode)
        case FollowUpTap(turn_id, at):
            data = follow_up_data(turn_id, at)
        case SaidTap(message_id):
            data = said_data(message_id)
        case DetailsTap(turn_id) | AnswerChartTap(turn_id):
            data = (details_data if isinstance(tap, DetailsTap) else answer_chart_data)(turn_id)
        case SettingTap(field, value):
            data = setting_data(field, value)
        case AccessTap(token):
            data = access_data(token)
        case _:
            data = WHOLE[type(tap)](tap)
    return data


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
    assert read(written(tap)) == tap or isinstance(tap, EntryTap)
    if isinstance(tap, EntryTap):  # only Undo carries a revision
        assert read(written(tap)) == replace(tap, revision=tap.revision or 0 if tap.act == "undo" else None)


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
