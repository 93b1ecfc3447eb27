"""Markdown as the index wants it: a title, a first paragraph, and chunks below their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from storage.notes import NoteChunk

_LARGEST = 1200
"""Characters of a chunk: some 200 words, which an embedding still tells apart."""
_SUMMARY = 300
_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_FRONT = re.compile(r"---\n(?:(.*?)\n)?(?:---|\.\.\.)(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"(?m)^title:[ \t]*(\S.*)$")
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
_FENCE = re.compile(r"[ \t]*(```|~~~)")
_NOT_PROSE = ("#", "```", "~~~", "---", "|", "![", "<")
_FRONT_MOST = 20_000


def body_of(text: str) -> tuple[str, str]:
    """The title that the front matter gives (or none), and the text below it."""
    found = _FRONT.match(text[:_FRONT_MOST])
    if found is None:
        return "", text
    title = _TITLE.search(found[1] or "")
    return (title[1].strip().strip("\"'") if title else ""), text[found.end() :]


def heading_of(text: str) -> str:
    """The first line, where it is a heading of the first order."""
    first = text.lstrip()[:_FRONT_MOST].partition("\n")[0]
    found = _HEADING.fullmatch(first.strip())
    return found[2].strip() if found is not None and found[1] == "#" else ""


def summary_of(text: str) -> str:
    """The beginning of the first paragraphs of prose."""
    told: list[str] = []
    for line in text[: 20 * _SUMMARY].splitlines():
        plain = line.strip()
        if plain and not plain.startswith(_NOT_PROSE):
            told.append(plain)
        if sum(map(len, told)) > _SUMMARY:
            break
    whole = " ".join(told)
    return whole if len(whole) <= _SUMMARY else f"{whole[: _SUMMARY - 1]}…"


def day_in(text: str) -> date | None:
    """The first ISO day in a title or heading."""
    for found in _DAY.finditer(text):
        try:
            return date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            continue
    return None


def chunks_of(text: str, title: str, day: date) -> Iterator[NoteChunk]:
    """Paragraphs put together to chunks, never across a heading. `day` is the page's last change.

    A chunk's day is the one in the nearest heading above it, else that in the page's title.
    """
    usual = day_in(title) or day
    above: list[tuple[int, str]] = []
    for heading, lines in _sections(text):
        if heading is not None:
            above = [one for one in above if one[0] < heading[0]] + [heading]
        shown = " > ".join(words for _, words in above)
        about = next((found for _, words in reversed(above) if (found := day_in(words))), usual)
        yield from (NoteChunk(heading=shown, text=part, day=about) for part in _parts(lines))


def _sections(text: str) -> Iterator[tuple[tuple[int, str] | None, list[str]]]:
    """Each heading (depth, words) with the lines below it; what stands before the first has none."""
    heading: tuple[int, str] | None = None
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        found = None if fenced else _HEADING.fullmatch(line.rstrip())
        if found is None:
            lines.append(line)
            continue
        yield heading, lines
        heading, lines = (len(found[1]), found[2].strip()), []
    yield heading, lines


def _parts(lines: list[str]) -> Iterator[str]:
    """The paragraphs in as few chunks as they fit in; a long one is cut."""
    part, size = list[str](), 0
    for line in (*lines, ""):
        for piece in _pieces(line):
            if part and (size + len(piece) > _LARGEST):
                yield "\n".join(part).strip()
                part, size = [], 0
            part.append(piece)
            size += len(piece) + 1
    rest = "\n".join(part).strip()
    if rest:
        yield rest


def _pieces(line: str) -> Iterator[str]:
    """A line, cut at spaces where it is too long."""
    start = 0
    while len(line) - start > _LARGEST:
        end = line.rfind(" ", start + _LARGEST // 2, start + _LARGEST)
        end = start + _LARGEST if end < 0 else end
        yield line[start:end]
        start = end
    yield line[start:] if start else line
