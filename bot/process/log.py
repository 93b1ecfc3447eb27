"""What is written to standard error: without secrets, and so that nobody's words can pose as a line of ours.

What is secret is known to the whole process, because what is written down is: a log line, a traceback, the
last sentence of a command, the reason in an error column.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from traceback import format_exception
from types import TracebackType
from typing import Literal, cast

from pydantic import BaseModel, Field, SecretStr

from agents.redaction import Redaction, secrets_of_address
from storage.entities import Frozen

_QUIET = (
    "httpx", "httpcore", "apscheduler", "uvicorn", "telegram", "telegram.ext",
    "openai", "aiohttp", "aiosqlite", "LiteLLM", "caldav", "urllib3", "googleapiclient", "requests_oauthlib",
    "mcp", "httpx2", "httpcore2",
)  # fmt: skip
"""What would tell every request and, at DEBUG, whatever people say."""
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""Control characters (line ends and what steers a terminal among them), and what turns writing around."""

redacted = Redaction()
"""A text without the secrets that this process knows."""


class LoggingSection(Frozen):
    """What is written to standard error."""

    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="how much is logged"
    )


def shown(text: str) -> str:
    """Anybody's words on one line of a log or terminal."""
    return _UNSHOWN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def secrets_in(settings: BaseModel) -> Iterator[str]:
    """Every secret of the configuration, whatever the section: what is declared so, what addresses hold."""
    for name in type(settings).model_fields:
        yield from _secrets(getattr(settings, name))


def _secrets(value: object) -> Iterator[str]:
    if isinstance(value, SecretStr):
        yield value.get_secret_value()
    elif isinstance(value, str):
        yield from secrets_of_address(value) if "://" in value else ()
    elif isinstance(value, BaseModel):
        yield from secrets_in(value)
    elif isinstance(value, Mapping):
        for each in cast("Mapping[object, object]", value).values():
            yield from _secrets(each)
    elif isinstance(value, Iterable):
        for each in cast("Iterable[object]", value):
            yield from _secrets(each)


def unsaid(record: logging.LogRecord) -> bool:
    """Of what a library says under no name (caldav: a server's whole answer, an event) only where it did."""
    if record.name == "root":
        record.msg, record.args = "a library said something at %s:%d", (record.filename, record.lineno)
        record.exc_info = None
    return True


class Redacting(logging.Formatter):
    """One line a record; what follows it (a traceback) is indented. Secrets are replaced in all of it."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        redacted.learn(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        record.exc_text = None  # another formatter's, perhaps
        return redacted(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line itself."""
        return shown(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """A traceback."""
        return _indented(super().formatException(cast("_ExcInfo", ei)))

    def formatStack(self, stack_info: str) -> str:  # noqa: N802 - logging's name
        """Where it was logged."""
        return _indented(super().formatStack(stack_info))


_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def _indented(text: str) -> str:
    return "\n".join(f"    {shown(line)}" for line in re.split("\r\n|[\n\r]", text))


def start_logging(settings: BaseModel, section: LoggingSection) -> None:
    """Everything to standard error; of libraries that tell of every request only when something is wrong.

    No secret of `settings` is written down.
    """
    guard(settings)
    sys.excepthook, threading.excepthook, sys.unraisablehook = _crashed, _thread_crashed, _unraisable
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting())
    handler.addFilter(unsaid)
    logging.basicConfig(level=section.level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel("ERROR" if section.level == "ERROR" else "WARNING")


def guard(settings: BaseModel) -> None:
    """From now on no secret of the configuration is written down."""
    redacted.learn(secrets_in(settings))


def told_crash(error: BaseException) -> str:
    """A traceback that may be shown."""
    lines = "".join(format_exception(error)).rstrip("\n").split("\n")
    return redacted("\n".join(map(shown, lines)) + "\n")


def _crashed(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
    """In place of Python's own last word."""
    sys.stderr.write(told_crash(error))


def _thread_crashed(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        sys.stderr.write(told_crash(args.exc_value))


def _unraisable(args: sys.UnraisableHookArgs) -> None:
    if args.exc_value is not None:
        sys.stderr.write(told_crash(args.exc_value))
