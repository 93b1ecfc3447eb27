"""`-p benchmarks.fault_counts` of pytest counts, for each fault, how often the bot was put through it.

A test names its fault with `@pytest.mark.fault("…")`. It is one trial, or as many as it says with
`record_property("trials", n)`. The tallies go to the file named by TALLY, also from several workers.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from storage.entities import Frozen

TALLY = "SWEALOG_FAULT_TALLY"
_FAULT, _TRIALS = "fault", "trials"


class Trial(Frozen):
    """One test that was run."""

    fault: str
    test: str
    """Its file."""
    trials: int
    good: bool


TRIALS = TypeAdapter(list[Trial])


class Counters:
    """Reads the reports of all tests with the marker."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._found: list[Trial] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The name of the fault goes with the report, which may come from another process."""
        for item in items:
            item.user_properties += [(_FAULT, str(mark.args[0])) for mark in item.iter_markers(_FAULT)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Of the call itself, or of what kept it from being made."""
        if report.when != "call" and not report.failed:
            return
        trials = sum(int(str(said)) for name, said in report.user_properties if name == _TRIALS) or 1
        file = report.nodeid.partition("::")[0]
        self._found += [
            Trial(fault=str(fault), test=file, trials=trials, good=report.passed)
            for name, fault in report.user_properties
            if name == _FAULT
        ]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Workers have nothing to write: their reports are the controller's too."""
        if not hasattr(session.config, "workerinput"):
            self._file.write_bytes(TRIALS.dump_json(self._found))


def pytest_configure(config: pytest.Config) -> None:
    """Count only when somebody asks."""
    if TALLY in os.environ:
        config.pluginmanager.register(Counters(Path(os.environ[TALLY])), "fault tally")
