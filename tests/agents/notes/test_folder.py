from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from agents.notes.folder import FolderNotes
from agents.notes.source import MOST_CHARACTERS, Listed, NotesGone, NotesUnavailable
from tests.agents.notes.conftest import Put


async def listed(folder: FolderNotes) -> dict[str, Listed]:
    return {page.page_id: page async for page in folder.pages()}


async def test_markdown_is_listed_with_its_breadcrumbs(folder: FolderNotes, put: Put):
    put("Health/Doctor/Knee.md", "# The knee\nhurts")
    put("README.markdown", "---\ntitle: All\n---\nhello")
    put("picture.txt", "no")
    put(".obsidian/app.md", "no")
    put(".hidden.md", "no")
    pages = await listed(folder)
    assert list(pages) == ["Vault/Health/Doctor/Knee.md", "Vault/README.markdown"]
    knee = pages["Vault/Health/Doctor/Knee.md"]
    assert (knee.title, knee.path) == ("Knee", ("Health", "Doctor"))
    assert (await folder.read(knee)).title == "The knee"
    assert (await folder.read(pages["Vault/README.markdown"])).text == "hello"


async def test_a_vaults_pages_open_in_obsidian(vault: Path, put: Put):
    path = put("Knee & hip.md", "x")
    [plain] = (await listed(FolderNotes("Vault", vault))).values()
    assert plain.url == path.as_uri()
    put(".obsidian/app.json", "{}")
    [page] = (await listed(FolderNotes("Vault", vault))).values()
    assert page.url == "obsidian://open?vault=Vault&file=Knee%20%26%20hip.md"


async def test_links_out_of_the_folder_lead_nowhere(
    folder: FolderNotes, vault: Path, put: Put, tmp_path: Path
):
    secret = tmp_path / "secret.md"
    secret.write_text("the key is 1234")
    inside = put("inside.md", "fine")
    (vault / "out.md").symlink_to(secret)
    (vault / "in.md").symlink_to(inside)
    (vault / "loop").symlink_to(vault)
    (vault / "away").symlink_to(tmp_path)
    (vault / "nowhere.md").symlink_to(tmp_path / "gone.md")
    assert sorted(await listed(folder)) == ["Vault/in.md", "Vault/inside.md"]


@pytest.mark.parametrize(
    "page_id",
    ["Vault/../secret.md", "Vault//etc/notes.md", "Vault/out.md", "Vault/.obsidian/app.md", "Other/a.md",
     "Vault/a\0.md", "Vault/secret.txt", "Vault/gone.md", "", "Vault/" + "x" * 5000 + ".md"],
)  # fmt: skip
async def test_no_id_reads_anything_else(
    folder: FolderNotes, vault: Path, put: Put, tmp_path: Path, page_id: str
):
    (tmp_path / "secret.md").write_text("the key is 1234")
    (vault / "out.md").symlink_to(tmp_path / "secret.md")
    (vault / "secret.txt").write_text("the key is 1234")
    put(".obsidian/app.md", "the key is 1234")
    with pytest.raises(NotesGone):
        await folder.find(page_id)


async def test_a_pipe_is_no_page_and_holds_nobody(folder: FolderNotes, vault: Path, put: Put):
    path = put("page.md", "hello")
    page = await folder.find("Vault/page.md")
    path.unlink()
    os.mkfifo(vault / "page.md")
    with pytest.raises(NotesGone):
        await folder.find("Vault/page.md")
    with pytest.raises(NotesGone):
        await asyncio.wait_for(folder.read(page), 5)


async def test_a_large_page_is_cut(folder: FolderNotes, vault: Path):
    (vault / "large.md").write_bytes(b"one very long line " * 600_000)
    (vault / "bytes.md").write_bytes(b"\xff\xfe\x00caf\xc3\xa9\r\nnext")
    pages = await listed(folder)
    large = await folder.read(pages["Vault/large.md"])
    assert (len(large.text), large.cut) == (MOST_CHARACTERS, True)
    odd = await folder.read(pages["Vault/bytes.md"])
    assert odd.text.endswith("café\nnext")
    assert not odd.cut


async def test_a_folder_that_is_not_there_says_so(tmp_path: Path):
    with pytest.raises(NotesUnavailable, match="no folder"):
        await listed(FolderNotes("Vault", tmp_path / "gone"))
