"""What can go wrong at the edge; a class's docstring is its default message."""

from __future__ import annotations


class BotError(Exception):
    """The bot could not do that."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())


class StartError(BotError):
    """The bot can't start: one clear line for the operator, exit code 2."""


class SettingsError(StartError):
    """The configuration is wrong; the message names the file and the key."""


class MachineError(StartError):
    """The machine does not let the bot run now; it may pass, so exit code 1 asks to be started again."""


class DataDirBusyError(StartError):
    """Another Swealog is already running on this data directory."""


class BadTokenError(StartError):
    """Telegram refused the bot token (telegram.token): copy it again from @BotFather."""


class TokenConflictError(StartError):
    """Another program is polling Telegram with the same bot token: stop that one, or use another token."""


class PortInUseError(StartError):
    """The port is already in use."""


class WebhookRefusedError(StartError):
    """Telegram refused the webhook address."""


class NotBegunError(BotError):
    """No job was begun; the message says why, in the person's words."""
