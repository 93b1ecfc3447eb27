"""A canary in every place where a secret can be configured, and every artefact searched for it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
from asyncio.subprocess import DEVNULL
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from urllib.parse import quote

import httpx
import pytest
import yaml
from click import Command
from click.testing import CliRunner, Result
from pydantic import Field, SecretStr

from bot.cli import swealog
from bot.errors import SettingsError
from bot.process.log import Redacting, redacted, secrets_in, told_crash
from bot.settings import Settings, load_settings
from evals.__main__ import evaluate
from evals.loading import EXAMPLES
from storage.entities import Frozen
from telegram_local.faults import FaultKind
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.listening import free_port
from tests.driver.processes import Process, start
from tests.privacy.canaries import MARK, Tree, canary, files, leaks, put, secret_places, variable
from tests.privacy.echoing import Echo

FAULT = pytest.mark.fault("secrets in every artefact")
TOKEN_PLACE = ("telegram", "token")
PASSWORD = f"pw{MARK}/word@k3Jx9"
WORDS = "zqxwhisper"
CODE = re.compile(r"\b\w{4}-\w{4}(?=\n)")
_PATIENCE = 120.0
TIERS = ("low", "medium", "high")


@dataclass
class Planted:
    """A configuration whose secrets all come from the environment."""

    folder: Path
    tree: Tree
    environ: dict[str, str] = field(default_factory=dict[str, str])
    spoken: list[bytes] = field(default_factory=list[bytes])

    @classmethod
    def in_(cls, folder: Path, models: int, **telegram: object) -> Planted:
        """With two providers at a port of this machine, one with its password in the address."""
        planted = cls(folder, {"data_dir": "data", "logging": {"level": "DEBUG"}})
        places = [*secret_places(Settings), ("llm", "providers", "openai", "api_key")]
        for place in places:
            planted.fill(place, canary(place))
        planted.fill(TOKEN_PLACE, f"7000000001:{canary(TOKEN_PLACE)}")
        walled = f"http://user:${{LLM_PASSWORD}}@127.0.0.1:{models}/v1"
        planted.environ["LLM_PASSWORD"] = quote(PASSWORD, safe="")
        put(planted.tree, ("llm", "providers", "planted", "api_base"), f"http://127.0.0.1:{models}/v1")
        put(planted.tree, ("llm", "providers", "walled", "api_base"), walled)
        put(planted.tree, ("llm", "default_provider"), "planted")
        put(planted.tree, ("llm", "fallback_provider"), "walled")
        for tier in TIERS:
            put(planted.tree, ("llm", "tiers", tier), {"planted": "a-model", "walled": "another"})
        calls = {"tries": 2, "low_seconds": 2, "medium_seconds": 2, "high_seconds": 2, "turn_seconds": 8,
                 "backoff_seconds": 0.01, "backoff_max_seconds": 0.02, "breaker_failures": 50}  # fmt: skip
        put(planted.tree, ("limits", "calls"), calls)
        put(planted.tree, ("http", "tokens", 0, "name"), "phone")
        put(planted.tree, ("http", "tokens", 0, "user"), YOU_ID)
        put(planted.tree, ("http", "port"), free_port())
        account = {"kind": "caldav", "url": "http://127.0.0.1:9/", "username": "jo"}
        for key, value in account.items():
            put(planted.tree, ("calendars", 0, key), value)
        put(planted.tree, ("sync", "git", 0, "url"), "http://127.0.0.1:9/diary.git")
        for key, value in {"name": "garden", "command": ["/nonexistent/server"]}.items():
            put(planted.tree, ("tools", "mcp", 0, key), value)
        put(planted.tree, ("access", "allow_users"), [YOU_ID, ALEX_ID])
        put(planted.tree, ("access", "allow_groups"), [GROUP_ID])
        for key, value in telegram.items():
            put(planted.tree, ("telegram", key), value)
        return planted

    @property
    def token(self) -> str:
        """The bot's."""
        return self.environ[variable(TOKEN_PLACE)]

    @property
    def config(self) -> Path:
        """Written as it stands now."""
        path = self.folder / "config.yaml"
        path.write_text(yaml.safe_dump(self.tree), encoding="utf-8")
        return path

    def fill(self, place: tuple[str | int, ...], value: str) -> None:
        """From a variable."""
        put(self.tree, place, f"${{{variable(place)}}}")
        self.environ[variable(place)] = value

    async def start(self, *arguments: str) -> Process:
        """`swealog …` as a process; what it writes is kept."""
        with (
            (self.folder / "stderr.txt").open("ab") as errors,
            (self.folder / "stdout.txt").open("ab") as out,
        ):
            return await start(
                "bot.cli", *arguments, "--config", str(self.config),
                stdin=DEVNULL, stdout=out, stderr=errors, env={**os.environ, **self.environ},
            )  # fmt: skip

    async def run(self, *arguments: str) -> int:
        """Until it ends."""
        process = await self.start(*arguments)
        return await asyncio.wait_for(process.wait(), _PATIENCE)

    def invoke(self, *arguments: str, command: Command = swealog) -> Result:
        """The same in this process, or another command with this configuration."""
        result = CliRunner(env=self.environ).invoke(command, [*arguments, "--config", str(self.config)])
        self.spoken.append(result.output.encode())
        return result

    @property
    def stderr(self) -> str:
        """All starts together."""
        return (self.folder / "stderr.txt").read_text(encoding="utf-8")

    def leaks(self, **named: bytes) -> list[str]:
        """In all that was written anywhere."""
        said = {f"command {number}": output for number, output in enumerate(self.spoken)}
        return leaks({**files(self.folder), **said, **named})


def command_line(process: Process) -> bytes:
    return Path(f"/proc/{process.pid}/cmdline").read_bytes()


@FAULT
async def test_a_bot_whose_telegram_and_models_say_its_secrets_back(tmp_path: Path):
    async with Echo.running(401, 500, 400, 429, 0, 401) as models:
        planted = Planted.in_(tmp_path, models.port)
        async with LocalServer(token=planted.token) as server:
            put(planted.tree, ("telegram", "api_url"), server.base_url)
            async with LocalClient(server.base_url, server.state.control_token, patience=_PATIENCE) as client:
                process = await planted.start("run")
                try:
                    await _listening(client, process)
                    code = await _code(tmp_path / "stdout.txt")
                    said = await _talk(client, planted.token, code) + await _over_http(planted)
                    line = command_line(process)
                finally:
                    if process.returncode is None:
                        process.send_signal(signal.SIGTERM)
                    await asyncio.wait_for(process.wait(), _PATIENCE)
    assert any(f"Bearer {MARK}" in head for head in models.heard), "no key was ever sent"
    assert "***" in planted.stderr
    assert planted.leaks(cmdline=line, chat=said.encode()) == []
    assert WORDS not in planted.stderr, "what people say is not logged, not even for debugging"
    assert "You are an owner" in said
    (tmp_path / "stdout.txt").unlink()  # where the code belongs
    assert leaks(files(tmp_path), code, code.replace("-", ""), code.lower()) == []
    logged = files(tmp_path / "data")
    assert any(b"AuthenticationError" in content for content in logged.values()), "no failure was recorded"


async def _listening(client: LocalClient, process: Process) -> None:
    """Or an error at once when the process has ended."""
    tasks = {asyncio.create_task(client.bot_listening()), asyncio.create_task(process.wait())}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    assert process.returncode is None, "it ended by itself"


async def _code(stdout: Path) -> str:
    """The owner's, from the console."""
    async with asyncio.timeout(_PATIENCE):
        while not (found := CODE.findall(stdout.read_text(encoding="utf-8"))):  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(0.05)
    return found[-1]


async def _over_http(planted: Planted) -> str:
    """With the token, with none, with one cut short, and with the token where it does not belong."""
    token = planted.environ[variable(("http", "tokens", 0, "token"))]
    section = cast("dict[str, object]", planted.tree["http"])
    said: list[str] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{section['port']}", trust_env=False) as http:
        for given in (f"Bearer {token}", "", f"Bearer {token[:-3]}", f"Basic {token}"):
            headers = {"authorization": given} if given else {}
            for path in ("/context", f"/context?token={token}", f"/entries/{token}", "/metrics", "/health"):
                response = await http.get(path, headers=headers)
                said += [str(response.status_code), response.text, str(response.headers)]
            response = await http.post("/input", headers=headers, json={"text": "/cost", "note": token})
            said += [str(response.status_code), response.text]
    assert {"200", "401"} <= set(said)
    return "\n".join(said)


async def _talk(client: LocalClient, token: str, code: str) -> str:
    you = client.you
    assert "185 lb" in (await you.ask(f"bench 185lb x5x3 {WORDS}")).text
    assert "/settings zone" in (await you.next_reply()).text
    assert "owner" in (await you.ask(code)).text
    await you.ask("why is my bench press stuck, though I never skip a week?")
    echoed = f"Bad Gateway: https://api.telegram.org/bot{token}/sendMessage"
    await client.fault(FaultKind.SERVER_ERROR, "sendMessage", description=echoed, times=1)
    await client.fault(FaultKind.ERROR, "sendChatAction", status=403, description=echoed, times=5)
    await you.ask("/cost")
    await client.fault(
        FaultKind.ERROR, "sendMessage", status=403, description=f"Forbidden: {echoed}", times=1
    )
    await you.say("/today")
    await you.document(b"PK\x03\x04 no zip", "workouts.zip")
    await you.next_reply()
    await client.fault(FaultKind.ERROR, "getFile", status=400, description=echoed, times=3)
    await you.document(b"Date,Weight\n2026-01-01,80", "weights.csv", mime="text/csv")
    await you.next_reply()
    await you.ask("/export")
    return "\n".join(stored.model_dump_json() for stored in await you.history() if stored.from_bot)


@FAULT
async def test_a_token_that_is_refused(tmp_path: Path):
    async with Echo.running(401) as telegram:
        planted = Planted.in_(tmp_path, 1, api_url=f"http://127.0.0.1:{telegram.port}")
        code = await planted.run("--debug", "run")
    assert code in (1, 2)
    assert telegram.heard
    assert "token" in planted.stderr
    assert planted.leaks() == []


@FAULT
async def test_a_webhook_that_is_refused(tmp_path: Path):
    planted = Planted.in_(tmp_path, 1, mode="webhook")
    port = free_port()
    secret = planted.environ[variable(("telegram", "webhook", "secret"))]
    put(planted.tree, ("telegram", "webhook", "url"), f"http://127.0.0.1:{port}")
    put(planted.tree, ("telegram", "webhook", "port"), port)
    async with LocalServer(token=planted.token) as server:
        put(planted.tree, ("telegram", "api_url"), server.base_url)
        async with LocalClient(server.base_url, server.state.control_token) as client:
            said = f"Bad Request: bad webhook with secret {secret}"
            await client.fault(FaultKind.ERROR, "setWebhook", status=400, description=said)
            code = await planted.run("run")
    assert code == 2
    assert "refused telegram.webhook.url" in planted.stderr
    assert planted.leaks() == []


@FAULT
async def test_commands_that_ask_telegram_and_models(tmp_path: Path, on_the_wire: None):
    examples = tmp_path / "examples"
    examples.mkdir()
    (examples / "questions").symlink_to(EXAMPLES / "questions")
    few = 'floor: 0\ncases: {some: {en: [{say: "what\'s my record?", asks: [which]}]}}\n'
    (examples / "clarification.yaml").write_text(few, encoding="utf-8")
    async with Echo.running(401) as server:
        planted = Planted.in_(tmp_path, server.port, api_url=f"http://127.0.0.1:{server.port}")
        outputs = [
            await asyncio.to_thread(planted.invoke, *arguments)
            for arguments in (
                ("doctor", "--models"),
                ("doctor", "--health"),
                ("log", "bench 185lb x5x3"),
                ("check",),
                ("export", str(tmp_path / "all.zip")),
                ("backup",),
            )
        ]
        scored = ("--engine", "model", "--set", "clarification", "--misses", "--part", "all",
                  "--examples", str(examples), "--record", str(tmp_path / "recorded.jsonl"))  # fmt: skip
        outputs.append(await asyncio.to_thread(planted.invoke, *scored, command=evaluate))
    assert "Telegram says: refused" in outputs[0].stdout
    assert "AuthenticationError" in outputs[0].stdout
    assert outputs[0].stdout.count("***") > 3
    assert [result.exit_code for result in outputs[2:]] == [0, 0, 0, 0, 0]
    assert "not ok" in outputs[-1].stdout
    assert planted.leaks() == []


@FAULT
@pytest.mark.parametrize(
    ("place", "named"),
    [
        (("telegram", "mode"), "telegram.mode"),
        (("profile", "time_zone"), "time_zone"),
        (("llm", "default_provider"), "default_provider"),
        (("telegram", "webhook", "port"), "port"),
        (("access", "allow_users"), "allow_users"),
        (("local", "host"), "host"),
    ],
)
def test_a_secret_in_the_wrong_place_is_not_told(tmp_path: Path, place: tuple[str, ...], named: str):
    planted = Planted.in_(tmp_path, 1)
    planted.fill(place, canary(place))
    planted.environ["MY_SECRET"] = planted.environ.pop(variable(place))
    put(planted.tree, place, "${MY_SECRET}")
    with pytest.raises(SettingsError, match=named) as refused:
        load_settings(planted.config, environ=planted.environ)
    assert MARK not in str(refused.value)
    assert planted.leaks() == []


@pytest.mark.parametrize("user", [MARK, f"jo:{MARK}", f"{MARK}:x-oauth-basic"])
def test_a_token_in_the_address_of_a_repository_has_its_own_place(tmp_path: Path, user: str):
    """Addresses are kept in the database, and said where one can't be reached."""
    planted = Planted.in_(tmp_path, 1)
    put(planted.tree, ("sync", "git", 0, "url"), f"https://{user}@git.example.org/jo/diary.git")
    with pytest.raises(SettingsError, match="belongs into token") as refused:
        load_settings(planted.config, environ=planted.environ)
    assert MARK not in str(refused.value)


@FAULT
def test_secrets_of_the_environment_are_known_too(tmp_path: Path):
    proxy, key = f"pr0xy{MARK}word", canary(("environment",))
    planted = Planted.in_(tmp_path, 1)
    environ = {"HTTPS_PROXY": f"http://me:{proxy}@proxy:3128", "OTHER_API_KEY": key, "PWD": str(tmp_path)}
    load_settings(planted.config, environ={**planted.environ, **environ})
    assert MARK not in redacted(f"via {environ['HTTPS_PROXY']} with {key}")
    assert redacted(f"in {tmp_path}") == f"in {tmp_path}"


@FAULT
def test_every_secret_of_the_configuration_is_known(tmp_path: Path):
    """Whatever section is added: what is declared a secret is found, filled here, and left out of logs."""
    planted = Planted.in_(tmp_path, 1)
    settings = load_settings(planted.config, environ=planted.environ)
    known = set(secrets_in(settings))
    places = list(secret_places(Settings))
    assert set(places) >= {
        TOKEN_PLACE,
        ("telegram", "webhook", "secret"),
        ("llm", "providers", "planted", "api_key"),
    }
    assert {value for value in planted.environ.values() if value.startswith(MARK)} <= known
    redacted.learn(known)
    line = logging.LogRecord("x", logging.INFO, "f", 1, "%r %r", (settings, known), None)
    assert MARK not in Redacting().format(line).replace("k3Jx9", "")
    shown = repr(settings) + settings.model_dump_json() + str(settings)
    assert MARK not in redacted(shown)


class Section(Frozen):
    """As somebody may add one."""

    tokens: tuple[SecretStr, ...] = ()
    named: Mapping[str, SecretStr] = Field(default_factory=dict[str, SecretStr])
    address: str = ""


def test_secrets_in_lists_tables_and_addresses_are_found():
    section = Section(
        tokens=(SecretStr("first-secret"),),
        named={"a": SecretStr("second-secret")},
        address="https://me:third%2Fsecret@example.org/?key=fourth-secret",
    )
    known = set(secrets_in(section))
    assert {"first-secret", "second-secret", "third/secret", "third%2Fsecret", "fourth-secret"} <= known
    assert set(secret_places(Section)) == {("tokens", 0), ("named", "planted")}


@pytest.mark.parametrize(
    "written",
    ["{0}", "/bot123456:{0}/getMe", "a{0}b", '{{"key": "{0}"}}', "Bearer {0}\nx", "{0}{0}"],
)
def test_a_secret_is_left_out_wherever_it_stands(written: str):
    secret = 'a"b/c\\d k3Jx9QpLw2'
    redacted.learn([secret, f"123456:{secret}"])
    for spelled in (
        secret,
        repr(secret)[1:-1],
        json.dumps(secret)[1:-1],
        quote(secret),
        quote(secret, safe=""),
    ):
        assert "k3Jx9QpLw2" not in redacted(written.format(spelled)), spelled


def test_a_crash_tells_no_secret_and_forges_no_line():
    redacted.learn([canary(("crash",))])
    said = f"{canary(('crash',))}\n2026-01-01 00:00:00 INFO    bot.app: all is well\x1b[2J"
    error = ValueError(said)
    error.__cause__ = RuntimeError(said)
    told = told_crash(error)
    raised = (ValueError, error, None)
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "it broke: %s", (error,), raised)
    logged = Redacting().format(record)
    assert "ValueError" in told
    for text in (told, logged):
        assert MARK not in text
        assert "\x1b" not in text
    lines = logged.splitlines()
    assert lines[0].endswith(r"bot.app: all is well\x1b[2J")
    assert all(line.startswith("    ") for line in lines[1:])
