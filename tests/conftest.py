"""What holds for every test: no model is called, and nothing of the developer's own setup leaks in."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from types import FrameType

import pytest
import uvloop
from execnet import XSpec
from hypothesis import settings

from tests.driver import drawing, processes, sharing
from tests.driver.browser import browser as browser  # noqa: PLC0414  # fixtures are found by their names here
from tests.driver.browser import chromium as chromium  # noqa: PLC0414
from tests.driver.sizes import LENGTH, SOAK, SOAK_SECONDS, SOAK_SEED, size

# Many tests start the bot as a process of its own, and pytest rewrites each module with tests: what was
# compiled is kept, whatever the environment says, or seconds of every start are spent on compiling it anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("TZ", "UTC")  # or the machine's zone is looked up in files at every start of a bot

settings.register_profile(
    "suite", deadline=None, max_examples=size(25, 200, 2000), derandomize=LENGTH != "whole"
)
settings.load_profile("suite")

sharing.folder()  # of the process that starts the workers
if not SOAK:
    sharing.work_in_memory()
    sharing.trust_one()
gc.disable()  # until the tests are collected: of what is imported nothing is garbage

_OURS = ("SWEALOG_", "TELEGRAM_")


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(  # pyright: ignore[reportUnusedFunction] - pytest finds it by its name
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in os.environ:
        if name.startswith(_OURS):
            monkeypatch.delenv(name)


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], uvloop.Loop]]:
    """Tests run on the loop that the bot runs on."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`-n auto`: half of the tests' time is waiting, which more workers than processors overlap."""
    processors = len(os.sched_getaffinity(0))
    return processors + (0 if SOAK else 4)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: list[XSpec]) -> None:
    """Workers are forked from one process that has imported the tests; another one imports what bots need."""
    if not SOAK and len(specs) > 1:
        processes.connect()
        python = processes.hatched(config.option.capture, *config.invocation_params.args)
        for spec in specs:
            spec.python = python


def pytest_sessionstart() -> None:
    """A worker has its end of the forkserver before any other can have ended it."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        processes.connect()


def pytest_collection_finish() -> None:
    """Where tests will run: never a real call, and what is imported by now is no garbage ever."""
    if importlib.util.find_spec("pydantic_ai") is not None:
        setattr(importlib.import_module("pydantic_ai.models"), "ALLOW_MODEL_REQUESTS", False)  # noqa: B010
    if "PYTEST_XDIST_WORKER" in os.environ and not SOAK:
        drawing.fork()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
    signal.signal(signal.SIGINT, _interrupted)


def _interrupted(_signal: int, _frame: FrameType | None) -> None:
    """Ctrl-C. Where Python's own handler stands, asyncio puts one for each fixture and prints its value."""
    raise KeyboardInterrupt


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A soak runs what is longer in it or only there, and every property, in an order of its own."""
    marks = ("soak", "soak_only", "hypothesis") if SOAK else ()
    chosen = [one for one in items if any(map(one.get_closest_marker, marks))]
    if not SOAK:  # who asks for a mark, such as all faults, gets all that bear it
        asked = bool(config.getoption("markexpr"))
        chosen = [one for one in items if asked or not one.get_closest_marker("soak_only")]
    left = set(items).difference(chosen)
    config.hook.pytest_deselected(items=[one for one in items if one in left])
    items[:] = random.Random(SOAK_SEED).sample(chosen, len(chosen)) if SOAK else chosen  # noqa: S311


@cache
def _began() -> float:
    """When this process began its first test."""
    return time.monotonic()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol() -> bool | None:
    """A soak whose time is up begins nothing more; True: the test is dealt with."""
    return True if SOAK and time.monotonic() - _began() > SOAK_SECONDS else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what a soak with too little time left out."""
    if SOAK:
        stats = terminalreporter.stats
        ran = sum(len(stats.get(outcome, [])) for outcome in ("passed", "failed", "error", "skipped"))
        terminalreporter.write_line(f"soak ({LENGTH}): {ran} tests ran in at most {SOAK_SECONDS:.0f} s")
        terminalreporter.write_line(f"in the order of SOAK_SEED={SOAK_SEED}")


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Nothing is left running; what one collection leaves is not searched by pytest and Python again."""
    processes.close()
    gc.collect()
    gc.freeze()
