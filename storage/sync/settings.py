"""The `sync` section: where a person's diary is copied to as it changes."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from storage.entities import Frozen

FOLDER = "sync"
"""Below the data directory: the copies of repositories. It is there while something is synced."""
REPOSITORY = "git "
"""How the place of a repository begins."""
_NAME = re.compile(r"[\w-][\w. -]{0,60}")


class SyncFolder(Frozen):
    """A folder, such as one that another program carries to other machines."""

    path: str = Field(min_length=1, description="the folder, with nothing else in it")
    name: str = Field(default="", description="what it is called; empty: as the folder")
    user: int | None = Field(default=None, description="whose diary; empty: the owner's")

    @model_validator(mode="before")
    @classmethod
    def _path_alone(cls, value: object) -> object:
        return {"path": value} if isinstance(value, str) else value

    @property
    def called(self) -> str:
        """Its name among the targets."""
        return self.name or _last(self.path)

    @property
    def place(self) -> str:
        """Where it is: another place is filled anew."""
        return f"folder {self.path}"


class SyncGit(Frozen):
    """A Git repository, local or on a server."""

    url: str = Field(min_length=1, description="https://, ssh:// or git@ address, or a path")
    branch: str = Field(default="main", pattern=r"^[\w][\w./-]*$", description="the branch written to")
    name: str = Field(default="", description="what it is called; empty: as the repository")
    user: int | None = Field(default=None, description="whose diary; empty: the owner's")
    username: str = Field(default="git", description="beside the token, over https")
    token: SecretStr | None = Field(default=None, description="password or access token, over https")
    pull_minutes: int = Field(default=15, ge=0, description="how often edits are looked for; 0: never")

    @model_validator(mode="before")
    @classmethod
    def _address_alone(cls, value: object) -> object:
        return {"url": value} if isinstance(value, str) else value

    @field_validator("url")
    @classmethod
    def _without_password(cls, value: str) -> str:
        parts = urlsplit(value) if "://" in value else None
        if parts and (parts.password is not None or ("http" in parts.scheme and parts.username is not None)):
            raise ValueError("the password or token belongs into token, who it is of into username")
        if value.startswith("-"):
            raise ValueError("must be an address or a path")
        return value

    @property
    def called(self) -> str:
        """Its name among the targets."""
        return self.name or _last(self.url).removesuffix(".git")

    @property
    def place(self) -> str:
        """Where it is: another place is filled anew."""
        return f"{REPOSITORY}{self.url} {self.branch}"


class SyncSection(Frozen):
    """Where diaries are copied to; nothing is configured, nothing is loaded or written."""

    folders: tuple[SyncFolder, ...] = Field(default=(), description="folders")
    git: tuple[SyncGit, ...] = Field(default=(), description="Git repositories")
    wait_seconds: int = Field(default=60, ge=1, description="changes within it go together")

    @model_validator(mode="after")
    def _names_differ(self) -> SyncSection:
        names = [one.called for one in self.targets]
        for name in names:
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name!r}: give it a name of letters, digits, '-', '_' and '.'")
            if names.count(name) > 1:
                raise ValueError(f"two targets are called {name!r}: give one another name")
        return self

    @property
    def targets(self) -> tuple[SyncFolder | SyncGit, ...]:
        """All of them."""
        return (*self.folders, *self.git)

    def below(self, base: Path) -> SyncSection:
        """The same, with paths that are relative to `base` made absolute."""
        folders = (one.model_copy(update={"path": _below(base, one.path)}) for one in self.folders)
        git = (
            one if _is_address(one.url) else one.model_copy(update={"url": _below(base, one.url)})
            for one in self.git
        )
        return self.model_copy(update={"folders": tuple(folders), "git": tuple(git)})


def _is_address(url: str) -> bool:
    return "://" in url or re.match(r"[\w.-]+@[\w.-]+:", url) is not None


def _below(base: Path, path: str) -> str:
    return str((base / Path(path).expanduser()).absolute())


def _last(path: str) -> str:
    return re.split(r"[/:\\]", path.rstrip("/"))[-1]
