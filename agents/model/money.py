"""What an answer cost, and what the other way to answer would cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from agents.llm import price, warm
from agents.model.calls.ask import Price
from agents.model.calls.expected import USUAL_TOKENS
from agents.model.context.prompts import prompt
from agents.model.settings import AgentName, Budget, LlmSettings, Player, Target, Tier
from agents.session import Mode, Session
from agents.turn import Offer
from storage.calls import Calls
from storage.entities import Entry

PriceOf = Callable[[Target, int, int, float], Awaitable[Price]]
"""What so many tokens in and out cost at a model; the last is the rate where nobody knows its price."""

_LATELY = 10
"""Questions of somebody's own that a price is told from."""
_ASKED: tuple[AgentName, ...] = ("planner", "analyzer", "synthesizer")
"""Who plays in a question that nothing is repeated in."""
_CHARACTERS_A_TOKEN = 3.5
_OVERHEAD_TOKENS = 1200
"""Of a call: what is asked for and the frame around it."""


async def listed_price(target: Target, tokens_in: int, tokens_out: int, assumed: float) -> Price:
    """As the price list has it; loading that takes seconds and blocks nobody else."""
    await warm()
    return price(target, tokens_in, tokens_out, assumed)


class Purse:
    """Implements `agents.ports.Money`."""

    def __init__(self, settings: LlmSettings, calls: Calls, price_of: PriceOf = listed_price) -> None:
        self._settings = settings
        self._calls = calls
        self._price_of = price_of

    @property
    def budget(self) -> Budget:
        """What one person's messages may cost."""
        return self._settings.budget

    async def offer(self, session: Session, entries: Sequence[Entry]) -> Offer:
        """From this person's own latest questions; before there are any, from the length of what is sent."""
        calls = await self._calls.calls_of_turn(session.user_id, session.turn_id)
        cost = sum(call.price_usd for call in calls)
        used = self._used(session, cost)
        costs = {
            mode: cost if mode == used else await self._usual(session, mode, entries)
            for mode in ("quick", "deep")
        }
        return Offer(used=used, quick=costs["quick"], deep=costs["deep"])

    def _used(self, session: Session, cost: float) -> Mode | None:
        """Where models were to answer and none did, it was the quick way if that is without a model."""
        if not session.notices:
            return session.mode
        return "quick" if self._settings.quick == "offline" and not cost else None

    async def _usual(self, session: Session, mode: Mode, entries: Sequence[Entry]) -> float:
        if mode == "quick" and self._settings.quick == "offline":
            return 0.0
        known = await self._calls.question_costs(session.user_id, mode, _LATELY, but=session.turn_id)
        return sum(known) / len(known) if known else await self._guess(mode, entries)

    async def _guess(self, mode: Mode, entries: Sequence[Entry]) -> float:
        tier: Tier | None = "low" if mode == "quick" else None
        data = sum(len(entry.text) for entry in entries)
        return sum([await self.call(agent, tier, data if agent == "analyzer" else 0) for agent in _ASKED])

    async def call(self, agent: Player, tier: Tier | None, data: int, model: str | None = None) -> float:
        """USD that one call with so many characters of data is likely to cost."""
        target = self._settings.targets(agent, tier, model)[0]
        length = len(prompt(agent).instructions) + data
        tokens = round(length / _CHARACTERS_A_TOKEN) + _OVERHEAD_TOKENS
        cost = await self._price_of(target, tokens, USUAL_TOKENS, self.budget.unknown_price)
        return cost.usd
