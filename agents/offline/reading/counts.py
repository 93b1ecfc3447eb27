"""Repetitions of several sets in a row: `8/8/7`, `5, 5, 4`, `10 9 and 8`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from agents.offline.reading.items import Item
from agents.offline.reading.successive import LIGHTEST_LOAD

MAX_REPS = 200
LONGEST = 40


def counts_in_a_row(items: Sequence[Item], at: int) -> tuple[tuple[int, ...], int]:
    """Two or more repetition counts: `8/8/7`, `5, 5, 4`, `5+5`, `8-7-6`, `ten eight and six`."""
    found = [items[at]]
    end = at + 1
    sign = items[end].kind if end < len(items) else "words"
    while end < len(items) and len(found) < LONGEST:
        step, word = end, items[end]
        if word.kind != sign and word.text != "and":
            break
        if word.kind in ("slash", "comma", "plus", "dash") or word.text == "and":
            step += 1
            if step < len(items) and word.kind == "comma" and items[step].text == "and":
                step += 1
        if step >= len(items) or items[step].kind != "number" or items[step].dead or items[step].used:
            break
        if word.kind == "plus" and not word.glued and items[step].glued:
            break  # `4x5 +10`: a load besides the body's
        after = items[step + 1] if step + 1 < len(items) else None
        if after is not None and (
            after.tag("x", "sets", "plates", "for", "rpe", "rir")
            or (_counts(after, items, step) and not (len(found) > 1 and _unnamed(items, at)))
        ):
            break
        found.append(items[step])
        end = step + 1
    values = [item.value for item in found]
    good = len(values) > 1 and all(0 < value <= MAX_REPS and value == int(value) for value in values)
    if not good or _is_range(items, at, found, values):
        return (), at + 1
    return tuple(int(value) for value in values), end


def _unnamed(items: Sequence[Item], at: int) -> bool:
    """Whether a list stands before the first name of its line: `60kg: 10, 10, 8 bench`."""
    before = takewhile(lambda one: one.kind != "line", reversed(items[max(0, at - _FAR) : at]))
    return not any(one.named is not None for one in before)


_FAR = 12


def _counts(after: Item, items: Sequence[Item], step: int) -> bool:
    """Whether the number counts the name after it (`12, 20 pushups`) rather than being one of a list."""
    joined = items[step - 1].kind in ("comma", "words")
    beyond = items[step + 2] if step + 2 < len(items) else None
    own = beyond is not None and (beyond.kind in ("number", "mass") and items[step - 1].text != "and")
    return joined and after.named is not None and not after.tag("bodyweight") and not own


def _is_range(items: Sequence[Item], at: int, found: list[Item], values: list[float]) -> bool:
    """`8-10` is a range, `185/5`, `40 5` and `60 20 20 20` begin with a load; a mixed bag is no list."""
    first, rest = values[0], values[1:]
    if items[at + 1].kind == "number" and len(rest) > 1 and first >= LIGHTEST_LOAD and first >= 2 * max(rest):
        return True
    if len(values) == 2:
        between = items[at + 1]
        if between.kind == "dash" and values[0] < values[1]:
            return True
        if between.kind in ("slash", "number") and values[0] > 2 * values[1] and values[0] >= 20:
            return True
    return max(values) > 4 * min(values) + 10
