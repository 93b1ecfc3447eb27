"""Tests are collected once for all of pytest's workers: by the nest, and each worker goes on from there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from _pytest import config as internal
from _pytest import tmpdir
from _pytest.capture import CaptureManager

from tests.driver import processes


class Collected:
    """A session of pytest before its first test; in a fork, the session of a worker.

    Raises what pytest raises where the arguments make no sense. Nothing is captured until a worker goes on:
    what is imported may keep `sys.stderr` (the client of MCP does), and a captured one is closed by then.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        prepare = internal._prepareconfig  # pyright: ignore[reportPrivateUsage]
        captured, *given = arguments
        self._captured: Any = captured
        self._config: Any = prepare([*given, "-n0", "--dist=no", "--capture=no"], [self])
        self._config.workerinput = {}  # a worker keeps no cache and writes no report
        self._session = pytest.Session.from_config(self._config)
        self._warnings = 0
        self._config._do_configure()
        self._config.hook.pytest_sessionstart(session=self._session)
        self._config.hook.pytest_collection(session=self._session)
        self._earlier = self._config.pluginmanager.get_plugins()

    @pytest.hookimpl
    def pytest_warning_recorded(self) -> None:
        """While tests are collected, or run."""
        self._warnings += 1

    @property
    def is_sound(self) -> bool:
        """Whether there are tests, and nothing to tell about them."""
        return bool(self._session.items) and not self._session.testsfailed and not self._warnings

    def end(self) -> None:
        """Nobody goes on from here."""
        self._config._ensure_unconfigure()

    def offer(self) -> None:
        """From here on pytest's next session in this process is this one."""
        internal._prepareconfig = self._prepared  # pyright: ignore[reportPrivateUsage]
        pytest.Session.from_config = self._begun
        self._config._do_configure = partial(tmpdir.pytest_configure, self._config)

    def _prepared(self, *_: object) -> pytest.Config:
        """By now the streams that execnet speaks by are its own, and are not captured."""
        former: CaptureManager = self._config.pluginmanager.unregister(name="capturemanager")
        former.stop_global_capturing()
        capture = CaptureManager(self._captured)
        self._config.option.capture = self._captured
        self._config.pluginmanager.register(capture, "capturemanager")
        self._config.add_cleanup(capture.stop_global_capturing)
        capture.start_global_capturing()
        capture.suspend_global_capture()
        return self._config

    def _begun(self, config: pytest.Config) -> pytest.Session:
        hook: Any = config.hook
        hook.pytest_sessionstart = config.pluginmanager.subset_hook_caller(
            "pytest_sessionstart", self._earlier
        )
        hook.pytest_collection = self._told
        return self._session

    def _told(self, session: pytest.Session) -> None:
        """As after a collection. What a worker would write into its terminal, nobody reads."""
        hook = self._config.hook
        hook.pytest_runtest_logreport._remove_plugin(self._config.pluginmanager.getplugin("terminalreporter"))
        processes.connect()
        hook.pytest_collection_finish(session=session)


_COLLECTED: list[Collected] = []


def collect(arguments: Sequence[str]) -> None:
    """In the nest; first how workers capture, then pytest's own. Raises as Collected."""
    found = Collected(arguments)
    if found.is_sound:
        _COLLECTED.append(found)
    else:
        found.end()


def go_on() -> bool:
    """In a worker, before execnet tells it what to do; False: it is to collect by itself."""
    for found in _COLLECTED:
        found.offer()
    return bool(_COLLECTED)
