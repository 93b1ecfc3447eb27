"""A group is let in by an owner, in the group; that says nothing about private chats, nor they about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from telegram_local.world import ALEX_ID, BOT_ID, GROUP_ID, YOU_ID
from tests.access.helping import console_code, dealt_with, found, invitation, newcomer, owned
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person

GROUPS = pytest.mark.fault("a group that nobody let in, or no longer")
TAPS = pytest.mark.fault("forged, stale or foreign taps")


async def stored(bot: RunningBot, user_id: int) -> list[str]:
    return [entry.text for entry in await bot.app.core.db.entries.recent_entries(user_id, 99)]


@GROUPS
async def test_an_owner_lets_a_group_in_and_out(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        await owned(bot)
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)

        async def told(who: Person, text: str) -> str:
            await who.say(text)
            return (await you.next_reply()).text

        await alex.say("bench 60kg 5x5")
        assert "/allow here" in await told(alex, "@swealog_bot bench 60kg 5x5")
        await alex.say("/allow")
        assert "Mention me" in await told(you, "/allow")
        assert "Logged" in await told(alex, "@swealog_bot bench 70kg 5x5")
        await alex.say("squat 100kg 5x5")
        assert "private bot" in (await bot.client.alex.ask("bench 80kg 5x5")).text
        assert "already" in await told(you, "/allow")
        assert "Only an owner" in await told(alex, "/disallow")
        await dealt_with(bot)
        await bot.restart()
        assert "don't work in this group" in await told(you, "/disallow")
        await alex.say("deadlift 120kg 5x5")
        await alex.say("@swealog_bot deadlift 130kg 5x5")
        await dealt_with(bot)
        assert sorted(await stored(bot, ALEX_ID)) == ["bench 70kg 5x5", "squat 100kg 5x5"]
        await bot.tick()
        words = ("bench 60kg", "bench 80kg", "deadlift 120kg", "deadlift 130kg")
        assert found(bot.settings.data, *words) == [], "nothing is kept of a group that is not in"


@GROUPS
async def test_being_let_in_in_private_says_nothing_about_groups(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [ALEX_ID]}) as (bot, _):
        you = await owned(bot)
        sam = newcomer(bot)
        bot.server.state.world.find(GROUP_ID).members.append(sam.user_id)
        await sam.ask(await invitation(you))
        for person in (YOU_ID, ALEX_ID, sam.user_id):
            await bot.client.in_group(person).say("@swealog_bot bench 100kg 5x5")
            await dealt_with(bot)
            assert await stored(bot, person) == []


@GROUPS
async def test_an_owner_who_adds_the_bot_is_asked_with_a_button(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        await owned(bot)
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        await you.block()
        await you.unblock()
        asked = await you.next_reply()
        assert "May everybody in this group use me" in asked.text
        assert "don't know this button" in (await alex.answered(await alex.tap(asked, "Yes"))).text
        await dealt_with(bot)
        assert not bot.app.state.access.allows_group(GROUP_ID)
        await you.tap(asked, "Yes")
        assert "Mention me" in (await you.edited(asked)).text
        await alex.next_reply()
        assert "Logged" in (await alex.ask("@swealog_bot bench 70kg 5x5")).text


@TAPS
async def test_the_button_of_one_group_lets_no_other_in(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        mine = await owned(bot)
        you = bot.client.in_group(YOU_ID)
        await you.block()
        await you.unblock()
        asked = await you.next_reply()
        data = asked.buttons[0].callback_data or ""
        bot.server.state.world.add_group(-1002, "Another", [YOU_ID, ALEX_ID])
        await bot.client.alex.ask(await console_code(bot))
        other = await mine.next_reply()
        assert "don't know this button" in (await mine.answered(await mine.forge(other, data))).text
        alex = bot.client.in_group(ALEX_ID)
        assert "somebody else" in (await alex.answered(await alex.forge(asked, data))).text, (
            "each owner their own"
        )
        assert not bot.app.state.access.allows_group(GROUP_ID)
        await you.tap(asked, "Yes")
        await you.edited(asked)
        assert "used already" in (await you.answered(await you.forge(asked, data))).text


@GROUPS
async def test_somebody_else_who_adds_the_bot_is_told_once_what_is_missing(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        await owned(bot)
        alex = bot.client.in_group(ALEX_ID)
        for _ in range(3):
            await alex.block()
            await alex.unblock()
            await dealt_with(bot)
        assert "/allow here" in (await alex.next_reply()).text
        await alex.silence(0.1)


@GROUPS
async def test_the_right_goes_when_the_bot_is_removed(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        await owned(bot)
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        await you.ask("/allow")
        await alex.next_reply()
        await alex.block()
        await dealt_with(bot)
        await alex.unblock()
        assert "/allow here" in (await alex.next_reply()).text
        await alex.say("@swealog_bot bench 70kg 5x5")
        await dealt_with(bot)
        assert await stored(bot, ALEX_ID) == []


@GROUPS
@pytest.mark.parametrize("configured", [True, False])
async def test_the_right_goes_with_the_group_when_it_becomes_a_supergroup(tmp_path: Path, configured: bool):
    access = {"allow_groups": [GROUP_ID]} if configured else {}
    async with running_bot(tmp_path, access=access) as (bot, _):
        owner = await owned(bot)
        if not configured:
            await bot.client.in_group(YOU_ID).ask("/allow")
        new = await bot.client.migrate()
        await dealt_with(bot)
        await bot.restart()
        alex = bot.client.in_group(ALEX_ID, new)
        assert "Logged" in (await alex.ask("@swealog_bot bench 70kg 5x5")).text
        page = await owner.ask("/people")
        assert page.labels == ["Remove You", "Remove Training group"]
        await owner.tap(page, "Remove Training group")
        page = await owner.edited(page)
        await owner.tap(page, "Yes, remove")
        await owner.edited(page)
        await alex.say("@swealog_bot squat 100kg 5x5")
        await dealt_with(bot)
        assert await stored(bot, ALEX_ID) == ["bench 70kg 5x5"]


@GROUPS
async def test_what_the_configuration_allows_stays(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_groups": [GROUP_ID]}) as (bot, _):
        await owned(bot)
        you = bot.client.in_group(YOU_ID)
        assert "allowed by the configuration" in (await you.ask("/disallow")).text
        assert "Logged" in (await you.ask("@swealog_bot bench 70kg 5x5")).text
        assert "private chat" in (await you.ask("/people")).text
        assert "private chat" in (await you.ask("/invite")).text
        assert "in the group" in (await bot.client.you.ask("/allow")).text


NOBODIES: dict[str, dict[str, JsonValue]] = {
    "an anonymous admin": {
        "from": {"id": 1087968824, "is_bot": True, "first_name": "Group"},
        "sender_chat": {"id": GROUP_ID, "type": "group", "title": "Training group"},
    },
    "a channel": {
        "from": {"id": YOU_ID, "is_bot": False, "first_name": "You"},
        "sender_chat": {"id": -100777, "type": "channel", "title": "News"},
    },
    "another bot": {"from": {"id": 7000000099, "is_bot": True, "first_name": "Other"}},
    "nobody": {},
}


@GROUPS
async def test_nobody_in_particular_may_do_nothing(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    async with running_bot(tmp_path, access={}) as (bot, _):
        await owned(bot)
        you, number = bot.client.in_group(YOU_ID), 700
        for who in NOBODIES.values():
            for text in ("/allow", "/allow@swealog_bot", "@swealog_bot bench 1kg 5x5"):
                number += 1
                message: dict[str, JsonValue] = {
                    "message_id": number,
                    "date": 1_800_000_000,
                    "chat": {"id": GROUP_ID, "type": "group", "title": "Training group"},
                    "text": text,
                    "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}],
                    **who,
                }
                await bot.client.inject({"message": message})
        await dealt_with(bot)
        assert not bot.app.state.access.allows_group(GROUP_ID)
        assert "Mention me" in (await you.ask("/allow")).text
        assert BOT_ID not in bot.app.state.met
        record_property("trials", len(NOBODIES))
