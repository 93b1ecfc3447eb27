"""`python -m tests.driver.nest FD PYTEST_ARGUMENTS…`: the forkserver of pytest's workers.

It has imported the tests, and with them the product and its words, once. A worker still collects by itself:
of what could not be imported here it finds and tells as if nobody had tried.
"""

from __future__ import annotations

import asyncio
import sys

import pytest

from tests.driver.forkserver import serve, warmed


class _NoItems:
    """Modules are imported, and nothing is made of what is in them."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self) -> list[pytest.Item]:
        return []


def _nothing(_: None) -> None:
    """Holds of everything."""


def _prepare() -> None:
    pytest.main([*sys.argv[2:], "--collect-only", "-qs", "-n0"], plugins=[_NoItems()])
    from hypothesis import given, strategies  # noqa: PLC0415 - pytest rewrites it

    asyncio.run(warmed())
    given(strategies.none())(_nothing)()  # the first property looks for constants in all modules


if __name__ == "__main__":
    serve(_prepare)
