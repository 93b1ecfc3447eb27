from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from agents.machine import State, Step
from agents.session import current
from agents.turn import Turn
from agents.work import Work
from bot.replies.previews import Pace, Previews
from telegram_local.events import DeletedEvent, DraftEvent, MessageEvent
from telegram_local.messages import StoredMessage
from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot

QUESTION = "what's my best bench?"
SENTENCES = ("You bench. ", "You bench well. ", "Very well. ", "And often. ")


@dataclass
class Written:
    """Shows an answer as a model would write it, then goes on as ever."""

    step: Step
    sentences: Sequence[str] = SENTENCES
    pause: float = 0.15

    async def __call__(self, turn: Turn, work: Work) -> State:
        session = current()
        so_far = ""
        for sentence in self.sentences if session and session.preview else ():
            so_far += sentence
            assert session is not None
            assert session.preview is not None
            session.preview(so_far)
            await asyncio.sleep(self.pause)
        return await self.step(turn, work)


def writes(bot: RunningBot, pace: Pace, *, pause: float = 0.15, sentences: Sequence[str] = SENTENCES) -> None:
    """From here on answers are written slowly, and shown at this pace."""
    app = bot.app
    app.outbox.previews = app.previews = Previews(app.application.bot, pace)
    app.core.machine.previews = app.previews.of
    steps = app.core.machine.steps
    steps[State.SYNTHESIZE] = Written(steps[State.SYNTHESIZE], sentences, pause)


def after_last_draft(bot: RunningBot, answer: StoredMessage) -> bool:
    """Whether no draft came after the answer."""
    log = bot.client.log
    drafts = [number for number, event in enumerate(log) if isinstance(event, DraftEvent)]
    answered = next(
        number
        for number, event in enumerate(log)
        if isinstance(event, MessageEvent) and event.stored.message_id == answer.message_id and event.new
    )
    return max(drafts) < answered


async def test_drafts_grow_and_give_way_to_the_answer(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 lb 5x5")
        writes(bot, Pace(private=0.0))
        asked = await you.say(QUESTION)
        answer = await you.next_reply()
        drafts = you.drafts()
        assert drafts[0] == "You bench."
        assert len(drafts) > 1
        assert "".join(SENTENCES).startswith(drafts[-1])
        assert all(later.startswith(earlier) for earlier, later in pairwise(drafts))
        assert "185" in answer.text
        assert after_last_draft(bot, answer)
        calls = await bot.client.calls("sendMessageDraft")
        assert {str(call.params["draft_id"]) for call in calls} == {str(asked.message_id)}


async def test_what_comes_too_fast_is_left_out(tmp_path: Path) -> None:
    many = tuple(f"{number}. " for number in range(40))
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 lb 5x5")
        writes(bot, Pace(private=0.2), pause=0.01, sentences=many)
        await you.ask(QUESTION)
        calls = await bot.client.calls("sendMessageDraft")
        assert 2 <= len(calls) <= 5
        gaps = [later.at - earlier.at for earlier, later in pairwise(calls)]
        assert min(gaps) >= 0.19


async def test_a_log_is_not_previewed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        writes(bot, Pace(private=0.0))
        await you.ask("bench 185 lb 5x5")
        assert you.drafts() == []


@pytest.mark.parametrize("kind", ["rate_limit", "server_error", "error"])
async def test_a_refused_draft_changes_nothing(tmp_path: Path, kind: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 lb 5x5")
        writes(bot, Pace(private=0.0), pause=0.02)
        await bot.client.fault(kind, "sendMessageDraft", times=None, retry_after=30)
        answer = await you.ask(QUESTION, within=3)
        assert "185" in answer.text
        assert you.drafts() == []
        assert len(await bot.client.calls("sendMessageDraft")) == 1


async def test_a_draft_that_hangs_delays_the_answer_by_a_second_at_most(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 lb 5x5")
        writes(bot, Pace(private=0.0), pause=0.02)
        await bot.client.fault("slow", "sendMessageDraft", times=None, delay=20)
        assert "185" in (await you.ask(QUESTION, within=4)).text


async def test_a_group_sees_one_message_that_goes_when_the_answer_is_there(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, _):
        you = bot.client.in_group(YOU_ID)
        await you.ask(f"{bot.app.bot.mention} bench 185 lb 5x5")
        writes(bot, Pace(group=0.1, group_first=0.05))
        asked = await you.say(f"{bot.app.bot.mention} {QUESTION}")
        preview = await you.next_reply()
        assert preview.text.startswith("You bench.")
        assert preview.text.endswith("…")
        assert preview.message.reply_to_message is not None
        assert preview.message.reply_to_message.message_id == asked.message_id
        answer = await you.next_reply()
        assert "185" in answer.text
        gone = await bot.client.wait_for(lambda event: isinstance(event, DeletedEvent))
        assert isinstance(gone, DeletedEvent)
        assert gone.message_id == preview.message_id
        edits = await bot.client.calls("editMessageText", chat_id=GROUP_ID)
        assert 1 <= len(edits) <= len(SENTENCES)
        assert await bot.client.calls("sendMessageDraft") == []


async def test_a_quick_answer_shows_a_group_no_preview(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, _):
        you = bot.client.in_group(YOU_ID)
        await you.ask(f"{bot.app.bot.mention} bench 185 lb 5x5")
        writes(bot, Pace(group_first=60), pause=0.01)
        assert "185" in (await you.ask(f"{bot.app.bot.mention} {QUESTION}")).text
        assert len(await bot.client.calls("sendMessage", chat_id=GROUP_ID)) == 2


async def test_an_answer_longer_than_a_message_is_previewed_as_far_as_it_fits(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 lb 5x5")
        writes(bot, Pace(private=0.0), sentences=("💪 " * 3000,))
        await you.ask(QUESTION)
        assert 2000 < len(you.drafts()[0]) <= 4096


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_page_shows_the_draft_until_the_answer(tmp_path: Path, browser: Browser) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185 lb 5x5")
        writes(bot, Pace(private=0.0), pause=0.5)
        page = await browser.new_page(viewport={"width": 900, "height": 700})
        await page.goto(bot.server.page_url)
        await page.get_by_label("Message", exact=True).fill(QUESTION)
        await page.keyboard.press("Enter")
        draft = page.locator(".row.draft")
        await expect(draft).to_contain_text("You bench well.")
        await page.screenshot(path=tmp_path / "draft.png")
        await expect(page.locator(".row.theirs").last).to_contain_text("185")
        await expect(draft).to_have_count(0)
