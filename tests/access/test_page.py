"""The chat page without a token: everybody there is allowed, and You is the owner."""

from __future__ import annotations

from pathlib import Path

from bot.app import App
from bot.settings import Settings
from storage.stores import Stores
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.access.helping import invitation
from tests.driver.client import LocalClient


async def test_everything_can_be_tried_there_and_means_nothing_on_telegram(tmp_path: Path):
    app = App(Settings.model_validate({"data_dir": tmp_path, "local": {"port": 0}}))
    await app.start()
    try:
        async with LocalClient(app.url or "") as client:
            you, alex, group = client.you, client.alex, client.in_group(YOU_ID)
            assert "/invite" in (await you.ask("/help")).text
            assert "Logged" in (await alex.ask("bench 100 kg 5x5")).text
            assert "where are you?" in (await alex.next_reply()).text
            assert "has invited you" in (await alex.ask(await invitation(you))).text
            await you.next_reply()
            page = await you.ask("/people")
            assert "everybody may use me" in page.text
            await you.tap(page, "Remove Alex")
            page = await you.edited(page)
            told = await you.answered(await you.tap(page, "Yes, remove"))
            assert "everybody may use me" in told.text
            assert "100 kg" in (await alex.ask("/today")).text
            assert "already" in (await group.ask("/allow")).text
            assert "has invited you" in (await alex.ask(await invitation(you))).text
    finally:
        await app.stop()
    db = await Stores.open(tmp_path)
    try:
        assert [member.user_id for member in (await db.access.rights("local")).members] == [ALEX_ID]
        there = await db.access.rights("telegram")
        assert not there.members
        assert GROUP_ID not in {group.chat_id for group in there.groups}
    finally:
        await db.close()
