"""Jobs over the real bot where something goes wrong: each end says why, nothing is done or lost unasked."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import AsyncGenerator, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from pydantic import JsonValue
from pydantic_ai import models

from agents.charts.studio import Studio
from agents.jobs.kinds import FOLDER
from agents.model.settings import Budget
from bot.jobs import assembly
from storage.job import JobRow
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.access.helping import SAM_ID, dealt_with, invitation, newcomer, owned
from tests.agents.charts.diaries import FIRST, LAST, NOW, half_a_year
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.models.answers import Answer
from tests.models.asked import Asked
from tests.models.server import ModelServer
from tests.models.test_jobs import LOOK_BACK, Call, done, plan
from tests.scenarios.test_jobs import PROFILE, delivered, logged, read
from tests.scenarios.test_jobs_by_models import playing
from tests.scenarios.test_remote_tools import garden


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[ModelServer]:
    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)
    async with ModelServer.running() as running:
        yield running


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)


async def said_of(you: Person, words: str) -> StoredMessage:
    """The next message that says so; those before it are passed over."""
    while words not in (told := await you.next_reply()).text:
        pass
    return told


async def the_job(bot: RunningBot, user_id: int = YOU_ID) -> JobRow:
    newest, *_ = await bot.app.core.db.jobs.of_user(user_id)
    return newest


async def test_a_log_stays_a_log_while_it_is_asked_what_to_change(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile=PROFILE) as (bot, you):
        await logged(bot, *half_a_year())
        await you.ask("/job review since September")
        _, zipped = await delivered(you)
        await you.tap(zipped, "✏️ Change…")
        prompt = await said_of(you, "What shall be changed?")
        await bot.restart()
        receipt = await you.ask("bench 100 kg 5x5")
        assert "Logged" in receipt.text
        await you.reply(receipt, "it was 105 kg")
        assert "105 kg" in (await you.next_reply()).text
        assert (await the_job(bot)).status == "done"
        await you.reply(prompt, "only the 10 weeks since 10 October, bench 5x5 and no sleep")
        page, _ = await delivered(you)
        assert "<h2>Sleep</h2>" not in await read(bot, page)
        instructions = (await folder_of(bot)) / "instructions.md"
        assert "> only the 10 weeks" in instructions.read_text()


async def test_a_reply_to_what_was_delivered_is_feedback_and_changes_no_entry(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile=PROFILE) as (bot, you):
        await logged(bot, *half_a_year())
        await you.ask("/job review since September")
        page, zipped = await delivered(you)
        before = await bot.app.core.db.entries.get_entries_by_date_range(YOU_ID, FIRST, LAST)
        await you.reply(zipped, "bench 100 kg 5x5")  # a log stays one
        assert "Logged" in (await you.next_reply()).text
        await you.reply(zipped, "how many squats did I do?")
        assert "plan the correction" not in (await you.next_reply()).text
        assert (await the_job(bot)).status == "done"
        await you.ask("/undo")
        await bot.restart()
        await you.reply(zipped, "수면 빼고")
        again, _ = await delivered(you)
        assert "<h2>Sleep</h2>" not in await read(bot, again)
        await you.reply(page, "only since October")
        again, _ = await delivered(you)
        assert "Thu 1 Oct" in await read(bot, again)
        assert await bot.app.core.db.entries.get_entries_by_date_range(YOU_ID, FIRST, LAST) == before


async def folder_of(bot: RunningBot) -> Path:
    return bot.settings.data / "vault" / str(YOU_ID) / "jobs" / (await the_job(bot)).id


async def test_a_folder_that_is_gone_is_told_whatever_is_wanted_of_its_job(tmp_path: Path) -> None:
    gone = "Its folder in the vault is gone"
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await you.ask("/job review")
        asked = await said_of(you, "Which days")
        shutil.rmtree(await folder_of(bot))
        await you.tap(asked, "this year")
        assert "ended, phase 1" in (await said_of(you, gone)).text
        await you.ask("/job review everything")
        _, zipped = await delivered(you)
        shutil.rmtree(await folder_of(bot))
        await you.tap(zipped, "✏️ Change…")
        await said_of(you, "What shall be changed?")
        assert gone in (await you.ask("without streaks")).text
        code = (await the_job(bot)).id[-4:]
        assert gone in (await you.ask(f"/jobs {code} without streaks")).text
        await you.tap(zipped, "✅ Accept")
        assert "accepted" in (await you.next_reply()).text


ASKING: dict[int, list[Call]] = {
    1: [("ask_person", {"question": "How often?"}), *plan("x")],
    2: [("write_file", {"path": "artifacts/plan.md", "text": "# Plan\n\nRun."}), *done(1, 5)],
    3: LOOK_BACK,
}
FENCED = "```markdown\n# Plan {}\n```"
FAILS = "Ten calls in a row failed."


def each(name: str, **given: str) -> dict[int, list[Call]]:
    """Such a call in the first phase again and again, never quite the same."""
    calls: list[Call] = []
    for at in range(12):
        arguments: dict[str, JsonValue] = {key: value.format(at) for key, value in given.items()}
        calls.append((name.format(at), arguments))
    return {1: calls}


def wrong_yaml() -> list[Call]:
    """The last todo of the first phase, with a list that can't be read."""
    found = done(1, 3)
    for at in range(6):
        found.append(("todo_write", {"content": f"todos: [{at}"}))
        found += done(4, 4)
    return found


ENDS: tuple[tuple[dict[int, list[Call]], str], ...] = (
    (each("search_entries", query="{}"), FAILS),  # a tool of the other phase
    (each("rm_rf_{}"), FAILS),
    (each("job_complete", summary="done {}"), FAILS),
    (each("write_file", path="workspace.md", text=FENCED), FAILS),
    ({1: plan("x"), 2: [("list_files", {})] * 6}, "It did the same thing again and again."),
    ({1: wrong_yaml()}, "Its list of todos was not usable, five times."),
    ({1: plan("x"), 2: done(1, 5)}, "A phase ended in which nothing was done."),
)


async def test_a_model_that_gets_nowhere_ends_its_job_which_says_why_in_the_chat(
    tmp_path: Path, server: ModelServer
) -> None:
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        for phases, why in ENDS:
            server.always("*", playing(phases))
            await you.ask("/job research why do I sleep badly?")
            told = await said_of(you, "ended, phase")
            assert told.text.endswith(why)
            assert told.labels == []
            assert (await the_job(bot)).status == "failed"
        await you.ask("/job research 왜 잠을 못 잘까?")
        assert "아무것도 하지 않은 단계가 있어서 끝냈어요." in (await said_of(you, "중단됨")).text


async def test_what_is_asked_twice_is_shown_twice_though_a_model_uses_ids_again(
    tmp_path: Path, server: ModelServer
) -> None:
    odd = {"question": "Which <b>days</b>?", "options": ["", "a" * 150, "two & <i>three"]}
    table: Call = ("write_file", {"path": "artifacts/plan.md", "text": "|---|\n\n# Plan\n\n|"})
    asks: list[Call] = [("ask_person", cast("dict[str, JsonValue]", odd)), ASKING[1][0]]
    server.always("*", playing({1: [*asks, *plan("x")], 2: [table, *done(1, 5)], 3: LOOK_BACK}))
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        await you.ask("/job research why do I sleep badly?")
        asked = await said_of(you, "Which <b>days</b>?")
        assert asked.labels[-2:] == ["two & <i>three", "⏹ Stop"]
        await you.tap(asked, "two & <i>three")
        asked = await said_of(you, "How often?")
        await bot.restart()
        await you.reply(asked, "twice")
        page, _ = await delivered(you)
        assert "<h1>Plan</h1>" in await read(bot, page)
    told = [str(one.messages) for one in server.asked]
    assert any("two & <i>three" in one and "twice" in one for one in told)


async def test_a_job_whose_model_was_taken_out_waits_for_one(tmp_path: Path, server: ModelServer) -> None:
    server.always("*", playing(ASKING))
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        await you.ask("/job research why do I sleep badly?")
        asked = await said_of(you, "How often?")
        await bot.stop()
        with_model = bot.settings
        bot.settings = bot.settings.model_copy(update={"llm": type(bot.settings.llm)()})
        await bot.start()
        await you.reply(asked, "twice")
        paused = await said_of(you, "The model does not answer.")
        await bot.stop()
        bot.settings = with_model
        await bot.start()
        await you.tap(paused, "▶️ Resume")
        await delivered(you)


async def test_whoever_the_configuration_no_longer_allows_has_no_job_that_goes_on(
    tmp_path: Path, server: ModelServer
) -> None:
    server.gate.clear()
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, _):
        alex = bot.client.alex
        await alex.ask("/job research why do I sleep badly?")
        await server.has_been_asked(1)
        await bot.stop()
        access = bot.settings.access.model_copy(update={"allow_users": [YOU_ID]})
        bot.settings = bot.settings.model_copy(update={"access": access})
        server.gate.set()
        await bot.start()
        row = await the_job(bot, ALEX_ID)
        assert (row.status, row.reason) == ("stopped", "removed")


async def test_whoever_may_use_a_group_alone_is_told_that_jobs_go_on_in_private(tmp_path: Path) -> None:
    access = {"allow_users": [YOU_ID], "allow_groups": [GROUP_ID]}
    async with running_bot(tmp_path, access=access) as (bot, _):
        group, alex = bot.client.in_group(ALEX_ID), bot.client.alex
        await group.say("/job@swealog_bot review everything")
        assert "there you may not use me" in (await alex.next_reply()).text
        assert "private chat" in (await group.next_reply()).text
        await group.say("@swealog_bot please clean up my log")
        assert "private chat" in (await group.next_reply()).text
        assert await bot.app.core.db.jobs.of_user(ALEX_ID) == []


KIND = """
extends: defaults
job_type: digest
display_name: {en: Digest}
llm: {model: scripted-special}
tools: {domain: [search_entries]}
phase_settings: {min_todos: 1}
connections: {model: true}
limits: {context_threshold_tokens: 600}
"""


async def test_a_new_type_is_a_folder_that_may_be_broken_or_gone(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    types = tmp_path / "types"
    shutil.copytree(FOLDER, types)
    for name, config in (("digest", KIND), ("odd", "extends: defaults\njob_type: odd\ncolour: red\n")):
        (types / name).mkdir()
        (types / name / "config.yaml").write_text(config)
    monkeypatch.setattr(assembly, "office", partial(assembly.office, folder=types))
    looks: list[Call] = [("search_entries", {"query": f"bench {at}"}) for at in range(4)]
    work: list[Call] = [*looks, ("write_file", {"path": "artifacts/a.md", "text": "All well."}), *done(1, 1)]
    calls = iter([*plan("x", 1), *work, *LOOK_BACK])
    server.always("*", partial(summing_up, calls))
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, llm=server.llm_section()) as (bot, you):
        await logged(bot, *half_a_year())
        told = await you.ask("/job")
        assert told.labels == ["Clean-up", "Digest", "Training plan", "Research", "Review"]
        assert "odd/config.yaml:3: colour: unknown key" in caplog.text
        await you.ask("/job digest of my bench")
        page, _ = await delivered(you)
        assert "All well." in await read(bot, page)
        steps = [one for one in server.asked if "Current phase" in one.system]
        assert {one.model for one in steps} == {"scripted-special"}
        assert len(steps) < len(server.asked)  # some summed up what was said before
        compacted = [one for one in steps if "so far: 4 looks" in one.user]
        assert compacted
        for one in compacted:
            assert "Todos, in this order:\n1. x 1" in one.user
            assert 1 < len(one.messages) < len(looks) * 2

        server.gate.clear()
        await you.ask("/job digest of my squat")
        await server.has_been_asked(len(server.asked) + 1)
        await bot.stop()
        shutil.rmtree(types / "digest")
        server.gate.set()
        await bot.start()
        assert "A mistake of ours ended it" in (await you.next_reply()).text
        row = await the_job(bot)
        assert (row.status, row.reason) == ("failed", "broken")
        assert "there is no type of job 'digest'" in caplog.text
        await you.ask("/job review since November")
        await delivered(you)


@pytest.mark.parametrize("after_restart", [False, True])
async def test_a_paused_job_whose_type_is_gone_is_shown_and_stopped(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, *, after_restart: bool
) -> None:
    types = tmp_path / "types"
    shutil.copytree(FOLDER, types)
    (types / "digest").mkdir()
    (types / "digest" / "config.yaml").write_text(KIND)
    monkeypatch.setattr(assembly, "office", partial(assembly.office, folder=types))
    server.always("*", Answer(calls=(("list_files", {}),)))
    async with running_bot(tmp_path, llm=server.llm_section()) as (bot, you):
        server.gate.clear()
        await you.ask("/job digest of my bench")
        await server.has_been_asked(1)
        assert "paused" in (await you.ask("pause the job")).text
        server.gate.set()
        if after_restart:
            await bot.stop()
        shutil.rmtree(types / "digest")
        if after_restart:
            await bot.start()
        listed = await you.ask("/jobs")
        while "Your jobs" not in listed.text:
            listed = await you.next_reply()
        assert "paused" in listed.text
        await you.tap(listed, listed.labels[0])
        while (shown := await you.next_reply()) == listed:
            pass
        assert shown.labels == ["▶️ Resume", "⏹ Stop"]
        await you.tap(shown, "⏹ Stop")
        while "stopped" not in (await you.next_reply()).text:
            pass
        assert (await the_job(bot)).status == "stopped"


def summing_up(calls: Iterator[Call], asked: Asked) -> Answer:
    """The next call, or a summary where that is asked for."""
    if "Sum up" in asked.system:
        return Answer(said="so far: 4 looks")
    return Answer(calls=(cast("tuple[str, dict[str, object]]", next(calls)),))


WAITING: dict[int, list[Call]] = {
    1: plan("Look"),
    2: [
        ("garden_wait", {}),
        ("write_file", {"path": "artifacts/answer.md", "text": "# Answer\n\nNobody knows."}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
}


async def test_a_call_to_another_service_that_a_restart_cut_off_is_made_again_by_a_tap_alone(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always("*", playing(WAITING))
    shed = garden(tmp_path / "shed", allow=["look", "wait"])
    async with running_bot(tmp_path, llm=server.llm_section(), tools={"mcp": [shed]}) as (bot, you):
        await you.ask("/job research how is the fern?")
        await server.has_been_asked(len(plan("Look")) + 1)
        await bot.restart()
        asked = await said_of(you, "don't know whether it was done")
        assert "garden_wait" in asked.text
        assert asked.labels == ["Do it again", "Leave it", "⏹ Stop"]
        await you.tap(asked, "Leave it")
        page, _ = await delivered(you)
        assert "Nobody knows." in await read(bot, page)
        assert any("does not want it repeated" in str(one.messages) for one in server.asked)


async def test_a_report_that_may_have_been_sent_twice_says_so(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await bot.client.fault("lose_answer", "sendDocument", times=2)
        await you.ask("/job review everything")
        sent: list[StoredMessage] = []
        while not sent or not sent[-1].labels:
            sent.append(told := await you.next_reply())
            if told.message.document is None:
                sent.pop()
        names = [one.message.document.file_name for one in sent if one.message.document is not None]
        assert names[:2] == ["report.html", "report.html"]
        assert "you may have this already" not in sent[0].text
        assert "you may have this already" in sent[1].text


async def test_a_full_disk_is_told_and_a_job_goes_on_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens = os.open

    def full(path: object, flags: int, *more: object, **named: object) -> int:
        if flags & os.O_CREAT and "/jobs/" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        return opens(path, flags, *more, **named)  # pyright: ignore[reportArgumentType]

    async with running_bot(tmp_path, profile=PROFILE) as (_, you):
        await you.ask("bench 100 kg 5x5")
        await you.ask("/job review")
        asked = await said_of(you, "Which days")
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", full)
            await you.tap(asked, "this year")
            paused = await said_of(you, "The disk is full. Make room, then resume.")
            assert (await you.ask("/job review")).text == "🗂 The disk is full: no job can begin now."
        await you.tap(paused, "▶️ Resume")
        await delivered(you)


async def test_who_is_removed_by_an_owner_has_no_job_any_more(tmp_path: Path) -> None:
    async with running_bot(tmp_path, access={}) as (bot, _):
        you, sam = await owned(bot), newcomer(bot)
        await sam.ask(await invitation(you))
        await you.next_reply()
        await sam.ask("/job review")
        await said_of(sam, "Which days")
        page = await you.ask("/people")
        await you.tap(page, "Remove Sam")
        await you.tap(await you.edited(page), "Yes, remove")
        await dealt_with(bot)
        row = await the_job(bot, SAM_ID)
        assert (row.status, row.reason) == ("stopped", "removed")


async def test_what_a_job_costs_is_told_and_a_spent_budget_pauses_it(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always("*", playing(ASKING))
    llm = server.llm_section()
    llm["providers"] = {"scripted": {**server.provider(), "api": "openai"}}  # its models have a price
    llm["budget"] = {"user_day": 0.5}
    async with running_bot(tmp_path, llm=llm) as (bot, you):
        await you.ask("/job research why do I sleep badly?")
        asked = await said_of(you, "How often?")
        assert re.search(r"phase 1, 0 of 4 · \$0\.\d+ so far", (await you.ask("/jobs")).text)
        bot.settings = bot.settings.model_copy(
            update={"llm": bot.settings.llm.model_copy(update={"budget": Budget(user_day=0)})}
        )
        await bot.restart()
        await you.reply(asked, "twice")
        paused = await said_of(you, "Today's budget for models is spent.")
        assert paused.labels == ["▶️ Resume", "⏹ Stop"]
