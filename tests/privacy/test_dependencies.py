"""What can be known of the dependencies without a network; `make audit` asks for known vulnerabilities."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-assistant.txt", "requirements-dev.txt")
GUESTS = "tests/clients/aiogram/requirements.txt"
PERMISSIVE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|LGPL|CNRI|Unlicense|0BSD"
)
NEVER = {("litellm", "1.82.7"), ("litellm", "1.82.8")}
"""Releases that were tampered with."""


def locked(name: str) -> dict[str, str]:
    """Each requirement with its hashes, one string."""
    lines = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    wanted = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return {line.split("--hash", 1)[0].strip(): line for line in wanted}


@pytest.mark.parametrize("name", [*LOCKS, GUESTS])
def test_everything_is_pinned_with_hashes_and_comes_from_an_index(name: str):
    for written, line in locked(name).items():
        requirement = Requirement(written)
        assert requirement.url is None, written
        assert re.fullmatch(r"==[^*,<>=]+", str(requirement.specifier)), written
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line), written
        assert (requirement.name, str(requirement.specifier)[2:]) not in NEVER
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*(-[a-z]|--(?!hash=)|git\+)", text, re.MULTILINE)


def test_what_is_tested_is_what_is_locked():
    pins = {
        canonicalize_name(requirement.name): str(requirement.specifier)[2:]
        for name in LOCKS
        for requirement in map(Requirement, locked(name))
        if requirement.marker is None or requirement.marker.evaluate()
    }
    found: dict[str, str | None] = {}
    for name in pins:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    assert {name: (found[name], pins[name]) for name in pins if found[name] != pins[name]} == {}
    checked = subprocess.run(
        [sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


def test_the_runtime_holds_nothing_that_the_tests_do_not():
    assert set(locked("requirements.txt")) <= set(locked("requirements-dev.txt"))


def test_what_only_development_needs_is_not_in_the_runtime():
    """Evaluation among it: its library is no dependency of the bot."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    wanted = {canonicalize_name(Requirement(one).name) for one in extras["dev"]}
    assert "pydantic-evals" in wanted
    installed = {canonicalize_name(Requirement(one).name) for one in locked("requirements.txt")}
    assert wanted & installed == set()


def test_licences_allow_giving_the_product_away():
    unknown: dict[str, str] = {}
    for written in locked("requirements.txt"):
        requirement = Requirement(written)
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue
        about = distribution(requirement.name).metadata
        classifiers = [line for line in about.get_all("Classifier") or [] if line.startswith("License")]
        fields = [about[name] for name in ("License-Expression", "License") if name in about]
        told = " ".join([*fields, *classifiers])
        if not PERMISSIVE.search(told) or re.search(r"\b(AGPL|Affero)", told):
            unknown[requirement.name] = told[:200]
    assert unknown == {}
