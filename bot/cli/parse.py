"""`swealog parse`: the router and the parser alone, without a database."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import IO
from zoneinfo import ZoneInfo

import click

from agents.engine import Engine
from agents.offline.batch import ParseLine, parse_line
from agents.offline.engine import OfflineEngine
from agents.parser import ParserInput
from agents.profile import Profile
from agents.router import RouterInput
from agents.types import InputType
from bot.cli.jsonl import BadLine, Id, InputLine, Moment, Text, lines_of, write
from bot.cli.options import aware, batch, load, moment, only_one, place
from bot.settings import Settings
from bot.updates.incoming import clean
from domains import registry


class TextLine(InputLine):
    """A message and when it was sent."""

    text: Text
    now: Moment | None = None


class Reader:
    """Reads messages of somebody about whom nothing is known, not even a unit."""

    def __init__(self, settings: Settings) -> None:
        folder = settings.domains.folder
        self._zone = settings.profile.time_zone
        self._registry = registry.load(Path(folder) if folder else None)
        self._engine: Engine = OfflineEngine()
        unknown = settings.profile.model_copy(update={"weight_unit": None, "distance_unit": None})
        self._profile: Profile = unknown.profile(0)

    async def read(self, text: str, now: datetime | None) -> ParseLine:
        """Route and parse; a time without an offset is on the configured clocks."""
        at = aware(now, self._zone) if now else datetime.now(UTC).astimezone(ZoneInfo(self._zone))
        profile = self._profile.on_the_clock_of(at)
        text = clean(text)
        routed = await self._engine.route(
            RouterInput(
                text=text,
                profile=profile,
                available_domains=self._registry.infos,
                vocabulary=self._registry.vocabulary,
            )
        )
        correcting = routed.input_type is InputType.CORRECTION
        given = ParserInput(
            text=routed.log_portion or text,
            now=at,
            profile=profile,
            domain_context=self._registry.combine(routed.selected_domains),
            correction=correcting,
            correction_target=routed.correction_target,
        )
        is_log = routed.input_type in (InputType.LOG, InputType.BOTH)
        parsed = await self._engine.parse(given) if is_log or correcting else None
        return parse_line("", routed, given, parsed)


@click.command()
@click.argument("text", nargs=-1)
@place
@moment
@batch
def parse(
    text: tuple[str, ...],
    *,
    config: Path | None,
    data_dir: Path | None,
    now: datetime | None,
    batch: IO[bytes] | None,
) -> None:
    """Show what would be understood, as JSON; nothing is stored."""
    words = only_one(text, batch)
    reader = Reader(load(config, data_dir))
    if batch is not None:
        asyncio.run(_each(reader, batch, now))
        return
    line = asyncio.run(reader.read(words, now))
    click.echo(json.dumps(_said(line), ensure_ascii=False, indent=2))


async def _each(reader: Reader, stream: IO[bytes], now: datetime | None) -> None:
    for found in lines_of(stream, TextLine):
        if isinstance(found, BadLine):
            write(found)
            continue
        try:
            line = await reader.read(found.line.text, found.line.now or now)
        except (OverflowError, ValueError) as error:  # a date outside the calendar
            write(BadLine(id=found.line.id, line=found.number, error=str(error)))
            continue
        identity: dict[str, Id] = {"id": found.line.id}
        click.echo(json.dumps({**identity, **_said(line)}, ensure_ascii=False))


def _said(line: ParseLine) -> dict[str, object]:
    """As the line says it, without an id."""
    said: dict[str, object] = json.loads(line.json_line())
    said.pop("id")
    return said
