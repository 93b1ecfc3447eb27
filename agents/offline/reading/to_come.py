"""Times still to come: `Tonight: squats 4x8` said in the morning, `Sunday: run 12k with the club`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime

from agents.language.days.dateforms import evening_words
from agents.language.days.dates import LATE_HOUR, DayMention
from agents.offline.reading.evidence import is_foreign
from agents.offline.reading.items import Item

_EVENING = 16
"""The hour from which `tonight` may be over for those who train early."""
_LATELY = 2
"""Days back that a weekday is surely told of, not looked forward to."""


def yet_to_come(items: Sequence[Item], mentions: Sequence[DayMention], now: datetime) -> list[int]:
    """Where such times stand. A night's sleep is told of in the morning."""
    result = [mention.start for mention in mentions if _is_a_plans_heading(items, mentions, mention, now)]
    starts = [item.start for item in items] if mentions else []
    result += [
        mention.start
        for mention in mentions
        if _is_an_event(items[(at := bisect_left(starts, mention.end)) : at + 2], mention, now)
    ]
    evenings = {mention.start for mention in mentions if mention.phrase.casefold() in evening_words()}
    if evenings and LATE_HOUR <= now.hour < _EVENING:
        told = {item.clause for item in items if _is_of_the_day(item)}
        result += [item.start for item in items if item.start in evenings and item.clause not in told]
    return result


def _is_of_the_day(item: Item) -> bool:
    """What is told of in the morning whatever the words: a night's sleep, meals, deeds."""
    meal = item.has("meal") or item.has("ate") or item.has("cue", "done")
    if item.tag("bed") or (item.named is not None and item.named.name == "bed time"):
        return False  # `bedtime 22:30 tonight`
    return meal or (item.named is not None and (item.named.domain == "sleep" or item.text.endswith("ed")))


def _is_an_event(after: Sequence[Item], mention: DayMention, now: datetime) -> bool:
    """`Friday night is 5-a-side`: a day, unless it is this one, that is something is looked forward to."""
    if mention.day == now.date():
        return False
    return any(item.has("cue", "defines") for item in after) and all(item.kind == "words" for item in after)


def _is_bare(item: Item) -> bool:
    """`run`, `long run`."""
    return item.named is not None and item.text.rpartition(" ")[2] == item.named.name


def _is_a_plans_heading(
    items: Sequence[Item], mentions: Sequence[DayMention], mention: DayMention, now: datetime
) -> bool:
    """`Sunday: run 12k with the club`: a verb that is no past, no result, and more words than a log has."""
    back = (now.date() - mention.day).days
    if len(mentions) > 1 or not _LATELY <= back <= 6 or not mention.phrase.isalpha():
        return False
    at = next((place for place, item in enumerate(items) if item.start >= mention.end), len(items))
    if at >= len(items) or items[at].kind != "colon":
        return False
    told = [item for item in items[at + 1 :] if item.sentence == items[at].sentence]
    bouts = [item for item in told if item.named is not None and item.named.shape == "bouts"]
    bare = bool(bouts) and all(item.has("cue", "present") or _is_bare(item) for item in bouts)
    results = {item.kind for item in told if item.data} - {"distance", "k"}
    with_whom = any(item.has("cue", "with_whom") or is_foreign(item) for item in told)
    return bare and with_whom and not results and not any(item.has("cue", "done") for item in told)
