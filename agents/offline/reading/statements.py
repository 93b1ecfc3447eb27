"""What no verb of doing says to be no log: definitions, events, headings with a name, prices, orders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.offline.reading.evidence import is_foreign, is_mine
from agents.offline.reading.items import Item


def defines(clause: Sequence[Item]) -> bool:  # noqa: PLR0911 - one return a rule
    """`Murph is a 1 mile run`, `day 1 of GZCLP is squat 5x3`, `the marathon is on 12 April`.

    What the writer's own, a measure or a day is (`my squat is`, `mood is 8`, `today is squat 5x5`) is none.
    """
    at = next((place for place, item in enumerate(clause) if item.has("cue", "defines")), 0)
    subject, said = clause[:at], clause[at + 1 :]
    if at > 1 and subject[0].text in _ANY and said and any(item.data for item in said[:3]):
        return True  # `a 3 plate squat is 140 kg`
    event = any(item.has("race") or item.tag("any_sport") for item in subject)
    if not subject or any(item.has("cue", "this_time") or item.has("meal") for item in subject):
        return False
    if any(is_mine(item) for item in subject) and not event:
        return False
    if any(item.data for item in subject):  # `10k steps is about 8 km`
        return _has_an_amount(subject) and _has_an_amount(said)
    if not event and (
        any(item.named is not None or item.has("cue", "pointer") for item in subject)
        or not any(is_foreign(item) or item.has("cue", "programme") for item in subject)
    ):
        return False
    for item in said:
        if item.data or item.named is not None or (event and item.kind == "noise"):
            return any(one.data or one.kind == "noise" for one in said)
        if not item.has("filler") and not item.tag("at", "on_time", "took"):
            return False
    return False


_ANY = frozenset(("a", "an"))


def _has_an_amount(words: Sequence[Item]) -> bool:
    """`8 km`, `10000 steps`."""
    counted = any(one.kind == "number" and after.has("name") for one, after in pairwise(words))
    return counted or any(item.kind in _AMOUNTS for item in words)


_AMOUNTS = frozenset(("mass", "distance", "energy", "grams", "volume", "k"))


def headed_by_somebody(clause: Sequence[Item]) -> bool:
    """`Student A: squat 60kg 3x8`, `my brother: deadlift 220kg`; whoever leads a session heads one's own."""
    colon = next((at for at, item in enumerate(clause[:_HEADING]) if item.kind == "colon"), 0)
    heading = [item for item in clause[:colon] if item.kind not in ("line", "comma", "dash")]
    person = next((at for at, item in enumerate(heading) if item.has("cue", "person", "person_led")), None)
    if person is None or any(item.has("cue", "with_whom") or item.named for item in heading):
        return False
    before, after = heading[:person], heading[person + 1 :]
    if not before and not after and heading[0].has("cue", "leader"):
        return False
    return all(item.has("cue", "determiner") for item in before) and all(_is_label(one) for one in after)


_HEADING = 6
"""Items of the longest such heading, its colon among them."""


def _is_label(item: Item) -> bool:
    """`A`, `2`, `Maria`, an honorific: what tells one person from the next."""
    named = not item.meanings or item.has("cue", "first_name") or len(item.text) == 1 or item.glued
    return item.kind in ("number", "noise") or (item.kind == "words" and named)


def is_priced(clause: Sequence[Item]) -> bool:
    """`bench program for 49.99`: nobody lifts 99 hundredths."""
    return any(
        before.tag("for", "at") and item.kind == "number" and item.text.endswith(_PENNIES)
        for before, item in pairwise(clause)
    )


_PENNIES = (".99", ".95", ".49")


def is_appointment(clause: Sequence[Item]) -> bool:
    """`swimming lesson 17:30`: when it is, not how long it was."""
    figures = [item for item in clause if item.data]
    return (
        any(item.has("cue", "appointment") for item in clause)
        and [item.kind for item in figures] == ["clock"]
        and figures[0].parts[0] >= _FIRST_HOUR
        and not any(item.has("cue", "done") or item.tag("took", "for") for item in clause)
    )


_FIRST_HOUR = 6


def is_bidden(clause: Sequence[Item]) -> bool:
    """`do 3x10 rows`, `try 5x5`: an order or advice; whoever did it says `did`."""
    first = next((item for item in clause if item.kind == "words"), None)
    return first is not None and first.has("cue", "bidden")


def is_supposed(clause: Sequence[Item]) -> bool:
    """`100kg 들면 인정`, `80kg면 …`: a condition at a word's end; what was done after all is told."""
    if any(item.has("cue", "told") or item.has("ate") for item in clause):
        return False
    return any(
        item.has("cue", "if_end") or (item.text in _IF and item.glued and before.kind != "words")
        for before, item in pairwise(clause)
    )


_IF = frozenset(("면", "이면"))


def is_a_programme(clause: Sequence[Item]) -> bool:
    """`my program: …`, `내 루틴: …`: a heading of one's own over what is done again and again."""
    colon = next((at for at, item in enumerate(clause[:_HEADING]) if item.kind == "colon"), 0)
    heading = clause[:colon]
    own = any(is_mine(item) or item.has("cue", "determiner") or item.text in _OWN for item in heading[:1])
    named = any(item.has("cue", "heading", "routine") for item in heading)
    return own and named and not any(item.has("cue", "done", "this_time") or item.data for item in heading)


_OWN = frozenset(("내", "제", "우리"))


def is_not_able(clause: Sequence[Item]) -> bool:
    """`10km 못 뛰었다`: no right before the deed; `5시간밖에 못 잤다` tells how much after all."""
    if any(item.tag("only") or item.has("pain") for item in clause):
        return False
    if any(
        item.has("cue", "negator") and after.named is not None and after.named.shape == "bouts"
        for item, after in pairwise(clause)
    ):
        return True
    slept = any(item.named is not None and item.named.shape == "metrics" for item in clause)
    words = [item for item in clause if item.kind == "words" and not item.glued]
    not_so = len(words) > 1 and words[-2].has("cue", "cannot") and not words[-1].meanings
    return not_so and not slept  # `자전거 20km 못 탐`
