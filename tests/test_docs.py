"""Documentation that cannot lie: what is printed from the code is equal to it, and what is linked exists."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from bot.settings import Settings, Yaml
from tests.driver import readme, written

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for page in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("benchmarks/*.md"),
    ]
    if page.exists()
)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")
_PLACES = (
    "agents",
    "bot",
    "domains",
    "evals",
    "storage",
    "telegram_local",
    "units",
    "tests",
    "benchmarks",
    "docs",
    ".ci",
)
_REGISTRIES = (
    "pypi" + ".org",
    "files.python" + "hosted.org",
    "npmjs" + ".org",
    "registry.npm" + "js",
    "crates" + ".io",
)
_MACHINE = re.compile(r"(?<![\w.])/(?:work|root)(?:/\w|\b)")


@cache
def tracked() -> tuple[tuple[str, str], ...]:
    """Every text file that git knows or would add: path and content."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - git as installed
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    found: list[tuple[str, str]] = []
    for name in listed.split("\0"):
        path = ROOT / name
        if name and path.is_file():
            content = path.read_bytes()
            if b"\0" not in content:
                found.append((name, content.decode("utf-8")))
    return tuple(found)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```log" in page.read_text("utf-8")], ids=lambda p: p.name
)
def test_what_can_be_written_is_read_as_the_pages_say(page: Path):
    assert len(written.lines(page)) >= 8
    printed = written.printed(page)
    wrong = [line for line in written.lines(page) if line not in printed]
    assert not wrong, f"run: python -m tests.driver.written {page.relative_to(ROOT)}"


def test_diagram_commands_and_command_line_are_those_of_the_code():
    text = readme.README.read_text(encoding="utf-8")
    assert text == readme.printed(text), "run: python -m tests.driver.readme"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_local_link_leads_somewhere(page: Path):
    text = page.read_text(encoding="utf-8")
    links = [link for link in _LINK.findall(text) if "://" not in link and not link.startswith("#")]
    missing = [link for link in links if not (page.parent / link.split("#")[0]).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_path_of_ours_that_is_named_exists(page: Path):
    text = page.read_text(encoding="utf-8")
    named = {word for code in _CODE.findall(text) for word in code.split()}
    paths = {word for word in named if word.split("/")[0] in _PLACES and "/" in word and "*" not in word}
    missing = [path for path in sorted(paths) if not (ROOT / path.split(":")[0]).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_setting_that_is_named_exists(page: Path):
    sections = [name for name, info in Settings.model_fields.items() if _is_model(info.annotation)]
    named = re.findall(rf"`((?:{'|'.join(sections)})\.[a-z_.]+)`?", page.read_text(encoding="utf-8"))
    unknown = [name for name in named if not name.endswith((".py", ".yaml", ".md")) and not _known(name)]
    assert not unknown


def _is_model(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _known(dotted: str) -> bool:
    model: object = Settings
    for part in dotted.split("."):
        if not (isinstance(model, type) and issubclass(model, BaseModel)) or part not in model.model_fields:
            return False
        model = model.model_fields[part].annotation
    return True


def test_the_example_configuration_says_what_each_key_is_for():
    """Its keys are compared with the model in tests/bot/test_settings.py; here: none without a word."""
    lines = (ROOT / "config.example.yaml").read_text(encoding="utf-8").splitlines()
    tree: Yaml = yaml.safe_load("\n".join(lines))
    assert isinstance(tree, dict)
    bare = [
        line
        for before, line in zip(["", *lines], lines, strict=False)
        if re.match(r"\s*[a-z_]+:", line)
        and not before.lstrip().startswith("#")
        and not _obvious(line, before)
    ]
    assert not bare


def _obvious(line: str, before: str) -> bool:
    """The first key of a commented section, and an on/off switch, speak for themselves."""
    names = {*Settings().llm.providers, *Settings().llm.agents}
    return (
        before.rstrip().endswith(":")
        or "enabled" in line
        or line.strip().endswith(":")
        or line.split(":", maxsplit=1)[0].strip() in names
    )


def test_no_registry_and_no_path_of_this_machine_is_in_any_file():
    wrong = [f"{name}: {host}" for name, content in tracked() for host in _REGISTRIES if host in content]
    wrong += [
        f"{name}: {found[0]}"
        for name, content in tracked()
        if (found := _MACHINE.search(content)) is not None
    ]
    assert not wrong


def test_the_reliability_page_has_a_row_for_each_fault_of_the_tests():
    sources = [(ROOT / name).read_text("utf-8") for name, _ in tracked() if name.startswith("tests/")]
    named = {name for source in sources for name in re.findall(r'\bmark\.fault\(f?"([^"]+)"\)', source)}
    patterns = {re.sub(r"\\{\w+\\}", ".+", re.escape(name)) for name in named}
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| \d+ \| nothing \| `tests/", page, re.MULTILINE)
    assert len(rows) > len(patterns) // 2
    missing = [one for one in patterns if not any(re.fullmatch(one, row) for row in rows)]
    unknown = [row for row in rows if not any(re.fullmatch(one, row) for one in patterns)]
    assert not missing + unknown, "run: python -m benchmarks.reliability --write"
