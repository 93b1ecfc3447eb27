from __future__ import annotations

import pytest


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries again soon, so that a test need not wait as long as a user would."""
    monkeypatch.setattr("bot.updates.connection._LONG_POLL_SECONDS", 1)
    monkeypatch.setattr("bot.replies.verdicts._FIRST_PAUSE", 0.05)


@pytest.fixture
def brief(impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits for an answer no longer than this: only where one never comes, as a busy machine is slow."""
    monkeypatch.setattr("bot.updates.http._READ_SECONDS", 1.5)
