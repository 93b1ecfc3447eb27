"""With a state file, a kill -9 loses neither the conversation nor an update the bot has not confirmed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest

from telegram_local.errors import NotLoopbackError, PortInUseError, StateFileError
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.listening import free_port
from tests.driver.person import ControlRefusedError
from tests.driver.processes import start
from tests.telegram_local.test_methods import DOT

UNDO = InlineKeyboardMarkup([[InlineKeyboardButton("Undo", callback_data="undo")]])


@asynccontextmanager
async def process(port: int, state: Path) -> AsyncGenerator[tuple[str, str]]:
    """The server in a process of its own, killed -9 at the end: the bot's token, the page's address."""
    running = await start(
        "telegram_local", "--port", str(port), "--state", str(state), stdout=asyncio.subprocess.PIPE
    )
    assert running.stdout is not None
    api, page = [(await running.stdout.readline()).decode().split() for _ in range(2)]
    assert api[2] == page[2].partition("/#")[0] == f"http://127.0.0.1:{port}"
    try:
        yield api[-1], page[-1]
    finally:
        if running.returncode is None:
            running.send_signal(signal.SIGKILL)
        await running.wait()


async def test_a_kill_loses_nothing(tmp_path: Path):
    state, port = tmp_path / "chat" / "state.db", free_port()
    url = f"http://127.0.0.1:{port}"
    async with (
        process(port, state) as (token, page),
        LocalClient(page) as client,
        Bot(token, base_url=f"{url}/bot", base_file_url=f"{url}/file/bot") as bot,
    ):
        await client.you.say("confirmed")
        await client.you.photo(DOT, "form check")
        await bot.set_my_commands([BotCommand("today", "Today")])
        sent = await bot.send_message(YOU_ID, "<b>Logged</b>", parse_mode="HTML", reply_markup=UNDO)
        tap = await client.you.tap(await client.you.next_reply(), "Undo")
        first, second, third = await bot.get_updates()
        await bot.get_updates(offset=second.update_id)
        await client.in_group(YOU_ID).say("in the group")
        before = [stored.message.wire() for stored in client.history(YOU_ID)]
    async with process(port, state) as again_shown, LocalClient(page) as client, bot:
        assert again_shown == (token, page)
        assert [stored.message.wire() for stored in client.history(YOU_ID)] == before
        again = await bot.get_updates()
        assert [update.update_id for update in again] == [
            second.update_id, third.update_id, third.update_id + 1,
        ]  # fmt: skip
        assert first.update_id not in {update.update_id for update in again}
        assert again[0].message is not None
        photo = await again[0].message.photo[0].get_file()
        assert bytes(await photo.download_as_bytearray()) == DOT
        assert [one.command for one in await bot.get_my_commands()] == ["today"]
        assert await bot.answer_callback_query(tap.query_id, "Taken back")
        said = await client.you.say("after")
        assert said.message_id == sent.message_id + 1
        assert await bot.edit_message_text("Taken back", YOU_ID, sent.message_id)
        latest = (await bot.get_updates())[-1]
        assert latest.update_id == third.update_id + 2


async def test_the_client_lives_through_a_restart(tmp_path: Path):
    server = LocalServer(state_path=tmp_path / "state.db")
    await server.start()
    async with LocalClient(server.page_url) as client:
        await client.you.say("before")
        await server.stop()
        async with (
            LocalServer(port=server.port, state_path=tmp_path / "state.db") as second,
            Bot(second.token, base_url=second.bot_url) as bot,
        ):
            await bot.send_message(YOU_ID, "while nobody looked")
            assert (await client.you.next_reply()).text == "while nobody looked"
            assert [stored.text for stored in client.history(YOU_ID)] == ["before", "while nobody looked"]


async def test_a_repeated_send_with_the_same_key_is_one_message(tmp_path: Path):
    for round_trip in range(2):
        async with LocalServer(state_path=tmp_path / "state.db") as server:
            people = server.people
            one = people.say(YOU_ID, YOU_ID, "once", key="k1")
            assert people.say(YOU_ID, YOU_ID, "once", key="k1").message_id == one.message_id == 1
            assert len(server.state.updates) == 1, round_trip


async def test_what_was_arranged_is_kept(tmp_path: Path):
    path = tmp_path / "state.db"
    async with LocalServer(state_path=path) as server, Bot(server.token, base_url=server.bot_url) as bot:
        server.people.standing(YOU_ID, GROUP_ID, "kicked")
        await bot.set_webhook("http://127.0.0.1:9/hook", allowed_updates=["message", "callback_query"])
        token, page = server.token, server.page_url.partition("#")[2]
    async with LocalServer(state_path=path) as server, Bot(server.token, base_url=server.bot_url) as bot:
        assert (server.token, server.page_url.partition("#")[2]) == (token, page)
        assert (await bot.get_webhook_info()).allowed_updates == ("message", "callback_query")
        assert server.state.world.chats[GROUP_ID].bot_status == "kicked"
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(99, "x")


def holding(folder: Path, word: str) -> list[str]:
    """The state files with this word in them."""
    return [file.name for file in folder.glob("state.db*") if word.encode() in file.read_bytes()]


async def test_of_a_deleted_chat_no_byte_stays(tmp_path: Path):
    path, canary = tmp_path / "state.db", "zzqxcanary"
    async with LocalServer(state_path=path) as server, LocalClient(server.page_url) as client:
        kept = await client.alex.say("mine stays")
        for number in range(40):
            await client.you.say(f"{canary} {number}")
        sent = await client.you.document(canary.encode() * 900, f"{canary}.txt")
        assert sent.message.document is not None
        with pytest.raises(ControlRefusedError, match="only a private chat"):
            await client.act("clear_chat", user_id=YOU_ID, chat_id=GROUP_ID)
        server.state.confirm([update.update_id for update in server.state.updates.pending()])
        assert holding(tmp_path, canary)
        await client.act("clear_chat", user_id=YOU_ID, chat_id=YOU_ID)
        await client.until(lambda: not client.history(YOU_ID))
        assert holding(tmp_path, canary) == []
        with pytest.raises(ControlRefusedError, match="404"):
            await client.download(sent.message.document.file_id)
    async with LocalServer(state_path=path) as server, LocalClient(server.page_url) as client:
        assert (client.history(YOU_ID), client.history(ALEX_ID)) == ([], [kept])
        assert (await client.you.say("anew")).message_id == 42


async def test_without_a_file_ids_never_meet_those_of_an_earlier_run():
    async with LocalServer() as server:
        assert server.state.updates.next_id > 1_700_000_000


async def test_a_file_that_is_no_database_is_named(tmp_path: Path):
    path = tmp_path / "state.db"
    path.write_text("not a database, only some text that is long enough to be looked at")
    with pytest.raises(StateFileError, match=r"state\.db cannot be used"):
        LocalServer(state_path=path)


async def test_a_taken_port_is_one_clear_sentence(server: LocalServer):
    with pytest.raises(PortInUseError, match=f"Port {server.port} on 127.0.0.1 is already in use"):
        await LocalServer(port=server.port).start()
    running = await start("telegram_local", "--port", str(server.port), stderr=asyncio.subprocess.PIPE)
    _, said = await running.communicate()
    assert (running.returncode, said.count(b"\n")) == (2, 1)
    assert b"is already in use" in said


async def test_only_loopback_addresses_are_listened_on():
    for host in ("0.0.0.0", "192.168.1.2", "::", "swealog.test"):  # noqa: S104  # what must be refused
        with pytest.raises(NotLoopbackError):
            LocalServer(host)
    async with LocalServer("localhost") as named, LocalServer("0.0.0.0", exposed=True) as container:  # noqa: S104
        assert named.port != container.port


async def test_the_state_file_is_private_and_no_other_has_its_secrets(tmp_path: Path):
    (tmp_path / "state.db").touch(mode=0o644)
    async with LocalServer(state_path=tmp_path / "state.db") as one, LocalServer() as other:
        files = [tmp_path / f"state.db{tail}" for tail in ("", "-wal", "-shm")]
        assert [oct(path.stat().st_mode & 0o077) for path in files] == ["0o0"] * 3
        assert len(one.token.partition(":")[2]) >= 32
        assert len({one.token, other.token, one.state.control_token, other.state.control_token}) == 4


async def test_the_loop_keeps_its_own_signal_handlers():
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    async with LocalServer():
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
