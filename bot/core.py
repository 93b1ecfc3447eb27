"""Storage, domains, engine and machine put together: the product without Telegram."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from agents.gym.programmed import FOLDER as PROGRAMMES
from agents.gym.programmed import Programmed
from agents.late import LateReadings
from agents.machine import Machine, State, Step
from agents.model.settings import LlmSettings
from agents.notes.settings import FOLDER
from agents.offline.engine import OfflineEngine
from agents.offline.spoken import spoken
from agents.ports import Money
from agents.senses import Senses
from agents.turn import Turn
from agents.work import Clock, Services, Work
from bot.errors import MachineError, StartError
from bot.process.backups import advice
from bot.replies.rendering import TelegramReplies
from bot.settings import Settings
from bot.updates.attempts import Attempts
from bot.updates.lanes import LocalLanes
from domains.errors import DomainError
from domains.registry import Registry, load
from storage.calls import Calls
from storage.database import Database
from storage.entities import Entry
from storage.entry_vectors import EntryVectors
from storage.errors import DatabaseCorrupt, DatabaseUnusable, StorageError
from storage.stores import Stores

if TYPE_CHECKING:  # a bot without models never needs them
    from agents.model.asking import Asking
    from agents.model.build import Models
    from agents.notes.diary import DiaryMeaning
    from bot.embedders import Embedders

logger = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The clock everybody uses unless a test brings its own."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Core:
    """The machine with what it works on."""

    services: Services
    machine: Machine
    lanes: LocalLanes
    db: Stores
    senses: Senses | None = None
    models: Models | None = None
    """None: there is none, for the agents or for voice and pictures."""
    embedders: Embedders | None = None
    """What makes vectors of texts; None: nobody asked for one."""
    meaning: DiaryMeaning | None = None
    """What finds entries by meaning; None: that is not switched on."""

    @property
    def asked(self) -> Asking | None:
        """The models that specialists may ask."""
        return self.models.engine.asking if self.models is not None and self.services.engine.models else None

    async def settle(self) -> None:
        """Finish the jobs at work; nothing new is begun."""
        if self.services.late is not None:
            await self.services.late.close()
        await self.lanes.stop()

    async def aclose(self) -> None:
        """Settle, then close storage."""
        await self.settle()
        if self.models is not None:
            await self.models.close()
        await self.db.close()


async def open_core(settings: Settings, clock: Clock, make: Callable[[Database], Stores] = Stores.on) -> Core:
    """Open the data directory and build everything on it. Raises StartError; close it when done.

    `make` makes the stores.
    """
    try:
        folder = settings.domains.folder
        registry = load(Path(folder) if folder else None)
    except DomainError as error:
        raise StartError(str(error)) from error
    for problem in registry.problems:
        logger.warning("%s", problem)
    try:
        db = make(await Database.open(settings.data))
    except DatabaseCorrupt as error:
        raise StartError(f"{error} {await asyncio.to_thread(advice, settings.data)}") from error
    except DatabaseUnusable as error:
        raise MachineError(str(error)) from error
    except StorageError as error:
        raise StartError(str(error)) from error
    lanes = LocalLanes(Attempts(settings.data))
    floor = OfflineEngine()
    models = _models(settings, registry, db, floor, clock) if settings.llm.callable else None
    embedders = _embedders(settings, db, clock) if settings.notes.diary else None
    meaning = None if embedders is None else diary_meaning(settings, db.entry_vectors, embedders)
    services = Services(
        engine=models.engine if models is not None and settings.llm.enabled else floor,
        db=db,
        registry=registry,
        replies=TelegramReplies(settings.llm.budget, estimates=settings.domains.food_estimates),
        limits=settings.limits,
        defaults=settings.profile,
        clock=clock,
        money=_money(settings.llm, db.calls),
        floor=floor,
        spoken=spoken,
        late=LateReadings(db.turns, lanes, clock),
        meaning=meaning,
        gym=Programmed(db, registry, settings.data / PROGRAMMES),
    )
    machine = Machine(services, lanes, {state: _late(state) for state in State}, _keep_words)
    machine.at_work = lanes.attempts.at_work
    lanes.resume_with(machine.resume)
    senses = None if models is None else models.senses
    return Core(services, machine, lanes, db, senses, models, embedders, meaning)


def _late(state: State) -> Step:
    """The step of a state, imported when a first turn comes there."""

    async def step(turn: Turn, work: Work) -> State:
        from agents.steps import STEPS  # noqa: PLC0415 - a start must not wait for it

        return await STEPS[state](turn, work)

    return step


async def _keep_words(turn: Turn, work: Work) -> State:
    from agents.steps import keep_words  # noqa: PLC0415 - as above

    return await keep_words(turn, work)


def _embedders(settings: Settings, db: Stores, clock: Clock) -> Embedders:
    from bot.embedders import Embedders  # noqa: PLC0415 - only where it is switched on

    return Embedders(settings, db, clock)


def diary_meaning(settings: Settings, vectors: EntryVectors, embedders: Embedders) -> DiaryMeaning:
    """What finds entries by meaning."""
    from agents.notes.diary import DiaryMeaning  # noqa: PLC0415 - only where it is switched on

    def tells(entry: Entry) -> bool:
        from agents.offline.nearest import tells_more  # noqa: PLC0415 - once there is an entry

        return tells_more(entry)

    return DiaryMeaning(vectors, embedders.of, settings.data / FOLDER, tells)


def _models(settings: Settings, registry: Registry, db: Stores, floor: OfflineEngine, clock: Clock) -> Models:
    from agents.model.build import build  # noqa: PLC0415 - a bot without models never needs them

    return build(
        settings.llm,
        limits=settings.limits,
        defaults=settings.profile,
        registry=registry,
        db=db,
        floor=floor,
        clock=clock,
    )


def _money(settings: LlmSettings, calls: Calls) -> Money | None:
    """What models cost, where there are any."""
    if not settings.enabled:
        return None
    from agents.model.money import Purse  # noqa: PLC0415 - a bot without models never needs it

    return Purse(settings, calls)
