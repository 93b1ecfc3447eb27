"""Meals: what was eaten, in the writer's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from agents.offline.reading.items import Item
from storage.entities import Measure


def read_meals(text: str, items: Sequence[Item]) -> list[Measure]:
    """`X for breakfast`, `lunch: X`, `ate X`, `점심에 X 먹었다`. Figures inside a dish are used up by it."""
    alive = [item for item in items if not item.dead]
    _share_energy(alive)
    found: list[Measure] = []
    for at, item in enumerate(alive):
        if item.has("meal") and not item.used:
            span = _dish_after(alive, at) or _dish_before(alive, at)
        elif item.has("ate") and item.text != "had" and not item.used:
            span = _dish_eaten(alive, at)
        elif item.kind == "energy" and not item.used:
            span = _dish_of(alive, at)
        else:
            continue
        dish = _trimmed(alive, span) if span is not None else None
        if dish is None or (item.has("ate") and _is_counted(alive[dish[0] : dish[1]])):
            continue
        words = alive[dish[0] : dish[1]]
        found.append(
            Measure(
                domain="nutrition",
                name="meal",
                day=item.day,
                text=text[words[0].start : words[-1].end].strip(" ,.;:-/+"),
            )
        )
        for word in (*words, item):
            word.used = word.used or word.kind != "energy"
    return found


def _share_energy(items: list[Item]) -> None:
    """`breakfast 450 kcal, lunch 700, dinner 850`: the unit is said once."""
    before: list[Item] = []
    for _, grouped in groupby(items, key=lambda item: item.clause):
        clause = list(grouped)
        figures = [item for item in clause if item.data]
        alike = len(figures) == 1 and any(item.has("meal") for item in clause)
        told = any(item.kind == "energy" for item in before) and any(item.has("meal") for item in before)
        if alike and told and figures[0].kind == "number" and figures[0].value >= _LIGHT_MEAL:
            figures[0].kind, figures[0].unit = "energy", "kcal"
        before = clause


_LIGHT_MEAL = 50


def _ends(item: Item) -> bool:
    """Whether a dish ends before this: a new meal, a sentence's end, a figure of another kind."""
    return (
        item.kind in ("stop", "line", "energy", "clock", "hour", "time")
        or item.has("meal")
        or item.has("ate")
        or item.tag("then")
        or (item.named is not None and item.named.domain != "nutrition")
        or (item.named is not None and item.named.name in ("protein", "carbs", "fat", "kcal"))
        or item.used
    )


def _dish_after(items: list[Item], at: int) -> tuple[int, int] | None:
    """`breakfast: oats`, `lunch was soup`, `점심에 국밥 먹었다`."""
    begin = at + 1
    korean = "가" <= items[at].text[0] <= "힣"
    had = at > 0 and items[at - 1].text == "had"
    while begin < len(items) and (
        items[begin].kind in ("colon", "dash")
        or items[begin].text in _LINKS
        or (had and begin == at + 1 and items[begin].kind == "comma")
    ):
        begin += 1
    if begin == at + 1 and not korean:
        return _courses(items, begin)
    end = _until(items, begin)
    if korean and not any(one.kind == "colon" for one in items[at + 1 : begin]):
        eaten = end < len(items) and (items[end].has("ate") or items[end].kind == "energy")
        eaten = eaten or any(one.kind == "number" for one in items[begin + 1 : end])
        eaten = eaten or _is_all_that_is_said(items, at, begin, end) or _is_listed(items, end)
        if not eaten:
            end = _bare_dish(items, at, begin)
        return (begin, end) if end > begin else None
    return (begin, end) if end > begin else None


def _courses(items: list[Item], begin: int) -> tuple[int, int] | None:
    """`breakfast oatmeal and coffee`: right behind a meal two things that nothing but food explains."""
    end, parts, told = begin, 1, False
    while (
        end < len(items)
        and end - begin <= _LONGEST_DISH
        and (_is_course(items[end]) or items[end].text in _AND)
    ):
        parts += items[end].text in _AND
        told = told or (_is_unknown(items[end]) and items[end].text not in _AND)
        end += 1
    over = end >= len(items) or items[end].kind in ("line", "stop", "comma", "energy")
    food = any(item.named is not None or item.has("food") for item in items[begin:end])
    whole = over and told and items[end - 1].text not in _AND
    return (begin, end) if whole and (parts > 1 or food) else None


_AND = frozenset(("and", "&", "+", "plus"))


def _is_course(item: Item) -> bool:
    if item.used or item.kind != "words" or item.has("no_dish") or item.has("not_food"):
        return False
    eaten = item.named is not None and item.named.domain == "nutrition"
    return eaten or _is_unknown(item) or item.has("article")


def _bare_dish(items: list[Item], at: int, begin: int) -> int:
    """The end of `점심 비빔밥`: a meal that begins a clause, then a dish or two that nothing explains."""
    if at and items[at - 1].kind == "words" and not items[at - 1].used and _is_unknown(items[at - 1]):
        return begin
    end = begin
    while end < len(items) and end - begin <= _SHORT_DISH and _names_a_dish(items[end]):
        end += 1
    after = items[end] if end < len(items) else None
    ends = after is None or after.kind in ("line", "stop", "comma", "slash") or _is_another(after)
    words = [one for one in items[begin:end] if _is_unknown(one)]
    return end if ends and words and not _VERBAL.search(words[-1].text) else begin


def _names_a_dish(item: Item) -> bool:
    amount = item.kind in ("number", "grams") or item.tag("half", "portion")
    plain = item.kind == "words" and item.named is None and (_is_unknown(item) or item.text in _WITH)
    return (plain or amount) and not (
        item.used or item.has("meal") or item.has("no_dish") or item.has("not_food")
    )


def _is_another(item: Item) -> bool:
    return item.has("meal") or (item.named is not None and item.named.shape == "metrics")


_VERBAL = re.compile(
    r"(?:[요함임됨네서써에길로]|(?<![이소])다|(?<!볶)음|(?<!망)고|(?<![시돼렌무은])지|[갔왔했잤]\w*)$"
)
"""How a Korean verb or a word of place ends, which names no dish."""


def _is_listed(items: list[Item], end: int) -> bool:
    """`점심 비빔밥, 저녁 샐러드 먹음`: the verb after the last meal is said of all."""
    if end >= len(items) or not items[end].has("meal") or items[end - 1].kind not in ("comma", "slash"):
        return False
    sentence = items[end].sentence
    return any(one.has("ate") for one in items[end : end + _FAR] if one.sentence == sentence)


_FAR = 24


def _is_all_that_is_said(items: list[Item], at: int, begin: int, end: int) -> bool:
    """`저녁은 치킨`: a meal as what a sentence is about, and a few words that mean nothing else."""
    topic = any(one.text in _TOPICS for one in items[at + 1 : begin])
    dish = items[begin:end]
    ends = end >= len(items) or items[end].kind in ("line", "stop", "energy")
    plain = all(_is_unknown(one) or one.text in _WITH or one.kind == "comma" for one in dish)
    return topic and ends and plain and 0 < len(dish) <= _SHORT_DISH


_TOPICS = frozenset(("은", "는"))
_WITH = frozenset(("이랑", "랑", "에", "하고", "와", "과", "+"))
_SHORT_DISH = 5
_LINKS = frozenset(("was", "is", "were", "에", "은", "는", "으로", "으로는", "엔", "에는"))


def _until(items: list[Item], begin: int) -> int:
    """The end of a dish that begins at `begin`; the figure of kcal or protein after it is no part of it."""
    end = begin
    while end < len(items) and not _ends(items[end]) and not _is_drink(items, end):
        end += 1
    if end < len(items) and (items[end].kind == "energy" or items[end].named is not None):
        if items[end].kind != "energy" and end > begin and items[end - 1].data:
            end -= 1
        while end > begin and (items[end - 1].has("filler") or items[end - 1].has("not_food")):
            end -= 1
    return end


def _is_drink(items: list[Item], at: int) -> bool:
    """`비빔밥 커피 두 잔`: cups of something are counted by themselves."""
    drink = items[at].named is not None
    return drink and at + 2 < len(items) and items[at + 1].kind == "number" and items[at + 2].tag("cups")


def _dish_of(items: list[Item], at: int) -> tuple[int, int] | None:
    """`chicken and rice 650 kcal`: the words right before the energy, when nothing else explains them."""
    sentence = items[at].sentence
    if any(one.has("burned") for one in items[max(0, at - 8) : at + 3]):
        return None
    at = _before_macros(items, at)
    begin = at
    while begin > 0 and at - begin < _LONGEST_DISH and _is_food(items[begin - 1], sentence):
        begin -= 1
    if begin == at and at and items[at - 1].kind == "comma":
        begin = _counted_dish(items, at - 1)
    words = [one for one in items[begin:at] if one.kind == "words"]
    if any(one.has("not_food") for one in words) or not any(_is_unknown(one) for one in words):
        return None
    if begin and (items[begin - 1].has("burned") or items[begin - 1].named is not None):
        return None
    return begin, at


def _counted_dish(items: list[Item], comma: int) -> int:
    """Where `3 eggs and a banana, 420 kcal` begins: a dish before a comma begins with a count."""
    sentence, begin = items[comma].sentence, comma
    while begin > 0 and comma - begin < _LONGEST_DISH and _is_food(items[begin - 1], sentence):
        begin -= 1
    return begin if begin < comma and items[begin].kind in ("number", "grams") else comma + 1


def _before_macros(items: list[Item], at: int) -> int:
    """Where the dish ends: `chicken 200g protein 40g 350 kcal` has figures of its own before the energy."""
    while at >= 2 and items[at - 1].kind in ("grams", "number"):
        named = items[at - 2].named
        if named is None or named.name not in _MACROS:
            break
        at -= 2
    return at


_MACROS = frozenset(("protein", "carbs", "fat", "fiber"))
_LONGEST_DISH = 8


def _is_food(item: Item, sentence: int) -> bool:
    if (
        item.used
        or item.sentence != sentence
        or item.kind not in ("words", "number", "grams", "open", "close")
    ):
        return False
    return not (item.has("meal") or item.has("ate") or item.tag("x", "sets", "reps")) and (
        item.named is None or item.named.domain == "nutrition"
    )


def _is_unknown(item: Item) -> bool:
    """A word that means nothing else here; names of food have no meaning of their own."""
    known = bool(item.meanings) and not item.has("food")
    long = len(item.text) >= (2 if "가" <= item.text[0] <= "힣" else 3)
    return (long or item.has("food")) and not known


def _dish_before(items: list[Item], at: int) -> tuple[int, int] | None:
    """`had eggs and toast for breakfast`."""
    if at < 2 or not items[at - 1].tag("for"):
        return None
    begin = at - 1
    while begin > 0 and not _ends(items[begin - 1]) and items[begin - 1].kind != "colon":
        if items[begin - 1].kind == "comma" and _tells_of_another(items, begin - 1):
            break
        begin -= 1
    had = next((place for place in range(begin, at - 1) if items[place].has("ate")), None)
    return (begin if had is None else had + 1, at - 1)


def _tells_of_another(items: list[Item], comma: int) -> bool:
    """`stress 8/10, 3 coffees, bibimbap for dinner`: what stands before the comma is a figure of its own."""
    clause = items[comma - 1].clause if comma else 0
    for item in reversed(items[max(0, comma - _FAR) : comma]):
        if item.clause != clause or item.kind in ("comma", "stop", "line"):
            break
        if item.named is not None or item.used or item.kind == "slash":
            return True
    return False


def _dish_eaten(items: list[Item], at: int) -> tuple[int, int] | None:
    item = items[at]
    if "가" <= item.text[0] <= "힣":
        begin = at
        while begin > 0 and not _ends(items[begin - 1]) and items[begin - 1].kind != "comma":
            begin -= 1
        # A rating before the dish is no part of it: `두통 심함 6/10 타이레놀 먹음`.
        rated = next((place for place in range(at - 2, begin, -1) if items[place].kind == "slash"), begin - 2)
        begin = rated + 2
        return (begin, at) if begin < at else None
    end = _until(items, at + 1)
    if any(one.has("meal") for one in items[end : end + 1]) and end - 1 > at and items[end - 1].tag("for"):
        end -= 1
    return (at + 1, end) if end > at + 1 else None


def _trimmed(items: list[Item], span: tuple[int, int]) -> tuple[int, int] | None:
    """The dish without articles, signs and words of time; None when nothing is left."""
    begin, end = span
    while begin < end and (_light(items[begin]) or items[begin].has("article")):
        begin += 1
    while end > begin and (
        _light(items[end - 1]) or items[end - 1].text in ("for", "and", "를", "을", "with", "에", "랑")
    ):
        end -= 1
    words = [item for item in items[begin:end] if item.kind == "words"]
    words = [item for item in words if not item.has("filler") or item.has("food")]
    nothing = not words or words[0].has("no_dish") or all(item.has("not_food") for item in words)
    total = bool(words) and words[0].tag("in_all", "total") and all(_is_summed(item) for item in words)
    if nothing or total or _is_after_sets(items, begin, end):
        return None
    return begin, end


def _is_summed(item: Item) -> bool:
    """`총 칼로리 2000 먹음`: a word of a sum, not of a dish."""
    return (
        item.has("not_food")
        or item.tag("total")
        or (item.named is not None and item.named.shape == "metrics")
    )


def _is_after_sets(items: list[Item], begin: int, end: int) -> bool:
    """`벤치 80kg 5회 5세트 자극 잘 먹음`: behind an exercise and its figures no dish is named."""
    lifted = any(
        item.named is not None and item.named.shape == "sets" for item in items[max(0, begin - 3) : end]
    )
    figure = next((at for at in range(end - 1, begin - 1, -1) if items[at].data), end)
    behind = [item for item in items[figure:end] if item.kind == "words" and not item.tag("reps", "sets")]
    return lifted and bool(behind) and all(item.has("no_dish") or item.has("filler") for item in behind)


def _is_counted(dish: list[Item]) -> bool:
    """`drank 2l of water` is a metric of its own."""
    return any(item.data for item in dish) and any(item.named is not None for item in dish)


def _light(item: Item) -> bool:
    return item.kind in ("comma", "colon", "dash", "noise", "sign") or item.text in (
        "i",
        "like",
        "just",
        "오늘",
        "today",
        "about",
    )
