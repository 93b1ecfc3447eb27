"""Which MCP servers are whose. Light: what speaks to one is imported when it is first needed."""

from __future__ import annotations

from collections import Counter
from typing import Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator

from storage.entities import Frozen

State = Literal["connected", "refused", "away", "not_installed"]
"""How a server stands; `refused`: it does not take the token."""


class RemoteSettings(Frozen):
    """One server of `tools.mcp`: a command, or an address of streamable HTTP."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,20}$", description="stands before its tools' names")
    user: int | None = Field(default=None, gt=0, description="whose it is; none: the owner's")
    about: str = Field(default="", max_length=300, description="what it is for, in a few words")
    command: tuple[str, ...] = Field(default=(), description="started here, spoken to by standard input")
    url: str = Field(default="", pattern=r"^(https?://[^\s@]+)?$", description="or reached there")
    headers: dict[str, SecretStr] = Field(default={}, description="sent with each request to the url")
    environment: dict[str, SecretStr] = Field(default={}, description="variables of the command")
    allow: tuple[str, ...] = Field(default=(), description="names of tools that may be used")
    lookup: dict[str, str] = Field(
        default={},
        description="by what changes something, the reading tool that tells what became of it",
    )
    seconds: float = Field(default=20.0, gt=0, le=300, description="that a call may take")
    characters: int = Field(default=20_000, ge=100, le=200_000, description="of a result")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise ValueError("give either command or url")
        return self

    @model_validator(mode="after")
    def _looks_up_what_is_allowed(self) -> Self:
        others = sorted({*self.lookup, *self.lookup.values()} - {*self.allow})
        if others:
            raise ValueError(f"lookup names {others[0]}, which allow does not")
        return self


class ToolsSection(Frozen):
    """What can be called besides what is built in."""

    mcp: tuple[RemoteSettings, ...] = Field(default=(), description="MCP servers")

    @field_validator("mcp")
    @classmethod
    def _names_differ(cls, value: tuple[RemoteSettings, ...]) -> tuple[RemoteSettings, ...]:
        twice = [name for name, count in Counter(one.name for one in value).items() if count > 1]
        if twice:
            raise ValueError(f"two servers have the name {twice[0]}")
        return value
