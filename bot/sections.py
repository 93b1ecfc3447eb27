"""The sections of the configuration that belong to the edge; `bot.settings` puts all sections together."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, field_validator, model_validator

from storage.entities import Frozen


def _as_ids(value: object) -> object:
    """Ids may come from one environment variable: "1, 2"; nothing at all means nobody."""
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(part for part in value.replace(",", " ").split())
    return value


_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
"""What Telegram takes as a webhook's secret."""
_HARD_TO_GUESS = 16
_PATH = re.compile(r"/[A-Za-z0-9._~/-]{0,200}")
_TAKEN = frozenset({"/health", "/metrics", "/input", "/context", "/openapi.json"})
_TAKEN_BELOW = ("/input/", "/questions/", "/entries/")
Ids = Annotated[tuple[int, ...], BeforeValidator(_as_ids)]


class WebhookSection(Frozen):
    """Where Telegram delivers updates in webhook mode; put HTTPS in front of `listen`:`port`."""

    url: str | None = Field(default=None, description="public https:// address that Telegram calls")
    path: str = Field(default="/telegram", description="path of that address on this server")
    secret: SecretStr | None = Field(default=None, description="secret token that Telegram must send along")
    listen: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8443, ge=0, le=65535, description="port to listen on")

    @field_validator("path")
    @classmethod
    def _rooted(cls, value: str) -> str:
        path = value if value.startswith("/") else f"/{value}"
        if not _PATH.fullmatch(path):
            raise ValueError("may hold letters, digits and . _ ~ / - only")
        if path in _TAKEN or path.startswith(_TAKEN_BELOW):
            raise ValueError(f"{path} is a path of the HTTP API")
        return path

    @field_validator("secret")
    @classmethod
    def _as_telegram_takes_it(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _SECRET.fullmatch(value.get_secret_value()):
            raise ValueError("must be at most 256 characters of A-Z a-z 0-9 _ -")
        return value

    @property
    def is_weak(self) -> bool:
        """Whether the secret might be guessed: said, not refused, as a bot that ran must start."""
        return self.secret is not None and len(self.secret.get_secret_value()) < _HARD_TO_GUESS

    @property
    def secret_bytes(self) -> bytes:
        """As it is compared. Raises ValueError where there is none: anybody could pose as Telegram."""
        if self.secret is None:
            raise ValueError("telegram.webhook.secret is not set")
        return self.secret.get_secret_value().encode()


class TelegramSection(Frozen):
    """The real Telegram. With no token the local chat is started instead."""

    token: SecretStr | None = Field(default=None, description="bot token from @BotFather; empty: local chat")
    mode: Literal["polling", "webhook"] = Field(default="polling", description="how updates arrive")
    api_url: str = Field(
        default="https://api.telegram.org", description="a Bot API server of your own, if you run one"
    )
    webhook: WebhookSection = WebhookSection()

    @model_validator(mode="after")
    def _webhook_is_complete(self) -> TelegramSection:
        if self.mode == "webhook" and not (self.webhook.url and self.webhook.secret):
            raise ValueError("mode webhook needs telegram.webhook.url and telegram.webhook.secret")
        return self


class LocalSection(Frozen):
    """The chat page in the browser, used when there is no token. Never reachable from outside."""

    host: str = Field(default="127.0.0.1", description="loopback address to listen on")
    port: int = Field(default=8765, ge=0, le=65535, description="port of the chat page; 0: any free one")

    @field_validator("host")
    @classmethod
    def _loopback_only(cls, value: str) -> str:
        if value != "localhost":
            try:
                loopback = ip_address(value).is_loopback
            except ValueError:
                loopback = False
            if not loopback:
                raise ValueError("must be a loopback address such as 127.0.0.1")
        return value


class AccessSection(Frozen):
    """Who may use the bot. Everybody else is turned away; in the local chat its own people are allowed."""

    allow_users: Ids = Field(default=(), description="Telegram user ids that may write to the bot privately")
    allow_groups: Ids = Field(default=(), description="group ids in which every member may use the bot")


class ObserverSection(Frozen):
    """When the periodic Observer looks for what is worth remembering."""

    enabled: bool = Field(default=True, description="run it at all")
    hour: int = Field(default=4, ge=0, le=23, description="hour of the user's day at which it runs")
    every_days: int = Field(default=1, ge=1, le=31, description="days between two runs")


class BackupsSection(Frozen):
    """Copies of the database in the data directory's folder backups."""

    enabled: bool = Field(default=True, description="make them at all")
    every_hours: int = Field(default=24, ge=1, le=24 * 31, description="hours between two")
    keep: int = Field(default=7, ge=1, le=1000, description="how many are kept; the oldest go first")


class DomainsSection(Frozen):
    """Domains of your own."""

    folder: str | None = Field(default=None, description="folder with more domain files (*.yaml)")


class LoggingSection(Frozen):
    """What is written to standard error."""

    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="how much is logged"
    )
