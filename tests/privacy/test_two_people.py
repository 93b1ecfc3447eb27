"""Whatever one of two people does, it neither shows nor changes anything of the other."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast, get_args

import pytest
from click.testing import CliRunner

from bot.cli import swealog
from bot.commands.charts import key_of
from bot.commands.perform import PERFORM
from bot.replies.callbacks import (
    AccessTap,
    AnswerChartTap,
    AnswerTap,
    AnyTap,
    ChartTap,
    CoachTap,
    DetailsTap,
    EntryTap,
    FollowUpTap,
    ForgetTap,
    GoalTap,
    GymTap,
    ImportTap,
    JobTap,
    MemoryTap,
    ModeTap,
    NewJobTap,
    PageTap,
    ProposalTap,
    ReminderTap,
    SaidTap,
    SettingTap,
)
from bot.replies.callbacks import (
    key_of as page_key,
)
from bot.texts.commands import COMMANDS, OWNER_COMMANDS
from bot.web.openapi import description
from telegram_local.messages import StoredMessage
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.models.media import OGG, PHOTO
from tests.privacy.canaries import unzipped
from tests.privacy.people import (
    BEGINNING,
    MARK,
    MEMORY,
    Theirs,
    files_of,
    folder_of,
    marked,
    own,
    plant,
    rows_of,
    settled,
    told_in_private,
)
from tests.web.calling import ALEXS, Caller, client_of, http_section

_GAUGES = re.compile(r"(?m)^(?:process_|swealog_lag_)\S* \S+$")
"""What a clock or the memory measures can be any number by chance."""

FAULT = pytest.mark.fault("two people, one bot")
TAPS: dict[type, Callable[[Theirs], list[str]]] = {
    AccessTap: lambda _: ["a:" + "A" * 22],
    AnswerTap: lambda t: [f"q:{token}:{choice}" for token in t.tokens for choice in (0, 1, "skip")],
    ChartTap: lambda _: [
        f"v:{mark}:{span}" for mark in ("0" * 12, key_of("bench press")) for span in ("1m", "all")
    ],
    AnswerChartTap: lambda t: [f"h:{turn}" for turn in t.turns[-2:]],
    DetailsTap: lambda t: [f"d:{turn}" for turn in t.turns],
    EntryTap: lambda t: [
        f"{act}:{entry}{revision}"
        for entry in (t.entries[0], t.entries[-1])
        for act, revision in (("u", ":1"), ("u", ""), ("f", ""), ("e", ""), ("k", ""))
    ],
    FollowUpTap: lambda t: [f"n:{turn}:{at}" for turn in t.turns[-2:] for at in (0, 99)],
    ForgetTap: lambda _: ["x:1:yes", "x:1:sure", "x:99999999999:no"],
    CoachTap: lambda t: (
        [
            f"o:{one}:{act}"
            for one in t.coaches
            for act in ("open", "now", "auto", "inside", "history", "drop")
        ]
        + [f"o:{one}:read:{other}" for one in t.coaches for other in t.coaches]
    ),
    GoalTap: lambda _: [f"g:{'0' * 16}:{act}" for act in ("edit", "up", "drop", "keep")] + ["g:all:list"],
    GymTap: lambda _: [f"w:{act}:own" for act in ("start", "stop", "go", "show", "list")],
    ImportTap: lambda t: [
        f"{data[:-2]}{act}" for data in t.imports[:1] for act in ("go", "no", "look", "undo")
    ],
    JobTap: lambda _: [f"j:{'0' * 26}:{act}" for act in ("pause", "stop", "accept", "show", "o0")],
    NewJobTap: lambda _: ["j:new:program"],
    MemoryTap: lambda _: [
        f"c:{ALEX_ID}:{act}:{version}:{about}"
        for act in "mdhapfPFB"
        for version, about in ((MEMORY, ""), (MEMORY, str(MEMORY)), (1, "0"))
    ],
    ModeTap: lambda t: [f"m:{turn}:{mode}" for turn in t.turns[-2:] for mode in ("deep", "quick")],
    PageTap: lambda _: [f"b:{'0' * 12}", f"b:{page_key('vault/Knee.md')}"],
    ProposalTap: lambda _: [f"p:{'0' * 24}:{verdict}" for verdict in ("yes", "time", "no")],
    ReminderTap: lambda t: [
        f"r:{one}:{act}" for one in t.reminders for act in ("done", "snooze", "delete", "text")
    ],
    SaidTap: lambda _: ["t:1", "t:2", "t:9999999"],
    SettingTap: lambda _: ["s:language:en", "s:weight_unit:lb", "s:page:main", "s:zones:"],
}
"""For each kind of button, what a forger would send who knows everything but is somebody else."""
QUESTIONS = (
    "what's my best bench?",
    "what did Alex bench?",
    f"how is the {BEGINNING} knee?",
    f"what's my best {BEGINNING}?",
    "what did everybody log today?",
    "how did I sleep this week?",
    f"show me user {ALEX_ID}",
    "what do you remember about me?",
    "how many blorps did I do?",
    "actually that was 100",
    "undo that",
    "delete everything Alex logged",
)
REPLIES = (
    "actually that was 100",
    "it was 95 kg",
    "wrong",
    "100 kg",
    "1",
    "what was this?",
    "kg",
    "@swealog_bot",
)


@asynccontextmanager
async def both(
    tmp_path: Path, *, owner: bool = False, **sections: dict[str, object]
) -> AsyncGenerator[tuple[RunningBot, Theirs]]:
    """Alex's data is there, and You have logged little."""
    profile = {"time_zone": "UTC", "language": "en"}
    async with running_bot(tmp_path, profile=profile, **sections) as (bot, you):  # pyright: ignore[reportArgumentType] - sections by name
        bot.client.patience = 60
        if owner:
            await own(bot)
        await you.ask("bench 50kg 5x5")
        theirs = await plant(bot)
        await bot.restart()  # every file is written now
        yield bot, theirs


async def say(bot: RunningBot, person: Person, *said: str | tuple[str, StoredMessage]) -> list[str]:
    """What the bot says to it in that chat, edits included; a text may be a reply."""
    before = {one.message_id: one.revision for one in bot.client.history(person.chat_id)}
    for number, each in enumerate(said, 1):
        text, reply_to = (each, None) if isinstance(each, str) else each
        await person.say(text, reply_to=reply_to)
        if number % 10 == 0:  # nobody says too much at once
            await settled(bot)
            bot.clock.advance(minutes=5)
    await settled(bot)
    return [
        stored.model_dump_json(exclude={"message": {"reply_to_message"}})
        for stored in bot.client.history(person.chat_id)
        if stored.from_bot and before.get(stored.message_id) != stored.revision
    ]


def test_every_kind_of_button_is_forged():
    assert set(TAPS) == set(get_args(AnyTap)), "a new kind of button: say what a forger would send"


@FAULT
async def test_commands_and_questions(tmp_path: Path, record_property: Callable[[str, object], None]):
    """Of an owner, who may do all that others may, and more."""
    async with both(tmp_path, owner=True) as (bot, theirs):
        before, files = rows_of(bot, ALEX_ID), files_of(bot, ALEX_ID)
        you, grouped = bot.client.you, bot.client.in_group(YOU_ID)
        names = [command.name for command in (*COMMANDS, *OWNER_COMMANDS)]
        assert set(PERFORM) <= set(names)
        said = [f"/{name}" for name in names]
        said += [f"/{name} {BEGINNING} {ALEX_ID}" for name in names]
        told = await say(bot, you, *said, *QUESTIONS)
        assert len(told) >= len(said)
        in_group = [(f"/{name}@swealog_bot", theirs.said[0]) for name in (*names, "zqx") if name != "allow"]
        told += await say(bot, grouped, *in_group, *(f"@swealog_bot {text}" for text in QUESTIONS))
        assert marked(iter(told)) == []
        assert marked(told_in_private(bot)) == []
        assert rows_of(bot, ALEX_ID) == before
        assert files_of(bot, ALEX_ID) == files
        record_property("trials", len(said) + len(in_group) + 2 * len(QUESTIONS))


@FAULT
async def test_buttons(tmp_path: Path, record_property: Callable[[str, object], None]):
    async with both(tmp_path) as (bot, theirs):
        before, files = rows_of(bot, ALEX_ID), files_of(bot, ALEX_ID)
        you, grouped = bot.client.you, bot.client.in_group(YOU_ID)
        [mine] = [stored for stored in bot.client.history(YOU_ID) if stored.from_bot][:1]
        shown = [stored for stored in bot.client.history(GROUP_ID) if stored.from_bot and stored.buttons]
        assert len(shown) >= 3
        forged = [data for kind in TAPS.values() for data in kind(theirs)] + theirs.buttons
        taps = [(you, mine, data) for data in forged]
        taps += [(grouped, one, button.callback_data or "") for one in shown for button in one.buttons]
        taps += [(grouped, shown[0], data) for data in forged[::3]]
        before_group = {stored.message_id: stored.text for stored in bot.client.history(GROUP_ID)}
        notices: list[str] = []
        for person, message, data in taps:
            bot.clock.advance(seconds=5)
            tap = await person.forge(message, data)
            notices.append((await person.answered(tap)).text or "")
        await settled(bot)
        new = (s.text for s in bot.client.history(GROUP_ID) if s.message_id not in before_group)
        assert marked(iter(notices)) == []
        assert marked(told_in_private(bot)) == []
        assert marked(new) == []
        for stored in bot.client.history(GROUP_ID):
            assert stored.text == before_group.get(stored.message_id, stored.text), "somebody else's page"
        after = rows_of(bot, ALEX_ID)
        assert {name: rows for name, rows in after.items() if rows != before[name]} == {}
        assert files_of(bot, ALEX_ID) == files
        record_property("trials", len(taps))


@FAULT
async def test_replies(tmp_path: Path, record_property: Callable[[str, object], None]):
    async with both(tmp_path) as (bot, theirs):
        before, files = rows_of(bot, ALEX_ID), files_of(bot, ALEX_ID)
        grouped = bot.client.in_group(YOU_ID)
        answers = [stored for stored in bot.client.history(GROUP_ID) if stored.from_bot]
        assert len(answers) >= 3
        replies = [
            (text if target.from_bot else f"@swealog_bot {text}", target)
            for target in (*answers, *theirs.said)
            for text in REPLIES
        ]
        assert all(attached.message.voice or attached.message.photo for attached in theirs.said[3:5])
        replies += [("@swealog_bot log this", attached) for attached in theirs.said[3:5]]
        told = await say(bot, grouped, *replies)
        said = [text for text in told if "salad" not in text]
        assert marked(iter(said)) == []
        assert rows_of(bot, ALEX_ID) == before
        assert files_of(bot, ALEX_ID) == files
        record_property("trials", len(replies))


@FAULT
async def test_what_the_other_said_is_ones_own_once_logged_and_forgetting_is_for_oneself(tmp_path: Path):
    """It was said to everybody in the group; from then on each has their own."""
    async with both(tmp_path) as (bot, theirs):
        before = rows_of(bot, ALEX_ID)
        grouped = bot.client.in_group(YOU_ID)
        assert marked(iter(await say(bot, grouped, ("@swealog_bot log this too", theirs.said[0]))))
        mine = await bot.app.core.db.entries.recent_entries(YOU_ID, 1)
        assert mine[0].user_id == YOU_ID
        assert mine[0].id not in theirs.entries
        await say(
            bot, grouped, "@swealog_bot actually that was 100", "/undo@swealog_bot", "/undo@swealog_bot"
        )
        assert rows_of(bot, ALEX_ID) == before
        files, you = files_of(bot, ALEX_ID), bot.client.you
        [asked] = await _new(bot, you, "/forget")
        code = re.search(r"/forget [A-Z2-7]{5}", asked.text)
        assert code is not None
        await say(bot, you, code[0])
        await settled(bot)
        assert not any(rows_of(bot, YOU_ID)[name] for name in ("entries", "messages", "revisions", "outbox"))
        assert rows_of(bot, ALEX_ID) == before
        assert {path: content for path, content in files_of(bot, ALEX_ID).items() if path in files} == files


@FAULT
async def test_a_page_whose_command_was_deleted_is_nobody_elses(tmp_path: Path):
    """Telegram does not tell then what the page replied to."""
    async with running_bot(tmp_path) as (bot, _):
        grouped = bot.client.in_group(YOU_ID)
        await grouped.say("/settings@swealog_bot")
        page = await grouped.next_reply()
        await bot.client.inject(
            {
                "callback_query": {
                    "id": "77",
                    "from": {"id": ALEX_ID, "is_bot": False, "first_name": "Alex"},
                    "chat_instance": "x",
                    "data": "s:weight_unit:lb",
                    "message": {
                        "message_id": page.message_id,
                        "date": int(bot.clock.timestamp()),
                        "chat": {"id": GROUP_ID, "type": "group", "title": "Training group"},
                        "text": page.text,
                    },
                }
            }
        )
        await settled(bot)
        assert grouped.current(page).text == page.text
        assert await bot.app.core.db.people.get_user(ALEX_ID) is None


@FAULT
async def test_over_http(tmp_path: Path, record_property: Callable[[str, object], None]):
    async with both(tmp_path, http=http_section()) as (bot, theirs), client_of(bot) as client:
        you, alex = Caller(client), Caller(client, ALEXS)
        answered = await alex.say(f"bench 173.25kg 5x5 {MARK}")
        asked = await alex.say(f"88.125kg 5x5, {MARK}")
        drawn = await alex.say("/chart bench")
        assert drawn.chart is not None
        code = (await alex.send("POST", "/jobs", {"text": f"review since November {MARK}"})).json()["code"]
        for _ in range(600):
            if (await alex.send("GET", f"/jobs/{code}")).json()["status"] == "done":
                break
            await asyncio.sleep(0.1)
        await settled(bot)
        before = rows_of(bot, ALEX_ID)
        tokens = [*theirs.tokens, *(question.token for question in asked.questions)]
        assert len(tokens) > len(theirs.tokens)
        entries = [*theirs.entries, answered.entries[0].id]
        tries: dict[str, list[tuple[str, str, object]]] = {
            "/input": [("POST", "/input", {"text": text, "wait": 60}) for text in QUESTIONS],
            "/input/{id}": [("GET", f"/input/{answered.id}", None)],
            "/input/{id}/chart.png": [("GET", f"/input/{drawn.id}/chart.png", None)],
            "/questions/{token}": [("POST", f"/questions/{token}", {"answer": "kg"}) for token in tokens],
            "/entries/{id}": [("GET", f"/entries/{one}", None) for one in entries],
            "/context": [("GET", "/context", None), ("GET", f"/context?user={ALEX_ID}", None)],
            "/jobs": [("POST", "/jobs", {"text": f"review {text}"}) for text in QUESTIONS[:2]],
            "/jobs/{code}": [("GET", f"/jobs/{code}", None)],
            "/jobs/{code}/report.html": [("GET", f"/jobs/{code}/report.html", None)],
            "/jobs/{code}/report.zip": [("GET", f"/jobs/{code}/report.zip", None)],
            "/metrics": [("GET", "/metrics", None)],
            "/health": [("GET", "/health", None)],
        }
        described = cast("dict[str, object]", description()["paths"])
        assert set(tries) == set(described), "a new path: say what somebody else would try"
        told: list[str] = []
        for path, requests in tries.items():
            for method, url, body in requests:
                response = await you.send(method, url, body)
                assert (response.status_code == 404) == ("{" in path), (url, response.text)
                told.append(_GAUGES.sub("", response.text) if path == "/metrics" else response.text)
        await settled(bot)
        assert marked(iter(told)) == []
        assert rows_of(bot, ALEX_ID) == before
        record_property("trials", len(told))


@FAULT
async def test_edits_files_exports_folders_and_the_command_line(tmp_path: Path):
    async with both(tmp_path) as (bot, _):
        before, files = rows_of(bot, ALEX_ID), files_of(bot, ALEX_ID)
        you, grouped = bot.client.you, bot.client.in_group(YOU_ID)
        sent = await grouped.say("@swealog_bot squat 60kg 5x5")
        await settled(bot)
        await grouped.edit(sent, "@swealog_bot squat 65kg 5x5")
        for person in (you, grouped):
            await person.voice(OGG)
            await person.photo(PHOTO, "@swealog_bot lunch 500 kcal")
            await person.document(b"date,weight (kg)\n2026-01-05,81\n", "weights.csv", "@swealog_bot")
        await settled(bot)
        await say(bot, you, "/export")
        [document] = [
            s.message.document for s in bot.client.history(YOU_ID) if s.from_bot and s.message.document
        ]
        exported = unzipped(await bot.client.download(document.file_id))
        await bot.tick()
        await bot.stop()
        mine = [path for name in ("vault", "exports") for path in folder_of(bot, YOU_ID, name).rglob("*.*")]
        assert len(mine) > 3
        contents = [(str(path), path.read_bytes()) for path in mine if path.suffix != ".zip"]
        for name, content in (*exported, *contents):
            assert marked(iter([content.decode(errors="replace")])) == [], name
        after = rows_of(bot, ALEX_ID)
        changed = {name for name, rows in after.items() if rows != before[name]}
        assert changed <= {"schedule", "vault_zones"}
        assert {path: content for path, content in files_of(bot, ALEX_ID).items() if path in files} == files
        await _commands(bot, tmp_path / "mine.zip")
        after = rows_of(bot, ALEX_ID)
        assert {name for name, rows in after.items() if rows != before[name]} <= {"schedule", "vault_zones"}


async def _commands(bot: RunningBot, export: Path) -> None:
    """What `swealog` tells and does for `--user` You, while the bot is stopped."""
    for arguments in (
        ["context"], ["log", "row 61kg 5x5"], ["ask", "what's my best bench?"], ["ask", f"{BEGINNING} knee?"],
        ["export", str(export)], ["forget", "--yes"],
    ):  # fmt: skip
        command = [*arguments, "--data-dir", str(bot.settings.data), "--user", str(YOU_ID)]
        result = await asyncio.to_thread(CliRunner().invoke, swealog, command)
        assert result.exit_code == 0, (arguments, result.output)
        assert marked(iter([result.output])) == []
    for name, content in unzipped(await asyncio.to_thread(export.read_bytes)):
        assert MARK.encode() not in content, name
    assert not rows_of(bot, YOU_ID)["entries"]


async def _new(bot: RunningBot, person: Person, text: str) -> list[StoredMessage]:
    before = {stored.message_id for stored in bot.client.history(person.chat_id)}
    await person.say(text)
    await settled(bot)
    history = bot.client.history(person.chat_id)
    return [stored for stored in history if stored.from_bot and stored.message_id not in before]
