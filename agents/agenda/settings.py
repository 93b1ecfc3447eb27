"""Which calendars are whose. Light: what speaks to a calendar is imported when one is configured."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator

from storage.entities import Frozen


class CalendarAccount(Frozen):
    """One person's account with a calendar server."""

    kind: Literal["caldav", "google"] = Field(
        description="caldav (Nextcloud, iCloud, Radicale, ...) or google"
    )
    user: int | None = Field(default=None, description="Telegram user id whose calendar it is; the owner's")
    url: str | None = Field(default=None, description="caldav: the server's address")
    username: str | None = Field(default=None, description="caldav: the login's name")
    password: SecretStr | None = Field(default=None, description="caldav: its password, better an app's own")
    credentials: Path | None = Field(
        default=None, description="google: key file of a service account, or what `calendar login` wrote"
    )
    calendar: str | None = Field(
        default=None, description="name (google: id) of the calendar; read all, write to the first"
    )
    hosts: tuple[str, ...] = Field(default=(), description="other hosts that the server may lead to")
    read: bool = Field(default=True, description="answer questions from it")
    write: bool = Field(default=True, description="propose new and changed events")

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        needed = {"caldav": ("url", "username", "password"), "google": ("credentials",)}[self.kind]
        missing = [name for name in needed if getattr(self, name) is None]
        if missing:
            raise ValueError(f"a {self.kind} calendar needs {' and '.join(missing)}")
        if self.url is not None:
            address = urlsplit(self.url)
            if address.scheme not in ("http", "https") or not address.hostname or address.username:
                raise ValueError("url must be an http(s) address without a name and password in it")
        return self

    def beside(self, folder: Path) -> CalendarAccount:
        """With the path of its credentials taken from this folder on."""
        if self.credentials is None:
            return self
        return self.model_copy(update={"credentials": folder / self.credentials.expanduser()})

    @property
    def key(self) -> str:
        """What names it in rows; nothing secret."""
        return f"{self.kind}:{self.username or ''}@{self.url or ''}#{self.calendar or ''}"
