"""People who do what their scripts say, spread over the lives of the bot."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from telegram_local.messages import StoredMessage
from tests.crash.stream import LEFT_ANSWER, LEFT_ASKS, Act, Script, Tap
from tests.driver.client import LocalClient


class Gate:
    """Spreads the acts of all over the kills, so that each has something to interrupt."""

    def __init__(self, steps: int, acts: int) -> None:
        self._share = acts / (steps + 1)
        self._allowed = 0.0
        self._opened = asyncio.Event()

    def let_more(self) -> None:
        """Another life: the next acts may be done."""
        self._allowed += self._share
        self._opened.set()

    def let_all(self) -> None:
        """The last life."""
        self._share = float("inf")
        self.let_more()

    async def wait(self, act: int) -> None:
        """Until this one may be done."""
        while act >= self._allowed:
            self._opened.clear()
            await self._opened.wait()


async def act_all(
    client: LocalClient, script: Script, gate: Gate, chance: random.Random, vault: Path
) -> None:
    """Everything in the script, one after the other. `vault` has the person's files."""
    for number, act in enumerate(script.acts):
        await gate.wait(number)
        await _act(client, script, act, vault)
        await asyncio.sleep(chance.uniform(0, 0.2))


async def _act(client: LocalClient, script: Script, act: Act, vault: Path) -> None:
    person = client.person(script.user_id, script.chat_id)
    if act.file:
        said = await person.document(act.text.encode(), act.file, mime="text/csv")
    else:
        said = await person.say(act.text)
    if act.edited:
        if act.after:
            await client.until(lambda: _told(client, said, act.after), what=f"{act.after!r}")
        if act.kind == "file":
            await _rewrite(client, said, act, vault)
        else:
            await person.edit(said, act.edited)
    for tap in act.taps:
        await _tap(client, script, said, tap)


async def _rewrite(client: LocalClient, said: StoredMessage, act: Act, vault: Path) -> None:
    """In the file, as an editor would: what the bot writes in the same moment may take its place."""
    while _told(client, said, act.mark) is None:
        for file in (vault / "logs" / "raw").rglob("20*.md"):
            text = file.read_text(encoding="utf-8")
            if f"\n{act.text}\n" in text:
                new = file.with_suffix(".new")
                new.write_text(text.replace(f"\n{act.text}\n", f"\n{act.edited}\n"), encoding="utf-8")
                new.replace(file)
        await asyncio.sleep(0.3)


async def _tap(client: LocalClient, script: Script, said: StoredMessage, tap: Tap) -> None:
    shown = await client.until(
        lambda: _told(client, said, tap.about, tap.button), what=f"{tap.button} after {said.text!r}"
    )
    data = _button(shown, tap.button) or ""
    person = client.person(script.user_id, script.chat_id)
    for _ in range(1 + tap.twice):
        await person.forge(shown, data)


def _told(client: LocalClient, said: StoredMessage, about: str, button: str = "") -> StoredMessage | None:
    """What the bot said about it; in a group everything is a reply to what it is about."""
    for one in client.history(said.chat_id):
        replied = one.message.reply_to_message
        if (
            one.message_id > said.message_id
            and one.from_bot
            and about in one.text
            and (replied is None or replied.message_id == said.message_id)
            and (not button or _button(one, button))
        ):
            return one
    return None


def _button(shown: StoredMessage, begins: str) -> str | None:
    return next((one.callback_data for one in shown.buttons if one.text.startswith(begins)), None)


async def answer_left(client: LocalClient, script: Script) -> bool:
    """Answer the question that was left open, the newest copy of it; whether it is there to be answered."""
    asked = next((act.text for act in script.acts if act.kind == "left"), None)
    if asked is None:
        return True
    said = [one for one in client.history(script.chat_id) if one.text == asked and not one.from_bot]
    mine = [one for one in said if one.message.sender and one.message.sender.id == script.user_id]
    shown = [
        one
        for one in client.history(script.chat_id)
        if mine and LEFT_ASKS in one.text and _button(one, "Skip") and _is_for(one, mine[0])
    ]
    if not shown:
        return False
    person = client.person(script.user_id, script.chat_id)
    match script.answers:
        case "tap":
            await person.forge(shown[-1], _button(shown[-1], LEFT_ANSWER) or "")
        case "reply":
            await person.reply(shown[-1], LEFT_ANSWER)
        case "skip":
            await person.forge(shown[-1], _button(shown[-1], "Skip") or "")
    return True


def _is_for(asked: StoredMessage, said: StoredMessage) -> bool:
    replied = asked.message.reply_to_message
    return replied is None or replied.message_id == said.message_id
