"""What was eaten: the writer's words, the energy, and sums of what was told before."""

from __future__ import annotations

from collections.abc import Sequence

from agents.language.atoms import Atom
from agents.language.fits import DISH, fits
from agents.language.metric_figures import figured, value_of
from agents.language.named import Named
from agents.language.said import Said, measured
from agents.language.tokens import is_hangul
from agents.language.words import no_dish_ends
from storage.entities import DAY_TOTAL, Measure

_KCAL = Named("kcal", "nutrition", "metrics", "energy", "kcal")
_WATER = Named("water", "drinks", "metrics", "volume", "ml")
_MEAL = Named("meal", "nutrition", "metrics", "text")
_ROUNDED, _LARGE = 0.02, 1200.0


def eaten(one: Said) -> list[Measure]:
    """`2100 kcal`, `breakfast 450 kcal, lunch 700`; not what a bout or the body spent."""
    figures = sorted(one.all("kcal") + one.all("bare"), key=lambda atom: atom.start)
    if one.is_spent:
        return []
    return [measured(atom, _KCAL, *value_of(_KCAL, atom)) for atom in figures]


def dish(one: Said, begin: int = 0) -> list[Measure]:
    """The words of a meal, from so many figures and words on, and the energy that its phrase ends with."""
    kcal = one.one("kcal")
    if kcal is not None and one.is_spent:
        return []
    energy = [measured(kcal, _KCAL, *value_of(_KCAL, kcal))] if kcal is not None else []
    told = [atom for role, atom in one.piece.roles[begin:] if role in DISH or role == "drink"]
    words = _trimmed(_behind_verbs(told))
    if not any(atom.has("PLAIN", "FOOD") for atom in words):
        return [*_water(words), *energy]
    text = one.text[words[0].start : words[-1].end].strip(" ,.;:-/+")
    return [measured(words[0], _MEAL, None, None, text), *_drinks(words), *energy]


def _drinks(words: Sequence[Atom]) -> list[Measure]:
    """`porridge and two cups of tea`: what was drunk with it, where it is counted."""
    told: list[Measure] = []
    for at, drink in enumerate(words):
        before = words[max(0, at - _CUPS) : at]
        behind = [one for one in words[at + 1 : at + 2] if one.has(*_BEHIND)]
        count = next((one for one in [*behind, *reversed(before)] if one.has(*_BEHIND, *_AHEAD)), None)
        if drink.named is None or not drink.has("COFFEE", "TEA", "ALCOHOL") or count is None:
            continue
        if count.has("ARTICLE", *_BEHIND) or fits(drink.named, count):
            told.append(measured(drink, drink.named, count.value or 1.0, None))
    return told


_BEHIND, _AHEAD = ("LONE", "REPSN"), ("NUM", "VOL", "ARTICLE", "FOOD", "SEP")
"""Counts behind a drink, and what stands before it."""
_CUPS = 3
"""Words from a count to its drink: `two cups of tea`."""


def _water(words: Sequence[Atom]) -> list[Measure]:
    """`drank 1.5 l`: what has no name is water."""
    drunk = [atom for atom in words if atom.has("VOL")]
    return [measured(atom, _WATER, *value_of(_WATER, atom)) for atom in drunk[:1]]


def course(one: Said) -> list[Measure]:
    """`점심 비빔밥, 저녁 샐러드`: a meal and a dish without a verb, up to a sign or the next meal."""
    words = one.all("plain")
    told = is_hangul(one.first.text) or any(atom.has("AND", "FOOD", "COFFEE", "TEA") for atom in words)
    return dish(one) if _is_over(one) and told else []


def _is_over(one: Said) -> bool:
    """Whether a sign, the next meal or nothing follows."""
    after = one.atoms[one.piece.end] if one.piece.end < len(one.atoms) else None
    return after is None or after.has("COMMA", "STOP", "LINE", "SLASH", "MEAL", "CLOSE", "KCAL", "ALCOHOL")


def is_led(one: Said) -> bool:
    """Whether a clause begins with it."""
    before = one.atoms[one.piece.start - 1] if one.piece.start else None
    if before is None or before.has("LINE", "STOP", "COMMA", "COLON", "DASH", "NOISE", "SEP"):
        return True
    return one.first.has(*_EATEN)


def foods(one: Said) -> list[Measure]:
    """`two eggs, sourdough, half an avocado`: food without a verb, as all that a clause says, or counted."""
    words = [atom for role, atom in one.piece.roles if role in DISH]
    counted = words[0].has(*_COUNTED) or one.one("counted", "tally") is not None
    after = one.is_beside(1, *_DRINKS)
    before = one.is_beside(-1, *_DRINKS) or any(atom.has("MEAL") for atom in one.before(1))
    several = sum(atom.has("FOOD") for atom in words) + len(one.all("drink")) + before + after > 1
    ends = after or (_ends(one, _BESIDE) if counted else several and _ends(one, _WITH))
    return dish(one) if (before or is_led(one)) and ends else []


_DRINKS = ("COFFEE", "TEA", "ALCOHOL", "WATER")
_COUNTED = ("NUM", "ONE", "HALF_OF", "GRAMS", "VOL", "PORTION")


def _ends(one: Said, beside: tuple[str, ...]) -> bool:
    """Whether it is over, or when and with whom it was follows."""
    return _is_over(one) or one.atoms[one.piece.end].has(*beside)


_BESIDE = ("SEP", "AGO", "ON_TIME", "FOR", "AT", "NOISE")
"""What leads on from food that is counted: `2 eggs after the gym`."""
_WITH = ("SEP", "AGO", "AT")


def drunk(one: Said) -> list[Measure]:
    """`one large coffee`, `had a beer`."""
    drink, number, few = one.one("drink"), one.one("number", "nth", "tally"), one.one("few", "half")
    if drink is None or drink.named is None:
        return []
    told = (
        number is not None
        or one.piece.rule.does == "meal_with"
        or one.first.has(*_EATEN)
        or (few is not None and _ends(one, _BESIDE))
        or (is_led(one) and _ends(one, _WITH) and not drink.text.endswith(_PLURAL))
    )
    if not told:
        return []
    value = (number.value if number is not None else 0.0) or _few(one)
    return [measured(drink, drink.named, value, None)]


_EATEN = ("HAD", "TUCKED", "ATE")
_PLURAL = "s"


def _few(one: Said) -> float:
    """What a word that is no number is worth."""
    word, values = one.one("few", "nth", "tally", "half"), one.piece.rule.values
    return next((worth for symbol, worth in values.items() if word is not None and word.has(symbol)), 1.0)


def paired(one: Said) -> list[Measure]:
    """`파전에 막걸리 두 잔`: a dish and what was drunk with it."""
    return [*dish(one), *figured(one)]


def meal_with(one: Said) -> list[Measure]:
    """`2 beers and a pizza`: drinks, and what was eaten with them."""
    drink = [role for role, _ in one.piece.roles].index("drink")
    return [*drunk(one), *dish(one, drink + 1)]


def _behind_verbs(words: list[Atom]) -> list[Atom]:
    """`산에 갔다가 김밥`: without what led to the meal."""
    ends = no_dish_ends()
    led = [at + 1 for at, word in enumerate(words[:-1]) if word.text.endswith(ends) and not word.has("FOOD")]
    return words[led[-1] :] if led else words


def _trimmed(words: list[Atom]) -> list[Atom]:
    begin, end = 0, len(words)
    while begin < end and words[begin].has("ARTICLE", "LIGHT", "SEP"):
        begin += 1
    while end > begin and words[end - 1].has("LIGHT", "SEP", "AT", "PLUS", "OF"):
        end -= 1
    return words[begin:end]


def without_sums(told: Sequence[tuple[Said, list[Measure]]]) -> list[tuple[Said, list[Measure]]]:
    """A day's total is marked as one; the sum of parts that were just told is left out."""
    result: list[tuple[Said, list[Measure]]] = []
    parts: list[float] = []
    whole: set[int] = set()
    """Sentences that tell a day's total: all that they tell is of that."""
    for one, measures in told:
        kept: list[Measure] = []
        for measure in measures:
            energy = measure.value if measure.name == "kcal" else None
            if energy and any(atom.has("TOTAL", "DAY_TOTAL") for atom in one.clause()):
                if len(parts) > 1 and abs(energy - sum(parts)) <= _ROUNDED * energy:
                    continue
                if energy >= _LARGE or any(atom.has("DAY_TOTAL") for atom in one.clause()):
                    whole.add(one.first.sentence)
            parts += [energy] if energy else []
            of_day = measure.domain == "nutrition" and measure.value and one.first.sentence in whole
            kept.append(measure.model_copy(update={"text": DAY_TOTAL}) if of_day else measure)
        result.append((one, kept))
    return result
