"""`swealog parse`: the router and the parser alone, without a database."""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Literal
from zoneinfo import ZoneInfo

import click

from agents.engine import Engine
from agents.offline.batch import parse_line
from agents.offline.engine import OfflineEngine
from agents.parser import ParserInput
from agents.profile import Profile
from agents.router import RouterInput
from agents.session import Session, enter
from agents.types import InputType
from bot.cli.jsonl import Id, InputLine, Moment, Numbered, Text, each
from bot.cli.options import aware, batch, configured, moment, only_one
from bot.errors import StartError
from bot.settings import Settings
from bot.updates.incoming import clean
from domains import registry

EngineName = Literal["offline", "model"]


class TextLine(InputLine):
    """A message and when it was sent."""

    text: Text
    now: Moment | None = None


class Reader:
    """Reads messages of somebody about whom nothing is known, not even a unit. Made by `open`."""

    def __init__(self, settings: Settings, engine: Engine) -> None:
        folder = settings.domains.folder
        self._zone = settings.profile.time_zone
        self._registry = registry.load(Path(folder) if folder else None)
        self._engine = engine
        unknown = settings.profile.model_copy(update={"weight_unit": None, "distance_unit": None})
        self._profile: Profile = unknown.profile(0)

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, engine: EngineName | None) -> AsyncGenerator[Reader]:
        """With that engine, else the configured one. Raises StartError where there is no model to ask."""
        if (engine or ("model" if settings.llm.enabled else "offline")) == "offline":
            yield cls(settings, OfflineEngine())
            return
        if not settings.llm.enabled:
            raise StartError("no model is configured: see llm in config.example.yaml, or --engine offline")
        from bot.core import open_core, utc_now  # noqa: PLC0415 - code alone needs no database

        calls = settings.limits.calls
        patient = calls.model_copy(update={"log_seconds": calls.turn_seconds})
        limits = settings.limits.model_copy(update={"calls": patient})
        with tempfile.TemporaryDirectory() as folder:
            own = settings.model_copy(update={"data_dir": Path(folder), "limits": limits})
            async with aclosing(await open_core(own, utc_now)) as core:
                yield cls(settings, core.services.engine)

    async def read(self, text: str, now: datetime | None) -> dict[str, object]:
        """Route and parse, as a line without an id; a time without an offset is on the configured clocks."""
        at = aware(now, self._zone) if now else datetime.now(UTC).astimezone(ZoneInfo(self._zone))
        session = Session(turn_id="", user_id=0, chat_id=0, sent_at=at)
        enter(session)
        profile = self._profile.on_the_clock_of(at)
        text = clean(text)
        routed = await self._engine.route(RouterInput.of(text, profile, self._registry))
        correcting = routed.input_type is InputType.CORRECTION
        given = ParserInput(
            text=routed.log_portion or text,
            now=at,
            profile=profile,
            domain_context=self._registry.combine(routed.selected_domains),
            correction=correcting,
        )
        is_log = routed.input_type in (InputType.LOG, InputType.BOTH)
        parsed = await self._engine.parse(given) if is_log or correcting else None
        said: dict[str, object] = json.loads(parse_line("", routed, given, parsed).json_line())
        del said["id"]
        return {**said, "notices": list(session.notices)} if session.notices else said


@click.command()
@click.argument("text", nargs=-1)
@configured
@moment
@batch
@click.option(
    "--engine",
    type=click.Choice(["offline", "model"]),
    help="Who reads (default: the models, where some are configured).",
)
async def parse(
    text: tuple[str, ...],
    *,
    settings: Settings,
    now: datetime | None,
    batch: IO[bytes] | None,
    engine: EngineName | None,
) -> None:
    """Show what would be understood, as JSON; nothing is stored."""
    words = only_one(text, batch)
    async with Reader.open(settings, engine) as reader:

        async def read(found: Numbered[TextLine]) -> None:
            line = await reader.read(found.line.text, found.line.now or now)
            identity: dict[str, Id] = {"id": found.line.id}
            click.echo(json.dumps({**identity, **line}, ensure_ascii=False))

        if batch is None:
            click.echo(json.dumps(await reader.read(words, now), ensure_ascii=False, indent=2))
        else:
            await each(batch, TextLine, read)
