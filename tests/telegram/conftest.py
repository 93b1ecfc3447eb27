from __future__ import annotations

import pytest


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses and time-outs of a second or less, so that a test need not wait as long as a user would."""
    monkeypatch.setattr("bot.request._READ_SECONDS", 1.0)
    monkeypatch.setattr("bot.telegram_link._LONG_POLL_SECONDS", 1)
    monkeypatch.setattr("bot.verdicts._FIRST_PAUSE", 0.05)
