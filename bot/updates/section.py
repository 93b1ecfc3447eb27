"""What can be configured about Telegram: the token, and how updates arrive."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field, SecretStr, field_validator, model_validator

from storage.entities import Frozen

_TOKEN = re.compile(r"\d{1,20}:[A-Za-z0-9_-]{1,200}", re.ASCII)
"""A bot's id and its secret, as @BotFather gives them."""
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
"""What Telegram takes as a webhook's secret."""
_HARD_TO_GUESS = 16
_PATH = re.compile(r"/[A-Za-z0-9._~/-]{0,200}")
_TAKEN = frozenset({"/health", "/metrics", "/input", "/context", "/openapi.json"})
_TAKEN_BELOW = ("/input/", "/questions/", "/entries/")


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

    require_mention: bool = Field(
        default=True, description="in groups answer only what mentions the bot or replies to it"
    )
    token: SecretStr | None = Field(default=None, description="bot token from @BotFather; empty: local chat")
    mode: Literal["polling", "webhook"] = Field(default="polling", description="how updates arrive")
    api_url: str = Field(
        default="https://api.telegram.org", description="a Bot API server of your own, if you run one"
    )
    inline: bool = Field(default=False, description="@bot bench in any chat shows one's own last sets")
    webhook: WebhookSection = WebhookSection()

    @field_validator("token")
    @classmethod
    def _from_botfather(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _TOKEN.fullmatch(value.get_secret_value()):
            raise ValueError("this is no bot token: @BotFather gives one of digits, a colon and letters")
        return value

    @model_validator(mode="after")
    def _webhook_is_complete(self) -> TelegramSection:
        if self.mode == "webhook" and not (self.webhook.url and self.webhook.secret):
            raise ValueError("mode webhook needs telegram.webhook.url and telegram.webhook.secret")
        return self
