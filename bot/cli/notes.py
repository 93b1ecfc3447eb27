"""`swealog notes`: where notes are, indexing and searching them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import click
from pydantic import BaseModel, JsonValue

from agents.assistant import build
from agents.notes.index import IndexReport, Progress, embed, index
from agents.notes.overview import WorkspaceTold, overview
from agents.notes.source import NotesError
from agents.profile import Profile
from agents.tools.catalogue.notes import NotesFound, notion_search
from agents.tools.context import ToolContext
from agents.tools.result import ToolResult
from bot.cli.adding import add_folder, sample_in
from bot.cli.jsonl import write
from bot.cli.options import as_json, load, person, place, tell, whose
from bot.core import diary_meaning, utc_now
from bot.embedders import Embedders
from bot.notes import NotesDesk
from bot.settings import Settings, config_file
from storage.stores import Stores

_NOTHING = (
    "no notes are configured: `swealog notes add FOLDER` adds a folder, docs/assistant.md says the rest"
)


class IndexedLine(BaseModel):
    """What `notes index --json` prints."""

    workspaces: list[IndexReport]
    embedded: int
    diary: int
    """Entries of the diary that were embedded."""
    summed_up: int
    """Pages that a model summed up."""
    failed: list[str]


class StatusLine(BaseModel):
    """What `notes status --json` prints."""

    generated_at: str
    summary: str
    workspaces: list[WorkspaceTold]
    embeddings: str
    embedded: int
    diary: int
    """Entries of the diary that are found by meaning."""


@click.group()
def notes() -> None:
    """Notes of yours that questions may be answered from."""


@notes.command("index")
@person
@as_json
def index_(*, settings: Settings, user: int, json_: bool) -> None:
    """Read what changed in your notes since the last time."""
    line = asyncio.run(_indexed(settings, user, whose(settings, None)))
    if json_:
        write(line, single=True)
    else:
        _tell_indexed(line)
    if line.failed:
        sys.exit(1)


@notes.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--read", is_flag=True, help="Also print the page found first.")
@click.option("--most", type=click.IntRange(1, 10), default=5, help="Pages to name.", show_default=True)
@person
@as_json
def search(
    text: tuple[str, ...], *, read: bool, most: int, settings: Settings, user: int, json_: bool
) -> None:
    """Find what your notes say about something."""
    arguments: dict[str, JsonValue] = {"query": " ".join(text), "read_page": read, "max_results": most}
    result = asyncio.run(_searched(settings, user, whose(settings, None), arguments))
    if result.value is None:
        raise click.ClickException(_NOTHING if result.outcome == "not_configured" else result.text)
    if json_:
        write(result.value, single=True)
    else:
        _tell_found(result.value)


@notes.command()
@person
@as_json
def status(*, settings: Settings, user: int, json_: bool) -> None:
    """Say what is indexed."""
    line = asyncio.run(_status(settings, user, whose(settings, None)))
    if json_:
        write(line, single=True)
        return
    for one in line.workspaces:
        topics = f": {', '.join(one.topics)}" if one.topics else ""
        tell(f"{one.name}: {one.page_count} pages{topics}")
    counted = [(line.embedded, "parts"), (line.diary, "entries of the diary")]
    tell(", ".join([f"by meaning: {line.embeddings or 'no'}", *(f"{n} {what}" for n, what in counted if n)]))


@notes.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), required=False)
@click.option("--name", default="", help="What to call it.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@place
def add(folder: Path | None, *, name: str, yes: bool, config: Path | None, data_dir: Path | None) -> None:
    """Add a folder of Markdown files (or a sample) and index it."""
    settings = load(config, data_dir)
    if folder is None:
        folder = settings.data / "sample-notes"
        if not yes:
            click.confirm(f"Make a folder with sample notes in {folder} and add it?", abort=True)
        sample_in(folder)
    file = config_file(config) or Path("config.yaml")
    add_folder(file, folder.absolute(), name)
    click.echo(f"{folder} is in {file}")
    settings = load(file, data_dir)
    _tell_indexed(asyncio.run(_indexed(settings, whose(settings, None), whose(settings, None))))


@asynccontextmanager
async def _desk(settings: Settings, owner: int) -> AsyncGenerator[tuple[NotesDesk, Stores]]:
    async with Stores.opened(settings.data) as db:
        desk = NotesDesk(settings, db, lambda: (owner,), Embedders(settings, db, utc_now))
        try:
            yield desk, db
        finally:
            await desk.close()


async def _indexed(settings: Settings, user: int, owner: int) -> IndexedLine:
    """Every source of a person; one that fails does not keep the others."""
    line = IndexedLine(workspaces=[], embedded=0, diary=0, summed_up=0, failed=[])
    async with _desk(settings, owner) as (desk, db):
        sources = desk.sources(user)
        if not sources and not settings.notes.diary:
            raise click.ClickException(_NOTHING)
        for workspace, make in sources.items():
            try:
                source = make()
                try:
                    line.workspaces.append(await index(source, db.notes, user, _bar(workspace, "pages")))
                finally:
                    await source.close()
            except NotesError as error:
                line.failed.append(f"{workspace}: {error}")
        if settings.notes.intelligence.page_summaries and settings.llm.enabled:
            try:
                line.summed_up = await _summed_up(settings, user, db)
            except NotesError as error:
                line.failed.append(str(error))
        meaning = desk.meaning(user)
        if meaning is not None:
            try:
                line.embedded = await embed(db.note_vectors, user, meaning.embedder, _bar("meaning", "parts"))
            except NotesError as error:
                line.failed.append(f"embeddings: {error}")
            await meaning.vectors.rebuild()
        if settings.notes.diary:
            try:
                line.diary = await diary_meaning(settings, db.entry_vectors, desk.embedders).catch_up(user)
            except NotesError as error:
                line.failed.append(f"diary: {error}")
    return line


async def _summed_up(settings: Settings, user: int, db: Stores) -> int:
    """Raises NotesError."""
    from agents.model.calls.cascade import Cascade  # noqa: PLC0415 - only with models
    from agents.notes.summaries import Summaries  # noqa: PLC0415 - as above

    async def profile_of(user_id: int) -> Profile:
        person = await db.people.get_user(user_id)
        return settings.profile.profile(user_id, person.preferences if person else None)

    cascade = Cascade(settings.llm, settings.limits.calls, db.calls, utc_now, profile_of)
    summaries = Summaries(db.note_summaries, db.notes, cascade, await profile_of(user), utc_now)
    try:
        return await summaries.catch_up(_bar("summaries", "pages"))
    finally:
        await cascade.close()


def _bar(name: str, what: str) -> Progress:
    """A line that grows, where somebody looks on."""
    shown = 0.0

    def told(done: int, of: int) -> None:
        nonlocal shown
        now = monotonic()
        if done < of and now - shown < 0.1:
            return
        shown = now
        filled = "#" * (20 * done // max(of, 1))
        click.echo(f"\r{name} [{filled:<20}] {done}/{of} {what}", err=True, nl=done >= of)

    return told if sys.stderr.isatty() else _untold


def _untold(_done: int, _of: int) -> None:
    """Nobody looks on."""


def _tell_indexed(line: IndexedLine) -> None:
    for one in line.workspaces:
        tell(f"{one.workspace}: {one.pages} pages, {one.changed} changed, {one.removed} removed")
        for page in one.cut:
            tell(f"  only the beginning of {page} is indexed")
        for problem in one.problems:
            tell(f"  {problem}", err=True)
    if line.summed_up:
        tell(f"{line.summed_up} pages summed up")
    if line.embedded:
        tell(f"{line.embedded} parts embedded")
    if line.diary:
        tell(f"{line.diary} entries of the diary embedded")
    for failed in line.failed:
        tell(failed, err=True)


async def _searched(
    settings: Settings, user: int, owner: int, arguments: dict[str, JsonValue]
) -> ToolResult[NotesFound]:
    async with _desk(settings, owner) as (desk, db):
        person = await db.people.get_user(user)
        profile = settings.profile.profile(user, person.preferences if person else None)
        context = ToolContext.of(profile, datetime.now(UTC))
        return await build(db, lambda: (), notes=desk.shelf).tools.call(notion_search, arguments, context)


def _tell_found(found: NotesFound) -> None:
    for one in found.found:
        heading = f" · {one.heading}" if one.heading else ""
        tell(f"{one.workspace} > {' > '.join(filter(None, (one.path, one.title)))}{heading} ({one.day})")
        tell(f"  {' '.join(one.quote.split())}\n  {one.url}")
    if not found.found:
        tell("nothing found")
    if found.page is not None:
        tell(f"\n{found.page.text}")


async def _status(settings: Settings, user: int, owner: int) -> StatusLine:
    async with _desk(settings, owner) as (desk, db):
        wanted = (settings.notes.vectors and desk.sources(user)) or settings.notes.diary
        embedder = desk.embedders.of(user) if wanted else None
        name = embedder.name if embedder is not None else ""
        told = await overview(db.notes, user, utc_now())
        return StatusLine(
            generated_at=told.generated_at.isoformat(timespec="seconds"),
            summary=told.summary,
            workspaces=list(told.workspaces),
            embeddings=name,
            embedded=await db.note_vectors.count(user, name) if name else 0,
            diary=await db.entry_vectors.count(user, name) if name else 0,
        )
