"""A provider that fails again and again is left alone for a while, so that it delays nobody's message."""

from __future__ import annotations

import time


class Breaker:
    """Opens after `failures` in a row, for `seconds`; then one call at a time tries whether it is back."""

    def __init__(self, failures: int, seconds: float) -> None:
        self._limit = failures
        self._seconds = seconds
        self._failures = 0
        self._closed_until = 0.0
        self.is_slow = False
        """Whether the last failure was that it took too long."""
        self.openings = 0
        """How often it was opened: who waited through one need not find out for itself."""

    def admits(self) -> bool:
        """Whether to call now. The first after the pause is the probe: others wait for what it finds."""
        if self._failures < self._limit and not self._closed_until:
            return True
        now = time.monotonic()
        if now < self._closed_until:
            return False
        self._closed_until = now + self._seconds
        return True

    def succeeded(self) -> None:
        """It is well."""
        self._failures = 0
        self._closed_until = 0.0

    def failed(self, *, slow: bool = False) -> None:
        """One more in a row; too many, or a probe that failed, opens it."""
        self.is_slow = slow
        self._failures += 1
        if self._failures >= self._limit or self._closed_until:
            self.open(self._seconds)

    def open(self, seconds: float) -> None:
        """Leave it alone for so long, as it asked itself."""
        self.openings += 1
        self._closed_until = max(self._closed_until, time.monotonic() + seconds)
