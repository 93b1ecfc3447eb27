"""What jobs delivered, read back from their zips in the vault.

Nothing else is kept of it: what is deleted there can't be found any more.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.jobs.workspace import ARTIFACTS, FOLDER

ZIP = f"{ARTIFACTS}/report.zip"
TEXT = "report.md"
"""Within the zip."""
_LONGEST = 1_000_000
"""Bytes of a report that are read."""
_LINK = re.compile(r"\[([^\]]*)\]\(#[^)]*\)")
_SOURCES = re.compile(r'\n## [^\n]*\n\n- <a id="s0">')
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Result:
    """A report as Markdown, without links to entries and without the list of them."""

    title: str
    text: str

    def blocks(self) -> Iterator[str]:
        """Paragraphs and tables, each below its title and heading, in one line."""
        heading = self.title
        for block in re.split(r"\n\s*\n", self.text):
            lines = [line for line in block.splitlines() if line.strip(" |-:")]
            if lines and lines[0].startswith("#"):
                words = lines.pop(0).lstrip("#").strip()
                heading = self.title if words == self.title else f"{self.title} · {words}"
            if lines:
                yield f"{heading}: {'; '.join(line.strip(' |') for line in lines)}".replace(" | ", ", ")


def folder_of(vault: Path, user_id: int) -> Path:
    """Where a person's jobs have their files."""
    return vault / str(user_id) / FOLDER


def result_of(folder: Path, job_id: str) -> Result | None:
    """What a job of this person's folder delivered; None: nothing that can be read."""
    try:
        with zipfile.ZipFile(folder / job_id / ZIP) as archive, archive.open(TEXT) as file:
            whole = file.read(_LONGEST).decode("utf-8", errors="replace")
    except (OSError, KeyError, zipfile.BadZipFile, EOFError):
        return None
    cut = _SOURCES.search(whole)
    text = _LINK.sub(r"\1", _PICTURE.sub(r"\1", whole[: cut.start()] if cut else whole)).replace("**", "")
    return Result(text.partition("\n")[0].lstrip("# ").strip(), text)
