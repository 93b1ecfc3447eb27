"""What a log is about: lines, sentences and clauses, and the day of each clause."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise

from agents.language.days.dates import DayMention
from agents.offline.reading.items import Item

_JOINS = frozenset((
    "and", "but", "so", "because", "though", "although", "while", "however", "나는", "저는", "난", "전",
))  # fmt: skip


def divide(items: Sequence[Item], mentions: Sequence[DayMention] = ()) -> None:
    """Number the lines, sentences and clauses. Of several days each begins or ends a clause."""
    line = sentence = clause = 0
    begins, ends = _turns(items, mentions)
    for at, item in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if item.start in begins or (at and items[at - 1].end in ends and items[at - 1].kind == "noise"):
            clause += 1
        if item.text in _JOINS or item.tag("then", "joins") or item.kind == "open":
            clause += 1
        item.line, item.sentence, item.clause = line, sentence, clause
        if item.kind == "line":
            line, sentence, clause = line + 1, sentence + 1, clause + 1
        elif item.kind == "stop" and not (after is not None and (after.glued or after.tag("x"))):
            sentence, clause = sentence + 1, clause + 1
        elif item.kind in ("comma", "close") or (item.kind == "dash" and not item.glued) or _closes(item):
            clause += 1


def _turns(items: Sequence[Item], mentions: Sequence[DayMention]) -> tuple[set[int], set[int]]:
    """Where clauses begin (`Mon: bench … Wed: squat …`) or end (`6h on Tue and 8h on Wed`) with a day."""
    if len({mention.day for mention in mentions}) < 2:
        return set(), set()
    first = mentions[0].start
    trailing = any(item.data and item.start < first for item in items)
    if trailing:
        return set(), {mention.end for mention in mentions}
    return {mention.start for mention in mentions}, set()


def _closes(item: Item) -> bool:
    return item.kind != "noise" and item.tag("closes")


def assign_days(items: Sequence[Item], mentions: Sequence[DayMention], today: date) -> None:
    """Give each item its day.

    A day named at the head of a clause holds until the next one, one at a clause's end or in brackets for the
    clauses of the sentence before it. A single one holds for the whole message, unless other things were told
    before the clause or line that it leads: those are today's.
    """
    aside = _told_aside(items)
    past = [
        mention._replace(night=mention.night or _is_bedtime(items, mention, today))
        for mention in mentions
        if mention.day <= today and mention.start not in aside
    ]
    for item in items:
        item.day = today
    if not past:
        return
    if len({(mention.day, mention.night) for mention in past}) == 1 and not past[0].night:
        for item in _about(items, past[0]):
            item.day = past[0].day
        return
    _over_clauses(items, past, today)


def _is_bedtime(items: Sequence[Item], mention: DayMention, today: date) -> bool:
    """`어제 12시에 자서 7시에 일어났어`: a day of going to bed, with the morning after it."""
    if mention.day >= today:
        return False
    first = bisect_left(items, mention.end, key=lambda item: item.start)
    ahead = items[first : first + _NIGHT]
    told = [item for item in ahead if item.sentence == ahead[0].sentence]
    bed = next((at for at, item in enumerate(told) if item.tag("bed")), None)
    if bed is None or any(item.tag("before_noon") for item in told[:bed]):
        return False
    clock = any(item.kind in ("hour", "clock", "number") for item in told[:bed])
    return clock and any(item.tag("wake") for item in told[bed + 1 :])


_NIGHT = 12
"""Items that going to bed and getting up are told in."""


def _over_clauses(items: Sequence[Item], past: Sequence[DayMention], today: date) -> None:
    """Several days: each for its clauses."""
    clauses = [list(one) for _, one in groupby(items, key=lambda item: item.clause)]
    held: tuple[date, bool] = (today, False)
    left = list(reversed(past))
    open_from = 0
    for number, clause in enumerate(clauses):
        mention = None
        while left and left[-1].start < clause[-1].end:
            mention = left.pop()
        if mention is None:
            _set(clause, held)
            continue
        said = (mention.day, mention.night)
        alone = mention.night and _ends_sentence(clauses, number) and not any(item.data for item in clause)
        alone = alone or _in_brackets(clauses, number)
        if alone or any(item.data and item.start < mention.start for item in clause):
            same = clause[0].sentence
            for earlier in clauses[open_from:number]:
                if earlier[0].sentence == same and (alone or not mention.night):
                    _set(earlier, said)
            if not mention.night:
                over = clause[0].sentence != _sentence_after(clauses, number) or clause[0].kind == "open"
                held = (today, False) if over else said
        else:
            held = said
        _set(clause, said)
        open_from = number + 1


def _about(items: Sequence[Item], mention: DayMention) -> Sequence[Item]:
    """What the only day of the message is about."""
    first = next((at for at, item in enumerate(items) if item.end > mention.start), 0)
    if items[first - 1 : first] and items[first - 1].kind == "open":
        return _until_closed(items, first)
    begin = _where_it_begins(items, first)
    if begin and _of_sleep_alone(items, first):
        return [item for item in items if item.clause == items[first].clause]
    return items[begin:]


def _until_closed(items: Sequence[Item], at: int) -> Sequence[Item]:
    """`bench 100kg x5 (yesterday), squat 120kg x5`: what stands before the brackets; all, where none does."""
    if not any(_is_told(item) for item in items[:at]):
        return items
    end = next((place for place in range(at, len(items)) if items[place].kind == "close"), len(items) - 1)
    return items[: end + 1]


def _where_it_begins(items: Sequence[Item], at: int) -> int:
    """Where that begins which the one day of the message is about, told by the item at `at`; 0 is all of it.

    `bench 80kg 5x5, yesterday squat 100kg 5x5`: the bench was done today. `bench 80kg 5x5, yesterday` and
    `yesterday's log: …` leave nothing for today.
    """
    begin = at
    while begin and items[begin - 1].clause == items[at].clause and not _is_told(items[begin - 1]):
        begin -= 1
    leads = begin == 0 or items[begin - 1].clause != items[at].clause
    if not leads or items[begin].kind == "open" or not any(_is_told(item) for item in items[:begin]):
        return 0
    heads = items[begin].sentence != items[begin - 1].sentence
    held = [item for item in items[at + 1 :] if heads or item.clause == items[at].clause]
    tells = any(item.data and not item.dead for item in held)
    tells = tells or any(item.named is not None and not item.dead for item in held)
    return begin if tells else 0


def _is_told(item: Item) -> bool:
    """Whether a figure that was done or felt stands there."""
    return item.data and not item.dead


def _of_sleep_alone(items: Sequence[Item], at: int) -> bool:
    """`71.2 kg, yesterday slept 6h, 11k steps`: its clause is of sleep, the steps are today's."""
    clause = [item for item in items if item.clause == items[at].clause]
    return {item.named.domain for item in clause if item.named is not None} == {"sleep"}


def _told_aside(items: Sequence[Item]) -> set[int]:
    """Where days stand within what was not done: `pulldowns will have to wait until friday`."""
    aside: set[int] = set()
    for _, grouped in groupby(items, key=lambda item: item.clause):
        clause = list(grouped)
        aside.update(item.start for item in clause[_HEAD:] if item.dead and item.kind == "noise")
        if any(item.has("pain") for item in clause):  # `calves sore from yesterday` are sore today
            aside.update(after.start for item, after in pairwise(clause) if item.text == "from")
    return aside


_HEAD = 2
"""Items at the head of a clause: a day there holds for what follows too."""


def _ends_sentence(clauses: list[list[Item]], number: int) -> bool:
    """Whether a day told after all else: `bench 80kg 5x5, last night`."""
    sentence = clauses[number][0].sentence
    later = [item for clause in clauses[number + 1 :] for item in clause if clause[0].sentence == sentence]
    return not any(item.data or item.named for item in later)


def _in_brackets(clauses: list[list[Item]], number: int) -> bool:
    """`bench 100kg x5 (yesterday)`: a day in brackets belongs to what stands before it."""
    clause = clauses[number]
    told = any(item.data for item in clause) or not number
    return clause[0].kind == "open" and not told and any(item.data for item in clauses[number - 1])


def _sentence_after(clauses: list[list[Item]], number: int) -> int:
    return clauses[number + 1][0].sentence if number + 1 < len(clauses) else -1


def _set(clause: Sequence[Item], said: tuple[date, bool]) -> None:
    for item in clause:
        item.day, item.night = said


def waking_day(item: Item) -> date:
    """The day a night's sleep belongs to: that of the morning on which it ended."""
    return item.day + timedelta(days=1) if item.night else item.day
