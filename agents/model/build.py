"""The models of a configuration, put together. Imported only where some are configured."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from agents.engine import Engine
from agents.limits import Limits
from agents.model.calls.accounts import Ledger
from agents.model.calls.cascade import Cascade
from agents.model.context.injectors import Injectors, built_in
from agents.model.context.shelf import Shelf
from agents.model.context.stored_shelf import StoredShelf
from agents.model.engine import ModelEngine
from agents.model.senses import ModelSenses
from agents.model.settings import LlmSettings
from agents.profile import Profile, ProfileDefaults
from agents.session import Session
from agents.work import Clock
from domains.registry import Registry
from storage.stores import Stores


@dataclass(frozen=True, slots=True)
class Models:
    """What models play, and the way to them."""

    engine: ModelEngine
    senses: ModelSenses
    cascade: Cascade
    injectors: Injectors
    """Of context about a person; whoever has some to tell registers one."""

    async def warm(self) -> None:
        """Load the libraries before somebody waits for them."""
        await self.cascade.warm()

    async def close(self) -> None:
        """End what is still asked, wait for what is still to be recorded."""
        await self.engine.close()
        await self.cascade.close()


def build(
    settings: LlmSettings,
    *,
    limits: Limits,
    defaults: ProfileDefaults,
    registry: Registry,
    db: Stores,
    floor: Engine,
    clock: Clock,
) -> Models:
    """Over the stores, which keep the accounts too."""
    limits = limits.model_copy(update={"calls": settings.fitting(limits.calls)})

    async def profile_of(user_id: int) -> Profile:
        user = await db.people.get_user(user_id)
        return defaults.profile(user_id, user.preferences if user else None)

    def shelf_of(session: Session) -> Shelf:
        return StoredShelf(db, session, timedelta(minutes=limits.session_gap_minutes))

    ledger: Ledger = db.calls
    cascade = Cascade(settings, limits.calls, ledger, clock, profile_of)
    injectors = built_in(limits.calls.history)
    engine = ModelEngine(settings, limits, registry, floor, cascade, shelf_of, injectors)
    return Models(engine, ModelSenses(settings, cascade, cascade, clock), cascade, injectors)
