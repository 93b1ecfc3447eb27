"""What was not done, or not by the writer: plans, questions, what was skipped, others' deeds, the past."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby, pairwise

from agents.language.days.dates import DayMention
from agents.offline.reading.asked import asked_from
from agents.offline.reading.elsewhere import after_that_i_did, got_off, is_deed, kill, opens_with_a_deed
from agents.offline.reading.evidence import is_prose
from agents.offline.reading.items import Item
from agents.offline.reading.long_ago import in_a_year, is_estimated, is_habit, is_record_list
from agents.offline.reading.people import SUBJECTS, somebody_else
from agents.offline.reading.statements import (
    defines,
    is_a_programme,
    is_appointment,
    is_bidden,
    is_not_able,
    is_priced,
    is_supposed,
)
from agents.offline.reading.things import is_of_something_else
from agents.offline.reading.to_come import yet_to_come
from agents.offline.reading.word_cues import add_cues


def mark_undone(items: Sequence[Item], mentions: Sequence[DayMention], now: datetime) -> None:
    """Mark what is planned, asked, supposed, skipped, somebody else's or long past as dead."""
    today = now.date()
    ahead = [mention.start for mention in mentions if mention.day > today or _is_next_years(mention, today)]
    ahead = sorted({*ahead, *yet_to_come(items, mentions, now)})
    old = [
        mention.start
        for mention in mentions
        if (today - mention.day).days > _LONG_AGO and not _YEAR.search(mention.phrase)
    ]
    recent = {mention.start for mention in mentions if 0 <= (today - mention.day).days <= _THESE_DAYS}
    add_cues(items, recent)
    _of_a_plan(items)
    _said_to_be_a_plan(items)
    header = announced = fresh = False
    for _, grouped in groupby(items, key=lambda item: item.sentence):
        clauses = [list(one) for _, one in groupby(grouped, key=lambda item: item.clause)]
        if announced and not any(_acted(clause, _cues(clause)) for clause in clauses):
            kill([item for clause in clauses for item in clause])
        announced = _announces(clauses, ahead)
        blank = all(item.kind == "line" for clause in clauses for item in clause)
        still = header and blank and fresh  # an empty line right below the heading
        header = _sentence(clauses, ahead, old, today.year, header_dead=header) or still
        fresh = header and not blank and not fresh


def _said_to_be_a_plan(items: Sequence[Item]) -> None:
    """`bench 4x6, dips 3x8. That's the plan`: what stands before was not done yet."""
    at = next((place for place, item in enumerate(items) if item.has("cue", "all_planned")), 0)
    before = items[:at]
    if not any(item.has("cue", "done", "told", "this_time") for item in before):
        kill(before)


def _announces(clauses: list[list[Item]], ahead: list[int]) -> bool:
    """`Leg day tomorrow!!`: the sentence after it tells what will be done, not what was."""
    words = [item for clause in clauses for item in clause]
    if words[-1].kind == "line" or any(item.data or item.has("cue", "off") for item in words):
        return False
    coming = _within(ahead, words[0].start, words[-1].end)
    planned = coming or any(item.has("cue", "leaving") for item in words)
    return planned and any(item.has("cue", "session") for item in words)


def _is_next_years(mention: DayMention, today: date) -> bool:
    """`Dec 5` said on the 21st of November is in two weeks, not eleven months and a half ago."""
    return (today - mention.day).days > _NEARLY_A_YEAR and not _YEAR.search(mention.phrase)


_NEARLY_A_YEAR = 300
_THESE_DAYS = 13
_LONG_AGO = 330
_YEAR = re.compile(r"(?:19|20)\d\d")


def _of_a_plan(items: Sequence[Item]) -> None:
    """`3 of the 5 planned sets`, `7k of the planned 10k`: only the first figure was done."""
    for at, item in enumerate(items):
        if not item.data or at + 2 >= len(items):
            continue
        place = at + 1 + (items[at + 1].text == "out")
        if place >= len(items) or items[place].text != "of":
            continue
        end, figure, planned = place + 1, False, False
        while end < len(items) and end - place <= _PLANNED_WORDS:
            one = items[end]
            if one.data and not figure:
                figure = True
            elif one.has("cue", "planned"):
                planned = True
            elif one.text not in _ARTICLES:
                break
            end += 1
        counted = end < len(items) and items[end].tag("sets", "rounds", "reps") and item.kind == "number"
        if figure and (planned or counted):
            kill(items[at + 1 : end])


_PLANNED_WORDS = 4
_ARTICLES = frozenset(("the", "my", "a", "all"))


def _sentence(
    clauses: list[list[Item]], ahead: list[int], old: list[int], year: int, *, header_dead: bool
) -> bool:
    """Judge one sentence; whether it is the heading of a plan (`next week:` and a line's end)."""
    question = asked_from(clauses)
    planned = header_dead
    before_dead = long_past = others = under_heading = False
    blank = all(item.kind == "line" for clause in clauses for item in clause)
    for number, clause in enumerate(clauses):
        _kill_cause(clause)
        cues = _cues(clause)
        start, end = clause[0].start, clause[-1].end
        coming = _within(ahead, start, end)
        bidden = is_bidden(clause) or defines(clause) or is_a_programme(clause) or "proviso" in cues
        if cues & _AHEAD or coming or bidden or _is_condition(clause) or _is_yet_planned(clause, cues):
            planned = True
            under_heading = under_heading or _opens_a_list(clause)
        elif planned and not header_dead and _is_done_after_all(clauses, number, cues, listed=under_heading):
            planned = False
        long_past = (long_past and not _acted(clause, cues)) or is_record_list(clause)
        old_day = _within(old, start, end) or in_a_year(clause, year)
        others = somebody_else(clause, clauses[number - 1] if number else [], carried=others)
        if "skipped" in cues and _unfinished(clause, clauses[number + 1 : number + 2]):
            before_dead = False
            continue
        undone = planned or others or number >= question or _clause_dead(clauses, number, cues)
        past = long_past or old_day or "long_past" in cues or is_habit(clause, cues) or is_estimated(clause)
        if undone or past:
            kill(clause)
            before_dead = True
            earlier = clauses[max(0, number - _TOLD_OF_A_DAY) : number]
            meant = "proviso" in cues or ("plan" in cues and _goes_on_with(clause))
            proviso = meant and not any(item.data for item in clause)
            if (proviso or (coming and _is_only_a_day(clause))) and not any(
                _acted(one, _cues(one)) for one in earlier
            ):
                kill([item for one in earlier for item in one])  # `team run 8 km, Dec 5`
        elif before_dead and _continues(clause):
            kill(clause)
        else:
            before_dead = _kill_past(clause, cues)
    return planned and not blank and (header_dead or _heads(clauses))


_AHEAD = frozenset(("plan", "supposed"))


def _is_yet_planned(clause: list[Item], cues: set[str]) -> bool:
    """`1500m planned`, but not `did my scheduled 8k`."""
    return "planned" in cues and not _acted(clause, cues)


def _cues(clause: Sequence[Item]) -> set[str]:
    cues = {one.what for item in clause if not item.dead for one in item.meanings if one.kind == "cue"}
    rests = any(one.kind == "time" and item.tag("rest") for one, item in pairwise(clause))
    skips = sum(item.has("cue", "skipped") for item in clause)
    return cues - {"skipped"} if rests and skips == 1 else cues  # `5세트 2분 쉼`


_TOLD_OF_A_DAY = 3
"""Clauses before a day to come that may be about it."""


def _within(starts: Sequence[int], start: int, end: int) -> bool:
    """Whether one of these places, which ascend, lies between the two."""
    at = bisect_left(starts, start)
    return at < len(starts) and starts[at] < end


def _is_only_a_day(clause: Sequence[Item]) -> bool:
    return all(item.kind != "words" or item.has("filler") for item in clause)


def _is_condition(clause: Sequence[Item]) -> bool:
    """`if the knee holds I squat 110`."""
    first = next((item for item in clause if item.kind == "words"), None)
    return first is not None and first.has("cue", "condition")


def _kill_cause(clause: Sequence[Item]) -> None:
    """`still sore from 100kg squats`: what it comes from was another day's."""
    pain = next((at for at, item in enumerate(clause) if item.has("pain")), None)
    if pain is not None:
        cause = next((at for at, item in enumerate(clause) if at > pain and item.text == "from"), len(clause))
        kill(clause[cause:])


def _goes_on_with(clause: Sequence[Item]) -> bool:
    """`수영 1km 하고 갈게`: what was said before is part of the plan."""
    under_way = any(item.has("cue", "under_way") for item in clause)
    return clause[0].tag("joins") and not clause[0].has("cue", "told") and not under_way


def _opens_a_list(clause: Sequence[Item]) -> bool:
    """`next week's menu: mon 5x5 squat, wed …`."""
    return any(item.kind == "colon" for item in clause[:_HEADING]) and not any(item.data for item in clause)


def _is_done_after_all(clauses: list[list[Item]], number: int, cues: set[str], *, listed: bool) -> bool:
    """Whether a clause after a plan tells what was done; the days of a plan's list do not."""
    if "this_time" in cues and not listed and any(item.data for item in clauses[number]):
        return True
    return _acted(clauses[number], cues) or _instead(clauses, number) or _same_thing(clauses, number)


def _same_thing(clauses: list[list[Item]], number: int) -> bool:
    """`10k steps was the target, 8200 steps in the end`: the second is what came of it."""
    if not number or not any(item.data for item in clauses[number]):
        return False
    wanted = {item.named.name for item in clauses[number - 1] if item.named and item.dead}
    told = {item.named.name for item in clauses[number] if item.named}
    return bool(wanted & told) and any(item.data for item in clauses[number - 1])


def _heads(clauses: list[list[Item]]) -> bool:
    """Whether a planned sentence stands over the lines below it: `Plan for this week`, `to do:`."""
    words = [item for clause in clauses for item in clause if item.kind != "line"]
    if not words or words[-1].kind == "colon":
        return bool(words)
    return len(words) <= _HEADING and words[0].has("cue", "heading") and not any(one.data for one in words)


_HEADING = 6
"""Words of the longest heading without a colon ("Plan for this week")."""


def _instead(clauses: list[list[Item]], number: int) -> bool:
    """`5세트 하려다가 3세트만`: the clause before ends with a plan that came to nothing."""
    return number > 0 and any(item.has("cue", "instead") for item in clauses[number - 1])


def _acted(clause: list[Item], cues: set[str]) -> bool:
    return "done" in cues or any(item.has("ate") or is_deed(item) for item in clause)


def _clause_dead(  # noqa: PLR0911 - one return a rule
    clauses: list[list[Item]], number: int, cues: set[str]
) -> bool:
    clause = clauses[number]
    if any(
        one.has("race") and then.text == "in" and weeks.kind == "noise"
        for one, then, weeks in _triples(clause)
    ):
        return True
    if cues & {"price", "elsewhere"} and not after_that_i_did(clause) and not opens_with_a_deed(clause, cues):
        return not any(item.has("pain") for item in clause)
    if "skipped" in cues and _did_instead(clause):
        return False
    if "transport" in cues and not got_off(clause):
        return True
    partly = any(
        item.tag("only") or item.has("cue", "degree") or item.text in ("rep", "reps") for item in clause
    )
    if "skipped" in cues and not partly:
        return True
    for item, after in pairwise(clause):
        if item.text in ("no", "not") and (
            after.named is not None or (_is_figure(after) and item.text == "no")
        ):
            return True
    if any(item.tag("tried") for item in clause):
        rest = [item for each in clauses[number : number + 4] for item in each]
        if any(item.tag("failed") for item in rest):
            return True
    words = {item.text for item in clause}
    if any(item.tag("failed") for item in clause) and any(item.data or item.has("amount") for item in clause):
        return not words & {"rep", "reps"}
    prose = is_prose(clause) and not _is_told_next(clauses[number + 1 : number + 2])
    return _failed_aside(clauses, number) or prose or _is_no_statement_of_mine(clause)


def _is_told_next(following: Sequence[Sequence[Item]]) -> bool:
    """`아이 학교 보내고 수영 1200m 하고 왔어요`: the verb of the deed comes after the word that joins."""
    return any(
        clause[0].tag("joins") and any(item.has("cue", "told", "done") for item in clause)
        for clause in following
    )


def _is_no_statement_of_mine(clause: list[Item]) -> bool:
    if is_priced(clause) or is_not_able(clause) or is_appointment(clause) or is_supposed(clause):
        return True
    return is_of_something_else(clause)


def _triples(clause: Sequence[Item]) -> Iterator[tuple[Item, Item, Item]]:
    return zip(clause, clause[1:], clause[2:], strict=False)


def _is_figure(item: Item) -> bool:
    return item.data or item.kind in ("laps", "rounds")


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
    if clause[left_out].has("cue", "rather") and any(item.named for item in clause[left_out:]):
        kill(clause[: left_out + 1])  # `벤치 대신 덤벨프레스 20kg 12개`
        return True
    if any(item.has("cue", "instead") for item in clause[left_out : left_out + 1]) and any(
        item.data for item in clause[:left_out]
    ):
        kill(clause[left_out:])  # `2x5 at 80kg instead of 5x5`
        return True
    did = next(
        (
            at
            for at in range(left_out + _own_verb(clause, left_out), len(clause))
            if clause[at].has("cue", "done")
            or (
                clause[at].text.partition(" ")[0] in SUBJECTS
                and any(is_deed(one) for one in clause[at + 1 : at + 3])
            )
        ),
        None,
    )
    if did is None:
        return False
    kill(clause[:did])
    return True


def _own_verb(clause: list[Item], left_out: int) -> int:
    """Words from `haven't` to behind its participle: `haven't benched`, `haven't even done`."""
    if not clause[left_out].has("cue", "perfect"):
        return 1
    return 2 + any(item.has("cue", "adverb") for item in clause[left_out + 1 : left_out + 2])


def _unfinished(clause: list[Item], following: list[list[Item]]) -> bool:
    """`couldn't finish 5x5 at 100kg bench, got 5,5,4,3`: name and load hold, the counts are those got."""
    got = following[0] if following else []
    counted = any(one.has("cue", "done") for one in got) and any(one.kind == "number" for one in got)
    if not counted or any(one.named for one in got) or not any(one.tag("finish") for one in clause):
        return False
    kill(
        [
            one
            for one in clause
            if one.tag("x", "sets", "reps", "of") or (one.kind == "number" and one.value < 20)
        ]
    )
    return True


def _continues(clause: list[Item]) -> bool:
    """Whether the clause only goes on with the figures of a dead one (`skipped squats, 5x5`)."""
    if len(clause) > 1 and clause[0].text in ("and", "or") and clause[1].text in ("a", "an"):
        return not any(item.has("cue", "done", "this_time") for item in clause)
    return not any(
        item.named or item.has("meal") or item.has("pain") or item.has("cue", "done", "this_time")
        for item in clause
    ) and not any(item.tag("x", "sets", "reps") or item.kind == "mass" for item in clause)


def _kill_past(clause: list[Item], cues: set[str]) -> bool:
    """What follows "last month", "up from" in the clause is an old figure."""
    if "past" not in cues:
        return False
    at = next(place for place, item in enumerate(clause) if item.has("cue", "past"))
    if clause[at].has("cue", "record_of") and any(item.has("cue", "done") for item in clause[:at]):
        return False  # `hit a PR of 150kg`
    beaten = any(item.has("cue", "beats") for item in clause[:at])
    colon = next((place for place, item in enumerate(clause) if place > at and item.kind == "colon"), None)
    kill(clause[at : colon if beaten else None])
    return True
