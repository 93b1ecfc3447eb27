"""A night and a body weight are told once a day: told again they replace, unless both are to count."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from storage.entities import DateRange
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.sizes import size
from tests.web.calling import calling


async def stored(bot: RunningBot, name: str) -> list[tuple[float, str | None]]:
    """The values that count today, in the order they were logged."""
    today = bot.clock().date()
    days = DateRange(start=today, end=today)
    found = await bot.app.core.db.search.by_topics(YOU_ID, [name], days)
    return [(one.value or 0, one.unit) for entry in found[::-1] for one in entry.measures if one.name == name]


async def test_a_night_told_again_replaces_and_undo_brings_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 7h, bench 80 kg 5x5")
        again = await you.ask("slept 4h")
        assert "instead of Sleep: 7 h" in again.text
        assert await stored(bot, "sleep") == [(4, "h")]
        assert len(await stored(bot, "bench press")) == 1
        assert "4 h" in (await you.ask("how long did I sleep today?")).text
        await you.tap(again, "Undo")
        assert "slept 4h" in (await you.next_reply()).text
        assert await stored(bot, "sleep") == [(7, "h")]
        await you.ask("slept 5h")
        assert await stored(bot, "sleep") == [(5, "h")]
        assert "slept 5h" in (await you.ask("/undo")).text
        assert await stored(bot, "sleep") == [(7, "h")]


async def test_both_count_where_that_is_tapped_or_said(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 4h")
        for addition in ("nap 20 min", "slept another 2h"):
            assert "instead" not in (await you.ask(addition)).text
        assert await stored(bot, "sleep") == [(4, "h"), (2, "h")]
        replaced = await you.ask("slept 3h")
        assert "instead of Sleep: 4 h" in replaced.text
        assert "instead of Sleep: 2 h" in replaced.text
        assert await stored(bot, "sleep") == [(3, "h")]
        await you.tap(replaced, "Both count")
        assert "Both count now" in (await you.next_reply()).text
        assert sorted(await stored(bot, "sleep")) == [(2, "h"), (3, "h"), (4, "h")]
        await you.tap(replaced, "Both count")
        await you.silence(0.2)


async def test_a_body_weight_that_fits_in_the_other_unit_only_is_asked_about(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bw 181 lb")
        assert "instead of Body weight: 181 lb" in (await you.ask("bw 182 lb")).text
        assert await stored(bot, "body weight") == [(182, "lb")]
        bot.clock.advance(days=1)
        await you.ask("bw 82 lb")
        question = await you.next_reply()
        assert "82 lb, after 182 lb" in question.text
        assert question.labels == ["kg", "lb", "Skip"]
        await you.tap(question, "kg")
        assert "82 kg" in (await you.next_reply()).text
        assert await stored(bot, "body weight") == [(82, "kg")]
        user = await bot.app.core.db.people.get_user(YOU_ID)
        assert user is None or user.preferences.weight_unit is None
        await you.ask("bw 83 kg")
        await you.ask("bw 79 kg")
        await you.silence(0.2)


async def test_an_edit_that_tells_a_night_replaces_too_and_undo_takes_back_both(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        first = await you.say("slept 7h")
        await you.next_reply()
        await you.ask("slept 4h")
        await you.edit(first, "slept 6h")
        assert "instead of Sleep: 4 h" in (await you.next_reply()).text
        assert await stored(bot, "sleep") == [(6, "h")]
        await you.ask("/undo")
        assert await stored(bot, "sleep") == [(4, "h")]
        await you.ask("/undo")
        assert await stored(bot, "sleep") == [(7, "h")]


async def test_an_edit_to_another_day_is_checked_against_that_day(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        first = await you.say("yesterday slept 5h")
        await you.next_reply()
        await you.ask("slept 8h")
        await you.edit(first, "today slept 5h")
        moved = await you.next_reply()
        assert "instead of Sleep: 8 h" in moved.text
        assert await stored(bot, "sleep") == [(5, "h")]
        await you.tap(moved, "Both count")
        await you.next_reply()
        assert sorted(await stored(bot, "sleep")) == [(5, "h"), (8, "h")]
        await you.edit(first, "today slept 5.5h")
        assert "instead" not in (await you.next_reply()).text, "both were said to count"
        assert sorted(await stored(bot, "sleep")) == [(5.5, "h"), (8, "h")]


async def test_a_correction_to_another_day_is_checked_against_that_day(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 8h")
        await you.ask("yesterday slept 5h")
        moved = await you.ask("no, that was today")
        assert "instead of Sleep: 8 h" in moved.text
        assert await stored(bot, "sleep") == [(5, "h")]
        await you.ask("/undo")
        assert await stored(bot, "sleep") == [(8, "h")]


AWAY = ("yesterday slept 5h, bench 80 kg 5x5", "bench 80 kg 5x5")


async def test_an_edit_that_takes_a_night_away_brings_back_what_it_had_replaced(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for edited in AWAY:
            await you.ask("slept 8h")
            told = await you.say("slept 5h, bench 80 kg 5x5")
            assert "instead of Sleep: 8 h" in (await you.next_reply()).text
            await you.ask("ran 5 km in 25:00")
            await you.edit(told, edited)
            assert "Sleep: 8 h counts again" in (await you.next_reply()).text
            assert await stored(bot, "sleep") == [(8, "h")]
            assert "instead" not in (await you.ask("/today")).text
            await you.ask("/undo")
            assert await stored(bot, "sleep") == [(5, "h")]
            assert "instead of Sleep: 8 h" in (await you.ask("/today")).text
            assert "ran 5 km" in (await you.ask("/undo")).text
            assert "slept 5h" in (await you.ask("/undo")).text
            assert await stored(bot, "sleep") == [(8, "h")]
            assert "slept 8h" in (await you.ask("/undo")).text
            assert await stored(bot, "sleep") == []


async def test_an_edit_there_and_back_and_two_undos_leave_one_night(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 8h")
        told = await you.say("slept 5h")
        await you.next_reply()
        for edited, nights in (("slept 6h", [(6, "h")]), ("yesterday slept 6h", [(8, "h")])):
            await you.edit(told, edited)
            await you.next_reply()
            assert await stored(bot, "sleep") == nights
        for nights in ([(6, "h")], [(5, "h")], [(8, "h")], []):
            await you.ask("/undo")
            assert await stored(bot, "sleep") == nights


async def test_a_correction_to_another_day_brings_back_too(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bw 80 kg")
        await you.ask("bw 81 kg")
        moved = await you.ask("no, that was yesterday")
        assert "Body weight: 80 kg counts again" in moved.text
        assert await stored(bot, "body weight") == [(80, "kg")]
        await you.ask("/undo")
        assert await stored(bot, "body weight") == [(81, "kg")]


async def test_what_gave_way_to_another_does_not_come_back_with_the_first(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 8h")
        told = await you.say("slept 5h")
        await you.next_reply()
        await you.ask("slept 4h")
        await you.edit(told, "yesterday slept 5h")
        assert "counts again" not in (await you.next_reply()).text
        assert await stored(bot, "sleep") == [(4, "h")]


async def test_what_gave_way_without_a_receipt_is_shown_and_comes_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        group = bot.client.in_group(YOU_ID)
        await group.say("slept 7h")
        await group.say("slept 4h")
        for shown in (await group.ask("/today"), await you.ask("/week")):
            assert "4 h" in shown.text
            assert "instead of Sleep: 7 h" in shown.text
        assert "slept 4h" in (await you.ask("/undo")).text
        assert await stored(bot, "sleep") == [(7, "h")]
        assert "instead" not in (await you.ask("/today")).text


@pytest.mark.soak
async def test_nights_told_at_once_leave_one_and_each_receipt_is_true(tmp_path: Path) -> None:
    hours = range(1, 9)
    async with calling(tmp_path) as (bot, you):
        for _ in range(size(2, 8, 60)):
            told = await asyncio.gather(*(you.say(f"slept {one} h", thread=f"of-{one}") for one in hours))
            [(counts, _)] = await stored(bot, "sleep")
            words = " ".join(answer.text for answer in told)
            replaced = [int(one) for one in re.findall(r"instead of Sleep: (\d) h", words)]
            assert sorted([*replaced, counts]) == list(hours), "each gave way once, and to one that said so"
            counted = [counts]
            for _ in hours[1:]:
                await you.say("/undo")
                [(counts, _)] = await stored(bot, "sleep")
                counted.append(counts)
            assert sorted(counted) == list(hours)
            await you.say("/undo")
            assert await stored(bot, "sleep") == []
            bot.clock.advance(days=1)


@pytest.mark.soak
async def test_telling_editing_and_undoing_at_once_leave_one_night(tmp_path: Path) -> None:
    """In two chats and over HTTP."""
    async with calling(tmp_path) as (bot, http):
        you, group = bot.client.you, bot.client.in_group(YOU_ID)
        for _ in range(size(2, 8, 60)):
            first = await you.say("slept 9 h")
            await you.next_reply()
            await asyncio.gather(
                you.edit(first, "slept 8 h"),
                group.say("@swealog_bot slept 7 h"),
                *(http.say(f"slept {one} h", thread=f"of-{one}") for one in (1, 2)),
                http.say("/undo"),
                http.say("slept 3 h", thread="of-3"),
            )
            await you.next_reply()
            await group.next_reply()
            assert len(await stored(bot, "sleep")) == 1
            bot.clock.advance(days=1)
