from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from bot.callbacks import (
    AnswerTap,
    EntryTap,
    MemoryTap,
    SettingTap,
    answer_data,
    evidence_data,
    fix_data,
    memory_data,
    read,
    setting_data,
    skip_data,
    undo_data,
)
from bot.zones import COMMON
from storage.entities import Entry

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
    assert read(setting_data("weight_unit", "kg")) == SettingTap("weight_unit", "kg")


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
