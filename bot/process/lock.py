"""One Swealog per data directory."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from pathlib import Path
from typing import Self

from bot.errors import DataDirBusyError, MachineError
from storage.errors import of_system

_NAME = ".lock"
_MOMENT = 1.0
"""Seconds: a tool's server that was being forked when the holder was killed has the lock until it runs."""
_RUNNING = b"1"
"""In the file from start to stop: who finds it there follows one that was killed."""


def _take(descriptor: int) -> None:
    """Raises BlockingIOError: somebody has it, and not just for a moment."""
    until = time.monotonic() + _MOMENT
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise
            time.sleep(_MOMENT / 20)


class DataDirLock:
    """Held while the bot runs; the system lets go of it when the process dies, however it dies."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / _NAME
        self._descriptor: int | None = None
        self.was_interrupted = False
        """Whether the last holder was killed rather than stopped. Known once it is acquired."""

    def acquire(self) -> None:
        """Raises DataDirBusyError, or MachineError when the directory can't be used."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise MachineError(str(of_system(self._path.parent, error))) from error
        try:
            _take(descriptor)
        except BlockingIOError as error:
            os.close(descriptor)
            raise DataDirBusyError(
                f"{self._path.parent} is in use by another Swealog: stop it, or use another --data-dir"
            ) from error
        except OSError as error:
            os.close(descriptor)
            raise MachineError(str(of_system(self._path, error))) from error
        try:
            self.was_interrupted = os.read(descriptor, 1) == _RUNNING
            os.pwrite(descriptor, _RUNNING, 0)
        except OSError as error:
            os.close(descriptor)
            raise MachineError(str(of_system(self._path, error))) from error
        self._descriptor = descriptor
        self.stir()

    def release(self) -> None:
        """Let others in."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):  # then the next start believes that this one was killed
                os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def stir(self) -> None:
        """A sign of life for whoever asks `stirred`."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):  # a file system that can't be written shows none
                os.utime(self._descriptor)

    @property
    def held(self) -> bool:
        """Whether a process has it now."""
        try:
            descriptor = os.open(self._path, os.O_RDWR)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    @property
    def stirred(self) -> float:
        """When its holder gave the last sign of life, in seconds since the epoch."""
        return self._path.stat().st_mtime
