"""Which day each stretch of a message is about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise

from agents.language.atoms import Atom
from agents.language.days.dates import DayMention
from agents.language.days.datesigns import points_back
from units import HOUR_S

_Said = tuple[date, bool]
"""A day, and whether it is the night before it that was meant."""
_NIGHT = 12
"""Spans that going to bed and getting up are told in."""
_HEAD = 2
"""Spans at the head of a clause: a day there holds for what follows too, even where nothing was done."""


def with_days(atoms: Sequence[Atom], mentions: Sequence[DayMention], today: date) -> list[Atom]:
    """The atoms with their days.

    A day at the head of a clause holds until the next one, one at a clause's end or in brackets for the
    clauses of the sentence before it. A single one holds for the whole message, unless other things were
    told before the clause or line that it leads: those are today's.
    """
    aside = _aside(atoms, {one.start for one in mentions if one.sure}) if mentions else ()
    past = [
        one._replace(night=one.night or _is_bedtime(atoms, one, today))
        for one in mentions
        if one.day <= today and one.start not in aside
    ]
    said: list[_Said] = [(today, False)] * len(atoms)
    if len({(one.day, one.night) for one in past}) == 1 and (not past[0].night or _heads(atoms, past[0])):
        first, end = _about(atoms, past[0])
        said[first:end] = [(past[0].day, False)] * (end - first)
    elif past:
        _over_clauses(atoms, past, said, today)
    _over_evenings(atoms, past, said)
    _over_nights(atoms, said)
    _day_by_day(atoms, [one for one in past if one.opens], said, today)
    return [atom.told_of(day, night=night) for atom, (day, night) in zip(atoms, said, strict=True)]


def _day_by_day(atoms: Sequence[Atom], opening: Sequence[DayMention], said: list[_Said], today: date) -> None:
    """A day from which on there is a figure each: `weight from monday 81.2 / 81.0 / 80.9`."""
    for mention in opening:
        first = bisect_left(atoms, mention.end, key=lambda atom: atom.start)
        places = [at for at in range(first, min(first + _NIGHT * 2, len(atoms))) if atoms[at].figure]
        apart = all(
            after - at == 2 and atoms[at + 1].has("COMMA", "SLASH", "DASH") for at, after in pairwise(places)
        )
        last = mention.day + timedelta(days=len(places) - 1)
        if len(places) >= _LEAST_DAYS and apart and last <= today:
            for later, at in enumerate(places):
                said[at] = (mention.day + timedelta(days=later), False)


_LEAST_DAYS = 3
"""In a row of figures that a day each has."""


def _over_nights(atoms: Sequence[Atom], said: list[_Said]) -> None:
    """`up at 1, 3 and 5. maybe 4 hours`: hours of nothing else behind a night are those of the night."""
    slept = {atom.sentence: atom.start for atom in reversed(atoms) if atom.has(*_NIGHTS)}
    if not slept:
        return
    counted = {atom.clause for atom in atoms if atom.figure}
    if any(atom.has("SLEEP") and not atom.dead and atom.clause in counted for atom in atoms):
        return
    moved = {atom.sentence for atom in atoms if atom.has("BOUT", "EX")}
    for _, grouped in groupby(range(len(atoms)), key=lambda at: atoms[at].clause):
        places = list(grouped)
        hours = [at for at in places if _is_of_a_night(atoms[at])]
        sentence = atoms[places[0]].sentence
        led = sentence - 1 in slept or slept.get(sentence, atoms[-1].end) < atoms[places[-1]].end
        told = sum(_is_told(atoms[at]) for at in places)
        if len(hours) == 1 and led and sentence not in moved and told <= _FEW and not said[hours[0]][1]:
            said[hours[0]] = (said[hours[0]][0] - timedelta(days=1), True)


def _is_of_a_night(atom: Atom) -> bool:
    return atom.has("TIME") and _LEAST_HOURS <= atom.value <= _MOST_HOURS


def _is_told(atom: Atom) -> bool:
    """Whether it is of something else, or may be."""
    return atom.named is not None or atom.has("MEAL", "ATE", "FOOD", "PLAIN")


_NIGHTS = ("SLEEP", "SLEEP_QUALITY", "BAD_NIGHT", "BED", "WAKE", "TRACKER")
_LEAST_HOURS, _MOST_HOURS, _FEW = 3 * HOUR_S, 12 * HOUR_S, 2


def _over_evenings(atoms: Sequence[Atom], past: Sequence[DayMention], said: list[_Said]) -> None:
    """`fish last night, chips, 2 beers`: what is eaten or drunk right behind a night is of its evening."""
    ends = [*[one.start for one in past], len(atoms) and atoms[-1].end + 1]
    for mention, stop in zip(past, ends[1:], strict=True):
        first = bisect_left(atoms, mention.end, key=lambda atom: atom.start)
        if not mention.night or first == len(atoms):
            continue
        most = atoms[first].sentence + 2
        for _, grouped in groupby(range(first, len(atoms)), key=lambda at: atoms[at].clause):
            places = list(grouped)
            last = atoms[places[-1]]
            if last.sentence > most or last.line != atoms[first].line or last.end > stop:
                break
            if any(atoms[at].has(*_SERVED) for at in places) and not any(
                atoms[at].has("SLEEP", "BED", "WAKE") for at in places
            ):
                for at in places:
                    said[at] = (mention.day, False)


_SERVED = ("FOOD", "ALCOHOL")
_MEALS = (*_SERVED, "HAD", "ATE", "MEAL")


def _is_bedtime(atoms: Sequence[Atom], mention: DayMention, today: date) -> bool:
    """`어제 12시에 자서 7시에 일어났어`: a day of going to bed, with the morning after it."""
    if mention.day >= today:
        return False
    first = bisect_left(atoms, mention.end, key=lambda atom: atom.start)
    ahead = [atom for atom in atoms[first : first + _NIGHT] if atom.sentence == atoms[first].sentence]
    bed = next((at for at, atom in enumerate(ahead) if atom.has("BED")), None)
    if bed is None or any(atom.has("BEFORE_NOON", "NIGHT_SHIFT") for atom in ahead[:bed]):
        return False
    return any(atom.has("HOUR", "CLOCK", "NUM") for atom in ahead[:bed]) and any(
        atom.has("WAKE") for atom in ahead[bed + 1 :]
    )


def _heads(atoms: Sequence[Atom], mention: DayMention) -> bool:
    """Whether a first line only names what the others tell of a night: `gym session (last night)`."""
    line = [atom for atom in atoms if atom.line == atoms[0].line]
    tells = any(one.figure or one.dead or _tells(one) or one.has("HAD", "BED", "WAKE") for one in line)
    return not tells and len(line) < len(atoms) and line[-1].end > mention.start


def _about(atoms: Sequence[Atom], mention: DayMention) -> tuple[int, int]:
    """What the only day of the message is about."""
    at = next((place for place, atom in enumerate(atoms) if atom.end > mention.start), 0)
    if at and atoms[at - 1].has("OPEN"):
        if not any(atom.figure for atom in atoms[:at]):
            return 0, len(atoms)
        closed = next((place for place in range(at, len(atoms)) if atoms[place].has("CLOSE")), len(atoms) - 1)
        return 0, closed + 1
    begin = _begin(atoms, at) or _alone(atoms, at) or _eaten(atoms, at) or _apart(atoms, at)
    clause = [place for place, atom in enumerate(atoms) if atom.clause == atoms[at].clause]
    if begin and {named.domain for place in clause if (named := atoms[place].named) is not None} == {"sleep"}:
        return clause[0], clause[-1] + 1  # `71.2 kg, yesterday slept 6h, 11k steps`
    return begin, len(atoms)


def _begin(atoms: Sequence[Atom], at: int) -> int:
    """Where that begins which the day at `at` is about; 0 is all of it.

    `bench 80kg 5x5, yesterday squat 100kg 5x5`: the bench was done today. `bench 80kg 5x5, yesterday` and
    `yesterday's log: …` leave nothing for today.
    """
    begin = at
    while begin and atoms[begin - 1].clause == atoms[at].clause and not atoms[begin - 1].figure:
        begin -= 1
    leads = begin == 0 or atoms[begin - 1].clause != atoms[at].clause
    if not leads or atoms[begin].has("OPEN") or not any(atom.figure for atom in atoms[:begin]):
        return 0
    heads = atoms[begin].sentence != atoms[begin - 1].sentence
    held = [atom for atom in atoms[at + 1 :] if heads or atom.clause == atoms[at].clause]
    tells = any(atom.figure or (not atom.dead and (atom.named or atom.has(*_TOLD))) for atom in held)
    return begin if tells else 0


def _apart(atoms: Sequence[Atom], at: int) -> int:
    """Where a sentence without figures begins that tells its own of the day; 0: all of it.

    `bp 134/86. forgot my pill yesterday`: the pressure is today's.
    """
    begin = bisect_left(atoms, atoms[at].sentence, key=lambda atom: atom.sentence)
    if not begin or atoms[begin - 1].line != atoms[at].line or not any(one.figure for one in atoms[:begin]):
        return 0
    sentence = [one for one in atoms[begin:] if one.sentence == atoms[at].sentence]
    words = [one.text for one in sentence if one.text.isalpha()]
    own = len(words) > _FEW and points_back().isdisjoint(words) and not any(one.figure for one in sentence)
    return begin if own else 0


def _alone(atoms: Sequence[Atom], at: int) -> int:
    """Where that begins which alone the day at its end is about; 0: all of it.

    `weight 82 kg. ran 5k monday`: the weight is today's; `mood 9, and I got a nap yesterday`: the mood is.
    """
    sentence = bisect_left(atoms, atoms[at].sentence, key=lambda atom: atom.sentence)
    clause = bisect_left(atoms, atoms[at].clause, key=lambda atom: atom.clause)
    for begin, may_be in ((clause, _STATES), (sentence, None)):
        ahead, behind = _domains(atoms[:begin]), _domains(atoms[begin:])
        if ahead and behind and not ahead & behind and (may_be is None or ahead <= may_be):
            return begin
    return 0


def _eaten(atoms: Sequence[Atom], at: int) -> int:
    """Where the food begins that the day at its end is about: `bp 135/88, I had too much salt yesterday`."""
    begin = 1 + max((place for place in range(at) if atoms[place].figure), default=at)
    ahead = atoms[:begin]
    measured = any(one.has("PRESSURE") for one in ahead) or _domains(ahead)
    apart = not any(one.has(*_MEALS, "BOUT") or (one.has("EX") and not one.has("PRESSURE")) for one in ahead)
    return begin if measured and apart and any(one.has(*_MEALS) for one in atoms[begin:at]) else 0


def _domains(atoms: Sequence[Atom]) -> frozenset[str]:
    """What is told of; sets and bouts are one thing."""
    named = [atom.named for atom in atoms if atom.named is not None and not atom.dead]
    return frozenset("training" if one.shape in ("sets", "bouts") else one.domain for one in named)


_STATES = frozenset(("mood",))
"""What is told as it is now."""
_TOLD = ("FOOD", "MEAL", "ATE", "PAIN", "FEELING")
"""What is told of a day without a name or figure."""


def _over_clauses(atoms: Sequence[Atom], past: Sequence[DayMention], said: list[_Said], today: date) -> None:
    """Several days: each for its clauses."""
    clauses = _clauses(atoms)
    held: _Said = (today, False)
    left = list(reversed(past))
    opened = 0
    for number, (first, end) in enumerate(clauses):
        mention = None
        while left and left[-1].start < atoms[end - 1].end:
            mention = left.pop()
        if mention is None:
            said[first:end] = [held] * (end - first)
            continue
        day = (mention.day, mention.night)
        figures = [atom.start for atom in atoms[first:end] if atom.figure]
        alone = (
            (mention.night and not figures and not atoms[first].dead and _ends_sentence(atoms, end))
            or _in_brackets(atoms, clauses, number)
            or _closes_sentence(atoms, first, end)
        )
        begin = max(clauses[opened][0] if opened < number else first, _sentence_start(atoms, first))
        if alone or any(start < mention.start for start in figures):
            if alone or not mention.night:
                said[begin:first] = [day] * (first - begin)
            if not mention.night:
                over = (
                    end == len(atoms)
                    or atoms[end].sentence != atoms[first].sentence
                    or atoms[first].has("OPEN")
                )
                told = any(one.figure or _tells(one) for one in atoms[begin:first])
                held = (today, False) if over and told else day  # `did legs yesterday. squat 120kg 5x5`
        else:
            held = day
        said[first:end] = [day] * (end - first)
        opened = _opened(atoms, clauses, number + 1)


def _opened(atoms: Sequence[Atom], clauses: Sequence[tuple[int, int]], number: int) -> int:
    """The clause from which on a later day may hold, behind the clause before `number` with a day of its own.

    Figures go on: `ran 3 mi yesterday 26 min`, `in 26:10`, `football last night, 60 min, ankle hurts today`.
    """
    ahead = [atoms[first:end] for first, end in clauses[number:]]
    goes_on = bool(ahead) and not atoms[clauses[number][0] - 1].has("COMMA", "STOP", "LINE", "SEP")
    if goes_on and (ahead[0][0].figure or ahead[0][0].has("TOOK")):
        return number + 1
    named = (
        later for later, clause in enumerate(ahead, number) if any(one.named or _tells(one) for one in clause)
    )
    first = next(named, number)
    return first if all(any(one.figure for one in clause) for clause in ahead[: first - number]) else number


def _tells(atom: Atom) -> bool:
    return atom.has(*_TOLD, "METRIC")


def _clauses(atoms: Sequence[Atom]) -> list[tuple[int, int]]:
    begins = [
        0,
        *[at for at, (one, after) in enumerate(pairwise(atoms), 1) if one.clause != after.clause],
        len(atoms),
    ]
    return list(pairwise(begins))


def _sentence_start(atoms: Sequence[Atom], at: int) -> int:
    return bisect_left(atoms, atoms[at].sentence, key=lambda atom: atom.sentence)


def _ends_sentence(atoms: Sequence[Atom], end: int) -> bool:
    """Whether nothing is told any more in the sentence: `bench 80kg 5x5, last night`."""
    for atom in atoms[end:]:
        if atom.sentence != atoms[end - 1].sentence:
            return True
        if atom.figure or atom.named:
            return False
    return True


def _closes_sentence(atoms: Sequence[Atom], first: int, end: int) -> bool:
    """Whether a clause is but a day at its sentence's end: `my knee hurts this morning.`"""
    led = first > 0 and atoms[first - 1].sentence == atoms[first].sentence
    bare = all(one.has("NOISE", "STOP", "LINE", "CLOSE", "COMMA") for one in atoms[first:end])
    return led and bare and _ends_sentence(atoms, end)


def _in_brackets(atoms: Sequence[Atom], clauses: Sequence[tuple[int, int]], number: int) -> bool:
    """`bench 100kg x5 (yesterday)`: a day in brackets belongs to what stands before it."""
    first, end = clauses[number]
    if not number or not atoms[first].has("OPEN") or any(atom.figure for atom in atoms[first:end]):
        return False
    begin, stop = clauses[number - 1]
    return any(atom.figure for atom in atoms[begin:stop])


def _aside(atoms: Sequence[Atom], sure: Collection[int]) -> set[int]:
    """Where days stand within what was not done: `pulldowns will have to wait until friday`."""
    aside: set[int] = set()
    before: Atom | None = None
    felt = -1
    for _, grouped in groupby(atoms, key=lambda atom: atom.clause):
        clause = list(grouped)
        aside.update(
            atom.start
            for atom in clause[_HEAD:]
            if atom.dead and atom.has("NOISE") and atom.start not in sure
        )
        if _compares(before, clause):
            aside.update(atom.start for atom in clause)
        before = clause[-1]
        felt = clause[0].sentence if _is_felt(clause, felt) else -1
        if felt >= 0:  # `calves sore from yesterday`, `tired after monday's squats` are so today
            aside.update(after.start for atom, after in pairwise(clause) if atom.has("FROM", "ALONG"))
    return aside


def _is_felt(clause: Sequence[Atom], felt: int) -> bool:
    """Whether it says how something feels, or no more of what did so: `flat, probably from sunday`."""
    if any(atom.has("PAIN", "PART", "FEELING", "SLEPT") for atom in clause):
        return True
    if any(atom.figure for atom in clause):
        return False
    told = any(atom.has("METRIC") for atom in clause)
    return told or (clause[0].sentence == felt and not any(atom.named for atom in clause))


def _compares(before: Atom | None, clause: Sequence[Atom]) -> bool:
    """Whether a clause is but the day of what was not done just now: `vs 5 yesterday`."""
    if before is None or not before.dead or before.sentence != clause[0].sentence:
        return False
    return all(one.has("NOISE", "STOP") for one in clause)
