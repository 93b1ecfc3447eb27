"""The `notes` section: where somebody's notes are."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from storage.entities import Frozen

FOLDER = "notes"
"""Below the data directory: files made of vectors, a folder a person."""


class NotesFolder(Frozen):
    """A folder of Markdown files, such as an Obsidian vault."""

    path: str = Field(min_length=1, description="the folder")
    name: str = Field(default="", description="what it is called; empty: as the folder")
    user: int | None = Field(default=None, description="whose it is; empty: the owner's")

    @model_validator(mode="before")
    @classmethod
    def _path_alone(cls, value: object) -> object:
        return {"path": value} if isinstance(value, str) else value

    @property
    def workspace(self) -> str:
        """Its name among the sources."""
        return self.name or self.path.rstrip("/").rpartition("/")[2] or self.path


class NotionWorkspace(Frozen):
    """A Notion workspace, read with the token of an integration that pages were shared with."""

    token: SecretStr | None = Field(default=None, description="of the integration, from the environment")
    name: str = Field(default="Notion", min_length=1, description="what it is called")
    user: int | None = Field(default=None, description="whose it is; empty: the owner's")
    api_base: str = Field(default="https://api.notion.com", description="address of Notion's API")

    @field_validator("api_base")
    @classmethod
    def _an_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("must be an address such as https://api.notion.com")
        return value.rstrip("/")

    @property
    def workspace(self) -> str:
        """Its name among the sources."""
        return self.name


class Intelligence(Frozen):
    """How a model helps to answer questions to notes; without one, pages are searched and quoted."""

    enabled: bool = Field(default=True, description="a model helps to answer questions to notes")
    query_expansion: bool = Field(default=True, description="step 1: a model says what to search for")
    llm_reranking: bool = Field(default=True, description="step 3: a model says which pages are relevant")
    answer_synthesis: bool = Field(default=True, description="step 5: a model writes the answer")
    max_queries: int = Field(default=3, ge=1, le=10, description="searches of a question, at most")
    rerank_top_n: int = Field(default=10, ge=1, le=10, description="pages found that are looked at")
    fetch_top_n: int = Field(default=3, ge=1, le=10, description="pages that are read whole")
    page_summaries: bool = Field(
        default=False, description="a model sums up each page that changed when it is indexed, a call each"
    )


class NotesSection(Frozen):
    """Notes that questions may be answered from; nothing is configured, nothing is loaded."""

    folders: tuple[NotesFolder, ...] = Field(default=(), description="folders of Markdown files")
    notion: tuple[NotionWorkspace, ...] = Field(default=(), description="Notion workspaces")
    vectors: bool = Field(default=True, description="find by meaning, too, where something can embed")
    diary: bool = Field(
        default=False, description="find entries of the diary by meaning, too, where something can embed"
    )
    intelligence: Intelligence = Intelligence()

    @model_validator(mode="after")
    def _names_differ(self) -> NotesSection:
        seen: set[tuple[int | None, str]] = set()
        for one in (*self.folders, *self.notion):
            if (one.user, one.workspace) in seen:
                raise ValueError(f"two sources are called {one.workspace!r}: give one another name")
            seen.add((one.user, one.workspace))
        return self

    def below(self, base: Path) -> NotesSection:
        """The same, with paths that are relative to `base` made absolute."""
        folders = (
            one.model_copy(
                update={
                    "name": one.workspace,
                    "path": str((base / Path(one.path).expanduser()).absolute()),
                }
            )
            for one in self.folders
        )
        return self.model_copy(update={"folders": tuple(folders)})

    @property
    def configured(self) -> bool:
        """Whether there is any source. A workspace whose token's variable is empty is none."""
        return bool(self.folders) or any(one.token is not None for one in self.notion)

    def of(self, user_id: int, owner: int) -> tuple[NotesFolder | NotionWorkspace, ...]:
        """The sources of one person; `owner` has those that name nobody."""
        ready = (*self.folders, *(one for one in self.notion if one.token is not None))
        return tuple(one for one in ready if (owner if one.user is None else one.user) == user_id)
