from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click
import pytest
import yaml
from click.testing import CliRunner, Result
from pydantic import JsonValue, TypeAdapter

from bot import cli
from bot.cli.options import whose
from bot.settings import Settings
from bot.texts import wording
from bot.texts.html import plain
from storage.entities import Effects, Outgoing
from storage.preparation import FILE_NAME
from storage.stores import Stores
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver import processes

Run = Callable[..., Result]
OBJECT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line with a data directory and a configuration of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").write_text(
        "profile: {time_zone: Asia/Seoul, weight_unit: lb}\n", encoding="utf-8"
    )

    def run(*arguments: str, given: str | None = None) -> Result:
        place = (
            []
            if "--data-dir" in arguments or "--help" in arguments
            else ["--data-dir", str(tmp_path / "data")]
        )
        return CliRunner().invoke(cli.swealog, [*arguments, *place], input=given, catch_exceptions=False)

    return run


def lines(result: Result) -> list[dict[str, JsonValue]]:
    assert result.exit_code == 0, result.output
    return [OBJECT.validate_json(line) for line in result.stdout.splitlines()]


def jsonl(*objects: dict[str, JsonValue] | str) -> str:
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in objects)


def test_a_log_and_a_question_share_their_data(run: Run):
    receipt = run("log", "bench 185x5x3", "--now", "2026-11-20T18:30")
    assert receipt.exit_code == 0
    assert "bench press" in receipt.stdout.casefold()
    assert "<" not in receipt.stdout, "plain text, no markup"
    [answer] = lines(run("ask", "how much did I bench yesterday?", "--now", "2026-11-21T09:00", "--json"))
    assert "185" in str(answer["answer"])
    assert str(answer["path"]).startswith("['ROUTE', 'BUILD_CONTEXT'")
    [evidence] = TypeAdapter(list[dict[str, str]]).validate_python(answer["evidence"])
    assert evidence["text"] == "bench 185x5x3"
    assert evidence["date"] == "2026-11-20"
    assert "id" not in answer


def test_now_without_an_offset_is_in_the_configured_zone(run: Run):
    """00:30 in Seoul is still the day before in UTC."""
    [late] = lines(run("log", "slept 6h", "--now", "2026-11-21T00:30", "--json"))
    [same] = lines(run("log", "ran 5k in 30:00", "--now", "2026-11-20T15:30+00:00", "--json"))
    for result in (late, same):
        [entry] = TypeAdapter(list[dict[str, JsonValue]]).validate_python(result["entries"])
        assert entry["date"] == "2026-11-21"


def test_an_offset_that_is_written_says_which_day_it_is(run: Run):
    """08:00 in New York is 22:00 in the configured Seoul, and 21:00 there is the next day already."""
    for hour in ("08", "21"):
        [logged] = lines(
            run("log", f"slept {hour.lstrip('0')}h", "--now", f"2026-11-20T{hour}:00-05:00", "--json")
        )
        [entry] = TypeAdapter(list[dict[str, JsonValue]]).validate_python(logged["entries"])
        assert entry["date"] == "2026-11-20"
    [parsed] = lines(
        run(
            "parse",
            "--batch",
            "-",
            given=jsonl({"id": 1, "text": "slept 7h", "now": "2026-11-20T21:00-05:00"}),
        )
    )
    assert parsed["date"] == "2026-11-20"


def test_another_user_sees_nothing(run: Run):
    run("log", "bench 185x5x3", "--user", "7")
    [mine] = lines(run("ask", "how often did I bench?", "--user", "7", "--json"))
    [theirs] = lines(run("ask", "how often did I bench?", "--user", "8", "--json"))
    assert mine["evidence"]
    assert not theirs["evidence"]


def test_a_batch_of_logs_is_stored_once_however_often_it_is_read(run: Run):
    batch = jsonl(
        {"id": "a", "at": "2026-11-19T18:00", "text": "bench 185x5x3"},
        {"id": "b", "at": "2026-11-20T18:00", "text": "squat 225x5"},
        {"id": "c", "at": "2026-11-20T18:00", "text": "squat 225x5"},
    )
    first = lines(run("log", "--batch", "-", given=batch))
    again = lines(run("log", "--batch", "-", given=batch))
    assert [line["id"] for line in first] == ["a", "b", "c"]
    assert [line["entries"] for line in first] == [line["entries"] for line in again]
    assert all(line["receipt"] for line in first)
    assert all(line["known"] for line in again)
    [counted] = lines(run("ask", "how many days did I squat?", "--now", "2026-11-21T09:00", "--json"))
    assert len(TypeAdapter(list[JsonValue]).validate_python(counted["evidence"])) == 2


def test_bad_lines_do_not_stop_a_batch(run: Run):
    batch = jsonl(
        "{nonsense",
        {"id": 1, "text": 5},
        "",
        {"id": 2, "at": "the day before yesterday", "text": "slept 7h"},
        {"id": 3, "at": "0001-01-01T00:00", "text": "slept 7h"},
        {"id": 4, "text": "🏋️"},
        {"id": 5, "text": "slept 7h \ud800", "at": "2026-11-20T08:00", "mood": "unknown keys are ignored"},
    )
    result = run("log", "--batch", "-", given=batch)
    found = lines(result)
    assert [line["id"] for line in found] == [None, 1, 2, 3, 4, 5]
    assert [("error" in line) for line in found] == [True, True, True, True, False, False]
    assert found[1]["line"] == 2
    assert found[5]["entries"]


def test_nothing_is_asked_that_nobody_can_answer(run: Run, tmp_path: Path):
    """Without a unit a log is in doubt; a batch says so and leaves no open question behind."""
    (tmp_path / "config.yaml").write_text("profile: {time_zone: UTC}\n", encoding="utf-8")
    [line] = lines(run("log", "--batch", "-", given=jsonl({"id": 1, "text": "bench 185x5x3"})))
    assert line["entries"]
    assert "lb" in str(line["clarification"])
    hello = run("chat", given="")
    assert "lb" not in hello.stdout


def test_a_thread_is_one_conversation(run: Run):
    run("log", "bench 185x5x3", "--now", "2026-11-18T18:00")
    run("log", "squat 225x5", "--now", "2026-11-19T18:00")
    batch = jsonl(
        {"id": 1, "thread": "t", "question": "what is my record?", "now": "2026-11-21T09:00"},
        {"id": 2, "question": "how often did I bench?", "now": "2026-11-21T09:00"},
        {"id": 3, "thread": "t", "answer": "bench press", "now": "2026-11-21T09:01"},
    )
    asked, alone, answered = lines(run("ask", "--batch", "-", given=batch))
    assert asked["answer"] == ""
    assert "squat" in str(asked["clarification"])
    assert asked["path"] == ["ROUTE", "BUILD_CONTEXT", "PLAN", "CLARIFY", "WAIT_USER"]
    assert alone["id"] == 2
    assert "185" in str(answered["answer"])
    assert "ANALYZE" in str(answered["path"])


def test_a_question_that_waits_is_answered_by_number_in_the_next_command(run: Run):
    run("log", "bench 185x5x3", "--now", "2026-11-18T18:00")
    run("log", "squat 225x5", "--now", "2026-11-19T18:00")
    asked = run("ask", "what is my record?", "--now", "2026-11-21T09:00")
    option = re.search(r"(\d)\) bench press", asked.stdout)
    assert option is not None, asked.stdout
    answered = run("ask", option[1], "--now", "2026-11-21T09:05")
    assert "185" in answered.stdout


def test_a_question_at_the_terminal_shows_how_to_answer_it(run: Run, tmp_path: Path):
    """Numbered options and no word of tapping, in each of the three commands, and a number is an answer."""
    (tmp_path / "config.yaml").write_text("profile: {time_zone: UTC}\n", encoding="utf-8")
    say = wording("en")
    how, tapped = plain(say("question.typed")), plain(say("question.hint"))
    logged = run("log", "bench 120 5x5").stdout
    run("log", "squat 225 lb x5")
    asked = run("ask", "what is my record?").stdout
    for shown in (logged, asked):
        assert re.search(rf"{re.escape(how)}\n  1\) .+\n  2\) .+\n  0\) ", shown), shown
        assert tapped not in shown
    chat = run("chat", "--user", str(ALEX_ID), given="bench 130 5x5\n1\n/today\n/quit\n").stdout
    assert f"{how}\n  1) kg\n  2) lb\n" in chat
    assert tapped not in chat
    assert "130 kg" in chat.rpartition("\n> ")[0].rpartition("\n> ")[2], "what /today shows"


def test_the_terminal_chat_asks_again_what_waits(run: Run, tmp_path: Path):
    (tmp_path / "config.yaml").write_text("profile: {time_zone: UTC}\n", encoding="utf-8")
    run("chat", given="bench 130 5x5\n")
    again = run("chat", given="1\n").stdout
    assert "pounds? You wrote no unit.\nType the number of an answer, or your own.\n  1) kg\n" in again
    assert "130 kg" in again


def the_command(name: str) -> click.Command:
    found = cli.swealog.get_command(click.Context(cli.swealog), name)
    assert found is not None
    return found


def test_the_list_of_commands_is_that_of_the_modules():
    """It is written by hand, so that `swealog --help` imports none of them."""
    listed = {name: first for name, (_, first) in cli.COMMANDS.items()}
    assert listed == {
        name: " ".join((the_command(name).help or "").partition("\n\n")[0].split()) for name in listed
    }
    modules = [import_module(f"bot.cli.{found.name}") for found in iter_modules(cli.__path__)]
    made = {one for module in modules for one in vars(module).values() if isinstance(one, click.Command)}
    within = {one for group in made if isinstance(group, click.Group) for one in group.commands.values()}
    assert {one.name for one in made - within - {cli.swealog}} == set(listed)


def test_a_command_that_is_not_there_is_guessed(run: Run):
    assert "Did you mean 'backup'?" in run("bakup").output


def test_help_cuts_nothing(run: Run):
    listed = run("--help").stdout.partition("Commands:")[2]
    assert "..." not in listed
    told = " ".join(listed.split())
    for name in cli.COMMANDS:
        command = the_command(name)
        first = " ".join((command.help or "").partition("\n\n")[0].split())
        assert f"{name} {first}" in told
        assert "..." not in run(name, "--help").stdout.partition("\n\n")[2]


def test_an_export_says_that_it_is_a_zip(run: Run, tmp_path: Path):
    assert "FILE.zip" in run("export", "--help").stdout
    assert "into a zip" in run("export", "--help").stdout
    run("log", "bench 185x5x3")
    told = run("export", str(tmp_path / "x.txt")).stdout
    assert "which is a zip whatever its name says" in told
    assert zipfile.is_zipfile(tmp_path / "x.txt")
    assert "whatever" not in run("export", str(tmp_path / "x.zip")).stdout


def test_the_terminal_chat_logs_answers_and_takes_back(run: Run):
    result = run(
        "chat", "--now", "2026-11-21T09:00", given="bench 185x5x3\n/today\n/undo\n/today\n/nope\n\n/quit\n"
    )
    assert result.exit_code == 0
    assert result.stdout.casefold().count("bench press") == 2
    assert "no command /nope" in result.stdout


def test_the_terminal_shows_the_entries_that_answers_and_reports_rest_on(run: Run):
    run("log", "slept 7h", "--now", "2026-11-20T09:00")
    said = "how long did I sleep on average this week?\ncoach me on sleep\nwhat does my coach say?\n"
    told = run("chat", "--now", "2026-11-21T09:00", given=said).stdout
    assert told.count("  2026-11-20  slept 7h") == 3, "the answer, the first report, the report asked for"


def test_the_terminal_hears_of_goals_wishes_and_the_gym(run: Run):
    said = "I want to bench 100 kg by March\nhow close am I to my bench goal?\nwhich plates for 100 kg?\n"
    told = run("chat", given=said).stdout
    assert told.count("100 kg") >= 3
    assert "Logged" not in told
    assert "100 kg" in run("ask", "what are my goals?").stdout


def test_the_terminal_sets_reminders(run: Run):
    said = (
        "remind me to weigh in every Sunday at 8", "in the morning",
        "bench 80 kg x5. remind me in 90 minutes to stretch", "delete the stretch reminder",
    )  # fmt: skip
    told = run("chat", "--now", "2026-11-18T09:00", given="\n".join(said)).stdout
    for line in (
        "which 8:00",
        "every Sun at 08:00",
        "today at 10:30: Stretch",
        "Bench press",
        "Stopped: Stretch",
    ):
        assert line in told
    assert "Weigh in" in run("ask", "what are my reminders?").stdout


def test_a_log_with_a_question_gets_both(run: Run):
    [line] = lines(run("ask", "bench 185x5x3. how often did I bench this week?", "--json"))
    assert "bench press" in str(line["receipt"]).casefold()
    assert "1" in str(line["answer"])


def test_context_is_what_was_remembered_then(run: Run):
    nothing = run("context")
    assert nothing.exit_code == 0
    for day in (10, 12, 14):
        run("log", f"bench {150 + day}x5", "--now", f"2026-11-{day}T18:00")
    [now] = lines(run("context", "--json"))
    assert "bench press" in str(now["content"])
    [before] = lines(run("context", "--json", "--now", "2026-11-09T00:00"))
    assert before["content"] == ""


def test_parse_stores_nothing(run: Run, tmp_path: Path):
    batch = jsonl(
        {"id": 1, "text": "yesterday bench 185 lb x5x3 @8", "now": "2026-11-21T18:30"},
        {"id": 2, "text": "185x5x3 bench", "now": "2026-11-21T18:30:00+09:00"},
        {"id": 3, "text": "why was I tired last week?", "now": "2026-11-21T18:30"},
        {"id": 4, "text": "", "now": "2026-11-21T18:30"},
        "[]",
    )
    first, second, third, fourth, fifth = lines(run("parse", "--batch", "-", given=batch))
    assert first["input_type"] == "log"
    assert first["date"] == "2026-11-20"
    [done] = TypeAdapter(list[dict[str, JsonValue]]).validate_python(first["sets"])
    assert done["exercise"] == "bench press"
    assert (done["weight"], done["unit"], done["reps"], done["sets"], done["rpe"]) == (185, "lb", 5, 3, 8)
    assert "distance_m" not in done
    [unwritten] = TypeAdapter(list[dict[str, JsonValue]]).validate_python(second["sets"])
    assert unwritten["unit"] is None
    assert third["input_type"] == "query"
    assert fourth["id"] == 4
    assert "error" in fifth
    assert not (tmp_path / "data").exists()


def test_the_vault_is_written_anew(run: Run, tmp_path: Path):
    run("log", "bench 185x5x3", "--now", "2026-11-20T18:30")
    rebuilt = run("vault", "rebuild")
    assert rebuilt.exit_code == 0
    [file] = (tmp_path / "data").rglob("2026-11-20.md")
    text = file.read_text(encoding="utf-8")
    assert "bench 185x5x3" in text
    file.write_text(text.replace("185x5x3", "190x5x3"), encoding="utf-8")
    run("vault", "rebuild")
    assert "bench 190x5x3" in file.read_text(encoding="utf-8"), "what was changed is followed first"
    assert "is 190 lb" in run("ask", "what's my best bench?", "--now", "2026-11-21T18:30").stdout


def test_the_doctor_finds_nothing_wrong_and_then_something(run: Run, tmp_path: Path):
    config = tmp_path / "config.yaml"
    config.write_text("local: {port: 0}\n", encoding="utf-8")
    run("log", "bench 185x5x3")
    well = run("doctor")
    assert well.exit_code == 0, well.output
    for name in ("config", "data", "disk", "database", "domains", "engine", "token", "access", "port"):
        assert re.search(rf"^ok +{name}: ", well.stdout, re.MULTILINE), well.stdout
    database = tmp_path / "data" / "swealog.db"
    database.write_bytes(b"this is no database" * 1000)
    (tmp_path / "data").chmod(0o755)
    ill = run("doctor")
    assert ill.exit_code == 1
    assert re.search(r"^problem +database: .*damaged", ill.stdout, re.MULTILINE), ill.stdout
    assert re.search(r"^problem +data: .*\n +mend: chmod 700", ill.stdout, re.MULTILINE), ill.stdout


def test_the_doctor_tells_what_could_not_be_delivered(run: Run, tmp_path: Path):
    async def fail() -> None:
        db = await Stores.open(tmp_path / "data")
        reply = Outgoing(key="1", chat_id=YOU_ID, user_id=YOU_ID, html="hello")
        await db.turns.apply(Effects(outgoing=[reply]))
        [row] = await db.outbox.queued(datetime.now(UTC))
        await db.outbox.mark_failed(row.id, "bot was blocked by the user")
        await db.close()

    (tmp_path / "config.yaml").write_text("local: {port: 0}\n", encoding="utf-8")
    run("log", "bench 185x5x3")
    assert "replies: all delivered" in run("doctor").stdout
    asyncio.run(fail())
    told = run("doctor")
    assert told.exit_code == 0
    assert "1 could not be delivered: bot was blocked by the user (1)" in told.stdout


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ("local: {host: 0.0.0.0, port: 0}\n", "loopback"),
        ("local: {port: 0}\n", "local-chat.db cannot be used"),
    ],
)
def test_a_chat_page_that_cannot_start_says_so_in_one_sentence(tmp_path: Path, config: str, says: str):
    (tmp_path / "config.yaml").write_text(config, encoding="utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "local-chat.db").write_bytes(b"this is no database" * 100)
    done = swealog("run", "--data-dir", "data", folder=tmp_path)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_doctor_never_shows_the_token(run: Run, tmp_path: Path):
    text = 'telegram: {token: "12:secret-word", api_url: "http://127.0.0.1:1"}\n'
    (tmp_path / "config.yaml").write_text(text, encoding="utf-8")
    result = run("doctor")
    assert result.exit_code == 1
    assert re.search(r"^problem +token: ", result.stdout, re.MULTILINE)
    assert re.search(r"^problem +access: ", result.stdout, re.MULTILINE)
    assert "secret-word" not in result.output


def test_a_bot_that_does_not_run_is_not_healthy(run: Run):
    result = run("doctor", "--health")
    assert result.exit_code == 1
    assert "no Swealog is running" in result.stdout


@pytest.mark.parametrize(
    ("config", "user", "expected"),
    [
        ("{}", None, YOU_ID),
        ("{}", 5, 5),
        ("access: {allow_users: [42]}", None, YOU_ID),
        ("{telegram: {token: '1:x'}, access: {allow_users: [42]}}", None, 42),
        ("{telegram: {token: '1:x'}, access: {allow_users: [42, 43]}}", None, YOU_ID),
    ],
)
def test_whose_data_it_is(config: str, user: int | None, expected: int):

    assert whose(Settings.model_validate(yaml.safe_load(config)), user) == expected


def swealog(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return processes.run("bot.cli", *arguments, folder=folder)


def test_wrong_configuration_is_one_line_and_exit_2(tmp_path: Path):
    (tmp_path / "config.yaml").write_text("profil: {}\n", encoding="utf-8")
    for command in (["run"], ["log", "x"], ["context"]):
        done = swealog(*command, "--data-dir", str(tmp_path / "data"), folder=tmp_path)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1
        assert "profil: unknown key (did you mean profile?)" in done.stderr


def test_wrong_usage_is_explained_with_exit_2(tmp_path: Path):
    for arguments in (["log"], ["log", "a", "--batch", "-"], ["nope"], ["ask", "a", "--now", "tomorrow"]):
        done = swealog(*arguments, folder=tmp_path)
        assert done.returncode == 2, done
        assert "Traceback" not in done.stderr


def test_other_trouble_is_one_line_too(tmp_path: Path):
    (tmp_path / "swealog.db").write_text("this is no database", encoding="utf-8")
    done = swealog("log", "bench 185x5", "--data-dir", str(tmp_path), folder=tmp_path)
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_problems_are_an_exit_code(tmp_path: Path):
    assert swealog("doctor", "--health", "--data-dir", str(tmp_path), folder=tmp_path).returncode == 1
    (tmp_path / "config.yaml").write_text("profil: {}\n", encoding="utf-8")
    assert swealog("doctor", folder=tmp_path).returncode == 1
    assert swealog("--help", folder=tmp_path).returncode == 0


def test_each_result_of_a_batch_is_out_before_the_next_line_is_read(tmp_path: Path):
    command = [sys.executable, "-m", "bot.cli", "log", "--batch", "-", "--data-dir", str(tmp_path / "data")]
    with subprocess.Popen(  # noqa: S603 - our own interpreter, our own words
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(jsonl({"id": number, "text": "slept 7h"}))
            process.stdin.flush()
            assert OBJECT.validate_json(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.fault("corrupt database")
@pytest.mark.parametrize("damage", ["pages", "header", "cut"])
def test_a_damaged_database_is_said_in_a_sentence(run: Run, tmp_path: Path, damage: str):
    run("log", "bench 185x5x3")
    path = tmp_path / "data" / FILE_NAME
    content = path.read_bytes()
    torn = b"".join(b"\xff" * 64 + content[at + 64 : at + 4096] for at in range(4096, len(content), 4096))
    broken = {"pages": content[:4096] + torn, "header": b"no database", "cut": content[: len(content) // 3]}
    path.write_bytes(broken[damage])
    told = run("check")
    assert told.exit_code == 1
    assert told.output.startswith(f"problem  {path} is damaged.")
    assert "mend: There is no good backup" in told.output


@pytest.mark.parametrize(
    ("words", "why"),
    [(["program", "12", "weeks"], "a model"), (["hmm"], "Which kind of job"), (["research"], "a model")],
)
def test_a_job_that_is_not_begun_says_why_and_fails(run: Run, words: list[str], why: str):
    refused = run("job", "start", *words)
    assert refused.exit_code == 1
    assert refused.stdout == ""
    assert why in refused.stderr


def test_a_job_that_is_begun_ends_well(run: Run):
    run("log", "bench 185x5x3")
    begun = run("job", "start", "review", "everything")
    assert begun.exit_code == 0
    assert "It begins." in begun.stdout
    assert begun.stderr == ""


def test_a_job_that_is_not_there_is_told_nothing_and_fails(run: Run):
    run("log", "bench 185x5x3")
    for words in (["zzzz"], ["zzzz", "pause"]):
        refused = run("job", "tell", *words)
        assert refused.exit_code == 1
        assert refused.stdout == ""
        assert "That job is not there any more." in refused.stderr
