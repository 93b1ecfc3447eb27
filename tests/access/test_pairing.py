"""Becoming an owner with a code from the console, and what happens to whoever guesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import checks as doctor
from bot.entrance.allowance import Allowance
from bot.people.codes import LOCK_OUT
from storage.rights import Overview
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.access.helping import WRONG, console_code, dealt_with, found, newcomer, nothing_queued, owned
from tests.driver.harness import RunningBot, running_bot
from tests.driver.listening import free_port

GUESSES = pytest.mark.fault("guessing pairing codes")


async def overview(bot: RunningBot) -> Overview:
    return await bot.app.core.db.access.overview("telegram", LOCK_OUT, bot.clock())


@pytest.mark.parametrize(
    ("way", "blank", "is_small"),
    [("{}", "-", False), ("  {}\n", " ", True), ("/start {}", "", False), ("/pair {}", " ", True)],
)
async def test_whoever_texts_the_code_owns_the_bot(tmp_path: Path, way: str, blank: str, is_small: bool):
    async with running_bot(tmp_path, access={}) as (bot, you):
        assert "private bot" in (await you.ask("hello")).text
        code = (await console_code(bot)).replace("-", blank)
        code = code.lower() if is_small else code
        welcome = await you.ask(way.format(code))
        assert "You are an owner" in welcome.text
        assert "Hello You" in welcome.text
        assert "Logged" in (await you.ask("bench 100 kg 5x5")).text
        assert "/invite" in (await you.ask("/help")).text
        await bot.restart()
        assert "100 kg" in (await you.ask("/today")).text
        assert bot.app.state.access.is_owner(YOU_ID)


async def test_a_code_from_the_console_makes_another_owner_and_the_first_is_told(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, alex = await owned(bot), bot.client.alex
        assert "You are an owner" in (await alex.ask(await console_code(bot))).text
        assert f"Alex ({ALEX_ID}) is an owner now" in (await you.next_reply()).text


async def test_somebody_the_configuration_allows_becomes_an_owner_too(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert "Logged" in (await you.ask("bench 100 kg 5x5")).text
        assert "/invite" not in (await you.ask("/help")).text
        assert "Only an owner" in (await you.ask("/people")).text
        await owned(bot)
        assert "configuration" in (await you.ask("/people")).text


async def test_the_sentence_is_in_the_language_of_whoever_comes(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        minji = newcomer(bot, 1010, "민지", "ko")
        assert "개인 봇" in (await minji.ask("안녕")).text
        welcome = await minji.ask(await console_code(bot))
        assert "이제 이 봇의 주인" in welcome.text
        assert "기록" in (await minji.ask("벤치 80kg 5x5")).text


@GUESSES
async def test_a_code_works_once(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, you):
        code = await console_code(bot)
        await you.ask(code)
        assert "not right" in (await bot.client.alex.ask(code)).text
        assert "private bot" in (await bot.client.alex.ask("hello")).text
        assert [member.user_id for member in bot.app.state.access.rights.members] == [YOU_ID]


@GUESSES
async def test_of_two_who_send_it_at_once_one_comes_in(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        people = [newcomer(bot, 2000 + number, f"P{number}") for number in range(6)]
        code = await console_code(bot)
        for person in people:
            await person.say(code)
        told = [(await person.next_reply()).text for person in people]
        assert sum("You are an owner" in text for text in told) == 1
        assert sum("not right" in text for text in told) == len(people) - 1
        assert len((await bot.app.core.db.access.rights("telegram")).members) == 1


@GUESSES
@pytest.mark.parametrize(("minutes", "fits"), [(59, True), (61, False)])
async def test_a_code_from_the_console_is_valid_for_an_hour(tmp_path: Path, minutes: int, fits: bool):
    async with running_bot(tmp_path, access={}) as (bot, you):
        code = await console_code(bot)
        bot.clock.advance(minutes=minutes)
        assert ("You are an owner" in (await you.ask(code)).text) == fits
        assert ("not right" in (await bot.client.alex.ask(code)).text) or not fits


@GUESSES
async def test_three_codes_are_open_at_most_and_the_oldest_goes(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, you):
        first, *others = [await console_code(bot) for _ in range(4)]
        assert (await overview(bot)).codes == 3
        assert "not right" in (await you.ask(first)).text
        assert "You are an owner" in (await you.ask(others[0])).text


@GUESSES
async def test_five_wrong_codes_are_followed_by_an_hour_of_silence(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, you):
        code = await console_code(bot)
        for _ in range(LOCK_OUT.person - 1):
            assert "not right, or no longer" in (await you.ask(WRONG)).text
            bot.clock.advance(minutes=14)
        code = await console_code(bot)
        assert "for an hour" in (await you.ask(f"/start {WRONG}")).text
        bot.clock.advance(minutes=55)
        for text in (code, f"/pair {code}", WRONG, "hello", "/start"):
            await you.say(text)
        await dealt_with(bot)
        await bot.restart()
        await you.say(code)
        await dealt_with(bot)
        await you.silence(0.1)
        assert not bot.app.state.access.owners
        assert (await overview(bot)).locked == 1
        assert "You are an owner" in (await bot.client.alex.ask(code)).text, "others are not silenced"
        bot.clock.advance(minutes=61)
        assert "You are an owner" in (await you.ask(await console_code(bot))).text


@GUESSES
async def test_strangers_who_guess_void_nothing_and_are_silenced_each_for_themselves(tmp_path: Path):
    """Four of them sent twenty wrong codes, and the owner's was void."""
    async with running_bot(tmp_path, access={}) as (bot, you):
        code = await console_code(bot)
        strangers = [newcomer(bot, 3000 + number, f"S{number}") for number in range(8)]
        for stranger in strangers:
            for _ in range(LOCK_OUT.person + 2):
                await stranger.say(WRONG)
        await dealt_with(bot)
        for stranger in strangers:
            told = [message.text for message in await stranger.history() if message.from_bot]
            assert len(told) == LOCK_OUT.person, "then silence"
            assert "no more codes from you" in told[-1]
        told = await overview(bot)
        assert (told.codes, told.locked, told.guesses) == (1, 8, 8 * LOCK_OUT.person)
        says = (await doctor.access(bot.settings)).says
        assert "locked out for wrong codes: 8; wrong codes of strangers within the hour: 40" in says
        assert "You are an owner" in (await you.ask(code)).text


@GUESSES
async def test_however_many_guess_so_many_codes_are_compared_and_no_more(tmp_path: Path):
    """What docs/access.md reckons with. Whoever comes too soon comes in a moment later: nothing is void."""
    async with running_bot(tmp_path, access={}) as (bot, you):
        code = await console_code(bot)
        bot.app.door.comparisons.private = Allowance(burst=1, seconds=600)
        assert "not right" in (await newcomer(bot).ask(WRONG)).text
        assert "again in a minute" in (await you.ask(code)).text
        await you.say(WRONG)
        await dealt_with(bot)
        told = await overview(bot)
        assert (told.codes, told.guesses) == (1, 1), "what is not compared is no guess"
        bot.clock.advance(minutes=10)
        assert "You are an owner" in (await you.ask(code)).text


@GUESSES
async def test_lines_in_groups_that_look_like_codes_are_compared_sparingly(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        code, other = await console_code(bot), await console_code(bot)
        alex, you = bot.client.in_group(ALEX_ID), bot.client.in_group(YOU_ID)
        for _ in range(LOCK_OUT.person):
            await alex.say(WRONG)
        await alex.say(code)
        await dealt_with(bot)
        assert (await overview(bot)).codes == 2, "not even looked at"
        assert "private chat with me only" in (await you.ask(code)).text, "others are still heard"
        assert (await overview(bot)).codes == 1
        bot.app.door.comparisons.groups = Allowance(burst=0, seconds=600)
        await you.say(other)
        await dealt_with(bot)
        assert (await overview(bot)).codes == 1, "all groups together have a limit, too"
        assert "You are an owner" in (await bot.client.you.ask(other)).text


@GUESSES
async def test_wrong_codes_of_somebody_who_is_in_void_nothing_and_their_logs_are_logs(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await console_code(bot)
        for _ in range(LOCK_OUT.person):
            told = await you.ask(WRONG)
            assert "not right" not in told.text
        assert "no more from you for an hour" in (await you.ask(f"/pair {WRONG}")).text
        assert "Logged" in (await you.ask("bench 100 kg 5x5")).text
        assert (await overview(bot)).codes == 1


@GUESSES
@pytest.mark.parametrize(
    ("way", "groups"),
    [("{}", [GROUP_ID]), ("/start {}", []), ("@swealog_bot {}", [GROUP_ID]), ("/pair {}", [])],
)
async def test_a_code_that_a_group_has_seen_is_void(tmp_path: Path, way: str, groups: list[int]):
    async with running_bot(tmp_path, access={"allow_groups": groups}) as (bot, you):
        code = await console_code(bot)
        told = await bot.client.in_group(ALEX_ID).ask(way.format(code))
        assert "private chat with me only" in told.text
        await dealt_with(bot)
        assert not bot.app.state.access.owners
        assert "not right" in (await you.ask(code)).text
        await bot.tick()
        assert found(bot.settings.data, code, code.replace("-", "")) == []


@GUESSES
async def test_an_edit_is_no_code_and_is_not_kept(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        code = await console_code(bot)
        for way in ("/pair {}", "/start {}"):
            sent = await you.say(way.format(WRONG))
            assert "not right" in (await you.next_reply()).text
            await you.edit(sent, way.format(code))
        await dealt_with(bot)
        await you.silence(0.1)
        await bot.tick()
        assert not bot.app.state.access.owners
        assert found(bot.settings.data, code, WRONG) == []


async def test_a_code_that_gives_nothing_more_is_left_for_somebody_else(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        you = await owned(bot)
        code = await console_code(bot)
        assert "You are in already" in (await you.ask(code)).text
        assert "You are an owner" in (await bot.client.alex.ask(code)).text


async def test_pair_without_a_code_says_how(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "ABCD-23EF" in (await you.ask("/pair")).text
        assert "ABCD-23EF" in (await you.ask("/pair please")).text
        assert "Hello You" in (await you.ask("/start please")).text


@pytest.mark.parametrize("trouble", ["rate_limit", "lose_answer", "drop"])
async def test_a_welcome_that_could_not_be_sent_follows(tmp_path: Path, trouble: str):
    """By webhook: the code is used up and its sender is in, whatever becomes of the answer."""
    port = free_port()
    webhook = {"url": f"http://127.0.0.1:{port}", "secret": "o" * 24, "port": port, "path": "/hook"}
    telegram = {"mode": "webhook", "webhook": webhook}
    async with running_bot(tmp_path, access={}, telegram=telegram) as (bot, you):
        code = await console_code(bot)
        await bot.client.fault(trouble, "sendMessage", chat_id=YOU_ID)
        await you.say(code)
        await dealt_with(bot)
        await bot.restart()
        assert bot.app.state.access.is_owner(YOU_ID)
        assert "You are an owner" in (await you.next_reply()).text
        await nothing_queued(bot)
        assert sum("You are an owner" in one.text for one in await you.history()) == 1 + (
            trouble == "lose_answer"
        ), "what may have arrived is sent once more"


async def test_the_rights_hold_before_the_welcome_can_be_read(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, you):
        app, held = bot.app, list[bool]()
        wake = app.news.posted

        def noted() -> None:
            held.append(app.state.access.is_owner(YOU_ID))
            wake()

        app.news.posted = noted
        assert "You are an owner" in (await you.ask(await console_code(bot))).text
        assert held == [True]
