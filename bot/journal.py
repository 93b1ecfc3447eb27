"""What is written to standard error, without secrets."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable

from bot.settings import Settings


class Redacting(logging.Formatter):
    """Replaces secrets wherever they turn up: in messages, arguments and tracebacks."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """One line, with its traceback if there is one."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def start_logging(settings: Settings) -> None:
    """Everything to standard error; HTTP, which would tell every request, only when something is wrong."""
    token, secret = settings.telegram.token, settings.telegram.webhook.secret
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting(word.get_secret_value() for word in (token, secret) if word))
    logging.basicConfig(level=settings.logging.level, handlers=[handler], force=True)
    for name in ("httpx", "httpcore", "apscheduler", "uvicorn", "telegram.ext"):
        logging.getLogger(name).setLevel("ERROR" if settings.logging.level == "ERROR" else "WARNING")
