"""The systemd unit of the documentation is one, and lets the service do as little as it can."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import click

from bot.cli import swealog

UNIT = Path(__file__).parents[2] / "docs/swealog.service"


class Unit(configparser.ConfigParser):
    """Keys keep their case, and may come twice (the last one is kept)."""

    def __init__(self) -> None:
        super().__init__(interpolation=None, strict=False)
        self.optionxform = str  # pyright: ignore[reportAttributeAccessIssue] - as its documentation says


def test_the_unit_is_hardened_and_starts_what_there_is():
    unit = Unit()
    unit.read(UNIT, encoding="utf-8")
    service = unit["Service"]
    wanted = {
        "ProtectSystem": "strict",
        "DynamicUser": "yes",
        "StateDirectory": "swealog",
        "UMask": "0077",
        "Restart": "always",
        "RestartPreventExitStatus": "2",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
    }
    assert {key: service[key] for key in wanted} == wanted
    assert int(service["TimeoutStopSec"]) > 10
    _, command, *options = service["ExecStart"].split()
    found = swealog.get_command(click.Context(swealog), command)
    assert found is not None
    context = found.make_context(command, list(options), resilient_parsing=True)
    assert context.params["data_dir"] == Path(service["WorkingDirectory"])


def test_systemd_understands_the_unit(tmp_path: Path):
    """Its own check, where it is installed; what we depend on is checked above in any case."""
    program = Path(sys.executable).parent / "swealog"
    text = UNIT.read_text(encoding="utf-8").replace("/opt/swealog/.venv/bin/swealog", str(program))
    assert str(program) in text
    analyze = shutil.which("systemd-analyze")
    if analyze is not None:
        (tmp_path / "swealog.service").write_text(text, encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - systemd's own tool
            [analyze, "verify", tmp_path / "swealog.service"], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
