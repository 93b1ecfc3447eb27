"""/cost: what models have cost this person today and this month, by kind of message, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.people.state import BotState
from bot.replies.prices import usd
from bot.texts import Html, Wording
from bot.updates.asked import Asked
from storage.calls import CallCost
from storage.entities import Outgoing


async def cost(state: BotState, asked: Asked) -> Outgoing:
    """Also without a model, when there was one before."""
    midnight = asked.profile.midnight(state.now())
    month = await _costs(state, asked, midnight.replace(day=1))
    money = state.services.money
    if money is None and not month:
        return asked.reply(asked.say("cost.no_model"))
    today = await _costs(state, asked, midnight)
    budget = None if money is None else money.budget
    parts = [
        asked.say("cost.title"),
        _period(asked.say, "cost.today", today, budget.user_day if budget else None),
        _period(asked.say, "cost.month", month, budget.user_month if budget else None),
    ]
    if not all(kind.price_known for kind in month):
        parts.append(asked.say("cost.assumed"))
    if money is None:
        parts.append(asked.say("cost.no_model"))
    return asked.reply("\n\n".join(parts))


async def _costs(state: BotState, asked: Asked, since: datetime) -> list[CallCost]:
    return await state.db.calls.call_costs(asked.user_id, since)


def _period(say: Wording, title: str, costs: Sequence[CallCost], cap: float | None) -> str:
    spent = sum(kind.price_usd for kind in costs)
    lines: list[Html] = [say(title, usd=usd(spent))]
    if cap is not None and spent < cap:
        lines.append(say("cost.left", left=usd(cap - spent), cap=usd(cap)))
    elif cap is not None:
        lines.append(say("cost.spent", cap=usd(cap)))
    if not costs:
        lines.append(say("cost.nothing"))
    return "\n".join([*lines, *(_kind(say, kind) for kind in costs)])


def _kind(say: Wording, costs: CallCost) -> Html:
    name = say.catalogue.say.get(f"cost.kind.{costs.kind}", costs.kind or say.label("cost.kind.other"))
    return say(
        "cost.kind",
        kind=name,
        messages=f"{costs.messages:,}",
        calls=f"{costs.calls:,}",
        tokens=f"{costs.input_tokens + costs.output_tokens:,}",
        cached=f"{costs.cached_tokens:,}",
        usd=f"{'' if costs.price_known else '≈ '}{usd(costs.price_usd)}",
    )
