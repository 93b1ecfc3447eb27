"""What one worker of pytest made serves all workers of the run."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import certifi

_VARIABLE = "TESTS_SHARE"
"""Made by the process that starts the workers, which inherit it."""

_MEMORY, _ENOUGH = "/dev/shm", 2 << 30  # noqa: S108 - pytest makes a folder of its own in it


@cache
def folder() -> Path:
    """Of this run, short enough for a socket's path; it is gone after it."""
    if _VARIABLE not in os.environ:
        os.environ[_VARIABLE] = tempfile.mkdtemp(prefix="tests-")
        atexit.register(shutil.rmtree, os.environ[_VARIABLE], ignore_errors=True)
    return Path(os.environ[_VARIABLE])


def work_in_memory() -> None:
    """pytest's folders lie in memory where there is enough: nothing waits for a disk to sync."""
    try:
        system = os.statvfs(_MEMORY)
    except OSError:
        return
    if system.f_bavail * system.f_frsize >= _ENOUGH and not system.f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)


def trust_one() -> None:
    """Every HTTP client loads one certificate, not 140 (20 ms): the tests speak to nobody but loopback."""
    path = folder() / "certificate.pem"
    if not path.exists():
        end = "-----END CERTIFICATE-----\n"
        path.write_text(Path(certifi.where()).read_text("utf-8").partition(end)[0] + end, "utf-8")
    os.environ["SSL_CERT_FILE"] = str(path)
    certifi.where = lambda: str(path)  # for clients that trust no environment


@contextmanager
def alone_with(name: str) -> Generator[Path]:
    """A path in that folder, for one process at a time."""
    with (folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder() / name
