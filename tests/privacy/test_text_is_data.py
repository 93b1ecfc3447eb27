"""Hostile text in the chat, vault, tables, files, queries and terminal: it is shown and never obeyed."""

from __future__ import annotations

import csv
import io
import logging
import re
import sqlite3
import unicodedata
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.async_api import Browser, expect

from agents.memory import GlobalContext, MemoryLine, render
from bot.cli import swealog
from bot.cli.options import tell
from bot.commands.export import csv_safe, domain_csvs, measures_csv
from bot.errors import SettingsError
from bot.process.log import Redacting, shown
from bot.settings import load_settings
from bot.texts.html import escape, plain
from domains.registry import load
from storage.entities import ContextVersion, DateRange, Measure
from storage.importers import archive
from storage.importers.model import Choices, File
from storage.importers.reading import read_file
from storage.preparation import FILE_NAME
from storage.stores import Stores
from storage.vault import Vault
from storage.vault_files import as_content, from_content
from storage.vault_paths import GlobPattern
from telegram_local.messages import StoredMessage
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.driver.sizes import examples
from tests.driver.storing import save_entry
from tests.privacy.nasty import CONTROL, EVERYTHING, FILE_NAMES, HTML
from tests.privacy.people import own, settled
from tests.storage.things import NOW, TODAY, USER, entry

FAULT = pytest.mark.fault("hostile text")
OURS = {"bold", "italic", "code", "blockquote", "bot_command", "mention", "text_mention"}
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
UTC_ZONE = ZoneInfo("UTC")
CHOICES = Choices(today=date(2026, 11, 21))
TEXT = st.text(
    st.one_of(
        st.sampled_from("<>&'\"/\\![](){}#`~-=*_%$:;\n\r\t\x1b\x00\u202e\u2066\u200b"), st.characters()
    ),
    max_size=60,
)


def visible(text: str) -> str:
    """As it must be read: without what steers, and without blanks, which may be laid out anew."""
    return "".join(STEERING.sub("", text).replace("\ufeff", "").split())


@FAULT
async def test_in_the_chat(tmp_path: Path, record_property: Callable[[str, object], None]):
    async with running_bot(tmp_path) as (bot, you):
        bot.client.patience = 60
        await bot.app.core.db.contexts.save_context(_remembering(EVERYTHING))
        remembered = visible("".join(await _pages(you)))
        for number, nasty in enumerate(EVERYTHING):
            assert visible(f"Thing {number}: {nasty}").replace("2026-01-01", "1Jan") in remembered
        said = [f"bench 100kg 5x5 note: {nasty}" for nasty in EVERYTHING]
        said += [f"how was my {nasty} last week?" for nasty in EVERYTHING[::8]]
        said += [f"/quick what about {nasty}?" for nasty in EVERYTHING[1::8]]
        for number, text in enumerate(said):
            await you.say(text)
            if number % 10 == 9:
                await settled(bot)
                bot.clock.advance(minutes=5)
        await settled(bot)
        logged = await bot.app.core.db.entries.recent_entries(YOU_ID, 200)
        assert len(logged) >= len(EVERYTHING)
        fixing = (await you.history())[-1]
        for number, one in enumerate(logged):
            tap = await you.forge(fixing, f"{'f' if number % 2 else 'e'}:{one.id}")
            if number % 10 == 9:
                await you.answered(tap)
                bot.clock.advance(minutes=5)
        for text in ("/today", "/week", "/context", "/settings zone <b>&Mars", "/nope<b>", "/forget </b>"):
            await you.say(text)
        await settled(bot)
        shown_texts = [visible(stored.text) for stored in await you.history() if stored.from_bot]
        for nasty in EVERYTHING:
            assert any(visible(nasty) in text for text in shown_texts), nasty
        await _is_harmless(bot, await you.history())
        record_property("trials", len(said) + len(logged))


def _remembering(texts: tuple[str, ...]) -> ContextVersion:
    lines = tuple(
        MemoryLine(
            category="fact", key=f"thing {number}", value=text, confidence="certain", first=TODAY, last=TODAY
        )
        for number, text in enumerate(texts)
    )
    content = render(GlobalContext(version=1, last_updated=TODAY, lines=lines))
    return ContextVersion(user_id=YOU_ID, version=1, content=content, at=NOW)


async def _pages(you: Person) -> list[str]:
    """All pages of /context."""
    page = await you.ask("/context")
    told = [page.text]
    while "▶" in page.labels:
        await you.tap(page, "▶")
        page = await you.edited(page)
        told.append(page.text)
    return told


def _outside(folder: Path) -> list[Path]:
    """What was written where a file's name would have it."""
    named = [path for path in folder.rglob("*") if "passwd" in path.name or "pwned" in path.name]
    return [path for path in named if not path.is_relative_to(folder / "data" / "imports")]


async def _is_harmless(bot: RunningBot, history: list[StoredMessage]) -> None:
    """Telegram refused nothing, nothing became a link or steers, nobody was apologised to."""
    calls = await bot.client.calls()
    refused = [call for call in calls if call.status == 400 and call.method != "answerCallbackQuery"]
    assert refused == []
    for stored in history:
        if stored.from_bot:
            message = stored.message
            kinds = {entity.type for entity in (*(message.entities or ()), *(message.caption_entities or ()))}
            assert kinds <= OURS | {"url", "hashtag", "cashtag", "email", "phone_number"}, stored.text
            assert STEERING.search(stored.text.replace("\n", "")) is None, stored.text
            assert "went wrong" not in stored.text
    with sqlite3.connect(bot.settings.data / FILE_NAME) as database:
        assert database.execute("SELECT count(*) FROM outbox WHERE status <> 'sent'").fetchone() == (0,)


@FAULT
async def test_names_titles_captions_and_files(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    async with running_bot(tmp_path) as (bot, you):
        bot.client.patience = 60
        await own(bot)
        world = bot.server.state.world
        grouped = bot.client.in_group(ALEX_ID)
        for nasty in HTML + CONTROL[:4]:
            world.users[YOU_ID].first_name = nasty
            world.users[ALEX_ID].first_name, world.chats[GROUP_ID].chat.title = nasty, nasty
            await you.say("/start")
            await you.say("/people")
            await grouped.say("@swealog_bot bench 100kg 5x5")
            await bot.client.in_group(YOU_ID).say("/allow@swealog_bot")
            await settled(bot)
            bot.clock.advance(minutes=5)
        for number, name in enumerate(FILE_NAMES):
            content = f"date,weight (kg)\n2026-01-{number + 1:02},{80 + number}\n".encode()
            await you.document(content, name, f"<b>{name}", mime="text/csv")
            await settled(bot)
            bot.clock.advance(minutes=5)
        offered = [stored for stored in await you.history() if stored.from_bot and stored.labels]
        waiting = list((bot.settings.data / "imports" / str(YOU_ID)).iterdir())
        assert len(waiting) == sum(name.casefold().endswith((".csv", ".txt")) for name in FILE_NAMES)
        for stored in offered:
            if any("Import" in label for label in stored.labels):
                await you.tap(stored, "Import 1")
                bot.clock.advance(minutes=5)
        await settled(bot)
        assert len(await bot.app.core.db.imports.all_imported(YOU_ID)) == len(waiting)
        await _is_harmless(bot, [*await you.history(), *bot.client.history(GROUP_ID)])
    assert _outside(tmp_path) == []
    record_property("trials", len(FILE_NAMES) + 4 * len(HTML))


@FAULT
async def test_in_the_vault(tmp_path: Path):
    db = await Stores.open(tmp_path)
    for number, nasty in enumerate(EVERYTHING):
        await save_entry(db.entries, entry(number, nasty or "x"))
    vault = Vault(db.vault)
    await vault.catch_up()
    [raw] = [path.read_text(encoding="utf-8") for path in (tmp_path / "vault").rglob("*.md")]
    raw = raw.partition("\n---\n")[2]
    headings = [line for line in raw.split("\n") if line.startswith("#")]
    assert len(headings) == len(EVERYTHING) + 1
    _assert_inert(raw, headings)
    names = {path.relative_to(tmp_path / "vault").parts[0] for path in (tmp_path / "vault").rglob("*.*")}
    assert names == {str(USER)}
    await db.close()


def _assert_inert(markdown: str, headings: list[str]) -> None:
    body = [line for line in markdown.split("\n") if line not in headings]
    for line in body:
        assert not re.match(r" {0,3}(#|```|~~~|---|===|=+$|-$)", line), line
        assert not re.search(r"(?<!\\)(?:\\\\)*(!\[|\[\[|<[A-Za-z/!?])", line), line
        assert not re.search(r"\]\(|%%|\$\$", line), line


@given(TEXT)
@settings(max_examples=examples(300), deadline=None)
def test_any_text_is_content_in_the_vault_and_can_be_read_back(text: str):
    written = as_content(text)
    _assert_inert(written, [])
    if "\\" not in text:
        lines = re.sub("\r\n?|[\x0b\x0c\x85\u2028\u2029]", "\n", text).rstrip("\n")
        assert from_content(written) == lines


@given(TEXT)
@settings(max_examples=examples(300), deadline=None)
def test_any_text_is_shown_literally_and_steers_nothing(text: str):
    html = escape(text)
    assert "<" not in html.replace("&lt;", "")
    assert plain(html) == re.sub("[\ud800-\udfff\ufeff]", "", STEERING.sub("", text))
    assert not any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in shown(text))
    assert "\u202e" not in shown(text)


@given(TEXT)
@settings(max_examples=examples(200), deadline=None)
def test_any_text_is_one_line_of_a_log(text: str):
    record = logging.LogRecord("x", logging.INFO, "f", 1, "said %s", (text,), None)
    assert len(Redacting().format(record).splitlines()) == 1


@given(TEXT)
@settings(max_examples=examples(300), deadline=None)
def test_no_cell_is_a_formula(text: str):
    cell = csv_safe(text)
    number = re.fullmatch(r"[+-]?\d{1,15}(?:[.,]\d{1,15})?", cell) is not None
    assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))  # noqa: RUF001


@FAULT
def test_numbers_stay_numbers_in_tables():
    assert [csv_safe(text) for text in ("-5", "+3.5", "-5,25", "100")] == ["-5", "+3.5", "-5,25", "100"]
    measures = tuple(
        Measure(domain=nasty, name=nasty, day=TODAY, value=-5.0, text=nasty)
        for nasty in EVERYTHING
        if nasty.strip()
    )
    logged = [entry(1, measures=measures)]
    rows = list(csv.DictReader(io.StringIO(measures_csv(logged, UTC_ZONE), newline="")))
    assert len(rows) == len(measures)
    for row in rows:
        assert float(row["value"]) == -5
        assert not row["name"].startswith(("=", "+", "-", "@", "\t", "\r"))
    for path in domain_csvs(logged, UTC_ZONE):
        assert re.fullmatch(r"csv/[\w-]+\.csv", path), path
    assert sum(text.count("\n") > 0 for text in domain_csvs(logged, UTC_ZONE).values()) == len(
        domain_csvs(logged, UTC_ZONE)
    )


@FAULT
async def test_in_queries(tmp_path: Path, record_property: Callable[[str, object], None]):
    db = await Stores.open(tmp_path)
    await save_entry(db.entries, entry(0, "other", user_id=USER + 1))
    for number, nasty in enumerate(EVERYTHING, 1):
        await save_entry(db.entries, entry(number, f"honest {nasty}"))
        for words in (nasty, f"{nasty}*", f'"{nasty}"'):
            assert len(await db.search.search_entries(USER, [words, "honest"])) == number, nasty
        await db.search.by_topics(USER, [nasty], DateRange(start=TODAY, end=TODAY))
        found = await db.search.get_entries_by_pattern(USER, nasty)
        assert all(one.user_id == USER for one in found)
        assert GlobPattern.parse(f"/{nasty}") is None
    assert len(await db.entries.recent_entries(USER, 99)) == len(EVERYTHING)
    await db.close()
    record_property("trials", len(EVERYTHING))


@FAULT
def test_on_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for nasty in EVERYTHING:
        tell(nasty)
    data = str(tmp_path / "data")
    for arguments in (["log", "bench 100kg 5x5 \x1b[2J\u202e"], ["ask", "what about \x1b]0;x\x07 bench?"]):
        result = CliRunner().invoke(swealog, [*arguments, "--data-dir", data])
        assert result.exit_code == 0
        assert STEERING.search(result.output.replace("\n", "")) is None
    assert STEERING.search(capsys.readouterr().out.replace("\n", "")) is None


def _zipped(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in members:
            made.writestr(name, content)
    return out.getvalue()


def _link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


NOTE = b"# 2026-01-05\n\nbench 100kg 5x5\n"


@FAULT
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize(
    ("members", "notes"),
    [
        ([("../../../../tmp/pwned.md", NOTE), ("/etc/cron.d/pwned.md", NOTE)], 2),
        ([("..\\..\\pwned.md", NOTE), ("C:\\pwned.md", NOTE), ("a/../../pwned.md", NOTE)], 3),
        ([(_link("2026-01-05.md"), b"/etc/passwd")], 1),
        ([("2026-01-05.md", NOTE), ("2026-01-05.md", NOTE)], 2),
        ([("inner.zip", _zipped(("2026-01-05.md", NOTE)))], 0),
        ([("\x1b[2J\u202e<b>.md", NOTE)], 1),
        ([("2026-01-05.md/", b""), (".", NOTE)], None),
    ],
)
def test_in_zips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, members: list[tuple[str, bytes]], notes: int | None
):
    monkeypatch.chdir(tmp_path)
    before = set(Path("/tmp").glob("pwned*"))  # noqa: S108 - that is where it would be
    reading = read_file(File("diary.zip", _zipped(*members)), CHOICES)
    assert notes is None or len(reading.notes) == notes
    assert all("root:" not in note.text for note in reading.notes)
    assert list(tmp_path.iterdir()) == []
    assert set(Path("/tmp").glob("pwned*")) == before  # noqa: S108


@FAULT
def test_very_many_files_in_a_zip(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MOST_FILES", 50)
    many = _zipped(*((f"{number}.md", b"") for number in range(500)))
    reading = read_file(File("diary.zip", many), CHOICES)
    assert [problem.kind for problem in reading.problems] == ["too_many_files"]


@FAULT
@pytest.mark.parametrize(
    "yaml",
    [
        "x: !!python/object/apply:os.system ['touch pwned']\n",
        "x: !!python/name:os.system\n",
        "x: !!python/object/new:subprocess.Popen [['touch', 'pwned']]\n",
        "\n".join(
            ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
            + [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
        ),
        "x: &x [*x]\n",
        "a: 'unclosed\n",
        "- - - -\n",
    ],
)
def test_in_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, yaml: str):
    monkeypatch.chdir(tmp_path)
    config, folder = tmp_path / "config.yaml", tmp_path / "domains"
    folder.mkdir()
    config.write_text(yaml, encoding="utf-8")
    (folder / "evil.yaml").write_text(f"name: evil\ndescription: x\n{yaml}", encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        load_settings(config, environ={})
    assert len(str(refused.value)) < 500
    registry = load(folder)
    assert "evil" not in registry.domains
    assert all(len(str(problem)) < 500 for problem in registry.problems)
    assert not (tmp_path / "pwned").exists()


@FAULT
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_in_the_browser(browser: Browser, record_property: Callable[[str, object], None]):
    async with LocalServer() as server, LocalClient(server.base_url, server.state.control_token) as client:
        world = server.state.world
        world.users[ALEX_ID].first_name = world.chats[GROUP_ID].chat.title = HTML[6]
        for nasty in EVERYTHING:
            await client.you.say(nasty)
            await client.in_group(ALEX_ID).say(nasty)
        for name in FILE_NAMES[:8]:
            await client.you.document(b"x", name)
        page = await browser.new_page()
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        await page.goto(server.page_url)
        await expect(page.locator(".row.own").first).to_be_visible()
        texts = await page.locator(".row.own .text").all_inner_texts()
        assert any(HTML[6] in text for text in texts)
        assert await page.locator(".timeline img, .timeline script, .chats img, .timeline b").count() == 0
        links = await page.locator(".timeline a").evaluate_all("all => all.map(a => a.href)")
        assert all(link.startswith(("http://", "https://")) for link in links)
        assert "666" not in await page.title()
        assert dialogs == []
        await page.close()
        record_property("trials", len(EVERYTHING))
