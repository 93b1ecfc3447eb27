"""What can be configured about the HTTP API. Imported by every start: no web server in here."""

from __future__ import annotations

import re

from pydantic import Field, SecretStr, field_validator, model_validator

from storage.entities import Frozen

_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{32,512}")
"""What a bearer token may be written with (RFC 6750), and as long as nobody guesses."""


class HttpToken(Frozen):
    """Who has it speaks for one person, as if the messages came from that person's Telegram."""

    name: str = Field(pattern=r"^[A-Za-z0-9_-]{1,40}$", description="for logs: which token it was")
    user: int = Field(gt=0, lt=1 << 52, description="Telegram user id of the person")
    token: SecretStr = Field(description="at least 32 characters of A-Z a-z 0-9 . _ ~ + / = -")

    @field_validator("token")
    @classmethod
    def _hard_to_guess(cls, value: SecretStr) -> SecretStr:
        if not _TOKEN.fullmatch(value.get_secret_value()):
            raise ValueError(
                "must be 32 to 512 characters of A-Z a-z 0-9 . _ ~ + / = - (openssl rand -hex 32)"
            )
        return value


class HttpSection(Frozen):
    """The HTTP API: off while there is no token. In webhook mode it shares the webhook's address and port."""

    listen: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8780, ge=0, le=65535, description="port to listen on; 0: any free one")
    tokens: tuple[HttpToken, ...] = Field(default=(), description="who may use it")
    hosts: tuple[str, ...] = Field(default=(), description="other names under which a proxy calls it")
    per_minute: int = Field(default=60, ge=1, description="requests a minute for each token")
    at_once: int = Field(default=8, ge=1, description="requests at one time for each token")
    mcp: bool = Field(default=False, description="whether /mcp serves the diary to MCP clients; swealog[mcp]")
    open_metrics: bool = Field(default=False, description="whether /metrics asks for no token")

    @model_validator(mode="after")
    def _tokens_differ(self) -> HttpSection:
        for what in ("name", "token"):
            values = [getattr(token, what) for token in self.tokens]
            if len(set(values)) != len(values):
                raise ValueError(f"tokens: two have the same {what}")
        return self
