from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from agents.notes.folder import FolderNotes
from agents.notes.shelf import Meaning, NotesShelf
from agents.notes.source import NotesSource
from bot.notes import note_terms
from storage.stores import Stores

ANN, BEN = 7, 8
Put = Callable[[str, str], Path]
Shelf = Callable[..., NotesShelf]


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Stores]:
    opened = await Stores.open(tmp_path / "data")
    yield opened
    await opened.close()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "Vault"
    folder.mkdir()
    return folder


@pytest.fixture
def put(vault: Path) -> Put:
    def written(name: str, text: str) -> Path:
        path = vault / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def folder(vault: Path) -> FolderNotes:
    return FolderNotes("Vault", vault)


@pytest.fixture
def shelf_of(db: Stores, folder: FolderNotes) -> Shelf:
    def made(user_id: int = ANN, source: NotesSource = folder, meaning: Meaning | None = None) -> NotesShelf:
        return NotesShelf(
            user_id, notes=db.notes, search=db.note_search, sources={source.workspace: lambda: source},
            terms_of=note_terms, meaning=meaning,
        )  # fmt: skip

    return made
