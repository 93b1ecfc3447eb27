"""Putting a request to the models, and what holds when none of them answers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from agents.model.calls.ask import Ask, Models, ModelsFailed, Outcome, Unasked, W
from agents.model.context.injectors import Injectors
from agents.model.context.shelf import Shelves
from agents.model.settings import TIERS, AgentName, LlmSettings, Player, Tier
from agents.session import Notice, current, waiting

logger = logging.getLogger(__name__)

R = TypeVar("R")
O = TypeVar("O")  # noqa: E741 - an agent's output

_NOTICES: dict[Outcome | Unasked, Notice] = {
    Unasked.BUDGET_DAY: Notice.BUDGET_DAY,
    Unasked.BUDGET_MONTH: Notice.BUDGET_MONTH,
    Unasked.OUT_OF_TIME: Notice.OUT_OF_TIME,
    Unasked.SLOW: Notice.OUT_OF_TIME,
    Outcome.TIMEOUT: Notice.OUT_OF_TIME,
}
_UNNOTICED: frozenset[str] = frozenset({"clarifier", "observer", "notes_search", "notes_rank"})
"""Nobody misses a model here: what code asks back, remembers or searches does as well."""
_LASTING: frozenset[Outcome | Unasked] = frozenset(
    {*_NOTICES, Unasked.BREAKER, Outcome.CONNECTION, Outcome.AUTH}
)
"""What the next agent of the same message would only wait for again."""
_GAVE_UP = ("engine", "gave up")


@dataclass(frozen=True, slots=True)
class Asking:
    """Requests of one engine."""

    settings: LlmSettings
    models: Models
    shelves: Shelves
    injectors: Injectors
    _begun: set[asyncio.Task[Any]] = field(default_factory=set[asyncio.Task[Any]], init=False)

    @property
    def offline(self) -> bool:
        """Whether code alone plays this message: a quick answer, a flood, models that were given up on."""
        session = current()
        if session is None:
            return False
        quick = session.mode == "quick" and self.settings.quick == "offline"
        return quick or session.hurried or session.by_code or _GAVE_UP in session.kept

    @property
    def small(self) -> bool:
        """Whether the models are small ones, which are asked simpler things."""
        return self.settings.profile == "small"

    @property
    def refused(self) -> bool:
        """Whether what models wrote was refused too often: nothing that they brought counts any more."""
        session = current()
        return session is not None and session.by_code

    def refuse(self) -> None:
        """Tell the person that code did what a model's answer could not be used for."""
        session = current()
        if session is not None:
            session.note(Notice.REFUSED)

    @property
    def quick(self) -> bool:
        """Whether the answer is to be quick, by whatever it is played."""
        session = current()
        return session is not None and session.mode == "quick"

    async def told(self, ask: Ask[W], read: Callable[[W], O], floor: O) -> O:
        """What the model says, as `read` takes it; the floor's output where none is to be had."""
        answer = await self.answer(ask)
        return floor if answer is None else read(answer)

    async def answer(self, ask: Ask[W]) -> W | None:
        """The model's answer; None: nobody answered, which the user will be told if it matters."""
        if self.offline:
            return None
        async with waiting():
            return await self._called(ask)

    async def ask(self, ask: Ask[W]) -> W:
        """The same for whoever waits itself, as specialists do. Raises ModelsFailed where nobody answers."""
        session = current()
        if self.offline:
            reason = session.kept.get(_GAVE_UP) if session is not None else None
            failed = ModelsFailed(reason if isinstance(reason, Outcome | Unasked) else Unasked.BREAKER)
            if reason is not None:
                self._note(ask, failed.reason)
            raise failed
        try:
            return await self.models.ask(replace(ask, tier=self._tier(ask)))
        except ModelsFailed as failed:
            logger.info("%s goes on without a model: %s", ask.agent, failed.reason)
            self._note(ask, failed.reason)
            raise

    async def by(self, ask: Ask[W], until: float) -> W | asyncio.Task[W | None] | None:
        """The same, or at that moment (monotonic) the call that is still under way."""
        if self.offline:
            return None
        call = self.begin(self._called(ask))
        try:
            async with waiting():
                await asyncio.wait({call}, timeout=max(0.0, until - time.monotonic()))
        except asyncio.CancelledError:
            call.cancel()
            raise
        return call.result() if call.done() else call

    def begin(self, work: Coroutine[object, object, R]) -> asyncio.Task[R]:
        """Work that nobody need wait for; `close` ends it."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    async def close(self) -> None:
        """End what is under way."""
        begun = [*self._begun]
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)

    async def _called(self, ask: Ask[W]) -> W | None:
        try:
            return await self.models.ask(replace(ask, tier=self._tier(ask)))
        except ModelsFailed as failed:
            logger.info("the offline engine plays the %s: %s", ask.agent, failed.reason)
            self._note(ask, failed.reason)
            return None

    def _tier(self, ask: Ask[W]) -> Tier | None:
        """A call for several agents takes the highest tier of theirs."""
        if ask.tier is not None or not ask.with_agents:
            return ask.tier
        players = _players(ask)
        wanted = {choice.tier for agent, choice in self.settings.agents.items() if agent in players}
        return next((tier for tier in reversed(TIERS) if tier in wanted), None)

    def _note(self, ask: Ask[W], reason: Outcome | Unasked) -> None:
        session = current()
        if session is None:
            return
        if reason in _LASTING:
            session.kept[_GAVE_UP] = reason
        if not _UNNOTICED.issuperset(_players(ask)):
            session.note(_NOTICES.get(reason, Notice.MODEL_FAILED))

    async def context(self, *agents: Player) -> str:
        """What the injectors tell these agents; nothing outside of a session, which has no user."""
        session = current()
        if session is None:
            return ""
        return await self.injectors.collect(agents, session, self.shelves(session))


def _players(ask: Ask[W]) -> tuple[str, ...]:
    return (ask.agent, *ask.with_agents)


def keep(agent: AgentName, text: str, brought: object) -> None:
    """Put by what a call brought for an agent that will be asked about the same text."""
    session = current()
    if session is not None:
        session.kept[agent, text] = brought


def put_by(agent: AgentName, text: str, kind: type[O]) -> O | None:
    """What was put by, if it is there."""
    session = current()
    found = session.kept.get((agent, text)) if session is not None else None
    return found if isinstance(found, kind) else None


def take(agent: AgentName, text: str, kind: type[O]) -> O | None:
    """The same, once."""
    found = put_by(agent, text, kind)
    session = current()
    if session is not None:
        session.kept.pop((agent, text), None)
    return found
