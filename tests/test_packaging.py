"""What is shipped is whole: the Dockerfile, the lock, the package's data files, the console script."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
PACKAGES = ("agents", "bot", "domains", "storage", "telegram_local", "units")


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [
        (word.upper(), rest.strip())
        for line in lines
        if line and not line.startswith("#")
        for word, _, rest in [line.partition(" ")]
    ]


def exec_form(word: str) -> list[str]:
    [rest] = [rest for name, rest in instructions() if name == word]
    found = json.loads(rest)
    assert isinstance(found, list)
    return [str(part) for part in found]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - JSON


def test_every_path_that_the_dockerfile_copies_exists_and_reaches_the_builder():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    sources = [
        source
        for word, rest in instructions()
        if word in {"COPY", "ADD"} and "--from=" not in rest
        for source in shlex.split(rest)[:-1]
        if not source.startswith("--")
    ]
    assert {"requirements.txt", "pyproject.toml", *PACKAGES} <= set(sources)
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignored, f"{source} is hidden by .dockerignore"


def test_the_image_is_multi_stage_unprivileged_and_keeps_its_data():
    words = [word for word, _ in instructions()]
    assert words.count("FROM") == 2
    [user] = [rest for word, rest in instructions() if word == "USER"]
    assert user not in {"root", "0"}
    [volume] = [rest for word, rest in instructions() if word == "VOLUME"]
    environment = " ".join(rest for word, rest in instructions() if word == "ENV")
    assert f"SWEALOG_DATA_DIR={volume}" in environment
    installs = [
        rest for word, rest in instructions() if word == "RUN" and "install" in rest and "pip" in rest
    ]
    assert "--require-hashes -r requirements.txt" in installs[0]
    assert all("--no-deps --no-build-isolation" in install for install in installs[1:])


def test_every_requirement_is_pinned_with_its_hashes():
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        for line in text.splitlines():
            if line and not line.lstrip().startswith("#"):
                assert "==" in line, f"{name}: {line}"
                assert "--hash=sha256:" in line, f"{name}: {line}"


def test_the_locks_have_what_the_project_asks_for():
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    wanted = [*project["dependencies"]]
    locked = re.findall(
        r"^([A-Za-z0-9_.-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    for requirement in wanted:
        name = re.split(r"[^A-Za-z0-9_.-]", str(requirement))[0]
        assert name.lower() in {known.lower() for known in locked}, name


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built as the Dockerfile installs it, from the files that git knows."""
    folder = tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout  # noqa: S607 - git as the developer has it
    for name in listed.decode().split("\0"):
        source = ROOT / name
        if source.is_file() and name.split("/")[0] in {*PACKAGES, "pyproject.toml", "README.md"}:
            target = folder / "source" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    (folder / "source" / "README.md").touch()
    build = "from setuptools.build_meta import build_wheel; print(build_wheel('..'))"
    done = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", build], cwd=folder / "source", capture_output=True, text=True, check=True
    )
    return zipfile.ZipFile(folder / done.stdout.split()[-1])


def test_the_wheel_holds_every_file_of_the_packages(wheel: zipfile.ZipFile):
    listed = subprocess.run(  # noqa: S603 - our own words
        ["git", "ls-files", "-z", *PACKAGES],  # noqa: S607 - git as the developer has it
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    wanted = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    missing = {
        name
        for name in wanted - set(wheel.namelist())
        if "/sample/" in name or not name.endswith((".md", ".gitignore", "ruff.toml"))
    }
    assert not missing
    assert {name.split("/")[0] for name in wheel.namelist()}.isdisjoint({"evals", "tests", "benchmarks"})


def test_the_wheel_has_the_console_script(wheel: zipfile.ZipFile):
    [name] = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
    assert "swealog = bot.cli:main" in wheel.read(name).decode()


def test_the_entry_command_works_outside_a_container():
    [command] = exec_form("ENTRYPOINT")
    done = subprocess.run([str(BIN / command), "--version"], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.startswith("swealog")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The container's command with the container's environment, but here."""
    (tmp_path / "config.yaml").write_text("local: {port: 0}\n", encoding="utf-8")
    environment = {
        **os.environ,
        "SWEALOG_CONFIG": str(tmp_path / "config.yaml"),
        "SWEALOG_DATA_DIR": str(tmp_path / "data"),
        "PYTHONUNBUFFERED": "1",
    }
    [entry] = exec_form("ENTRYPOINT")
    command = [str(BIN / entry), *exec_form("CMD")]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process, environment
        if process.poll() is None:
            process.kill()


def test_the_container_starts_is_healthy_and_stops(
    running: tuple[subprocess.Popen[str], dict[str, str]],
):
    process, environment = running
    [check] = [rest for word, rest in instructions() if word == "HEALTHCHECK"]
    command = [str(part) for part in json.loads(check.partition("CMD")[2])]
    health = [str(BIN / command[0]), *command[1:]]

    def healthy() -> bool:
        return subprocess.run(health, env=environment, capture_output=True, check=False).returncode == 0  # noqa: S603 - ours

    deadline = time.monotonic() + 60
    while not healthy():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 0
    assert not healthy()
