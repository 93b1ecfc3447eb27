"""Everybody's notes put together: sources, index, what finds by meaning. Loaded where some are configured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agents.jobs.results import folder_of
from agents.notes.folder import FolderNotes
from agents.notes.results import WORKSPACE, JobNotes
from agents.notes.settings import FOLDER, NotesFolder, NotionWorkspace
from agents.notes.shelf import Meaning, NotesShelf
from agents.notes.source import NotesSource
from agents.offline.nearest import terms_of
from bot.embedders import Embedders
from bot.settings import Settings
from storage.fulltext import words
from storage.note_search import Term
from storage.stores import Stores
from storage.vault import FOLDER as VAULT

if TYPE_CHECKING:  # numpy is loaded where there is a model that embeds
    from agents.notes.vectors import NearestVectors


class NotesDesk:
    """The notes of everybody that has some; of `owners` the first has the sources that name nobody."""

    def __init__(
        self,
        settings: Settings,
        db: Stores,
        owners: Callable[[], Sequence[int]],
        embedders: Embedders,
    ) -> None:
        self._settings = settings
        self._db = db
        self._owners = owners
        self.embedders = embedders
        self._shelves: dict[int, NotesShelf] = {}
        self._meanings: dict[int, Meaning | None] = {}

    def sources(self, user_id: int) -> Mapping[str, Callable[[], NotesSource]]:
        """What makes each source of a person, by the name of its workspace."""
        owner = next(iter(self._owners()), 0)
        own = {one.workspace: _maker(one) for one in self._settings.notes.of(user_id, owner)}
        return self._with_results(user_id, own) if self._jobs(user_id).is_dir() else own

    def _jobs(self, user_id: int) -> Path:
        return folder_of(self._settings.data / VAULT, user_id)

    def _with_results(
        self, user_id: int, own: Mapping[str, Callable[[], NotesSource]]
    ) -> Mapping[str, Callable[[], NotesSource]]:
        """What their jobs delivered, beside notes of their own; nobody has notes by a job alone."""
        return {WORKSPACE: lambda: JobNotes(self._jobs(user_id)), **own} if own else own

    def shelf(self, user_id: int) -> NotesShelf | None:
        """A person's notes; None: they have none."""
        found = self._shelves.get(user_id)
        if found is None and (sources := self.sources(user_id)):
            found = self._shelves[user_id] = NotesShelf(
                user_id, notes=self._db.notes, search=self._db.note_search,
                sources=self._with_results(user_id, sources),
                terms_of=note_terms, meaning=self.meaning(user_id),
            )  # fmt: skip
        return found

    def meaning(self, user_id: int) -> Meaning | None:
        """What finds a person's notes by meaning; None: nothing can embed."""
        if user_id not in self._meanings:
            embedder = self.embedders.of(user_id) if self._settings.notes.vectors else None
            self._meanings[user_id] = (
                None
                if embedder is None
                else Meaning(embedder, self._vectors(user_id, embedder.name), self._db.note_vectors)
            )
        return self._meanings[user_id]

    async def close(self) -> None:
        """Close all sources."""
        for shelf in self._shelves.values():
            await shelf.close()

    def _vectors(self, user_id: int, model: str) -> NearestVectors:
        from agents.notes.vectors import NearestVectors  # noqa: PLC0415 - needs numpy

        return NearestVectors(self._db.note_vectors, user_id, model, self._settings.data / FOLDER)


def note_terms(question: str) -> list[Term]:
    """The words of a question with their forms; what merely means nearly the same says less."""
    own = words(question)
    found: list[Term] = []
    for term in terms_of(question):
        found.append(term.forms)
        if term.is_blurred:
            found.append([form for form in term.forms if any(word.startswith(form) for word in own)])
    return [forms for forms in found if forms]


def _maker(given: NotesFolder | NotionWorkspace) -> Callable[[], NotesSource]:
    if isinstance(given, NotesFolder):
        return lambda: FolderNotes(given.workspace, Path(given.path))
    return lambda: _notion(given)


def _notion(given: NotionWorkspace) -> NotesSource:
    from agents.notes.notion import NotionNotes  # noqa: PLC0415 - only with Notion
    from agents.notes.notion_api import NotionApi  # noqa: PLC0415 - as above

    token = given.token.get_secret_value() if given.token is not None else ""
    return NotionNotes(given.workspace, NotionApi(token, given.api_base))
