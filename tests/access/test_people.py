"""Owners invite and remove people in chat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storage.rights import GiveGroup, GroupRight
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.access.helping import (
    PATIENCE,
    SAM_ID,
    code_in,
    console_code,
    dealt_with,
    fault_met,
    found,
    invitation,
    newcomer,
    nothing_queued,
    owned,
)
from tests.driver.harness import running_bot
from tests.driver.person import Person

TAPS = pytest.mark.fault("forged, stale or foreign taps")
REMOVED = pytest.mark.fault("somebody who was removed writes, taps or is owed an answer")


async def removed(you: Person, name: str) -> StoredMessage:
    """Out by /people and two taps."""
    page = await you.ask("/people")
    await you.tap(page, f"Remove {name}")
    page = await you.edited(page)
    assert "Their entries stay" in page.text
    assert (await you.answered(await you.tap(page, "Yes, remove"))).text == "Removed."
    return await you.edited(page)


async def test_an_invitation_is_a_link_and_a_code_and_lets_one_person_in(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, sam = await owned(bot), newcomer(bot)
        told = await you.ask("/invite")
        code = code_in(told)
        assert f"https://t.me/swealog_bot?start={code.replace('-', '')}" in told.text
        welcome = await sam.ask(f"/start {code.replace('-', '')}")
        assert "You has invited you" in welcome.text
        assert "Hello Sam" in welcome.text
        assert f"Sam ({SAM_ID}) has come in" in (await you.next_reply()).text
        assert "Logged" in (await sam.ask("bench 100 kg 5x5")).text
        for command in ("/invite", "/people"):
            assert "Only an owner" in (await sam.ask(command)).text
        assert "/invite" not in (await sam.ask("/help")).text
        assert "not right" in (await bot.client.alex.ask(code)).text
        await bot.restart()
        assert "100 kg" in (await sam.ask("/today")).text
        await bot.tick()
        assert found(bot.settings.data, code, code.replace("-", "")) == []


async def test_invitations_are_valid_for_a_day_and_five_at_once(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, sam = await owned(bot), newcomer(bot)
        first, second, *_ = [await invitation(you) for _ in range(6)]
        assert "open codes: 5" in (await you.ask("/people")).text
        assert "not right" in (await sam.ask(first)).text
        bot.clock.advance(hours=23)
        assert "invited you" in (await sam.ask(second)).text
        await you.next_reply()
        late = await invitation(you)
        bot.clock.advance(hours=25)
        assert "not right" in (await bot.client.alex.ask(late)).text


async def test_an_invitation_that_could_not_be_sent_is_void(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you = await owned(bot)
        await bot.client.fault("error", "sendMessage", status=400, description="Bad Request: no")
        assert "so it is void" in (await you.ask("/invite")).text
        assert "open codes" not in (await you.ask("/people")).text


async def test_the_list_tells_who_let_whom_in_and_what_only_the_configuration_changes(tmp_path: Path):
    access = {"allow_users": [ALEX_ID], "allow_groups": [GROUP_ID]}
    async with running_bot(tmp_path, access=access) as (bot, _):
        you, sam = await owned(bot), newcomer(bot, name="<b>Sam & Co</b>")
        await sam.ask(await invitation(you))
        await you.next_reply()
        page = await you.ask("/people")
        assert re.search(rf"You \({YOU_ID}\) · owner, let in by the console on ", page.text)
        assert re.search(rf"<b>Sam & Co</b> \({SAM_ID}\) · let in by You on ", page.text)
        assert f"{ALEX_ID} · by the configuration" in page.text
        assert f"group {GROUP_ID} · by the configuration" in page.text
        assert page.labels == ["Remove You", "Remove <b>Sam & Co</b>"]


async def test_a_long_list_says_how_many_are_not_shown(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you = await owned(bot)
        rights = [GiveGroup(GroupRight(-n, f"G{n}", YOU_ID, bot.clock())) for n in range(1, 36)]
        await bot.app.state.access.change(bot.app.core.db, rights)
        page = await you.ask("/people")
        assert "… and 5 more" in page.text
        assert len(page.labels) == 31
        await you.tap(page, "Remove G3")
        page = await you.edited(page)
        await you.tap(page, "Yes, remove")
        assert "… and 4 more" in (await you.edited(page)).text


@REMOVED
async def test_who_is_removed_is_a_stranger_at_once_and_keeps_their_data(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, sam = await owned(bot), newcomer(bot)
        await sam.ask(await invitation(you))
        await you.next_reply()
        receipt = await sam.ask("bench 100 kg 5x5")
        page = await removed(you, "Sam")
        assert "Sam" not in page.text
        assert f"Your id is {SAM_ID}" in (await sam.ask("squat 140 kg 5x5")).text
        assert "don't know this button" in (await sam.answered(await sam.tap(receipt, "Undo"))).text
        await sam.edit((await sam.history())[0], "bench 110 kg 5x5")
        await dealt_with(bot)
        db = bot.app.core.db
        assert [entry.text for entry in await db.entries.recent_entries(SAM_ID, 9)] == ["bench 100 kg 5x5"]
        await bot.tick()
        assert found(bot.settings.data, "squat 140 kg", "bench 110 kg") == []
        await bot.restart()
        await sam.say("squat 140 kg 5x5")
        assert "private bot" in (await sam.next_reply()).text
        await sam.ask(await invitation(you))
        assert "100 kg" in (await sam.ask("/today")).text, "invited again, they find what is theirs"


@REMOVED
async def test_an_answer_that_waits_for_somebody_who_was_removed_is_not_sent(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, sam = await owned(bot), newcomer(bot)
        await sam.ask(await invitation(you))
        await you.next_reply()
        await bot.client.fault("rate_limit", "sendMessage", chat_id=SAM_ID, retry_after=1)
        for log in ("bench 100 kg 5x5", "squat 140 kg 5x5"):
            await sam.say(log)
        await dealt_with(bot)
        await fault_met(bot)
        await removed(you, "Sam")
        db = bot.app.core.db
        await nothing_queued(bot)
        assert [row.error for row in await db.outbox.undeliverable()] == ["not allowed any more"] * 2
        entries = await db.entries.recent_entries(SAM_ID, 9)
        assert sorted(entry.text for entry in entries) == ["bench 100 kg 5x5", "squat 140 kg 5x5"]
        await sam.silence(0.1)


@REMOVED
async def test_their_open_invitations_are_void_too(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, alex = await owned(bot), bot.client.alex
        await alex.ask(await console_code(bot))
        await you.next_reply()
        code = await invitation(alex)
        await removed(you, "Alex")
        assert "not right" in (await newcomer(bot).ask(code)).text
        assert "private bot" in (await alex.ask("/people")).text


async def test_the_last_owner_stays(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, alex = await owned(bot), bot.client.alex
        page = await you.ask("/people")
        assert "only owner" in (await you.answered(await you.tap(page, "Remove You"))).text
        await alex.ask(await console_code(bot))
        await you.next_reply()
        mine, theirs = await you.ask("/people"), await alex.ask("/people")
        myself = await you.ask("/people")
        await you.tap(myself, "Remove You")
        myself = await you.edited(myself)
        await you.tap(mine, "Remove Alex")
        await alex.tap(theirs, "Remove You")
        mine, theirs = await you.edited(mine), await alex.edited(theirs)
        assert (await you.answered(await you.tap(mine, "Yes, remove"))).text == "Removed."
        told = await alex.answered(await alex.tap(theirs, "Yes, remove"))
        assert "don't know this button" in told.text, "a stranger by now"
        changed = await you.answered(await you.tap(myself, "Yes, remove"))
        assert "changed in the meantime" in changed.text, "nobody else is left"
        assert [member.user_id for member in bot.app.state.access.rights.members] == [YOU_ID]


@TAPS
async def test_the_buttons_work_once_for_whom_and_where_they_are_shown(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, alex, sam = await owned(bot), bot.client.alex, newcomer(bot)
        await alex.ask(await console_code(bot))
        await you.next_reply()
        await sam.ask(await invitation(you))
        await you.next_reply()
        page = await you.ask("/people")
        data = next(button.callback_data for button in page.buttons if "Sam" in button.text) or ""
        other = await alex.ask("/people")
        assert "somebody else" in (await alex.answered(await alex.forge(other, data))).text
        elsewhere = await you.ask("/help")
        assert "don't know this button" in (await you.answered(await you.forge(elsewhere, data))).text
        for forged in (data[:-1], data[:-1] + "~", f"{data}x", "a:" + "A" * 22, data.upper()):
            assert "don't know this button" in (await you.answered(await you.forge(page, forged))).text
        await you.tap(page, "Remove Sam")
        sure = await you.edited(page)
        assert "used already" in (await you.answered(await you.forge(sure, data))).text
        yes = next(button.callback_data for button in sure.buttons if "Yes" in button.text) or ""
        assert len(yes) - len("a:") == 22, "128 random bits"
        await you.tap(sure, "Back")
        back = await you.edited(sure)
        assert "used already" in (await you.answered(await you.forge(back, yes))).text
        await you.tap(back, "Remove Sam")
        sure = await you.edited(back)
        bot.clock.advance(hours=25)
        assert "expired" in (await you.answered(await you.tap(sure, "Yes, remove"))).text
        assert "Nothing logged" in (await sam.ask("/today")).text, "still in"


async def test_owners_have_their_commands_in_the_menu_of_their_own_chat(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, alex = await owned(bot), bot.client.alex
        await alex.ask(await console_code(bot))
        await you.next_reply()

        def menus() -> set[str]:
            return {scope for scope, menu in bot.server.state.commands.items() if menu}

        await bot.client.until(lambda: any(str(ALEX_ID) in scope for scope in menus()), within=PATIENCE)
        assert any(str(YOU_ID) in scope for scope in menus())
        await removed(you, "Alex")
        await dealt_with(bot)
        assert not any(str(ALEX_ID) in scope for scope in menus())
        assert "invite" not in {command.command for command in bot.server.state.menu()}
