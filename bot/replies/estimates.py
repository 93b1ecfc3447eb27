"""Estimates as they are told: with their sign, what they rest on, and what they leave out."""

from __future__ import annotations

from agents.meals.estimating import Estimate, of_meals
from agents.ports import Receipt
from bot.texts import Html, Wording
from domains.foods import foods

_MOST_SHOWN = 6


def estimate_line(receipt: Receipt, say: Wording) -> list[Html]:
    """Below a new log of a meal whose energy nobody said; nothing where nothing is known of it."""
    if receipt.before is not None:
        return []
    measures = [measure for entry in receipt.entries if entry.kind == "log" for measure in entry.measures]
    found = of_meals(measures)
    return [told(found, say)] if found is not None else []


def told(estimate: Estimate, say: Wording) -> Html:
    """`≈ 520 kcal, estimated: egg 100 g, bread 29 g`, and what is not in it."""
    names = [f"{_named(part.food, say)} {part.grams:.0f} g" for part in estimate.parts[:_MOST_SHOWN]]
    more = ", …" if len(estimate.parts) > _MOST_SHOWN else ""
    line = say("estimate.meal", kcal=estimate.kcal, foods=", ".join(names) + more)
    if not estimate.unknown:
        return line
    unknown = ", ".join(word[:40] for word in estimate.unknown[:_MOST_SHOWN])
    return Html(f"{line} {say('estimate.without', foods=unknown)}")


def _named(food: str, say: Wording) -> str:
    known = foods().table[food]
    return known.ko[0] if say.language == "ko" else food
