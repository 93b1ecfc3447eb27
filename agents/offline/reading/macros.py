"""Macros by their first letters: `P150 C220 F60`, `160p / 200c / 70f`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import macro_letters, macro_rows
from agents.offline.reading.phrases import Meaning

_BETWEEN = frozenset(("comma", "slash", "dash", "plus", "sign"))
_MOST_GRAMS = 1500


def name_macros(items: Sequence[Item], meanings: Callable[[str], tuple[Meaning, ...]]) -> None:
    """Give such letters their names; one alone may be anything. Linear in the number of items."""
    letters = macro_letters()
    for at, item in enumerate(items):
        if item.text in macro_rows():
            _name_row(items[at : at + 2 * len(macro_rows()[item.text])], macro_rows()[item.text], meanings)
    counted = any(item.kind == "energy" for item in items)
    run: list[tuple[Item, Item]] = []
    at = 0
    while at < len(items):
        pair = _pair(items, at, letters)
        if pair is not None:
            run.append(pair)
            at += 3 if items[at + 1].kind == "colon" else 2
        elif items[at].kind in _BETWEEN and run:
            at += 1
        else:
            _name(run, letters, meanings, beside_energy=counted)
            run = []
            at += 1
    _name(run, letters, meanings, beside_energy=counted)


def _name_row(
    items: Sequence[Item], names: Sequence[str], meanings: Callable[[str], tuple[Meaning, ...]]
) -> None:
    """`탄단지 180 / 120 / 45`: the signs between take the names that the word has for the figures."""
    titles, amounts = items[::2], items[1::2]
    between = all(one.kind in _BETWEEN for one in titles[1:])
    if not between or len(amounts) != len(names) or not all(_is_amount(one) for one in amounts):
        return
    for title, amount, name in zip(titles, amounts, names, strict=True):
        title.kind, title.text, title.meanings = "words", name, meanings(name)
        amount.kind = "grams"


def _pair(items: Sequence[Item], at: int, letters: dict[str, str]) -> tuple[Item, Item] | None:
    """The letter and the figure that begin at `at`, in either order."""
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    if after is None:
        return None
    if item.text in letters and after.kind == "colon" and at + 2 < len(items):
        after = items[at + 2]
    if item.text in letters and _is_amount(after):
        return item, after
    if after.text in letters and _is_amount(item):
        return after, item
    return None


def _is_amount(item: Item) -> bool:
    return item.kind in ("number", "grams") and 0 <= item.value <= _MOST_GRAMS


def _name(
    run: list[tuple[Item, Item]],
    letters: dict[str, str],
    meanings: Callable[[str], tuple[Meaning, ...]],
    *,
    beside_energy: bool,
) -> None:
    """`150p` alone is protein beside kilocalories only."""
    glued = beside_energy and all(letter.glued for letter, _ in run)
    if len({letter.text for letter, _ in run}) < (1 if glued else 2):
        return
    for letter, amount in run:
        letter.kind, letter.meanings, letter.glued = "words", meanings(letters[letter.text]), False
        amount.kind, amount.glued = "grams", False
