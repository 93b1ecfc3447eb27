"""/health and /metrics: what the operator's tools see."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from telegram.request import BaseRequest

import bot.people.schedule
import bot.web.bodies
import bot.web.jobs
import bot.web.server
import bot.web.webhook
import bot.web.wellness
from bot.updates.http import Noticed
from bot.web.api import MOST_BYTES
from bot.web.messages import MOST_CHARACTERS, MOST_WAIT
from bot.web.openapi import OPERATIONS
from storage.entities import ModelCall
from telegram_local.world import YOU_ID
from tests.web.calling import calling, http_section, problem

ROOT = Path(__file__).parents[2]
PRIVATE = ("bench", "185", "felt heavy", str(YOU_ID), "phone")


def samples(page: str) -> dict[str, float]:
    """Name and labels to value."""
    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


async def test_metrics_count_what_happens_and_name_nobody(tmp_path: Path):
    async with calling(tmp_path) as (running, you):
        assert (await you.say("bench 100 5x5")).questions, "no unit was ever written before"
        await running.client.you.ask("bench 185 lb 3x5, felt heavy")
        call = ModelCall(
            id="c1", at=running.clock(), turn_id="t", user_id=YOU_ID, kind="query", agent="planner",
            provider="openai", model="gpt", input_tokens=100, output_tokens=20, price_usd=0.25, outcome="ok",
        )  # fmt: skip
        await running.app.core.db.calls.record(call)
        await running.app.core.lanes.idle()
        response = await you.send("GET", "/metrics")
        assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
        page = samples(response.text)
        assert page["swealog_updates_total/new"] == 1
        assert page["swealog_entries"] == 2
        assert page["swealog_entries_stored_total"] == 2
        assert page["swealog_questions_open"] == 1
        assert page["swealog_replies_total/sent"] >= 3
        assert page["swealog_inbox_unfinished"] == 0
        assert page["swealog_http_requests_total//input/200"] == 1
        assert page["swealog_lag_seconds/outbox"] == 0
        assert page["swealog_turns_total/finished"] >= 1
        assert page["swealog_turns_total/asked"] == 1
        assert page["swealog_model_calls_total/gpt/ok/openai"] == 1
        assert page["swealog_model_tokens_total/input/gpt/openai"] == 100
        assert page["swealog_model_cost_usd_total/gpt/openai"] == 0.25
        names = [
            line.rpartition(" ")[0] for line in response.text.splitlines()
        ]  # figures may hold any digits
        assert not [word for word in PRIVATE if word in "\n".join(names)]


async def test_the_page_lists_every_metric(tmp_path: Path):
    async with calling(tmp_path) as (_, you):
        page = (await you.send("GET", "/metrics")).text
    shown = {
        family.name for family in text_string_to_metric_families(page) if family.name.startswith("swealog_")
    }
    shown = {f"{name}_total" if f"# TYPE {name}_total counter" in page else name for name in shown}
    told = set(
        re.findall(r"^\| `(swealog_\w+)` \|", (ROOT / "docs/http.md").read_text("utf-8"), re.MULTILINE)
    )
    assert told == shown


def test_the_pages_tell_the_limits_and_paths_there_are():
    page = (ROOT / "docs/http.md").read_text("utf-8")
    seconds = {bot.web.bodies.SECONDS, bot.web.server.HEADER_SECONDS}
    assert f"{MOST_BYTES // 1024} KiB a body, {MOST_CHARACTERS:,} characters" in page
    assert [f"{one:.0f} s for headers and body each" in page for one in seconds] == [True]
    jobs = (
        f"{bot.web.jobs.MOST_BYTES >> 20} MiB and {bot.web.jobs.SECONDS:.0f} s for the body of `POST /jobs`"
    )
    assert jobs in page
    assert f"`wait` (seconds, at most {MOST_WAIT:.0f})" in page
    kept = bot.people.schedule._UPDATES_KEPT  # pyright: ignore[reportPrivateUsage]
    assert f"for {kept.days} days at least" in page
    for operation in OPERATIONS:
        assert f"| `{operation.method.upper()} {operation.path}` |" in page
    proxies = (ROOT / "docs/operations.md").read_text("utf-8")
    [passed] = re.findall(r"location ~ (\S+) {", proxies)
    exact = re.findall(r"location = (\S+) {", proxies)
    public = {one.path for one in OPERATIONS if re.match(passed, one.path) or one.path in exact}
    assert public == {operation.path for operation in OPERATIONS} - {"/health", "/metrics"}
    assert f"client_max_body_size {bot.web.webhook.MOST_BYTES >> 20}m;" in proxies
    assert f"client_max_body_size {MOST_BYTES // 1024}k;" in proxies
    assert f"client_max_body_size {bot.web.jobs.MOST_BYTES >> 20}m;" in proxies


async def test_metrics_may_be_open(tmp_path: Path):
    async with calling(tmp_path, http=http_section(open_metrics=True)) as (_, you):
        assert (await you.http.get("/metrics")).status_code == 200
        problem(await you.http.get("/context"), 401)


@pytest.mark.fault("a database that can't be written")
async def test_health_says_when_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot.web.wellness, "_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(bot.web.wellness, "_PROBE_SECONDS", 0.5)
    async with calling(tmp_path) as (running, you):
        assert (await you.http.get("/health")).json() == {"status": "ok"}
        database = sqlite3.connect(running.app.core.db.database.path, isolation_level=None)
        database.execute("BEGIN IMMEDIATE")
        try:
            sick = await you.http.get("/health")
            assert problem(sick, 503).code == "unavailable"
            assert int(sick.headers["retry-after"]) > 0
        finally:
            database.execute("ROLLBACK")
            database.close()
        assert (await you.http.get("/health")).status_code == 200


class Answering(BaseRequest):
    """Answers each call with the next status."""

    def __init__(self, *statuses: int) -> None:
        self._statuses = list(statuses)

    @property
    def read_timeout(self) -> float:
        return 1.0

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    async def do_request(self, *_: Any, **__: Any) -> tuple[int, bytes]:
        return self._statuses.pop(0), b""


async def test_only_a_good_answer_ends_a_silence():
    polls = Noticed(Answering(502, 200))
    polls.answered -= 500
    await polls.do_request("", "POST")
    assert polls.silent_seconds > 499
    await polls.do_request("", "POST")
    assert polls.silent_seconds < 499


async def test_health_says_when_telegram_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot.web.wellness, "_LOOK_SECONDS", 0.0)
    async with calling(tmp_path) as (_, you):
        assert (await you.http.get("/health")).status_code == 200
        monkeypatch.setattr(bot.web.wellness, "SILENT_SECONDS", -1)
        assert "Telegram" in problem(await you.http.get("/health"), 503).detail


@pytest.mark.fault("a bug behind an HTTP request")
async def test_a_failure_of_ours_is_told_in_plain_words_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def fail(*_: object) -> None:
        raise RuntimeError("words of somebody")

    async with calling(tmp_path) as (running, you):
        monkeypatch.setattr(running.app.core.db.contexts, "context", fail)
        failed = await you.send("GET", "/context")
        assert problem(failed, 500).code == "failure"
        assert "words" not in failed.text
        assert [record.name for record in caplog.records if record.exc_info] == ["bot.web.problems"]
        monkeypatch.setattr(running.app.core.services.engine, "route", fail)
        assert "went wrong" in (await you.say("slept 7 h")).text
        monkeypatch.undo()
        assert (await you.say("slept 8 h")).entries
        assert (await you.send("GET", "/context")).status_code == 200


async def test_whoever_asks_often_writes_nothing_more(tmp_path: Path):
    async with calling(tmp_path) as (running, you):
        await you.http.get("/health")
        before = running.app.core.db.database.commits
        for _ in range(20):
            assert (await you.http.get("/health")).status_code == 200
        assert running.app.core.db.database.commits == before
