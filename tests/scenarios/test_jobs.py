"""Jobs over the real bot: begun, asked, delivered, corrected, paused, stopped, restarted; without a model."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from agents.charts.studio import Studio
from agents.jobs.results import folder_of
from agents.notes.index import index
from agents.notes.results import JobNotes
from bot.people.job_results import job_results
from storage.entities import Effects, Entry, Message
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import LAST, NOW, half_a_year
from tests.agents.diary import entry, lift, run
from tests.agents.jobs.pdfs import pdf
from tests.agents.notes.test_remote import Server
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.listening import Listener
from tests.driver.person import Person

PROFILE = {"time_zone": "Europe/Berlin", "weight_unit": "kg", "distance_unit": "km"}


@pytest.fixture
async def running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[tuple[RunningBot, Person]]:
    """Charts are drawn by tests of their own: here any picture will do."""

    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile=PROFILE) as (bot, you):
        await logged(bot, *half_a_year())
        yield bot, you


async def logged(bot: RunningBot, *entries: Entry) -> None:
    """A diary, as messages would have made it."""
    own = [one.model_copy(update={"user_id": YOU_ID, "chat_id": 77}) for one in entries]
    said = [
        Message(
            chat_id=77, message_id=one.message_id, user_id=YOU_ID, role="user", text="made up",
            at=one.logged_at,
        )
        for one in own
    ]  # fmt: skip
    await bot.app.core.db.turns.apply(Effects(messages=said, entries=own))


async def delivered(you: Person) -> tuple[StoredMessage, StoredMessage]:
    """Page and zip, the one with the buttons last; progress comes before."""
    while (came := await you.next_reply()).message.document is None:
        pass
    return came, await you.next_reply()


async def read(bot: RunningBot, page: StoredMessage) -> str:
    document = page.message.document
    assert document is not None
    return (await bot.client.download(document.file_id)).decode()


async def test_a_review_is_delivered_accepted_and_listed(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    begun = await you.ask("/job write my training year in review")
    assert begun.text == "🗂 It begins. write my training year in review"
    progress = await you.next_reply()
    assert progress.text.startswith("🗂 Review · write my training year in review\nat work: phase 1, 0 of 4")
    assert progress.labels == ["⏸ Pause", "⏹ Stop"]
    page, zipped = await delivered(you)
    assert zipped.labels == ["✅ Accept", "✏️ Change…"]
    html = await read(bot, page)
    assert "Wed 1 Apr \N{EN DASH} Sat 21 Nov" in html
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', html))
    assert ">107.5 kg</a>" in html
    document = zipped.message.document
    assert document is not None
    archive = zipfile.ZipFile(io.BytesIO(await bot.client.download(document.file_id)))
    assert "report.md" in archive.namelist()
    assert (await you.edited(progress)).labels == []
    assert "done, phase 3" in you.current(progress).text
    await you.tap(zipped, "✅ Accept")
    assert "accepted" in (await you.next_reply()).text
    listed = await you.ask("/jobs")
    assert "1. 🗂 Review · write my training year in review\n    accepted, phase 3" in listed.text


async def test_it_asks_and_is_corrected_over_restarts(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job review")
    asked = await you.next_reply()
    while "Which days" not in asked.text:
        asked = await you.next_reply()
    assert asked.labels == ["this year", "the last 12 months", "the last 3 months", "everything", "⏹ Stop"]
    receipt = await you.ask("bench 100 kg 5x5")  # a log is a log, whatever a job waits for
    assert "100 kg" in receipt.text
    await bot.restart()
    await you.tap(asked, "the last 3 months")
    page, zipped = await delivered(you)
    html = await read(bot, page)
    assert "Sat 22 Aug \N{EN DASH} Sat 21 Nov" in html
    assert "<td>Sleep" in html
    assert "<th>Sleep" in html
    assert you.current(asked).text == "❓ Review asked: Which days should it be about?\n→ the last 3 months"
    assert you.current(asked).labels == []
    await you.tap(zipped, "✏️ Change…")
    assert "What shall be changed?" in (await you.next_reply()).text
    await bot.restart()
    await you.say("only since October, and without sleep")
    said = {(await you.next_reply()).text.partition("\n")[0] for _ in range(2)}
    assert "🗂 I plan the correction first." in said
    page, zipped = await delivered(you)
    html = await read(bot, page)
    assert "Thu 1 Oct \N{EN DASH} Sat 21 Nov" in html
    assert "<h2>At a glance</h2>" in html
    assert "<td>Sleep" not in html
    assert "<th>Sleep" not in html
    assert "<h2>Sleep</h2>" not in html
    assert "<h2>Body weight</h2>" in html
    (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
    folder = bot.settings.data / "vault" / str(YOU_ID) / "jobs" / row.id
    assert "> only since October" in (folder / "instructions.md").read_text()
    assert {"phase_2.yaml", "phase_5.yaml"} <= {one.name for one in (folder / "archive").iterdir()}


async def test_a_question_is_answered_by_a_reply_in_words(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job review")
    asked = await you.next_reply()
    while "Which days" not in asked.text:
        asked = await you.next_reply()
    await you.reply(asked, "from june to july, please")
    page, _ = await delivered(you)
    assert "Mon 1 Jun \N{EN DASH} Fri 31 Jul" in await read(bot, page)


async def test_pause_resume_and_stop(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job review everything")
    progress = await you.next_reply()
    await you.tap(progress, "⏸ Pause")
    while "paused" not in you.current(progress).text:
        await you.edited(progress)
    assert you.current(progress).labels == ["▶️ Resume", "⏹ Stop"]
    await bot.restart()
    (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
    assert row.status == "paused"
    await you.tap(progress, "▶️ Resume")
    await delivered(you)
    await you.ask("/job review everything")
    second = await you.next_reply()
    await you.tap(second, "⏹ Stop")
    told = await you.next_reply()
    assert "stopped" in told.text
    assert [one.status for one in await bot.app.core.db.jobs.of_user(YOU_ID)] == ["stopped", "done"]
    newest, _ = await bot.app.core.db.jobs.of_user(YOU_ID)
    tapped = await you.forge(second, f"j:{newest.id}:stop")
    assert "already" in (await you.answered(tapped)).text.casefold()


async def test_types_say_what_they_need(running: tuple[RunningBot, Person]) -> None:
    _, you = running
    types = await you.ask("/job")
    assert types.labels == ["Clean-up", "Review"]
    assert "the web (needs a model" in types.text
    told = await you.ask("/job find out how sleep goes with my bench")
    assert told.text.startswith("🗂 Research can't be done now: it needs a model")
    assert "Which kind of job" in (await you.ask("/job hmm")).text
    assert "No jobs yet" in (await you.ask("/jobs")).text


async def test_a_clean_up_ends_in_a_change_set(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    slip = entry(LAST, lift(LAST, 1000, 5), name="01HX0000000000000000000001", text="bench 1000x5")
    await logged(bot, slip.model_copy(update={"message_id": 5}))
    types = await you.ask("/job")
    await you.tap(types, "Clean-up")
    page, _ = await delivered(you)
    assert ">1,000 kg</a>" in await read(bot, page)
    changes = await you.next_reply()
    assert "1000\N{MULTIPLICATION SIGN}5 → 100\N{MULTIPLICATION SIGN}5" in changes.text


async def test_what_is_logged_twice_goes_by_a_tap_alone_and_comes_back(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    names = ("01HX0000000000000000000001", "01HX0000000000000000000002")
    said = [entry(LAST, run(LAST, 5, 1503), name=one, text="ran 5k in 25:03") for one in names]
    await logged(bot, *(one.model_copy(update={"message_id": at}) for at, one in enumerate(said, 5)))

    async def there() -> list[str]:
        return sorted(one.id for one in await bot.app.core.db.entries.entries(YOU_ID, names))

    await you.ask("/job cleanup")
    await delivered(you)
    changes = await you.next_reply()
    line = "take out “ran 5k in 25:03”"
    assert line in changes.text
    assert await there() == [*names]
    await you.tap(changes, "✓ 1")
    assert f"✓ done: 21 Nov: {line}" in (await you.edited(changes)).text
    assert await there() == [names[0]]
    await you.ask("/undo")
    assert await there() == [*names]


async def test_a_message_that_is_heard_again_begins_no_second_one(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    say = await bot.app.state.wording(you.user_id)
    door = await bot.app.state.jobs.open()
    for key in ("1/7", "1/7", "1/8"):
        await door.wished(you.user_id, "review everything", say, key)
    assert len(await bot.app.core.db.jobs.of_user(you.user_id)) == 2


async def test_words_alone_begin_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (_, you):
        assert "needs a model" in (await you.ask("make me a 12 week plan to bench 100kg")).text
        assert (await you.ask("please clean up my log")).text == "🗂 It begins. please clean up my log"
        await delivered(you)
        assert "It begins" in (await you.ask("can you review my year?")).text
        await delivered(you)
        assert "시작합니다" in (await you.ask("지난 3개월 운동 돌아보기 보고서 써 줘")).text
        await delivered(you)
        assert "Your jobs" in (await you.ask("accept the review")).text  # one of two, and a clean-up


async def test_the_one_that_is_delivered_is_accepted_in_words(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job review since November")
    await delivered(you)
    assert "accepted" in (await you.ask("accept the review")).text
    assert [one.status for one in await bot.app.core.db.jobs.of_user(YOU_ID)] == ["accepted"]


async def test_words_alone_say_how_far_it_is_and_stop_it(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    assert "Your jobs" not in (await you.ask("stop the job")).text
    await you.ask("/job review")
    while "Which days" not in (await you.next_reply()).text:
        pass
    assert "waits for your answer" in (await you.ask("how far is my job?")).text
    stopped = await you.ask("please stop the job")
    assert stopped.text.startswith("Done.")
    assert "stopped" in stopped.text
    (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
    assert row.status == "stopped"
    assert "Your jobs" in (await you.ask("pause the job")).text


async def test_an_empty_diary_is_said_to_be_empty(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        await you.ask("/job review last year")
        page, _ = await delivered(you)
        assert "Nothing is logged in these days." in await read(bot, page)


async def test_names_that_fetch_or_run_something_are_names_in_a_report(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    hostile = {"bench press": "![p](https://evil.example/x.png)", "squat": "<img src=x onerror=alert(1)>"}
    named = [
        one.model_copy(
            update={
                "id": f"01KHOSTILE{at:016}", "message_id": 50_000 + at,
                "measures": tuple(
                    m.model_copy(update={"name": hostile.get(m.name, m.name)}) for m in one.measures
                ),
            }
        )
        for at, one in enumerate(half_a_year())
    ]  # fmt: skip
    await logged(bot, *named)
    await you.ask("/job review everything")
    page, _ = await delivered(you)
    html = await read(bot, page)
    assert all(f"<h2>{part}</h2>" in html for part in ("At a glance", "Records", "Where your training goes"))
    assert "https://evil.example/x.png" in html
    assert "<img src=x" not in html
    (folder,) = bot.settings.data.glob(f"vault/{YOU_ID}/jobs/*/artifacts")
    written = "".join(one.read_text() for one in folder.glob("*.md"))
    assert "(https://evil.example/x.png)" in written
    assert "![p](" not in written
    assert "<img" not in written
    assert "![" in written  # charts are shown


async def test_korean_is_answered_in_korean(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job 올해 운동 돌아보기")
    page, zipped = await delivered(you)
    assert "<h2>한눈에 보기</h2>" in await read(bot, page)
    await you.tap(zipped, "✏️ 고치기…")
    await you.next_reply()
    await you.say("수면 빼고")
    page, _ = await delivered(you)
    assert "<h2>수면</h2>" not in await read(bot, page)


async def test_forget_ends_what_runs(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job review everything")
    await you.next_reply()
    asks = await you.ask("/forget")
    found = re.search(r"/forget (\w+)", asks.text)
    assert found is not None
    told = await you.ask(f"/forget {found[1]}")
    while "job" in told.text or told.message.document is not None:
        told = await you.next_reply()
    assert await bot.app.core.db.jobs.of_user(YOU_ID) == []
    assert not [*bot.settings.data.glob(f"vault/{YOU_ID}/jobs/*")]
    await you.silence(1)


async def test_in_a_group_it_is_done_in_private(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    group = bot.client.in_group(YOU_ID)
    await group.say("/job@swealog_bot review everything")
    assert "private" in (await group.next_reply()).text
    page, _ = await delivered(you)
    assert page.message.chat.id == YOU_ID


async def test_a_file_is_input_of_a_job(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.document(b"day,steps\n2026-11-01,9000\n", "my steps.csv", "/job review since November")
    page, _ = await delivered(you)
    assert "my steps" not in await read(bot, page)  # a review is of the diary alone
    (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
    folder = bot.settings.data / "vault" / str(YOU_ID) / "jobs" / row.id
    assert (folder / "artifacts" / "input-my-steps.csv.txt").read_text().startswith("day,steps")
    assert "input-my-steps.csv.txt" in (folder / "instructions.md").read_text()
    for name, content in (
        ("a.pdf", b"%PDF-1.4 spoilt"),
        ("b.csv", b"\xff\xfe\x00"),
        ("c.csv", b"1\n" * 150_000),
    ):
        await you.document(content, name, "/job review")
        assert "This one I can't." in (await you.next_reply()).text


async def test_the_text_of_a_pdf_is_input_of_a_job(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.document(pdf("Easy runs below 140 bpm"), "Coach's plan.PDF", "/job review since November")
    await delivered(you)
    (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
    folder = bot.settings.data / "vault" / str(YOU_ID) / "jobs" / row.id
    assert (folder / "artifacts" / "input-coach-s-plan.pdf.txt").read_text() == "Easy runs below 140 bpm"


async def test_who_is_removed_has_no_job_that_runs(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("/job review")
    asked = await you.next_reply()
    while "Which days" not in asked.text:
        asked = await you.next_reply()
    await bot.app.state.jobs.remove(YOU_ID)
    (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
    assert (row.status, row.reason) == ("stopped", "removed")


async def test_a_result_is_found_again_in_what_was_said_until_it_is_forgotten(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    asks = "what did you tell me about streaks in the review?"
    await you.ask("/job review since September")
    _, zipped = await delivered(you)
    told = await you.ask(asks)
    assert "Review · Streaks" in told.text
    assert "](#" not in told.text
    await you.tap(told, told.labels[-1])
    assert "done" in (await you.next_reply()).text
    alex = bot.client.alex
    await alex.ask("bench 50kg 5x5")
    assert "Review · " not in (await alex.ask(asks)).text
    await you.tap(zipped, "✏️ Change…")
    await you.next_reply()
    await you.say("without streaks")
    await delivered(you)
    assert "done" in (await you.ask("/jobs")).text  # the files are noted as sent by then
    said = " ".join(one.text for one in await job_results(bot.app.core.db, bot.settings.data)(YOU_ID))
    assert "Review · At a glance" in said
    assert "Streaks" not in said


async def test_a_result_is_found_among_the_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)
    clock, vault = TestClock(), tmp_path / "own"
    clock.set(NOW)
    vault.mkdir()
    section, vectors = {"folders": [{"path": str(vault), "user": YOU_ID}]}, Server()
    async with (
        Listener(vectors.app()) as listening,
        running_bot(
            tmp_path, clock=clock, profile=PROFILE, notes=section, llm=vectors.llm_section(listening.base_url)
        ) as (bot, you),
    ):
        await logged(bot, *half_a_year())
        await you.ask("/job review since September")
        await delivered(you)
        told = await you.ask("what do my notes say about body weight?")
        assert "Review" in told.text
        source, db = JobNotes(folder_of(bot.settings.data / "vault", YOU_ID)), bot.app.core.db
        target = bot.settings.llm.embedding_target()
        assert target is not None
        for _ in range(1000):
            if not await db.note_vectors.missing(YOU_ID, target.litellm_model, limit=1):
                break
            await asyncio.sleep(0.01)
        assert await db.note_vectors.missing(YOU_ID, target.litellm_model, limit=1) == []
        assert "At a glance" in str(vectors.asked)
        assert (await index(source, db.notes, YOU_ID)).changed == 0
        assert told.labels == ["📄 Review"]
        await you.tap(told, "📄 Review")
        assert "Body weight" in (await you.next_reply()).text
        asks = await you.ask("/forget")
        found = re.search(r"/forget (\w+)", asks.text)
        assert found is not None
        await you.ask(f"/forget {found[1]}")
        assert await db.notes.page_ids(YOU_ID) == []
        assert await bot.app.core.db.jobs.of_user(YOU_ID) == []
        assert [one async for one in source.pages()] == []


async def test_a_link_where_the_folder_of_jobs_should_be_is_told_and_not_followed(
    running: tuple[RunningBot, Person], tmp_path: Path
) -> None:
    bot, you = running
    (tmp_path / "outside").mkdir()
    place = bot.settings.data / "vault" / str(YOU_ID) / "jobs"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(tmp_path / "outside")
    assert "A link stands where your folder" in (await you.ask("/job review everything")).text
    assert list((tmp_path / "outside").iterdir()) == []
    assert "no job" in (await you.ask("/jobs")).text.lower()
