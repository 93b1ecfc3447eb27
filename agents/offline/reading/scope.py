"""What a log is about: clauses, what was not done or is not the writer's, the day of each clause."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise

from agents.offline.dates import DayMention
from agents.offline.reading.items import Item

_JOINS = frozenset((
    "and", "but", "so", "because", "though", "although", "while", "however", "나는", "저는", "난", "전",
))  # fmt: skip
_CLOSES = ("는데", "던데", "인데", "지만", "려다", "려다가")
"""Endings of a Korean clause."""
_SUBJECT = frozenset(("i", "we", "i've", "나는", "저는", "난"))


def divide(items: Sequence[Item]) -> None:
    """Number the lines, sentences and clauses."""
    line = sentence = clause = 0
    for at, item in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if item.text in _JOINS or item.tag("then", "joins") or item.kind == "open":
            clause += 1
        item.line, item.sentence, item.clause = line, sentence, clause
        if item.kind == "line":
            line, sentence, clause = line + 1, sentence + 1, clause + 1
        elif item.kind == "stop" and not (after is not None and (after.glued or after.tag("x"))):
            sentence, clause = sentence + 1, clause + 1
        elif item.kind in ("comma", "close") or (item.kind == "dash" and not item.glued) or _closes(item):
            clause += 1


def _closes(item: Item) -> bool:
    return item.kind == "words" and item.text.endswith(_CLOSES)


def mark_undone(items: Sequence[Item], mentions: Sequence[DayMention], today: date) -> None:
    """Mark what is planned, asked, skipped, somebody else's or long past as dead."""
    ahead = [mention.start for mention in mentions if mention.day > today]
    header_dead = False
    for _, grouped in groupby(items, key=lambda item: item.sentence):
        clauses = [list(one) for _, one in groupby(grouped, key=lambda item: item.clause)]
        header_dead = _sentence(clauses, ahead, header_dead=header_dead)


def _sentence(clauses: list[list[Item]], ahead: list[int], *, header_dead: bool) -> bool:
    """Judge one sentence; whether it is the heading of a plan (`next week:` and a line's end)."""
    asked_from = _asked_from(clauses)
    planned = header_dead
    before_dead = False
    blank = all(item.kind == "line" for clause in clauses for item in clause)
    for number, clause in enumerate(clauses):
        cues = {one.what for item in clause for one in item.meanings if one.kind == "cue"}
        start, end = clause[0].start, clause[-1].end
        plan = "plan" in cues or any(start <= offset < end for offset in ahead)
        if plan:
            planned = True
        elif planned and _acted(clause, cues) and not header_dead:
            planned = False
        if "skipped" in cues and _unfinished(clause, clauses[number + 1 : number + 2]):
            before_dead = False
        elif planned or number >= asked_from or _clause_dead(clauses, number, cues):
            _kill([item for item in clause if not (item.named and _goes_on(clauses, number, cues))])
            before_dead = True
        elif before_dead and _continues(clause):
            _kill(clause)
        else:
            before_dead = _kill_past(clause, cues)
    last = [item for clause in clauses for item in clause if item.kind != "line"]
    ends_in_colon = bool(last) and last[-1].kind == "colon"
    heads = ends_in_colon or (0 < len(last) <= _HEADING and last[0].text.startswith(_HEADINGS))
    return planned and not blank and (header_dead or heads)


def _goes_on(clauses: list[list[Item]], number: int, cues: set[str]) -> bool:
    """`missed 182.5kg deadlift, got 180kg x1`: the name holds for what was done instead."""
    tried = "skipped" in cues or any(item.tag("failed", "tried") for item in clauses[number])
    after = clauses[number + 1] if number + 1 < len(clauses) else []
    done = any(item.text == "got" for item in after) and any(item.data for item in after)
    return tried and done and not any(item.named for item in after)


_HEADINGS = ("plan", "program", "schedule", "todo")
_HEADING = 6
"""Words of the longest heading without a colon ("Plan for this week")."""


def _kill(clause: Sequence[Item]) -> None:
    for item in clause:
        item.dead = True


def _acted(clause: list[Item], cues: set[str]) -> bool:
    return "done" in cues or any(
        item.has("ate") or (item.named and item.text.endswith("ed")) for item in clause
    )


def _asked_from(clauses: list[list[Item]]) -> int:
    """The clause from which on the sentence is a question; beyond the last when it is none."""
    asks = any(item.text == "?" for item in clauses[-1])
    for number, clause in enumerate(clauses):
        words = [item for item in clause if item.kind == "words"]
        at = next((place for place, item in enumerate(words) if item.has("cue", "question")), None)
        if at is None or (words[at].text == "what" and len(words) > at + 1 and words[at + 1].text == "a"):
            continue
        if asks or at == 0:
            return number
    return 0 if asks else len(clauses)


def _clause_dead(  # noqa: PLR0911 - one return a rule
    clauses: list[list[Item]], number: int, cues: set[str]
) -> bool:
    clause = clauses[number]
    if cues & {"price", "elsewhere"}:
        return True
    if "skipped" in cues and _did_instead(clause):
        return False
    if "skipped" in cues and not any(item.tag("only") or item.text in ("rep", "reps") for item in clause):
        return True
    for item, after in pairwise(clause):
        if item.text in ("no", "not") and after.named is not None:
            return True
    if any(item.tag("tried") for item in clause):
        rest = [item for each in clauses[number : number + 4] for item in each]
        if any(item.tag("failed") for item in rest):
            return True
    words = {item.text for item in clause}
    if any(item.tag("failed") for item in clause) and any(item.data for item in clause):
        return not words & {"rep", "reps"}
    if _failed_aside(clauses, number):
        return True
    return _my_someone(clause) or ("other" in cues and _somebody_else(clause))


def _failed_aside(clauses: list[list[Item]], number: int) -> bool:
    """`80kg x (failed)`, `210kg x 1 - miss`: the next clause only says that this one try went wrong."""
    if number + 1 >= len(clauses):
        return False
    verdict = [item for item in clauses[number + 1] if item.kind not in ("close", "open", "dash", "line")]
    figures = [item for item in clauses[number] if item.data]
    single = len(figures) == 1 or (len(figures) == 2 and figures[1].value == 1)
    return single and len(verdict) == 1 and verdict[0].tag("failed")


def _did_instead(clause: list[Item]) -> bool:
    """`instead of squats did leg press 3x10`: only what stands before "did" was not done."""
    left_out = next(at for at, item in enumerate(clause) if item.has("cue", "skipped"))
    did = next((at for at in range(left_out + 1, len(clause)) if clause[at].has("cue", "done")), None)
    if did is None:
        return False
    _kill(clause[:did])
    return True


def _unfinished(clause: list[Item], following: list[list[Item]]) -> bool:
    """`couldn't finish 5x5 at 100kg bench, got 5,5,4,3`: name and load hold, the counts are those got."""
    got = following[0] if following else []
    counted = any(one.has("cue", "done") for one in got) and any(one.kind == "number" for one in got)
    if not counted or any(one.named for one in got) or not any(one.tag("finish") for one in clause):
        return False
    _kill(
        [
            one
            for one in clause
            if one.tag("x", "sets", "reps", "of") or (one.kind == "number" and one.value < 20)
        ]
    )
    return True


_PAST = frozenset(("ran", "swam", "rode", "slept", "ate", "did"))


def _my_someone(clause: list[Item]) -> bool:
    """`my uncle benched 100`: a person of mine and what they did."""
    words = [item for item in clause if item.kind == "words"]
    if not words or words[0].text != "my" or any(item.text in _SUBJECT for item in words):
        return False
    return any(
        item.named is not None and (item.text.endswith("ed") or item.text in _PAST) for item in words[2:4]
    )


def _somebody_else(clause: list[Item]) -> bool:
    for at, item in enumerate(clause):
        if item.text in _SUBJECT:
            return False
        if item.has("cue", "other"):
            return not (at and clause[at - 1].has("cue", "with_whom"))
    return False


def _continues(clause: list[Item]) -> bool:
    """Whether the clause only goes on with the figures of a dead one (`skipped squats, 5x5`)."""
    return not any(
        item.named or item.has("meal") or item.has("pain") or item.has("cue", "done") for item in clause
    ) and not any(item.tag("x", "sets", "reps") or item.kind == "mass" for item in clause)


def _kill_past(clause: list[Item], cues: set[str]) -> bool:
    """What follows "last month", "up from" in the clause is an old figure."""
    if "past" not in cues:
        return False
    at = next(place for place, item in enumerate(clause) if item.has("cue", "past"))
    _kill(clause[at:])
    return True


def assign_days(items: Sequence[Item], mentions: Sequence[DayMention], today: date) -> None:
    """Give each item its day.

    A day named at the head of a clause holds until the next one, one at a clause's end for the clauses of the
    sentence before it, a single one for the whole message.
    """
    past = [mention for mention in mentions if mention.day <= today]
    for item in items:
        item.day = today
    if not past:
        return
    if len({(mention.day, mention.night) for mention in past}) == 1 and not past[0].night:
        for item in items:
            item.day = past[0].day
        return
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
        if any(item.data and item.start < mention.start for item in clause):
            same = clause[0].sentence
            for earlier in clauses[open_from:number]:
                if earlier[0].sentence == same and not mention.night:
                    _set(earlier, said)
            if not mention.night:
                held = (today, False) if clause[0].sentence != _sentence_after(clauses, number) else said
        else:
            held = said
        _set(clause, said)
        open_from = number + 1


def _sentence_after(clauses: list[list[Item]], number: int) -> int:
    return clauses[number + 1][0].sentence if number + 1 < len(clauses) else -1


def _set(clause: Sequence[Item], said: tuple[date, bool]) -> None:
    for item in clause:
        item.day, item.night = said


def waking_day(item: Item) -> date:
    """The day a night's sleep belongs to: that of the morning on which it ended."""
    return item.day + timedelta(days=1) if item.night else item.day
