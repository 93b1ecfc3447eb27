"""What a child of the nest is: one of execnet's workers, which is told by its standard input what to do."""

from __future__ import annotations

import gc
import sys

from tests.driver import collecting

if __name__ == "__main__":
    if not collecting.go_on():
        gc.disable()  # until the tests are collected: tests/conftest.py
    exec(eval(sys.stdin.readline()))  # noqa: S102, S307 - as execnet's own command line does
