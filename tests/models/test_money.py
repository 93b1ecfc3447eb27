"""What people see of models and money, through the front door: a real bot and a scripted provider."""

from __future__ import annotations

import asyncio
import csv
import io
import zipfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from agents.model.context.prompts import prompts
from storage.entities import ModelCall, Preferences, User
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.driver.storing import save_user, turn_ids
from tests.models.answers import Fault
from tests.models.asked import Asked
from tests.models.filling import Json
from tests.models.server import ModelServer

QUESTION = "how much did I bench this week?"
SAID: Json = {
    "input_type": "query",
    "domains": ["strength"],
    "question_part": QUESTION,
    "parts": [{"type": "simple", "about": ["bench press"]}],
    "searches": [{"topics": ["bench press"]}],
    "next_action": "retrieve",
    "verdict": "sufficient",
    "response": "You benched 80 kg.",
}
"""What every agent says in the fields that its form has."""
SOON = 30.0
"""Loading litellm takes seconds, once a process."""


def section(server: ModelServer, **changes: object) -> dict[str, object]:
    """`llm:` whose provider is an Anthropic in all but address: its prices are known."""
    return {**server.llm_section(api="anthropic"), **changes}


def sensible(asked: Asked) -> Json:
    properties: Json = (asked.schema or {}).get("properties") or {}
    judged = {"verdict": "pass"} if asked.agent == "evaluator" else {}
    return {name: value for name, value in {**SAID, **judged}.items() if name in properties}


@asynccontextmanager
async def paid(
    tmp_path: Path, server: ModelServer, *, clock: TestClock | None = None, **changes: object
) -> AsyncGenerator[tuple[RunningBot, Person]]:
    """The bot with models; what fails is not waited for long."""
    server.always("*", sensible)
    limits = {"calls": {"tries": 1, "backoff_seconds": 0, "reminders": 0}}
    async with running_bot(tmp_path, llm=section(server, **changes), limits=limits, clock=clock) as (
        bot,
        you,
    ):
        await you.ask("bench 80 kg 5x3")
        yield bot, you


def call(number: int, at: datetime, **changes: object) -> ModelCall:
    usual = ModelCall(
        id=f"call{number}",
        at=at,
        turn_id=f"turn{number}",
        user_id=YOU_ID,
        kind="query",
        agent="planner",
        provider="scripted",
        model="claude-sonnet-4-6",
        input_tokens=4000,
        output_tokens=200,
        cached_tokens=3000,
        price_usd=0.004,
        outcome="ok",
    )
    return usual.model_copy(update=changes)


async def test_cost_without_a_model_is_a_sentence(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "No model is set up" in (await you.ask("/cost")).text


async def test_cost_tells_today_the_month_the_kinds_and_what_is_left(tmp_path: Path, server: ModelServer):
    clock = TestClock()
    clock.set(datetime.fromisoformat("2026-11-21T12:00:00+09:00"))
    budget = {"user_day": 0.5, "user_month": 0.01}
    async with paid(tmp_path, server, clock=clock, budget=budget) as (bot, you):
        await you.ask("/settings zone Asia/Seoul")
        db, now = bot.app.core.db, clock()
        nothing = (await you.ask("/cost")).text
        assert nothing.count("No model was asked.") == 2
        assert "$0.50 of $0.50 left" in nothing
        await db.calls.record(call(1, now))
        await db.calls.record(call(2, now, turn_id="turn1", price_usd=0.002, price_known=False))
        await db.calls.record(call(3, now - timedelta(hours=11), kind="log", price_usd=0.001))
        await db.calls.record(call(4, now - timedelta(hours=13), kind="observer"))
        await db.calls.record(call(5, now - timedelta(days=21), price_usd=7))
        await db.calls.record(call(6, now, user_id=ALEX_ID, price_usd=9))
        told = (await you.ask("/cost")).text
    today, month = told.split("This month")
    assert "Today: $0.007" in today
    assert "$0.49 of $0.50 left" in today
    assert "questions: ≈ $0.006 · messages: 1, calls: 2, tokens: 8,400 (cached: 6,000)" in today
    assert "logs: $0.001" in today
    assert "learning about you" not in today
    assert month.startswith(": $0.011")
    assert "The budget of $0.01 is spent" in month
    assert "learning about you: $0.004" in month
    assert "≈: the price of a model is not known" in month


async def test_an_answer_offers_the_other_way_and_a_tap_takes_it_once(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (_, you):
        deep = await you.ask(QUESTION, within=SOON)
        assert deep.labels[-2] == "⚡ Quick · free"
        assert deep.labels[-1].startswith("✓ 🔍 Deep · $0.")
        used = await you.answered(await you.tap(deep, "Deep"))
        assert "how this was answered" in used.text
        asked = len(server.asked)
        assert asked
        await you.tap(deep, "Quick")
        second = await you.tap(deep, "Quick")
        quick = await you.next_reply()
        assert "answered that already" in (await you.answered(second)).text
        assert "80 kg" in quick.text
        assert quick.message.reply_to_message is not None
        assert quick.message.reply_to_message.text == QUESTION
        assert quick.labels[-2] == "✓ ⚡ Quick · free"
        assert quick.labels[-1].startswith("🔍 Deep · ≈ $0.")
        assert len(server.asked) == asked
        await you.silence(0.2)
        cost = (await you.ask("/cost")).text
        assert "questions" in cost
        await you.tap(quick, "Deep")
        again = await you.next_reply(within=SOON)
        assert again.labels[-1].startswith("✓ 🔍 Deep")
        assert len(server.asked) > asked


async def test_a_stale_forged_or_foreign_tap_changes_nothing(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (bot, you):
        deep = await you.ask(QUESTION, within=SOON)
        forged = await you.answered(await you.forge(deep, "m:01JD7ZK8J2X5W9T0V3B4N6M8QR:deep"))
        assert "don't know this button" in forged.text
        receipt = await you.ask("squat 100 kg 5x5")
        turns = await turn_ids(bot.app.core.db.turns, YOU_ID)
        log = await you.answered(await you.forge(receipt, f"m:{turns[-1]}:deep"))
        assert "don't know this button" in log.text
        group, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        await group.say(f"@{bot.app.bot.username} {QUESTION}")
        shown = await group.next_reply(within=SOON)
        foreign = await alex.answered(await alex.tap(shown, "Quick"))
        assert "somebody else" in foreign.text
        await you.silence(0.2)


async def test_an_answer_that_was_tapped_for_survives_a_restart(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (bot, you):
        quick = await you.ask(f"/quick {QUESTION}")
        assert not server.asked
        server.delay = 60
        await you.tap(quick, "Deep")
        await server.has_been_asked()
        await bot.stop()
        server.delay = 0
        await bot.start()
        deep = await you.next_reply(within=SOON)
        assert "Deep" in deep.labels[-1]
        assert "80 kg" in deep.text
        assert "answered that already" in (await you.answered(await you.tap(quick, "Deep"))).text
        await you.silence(0.2)


async def test_what_was_answered_when_asked_back_is_not_asked_again(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (_, you):
        await you.ask("squat 100 kg 5x5")
        question = await you.ask("/quick what is my record?")
        await you.tap(question, "bench press")
        quick = await you.next_reply()
        server.always("*", Fault.SERVER_ERROR)
        await you.tap(quick, "Deep")
        again = await you.next_reply(within=SOON)
        assert again.text.startswith(quick.text)
        assert "80 kg" in again.text


async def test_only_the_question_of_a_message_is_answered_again(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (_, you):
        await you.say(f"/quick squat 100 kg 5x5. {QUESTION}")
        replies = [await you.next_reply(), await you.next_reply()]
        answer = next(reply for reply in replies if "Deep" in reply.labels[-1])
        await you.tap(answer, "Deep")
        assert (await you.next_reply(within=SOON)).text == SAID["response"]
        assert (await you.ask("/today")).text.count("Squat") == 1
        assert "last week" in (await you.ask("/quick and last week?")).text


async def test_without_models_there_is_nothing_to_choose(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80 kg 5x3")
        answer = await you.ask(QUESTION)
        assert not any("Quick" in label for label in answer.labels)
        quick = await you.ask(f"/quick {QUESTION}")
        assert quick.text == answer.text
        deep = await you.ask(f"/deep {QUESTION}")
        assert deep.text.startswith(answer.text)
        assert "No model is set up, so this is the quick answer." in deep.text
        assert "Write your question behind it" in (await you.ask("/deep")).text
        page = await you.ask("/settings")
        assert "Answers" not in page.text
        assert "English and Korean, not Deutsch" in (await you.ask("/settings language de")).text
        forged = await you.answered(await you.forge(page, "s:answers:quick"))
        assert "don't know this button" in forged.text


async def test_the_setting_says_how_answers_come(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (_, you):
        page = await you.ask("/settings")
        assert "Answers: 🔍 Deep" in page.text
        await you.tap(page, "⚡ Quick")
        page = await you.edited(page)
        assert "Answers: ⚡ Quick" in page.text
        server.asked.clear()
        assert (await you.ask(QUESTION)).labels[-2] == "✓ ⚡ Quick · free"
        assert not server.asked
        deep = await you.ask(f"/deep {QUESTION}", within=SOON)
        assert deep.labels[-1].startswith("✓ 🔍 Deep · $0.")
        assert server.asked


async def test_a_log_is_read_by_a_model_also_where_answers_come_quickly(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (bot, you):
        page = await you.ask("/settings")
        await you.tap(page, "⚡ Quick")
        await you.edited(page)
        await you.ask("did some benching, it went okay I guess", within=SOON)
        calls = await bot.app.core.db.calls.recent_calls(YOU_ID, 10)
        assert [(made.agent, made.kind, made.mode) for made in calls] == [("parser", "log", "deep")]


async def test_a_quick_answer_by_a_small_model_has_its_price(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server, quick="low") as (_, you):
        deep = await you.ask(QUESTION, within=SOON)
        assert deep.labels[-2].startswith("⚡ Quick · ≈ $0.")
        await you.tap(deep, "Quick")
        quick = await you.next_reply(within=SOON)
        assert quick.labels[-2].startswith("✓ ⚡ Quick · $0.")
        assert quick.labels[-1].startswith("🔍 Deep · ≈ $0.")


@pytest.mark.parametrize(
    ("budget", "sentence"),
    [
        ({"user_day": 0.0001}, "left of your model budget for today ($0.0001) is not enough"),
        ({"user_month": 0.0001}, "left of your model budget for this month ($0.0001) is not enough"),
    ],
)
async def test_at_the_cap_code_answers_and_says_so(
    tmp_path: Path, server: ModelServer, budget: dict[str, float], sentence: str
):
    async with paid(tmp_path, server, budget=budget) as (_, you):
        answer = await you.ask(QUESTION, within=SOON)
        assert "80 kg" in answer.text
        assert answer.text.count(sentence) == 1
        assert answer.text.splitlines()[-1].endswith("without a model.")
        assert answer.labels[-2] == "✓ ⚡ Quick · free"
        assert not server.asked
        assert sentence in (await you.ask(QUESTION)).text


async def test_a_provider_that_fails_is_told_of_and_can_be_tried_again(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (_, you):
        server.always("*", Fault.SERVER_ERROR)
        answer = await you.ask(QUESTION, within=SOON)
        assert "80 kg" in answer.text
        assert "No model could be reached" in answer.text
        assert answer.labels[-1].startswith("🔍 Deep · ≈ $0.")
        server.always("*", sensible)
        await you.tap(answer, "Deep")
        better = await you.next_reply(within=SOON)
        assert "No model could be reached" not in better.text
        assert better.labels[-1].startswith("✓ 🔍 Deep")


async def test_questions_at_the_same_time_do_not_slip_under_the_cap_together(
    tmp_path: Path, server: ModelServer
):
    """One person asks in two chats; there is room for one call at a time."""
    server.delay = 0.3
    async with paid(tmp_path, server, budget={"user_day": 0.05}) as (bot, you):
        group = bot.client.in_group(YOU_ID)
        await asyncio.gather(you.say(QUESTION), group.say(f"@{bot.app.bot.username} {QUESTION}"))
        answers = await asyncio.gather(you.next_reply(within=SOON), group.next_reply(within=SOON))
        spent = await bot.app.core.db.calls.spent(YOU_ID, bot.clock() - timedelta(days=1))
    assert 0 < spent <= 0.05
    assert server.at_once_max == 1
    assert [answer.text.count("is not enough") for answer in answers] in ([0, 1], [1, 0])
    assert all("80 kg" in answer.text for answer in answers)


async def test_a_log_that_no_model_could_read_says_so_too(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (bot, you):
        server.always("*", Fault.UNAVAILABLE)
        receipt = await you.ask("did some benching, it went okay I guess", within=SOON)
        assert receipt.text.startswith("📝 Noted.")
        assert "No model could be reached" in receipt.text.splitlines()[-1]
        (kept,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 1)
        assert kept.text == "did some benching, it went okay I guess"
        calls = await bot.app.core.db.calls.recent_calls(YOU_ID, 10)
        assert {(made.kind, made.outcome, made.price_usd) for made in calls} == {("log", "server_error", 0.0)}


async def test_any_language_with_a_model_and_english_sentences_around_it(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (_, you):
        page = await you.ask("/settings language DE")
        assert "Language: Deutsch" in page.text
        assert "I answer in Deutsch wherever a model writes" in page.text
        assert "✓ Deutsch" in page.labels
        assert "I know no language xx" in (await you.ask("/settings language xx")).text
        await you.ask(QUESTION, within=SOON)
        assert any("German" in str(asked.raw) for asked in server.asked)
        await you.tap(page, "English")
        assert "Language: English" in (await you.edited(page)).text


async def test_a_language_chosen_when_there_was_a_model_falls_back_to_english(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        user = User(id=YOU_ID, name="You", preferences=Preferences(language="de"))
        await save_user(bot.app.core.db.people, user)
        assert "Logged" in (await you.ask("bench 80 kg 5x3")).text
        assert "80 kg" in (await you.ask(QUESTION)).text
        assert "Language: Deutsch" in (await you.ask("/settings")).text
        assert "Today" in (await you.ask("/today")).text


async def test_each_call_says_which_prompts_it_was_asked_with(tmp_path: Path, server: ModelServer):
    async with paid(tmp_path, server) as (bot, you):
        await you.ask(QUESTION)
        calls = await bot.app.core.db.calls.recent_calls(YOU_ID, 20)
    used = prompts().versions
    for one in calls:
        told = dict(each.rsplit(" ", 1) for each in one.prompts.split(", "))
        assert {one.agent, *one.also} <= set(told)
        assert told == {name: str(used[name]) for name in told}
    assert {one.agent for one in calls} >= {"analyzer"}


async def test_export_has_what_models_cost(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        await bot.app.core.db.calls.record(call(1, bot.clock()))
        await bot.app.core.db.calls.record(call(2, bot.clock(), user_id=ALEX_ID))
        sent = await you.ask("/export")
        assert sent.message.document is not None
        content = await bot.client.download(sent.message.document.file_id)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("model-calls.csv").decode())))
    assert [(row["agent"], row["price_usd"], row["outcome"]) for row in rows] == [("planner", "0.004", "ok")]
