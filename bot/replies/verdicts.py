"""What it means that a reply could not be sent: try again, give up and say why, or send it somewhere else."""

from __future__ import annotations

import os
from dataclasses import dataclass

import httpx
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from bot.process.log import redacted
from bot.process.wire import CutError
from storage.errors import StorageError

os.environ.setdefault("PTB_TIMEDELTA", "1")  # how PTB is asked for the type of retry_after it will have

TOO_LARGE = "request entity too large"
"""413, which PTB takes for trouble of the network."""
_GONE = (
    "chat not found",
    "user not found",
    "deactivated",
    "not enough rights",
    "no rights",
    "peer_id_invalid",
    "chat_restricted",
    "chat_write_forbidden",
    "chat_send_plain_forbidden",
    "have no access",
)
_FIRST_PAUSE, _SECONDS_AT_MOST = 1.0, 60.0
ODD_TRIES = 8
_NO_REQUEST = "Unknown error in HTTP implementation"
"""PTB's words for what is neither Telegram's fault nor the network's."""
_CUT = (
    CutError,
    httpx.ReadTimeout, httpx.ReadError, httpx.WriteTimeout, httpx.WriteError, httpx.RemoteProtocolError,
)  # fmt: skip
"""Trouble after the request was on its way; files go by httpx, everything else by `bot.process.wire`."""


@dataclass(frozen=True, slots=True)
class Later:
    """Try again after so many seconds. `limited`: Telegram asked for it."""

    seconds: float
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Never:
    """It can't be delivered, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The group has become a supergroup with this id."""

    chat_id: int


def pause_of(error: RetryAfter) -> float:
    """The seconds Telegram asks for."""
    pause = error.retry_after
    return float(pause) if isinstance(pause, int) else pause.total_seconds()


def consequence(error: Exception, attempts: int, odd: int = 0) -> Later | Never | Moved:
    """What to do after `attempts` failed tries; network trouble and 5xx are retried for ever.

    `odd` of them went wrong in a way that does not pass by itself (`is_odd`): those end.
    """
    match error:
        case RetryAfter():
            return Later(pause_of(error), limited=True)
        case ChatMigrated():
            return Moved(error.new_chat_id)
        case Forbidden() | BadRequest():
            return Never(redacted(error.message))
        case _ if is_odd(error) and odd >= ODD_TRIES:
            return Never(_reason(error))
        case _:
            return Later(_pause(attempts))


def _pause(attempts: int) -> float:
    return min(_SECONDS_AT_MOST, _FIRST_PAUSE * 2 ** min(attempts - 1, 10))


def is_odd(error: Exception) -> bool:
    """An answer that makes no sense, a reply that can't be put into a request, a bug of ours."""
    if isinstance(error, TelegramError):
        return type(error) is TelegramError or error.message.startswith(_NO_REQUEST)
    return not isinstance(error, StorageError)


def _reason(error: Exception) -> str:
    """Never what an unknown error says: words of the reply may be in it."""
    if type(error) is TelegramError:
        return "Telegram's answers could not be read: it may have arrived"
    if isinstance(error, TelegramError):
        return "it could not be put into a request"
    return f"an error of ours ({type(error).__name__}, see the log): it may have arrived"


def is_unreachable(reason: str) -> bool:
    """Whether it is for the chat's sake that a reply could not be delivered: it can be later."""
    said = reason.lower()
    return said.startswith("forbidden") or any(gone in said for gone in _GONE)


def may_have_arrived(error: Exception) -> bool:
    """Whether the message can be in the chat although Telegram's answer did not come, or made no sense."""
    if not isinstance(error, TelegramError):
        return is_odd(error)
    return type(error) is TelegramError or isinstance(error.__cause__, _CUT)
