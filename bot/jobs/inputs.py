"""Files that a job is given: their text, within bounds, under names that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256

from bot.settings import passed_on

LARGEST_INPUT = 200_000
"""Bytes of a file that a job is given: as many as it reads of one."""
MOST_INPUTS = 8
"""Files of one job."""
_READ = (".csv", ".tsv", ".txt", ".md", ".markdown", ".json")
_PDF = ".pdf"
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
_LONGEST_NAME = 60


class UnreadableError(Exception):
    """A file is of no kind that is read, too large, or has no text."""


def largest(name: str) -> int:
    """Bytes that a file of this name may have: a PDF is more than its text. Raises UnreadableError."""
    name = name.casefold()
    if name.endswith(_READ):
        return LARGEST_INPUT
    if not name.endswith(_PDF):
        raise UnreadableError(name)
    from agents.jobs.pdf import LARGEST  # noqa: PLC0415 - where a PDF comes

    return LARGEST


async def inputs_of(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """The texts of files, by the names they get in `artifacts/`. Raises UnreadableError."""
    found: dict[str, bytes] = {}
    for name, content in files:
        kept = f"input-{_UNSAFE.sub('-', name.casefold())[-_LONGEST_NAME:]}"
        if f"{kept}.txt" in found:
            kept = f"{kept}-{len(found) + 1}"
        found[f"{kept}.txt"] = (await _text(name.casefold(), content)).encode()
    if len(found) > MOST_INPUTS:
        raise UnreadableError(f"{len(found)} files")
    return found


async def _text(name: str, content: bytes) -> str:
    if len(content) > largest(name):
        raise UnreadableError(name)
    if not name.endswith(_PDF):
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise UnreadableError(name) from None
    from agents.jobs.pdf import NoTextError, text_of  # noqa: PLC0415 - where a PDF comes

    try:
        return await text_of(content, passed_on())
    except NoTextError as error:
        raise UnreadableError(name) from error


def digest_of(words: str, files: Mapping[str, bytes]) -> str:
    """Tells what is wanted from everything else."""
    said = sha256(words.encode())
    for name, content in sorted(files.items()):
        said.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return said.hexdigest()
