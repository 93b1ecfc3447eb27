"""What users are shown of models and money: prices, what was done without a model, quick or deep."""

from __future__ import annotations

import math

from agents.model.settings import Budget
from agents.session import Mode, Notice
from agents.turn import Turn
from bot.replies.callbacks import ModeTap
from bot.replies.tried import tried_lines
from bot.texts import Html, Wording
from storage.entities import Button

_MODES: tuple[Mode, ...] = ("quick", "deep")


def usd(amount: float) -> str:
    """Dollars with two digits that say something: $12.50, $0.50, $0.0041."""
    if amount <= 0:
        return "$0"
    if amount < 0.000_05:
        return "<$0.0001"
    decimals = max(2, min(4, 1 - math.floor(math.log10(amount))))
    whole, _, cents = f"{amount:,.{decimals}f}".partition(".")
    return f"${whole}.{cents.rstrip('0'):0<2}"


def with_notices(turn: Turn, budget: Budget, say: Wording, html: str) -> str:
    """Followed by what was learnt and tried, and by each thing that models were to do and did not."""
    told = [*tried_lines(turn.tried, say)] if turn.tried is not None else []
    told += [say("vault.told")] if turn.incoming.in_file is not None else []
    told += [noticed(notice, budget, say) for notice in turn.notices]
    if turn.draft is not None and turn.offer is None and turn.incoming.mode == "deep":
        told.append(say("notice.no_model"))
    return "\n\n".join([html, "\n".join(told)]) if told else html


def noticed(notice: Notice, budget: Budget, say: Wording) -> Html:
    """What models were to do and did not."""
    caps = {Notice.BUDGET_DAY: budget.user_day, Notice.BUDGET_MONTH: budget.user_month}
    return say(f"notice.{notice}", cap=usd(caps.get(notice) or 0))


def mode_buttons(turn: Turn, say: Wording) -> tuple[Button, ...]:
    """Quick and deep with what they cost; the one that was used is marked."""
    offer = turn.offer
    if offer is None:
        return ()
    prices = {"quick": offer.quick, "deep": offer.deep}
    return tuple(
        ModeTap(turn.id, mode).button(_label(say(f"mode.{mode}"), prices[mode], say, used=offer.used == mode))
        for mode in _MODES
    )


def _label(name: str, price: float, say: Wording, *, used: bool) -> str:
    return f"✓ {priced(name, price, say, '')}" if used else priced(name, price, say)


def priced(name: str, price: float, say: Wording, about: str = "≈ ") -> str:
    """A button's label with what a tap on it leads to paying."""
    return f"{name} · {about}{usd(price)}" if price else f"{name} · {say('mode.free')}"
