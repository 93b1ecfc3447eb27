"""What is to be seen of a stretch of a message that says whether it is a log, as the names of features."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from agents.language.assertion import DOUBTS, Message, Unit
from agents.language.atoms import Atom
from agents.language.clauses import PEOPLE
from agents.language.days.dateforms import evening_words
from agents.language.days.dates import DayMention
from agents.language.days.day_rules import LATE_HOUR
from agents.language.fits import told_in
from agents.language.moves import equipment_of
from agents.language.tokens import stem
from agents.language.triggers import Word

NAMES = ("EX", "BOUT", "METRIC")
_KINDS = (
    "MASS", "DIST", "TIME", "CLOCK", "HOUR", "PACE", "KCAL", "GRAMS", "VOL", "K", "BPM", "LAPS",
    "ROUNDSN", "X", "SETS", "REPS", "AT", "EX", "BOUT", "METRIC", "PAIN", "FEELING", "MEAL", "ATE", "FOOD",
    "AMOUNT", "RACE", "PART", "WARMUP", "COLON", "OPEN", "SLASH", "PLUS", "DASH", "SIGN", "PROGRAMME",
    "RPE", "RM", "GRADE", "SLEEP_QUALITY", "BED", "WAKE", "FAILED", "TRIED", "ONLY", "WORK", "NOISE",
    "UNKEPT", "PER", "HAD", "INCHES", "PERCENT", "ANY_SPORT", "TOOK", "TREADMILL", "STATE", "DOSE", "DOSED",
    "GYM", "EXERCISED",
)  # fmt: skip
_NAMING = (
    *NAMES, "GYM", "EXERCISED", "RACE", "REPEATS", "BED", "WAKE", "PACE", "KCAL", "BPM", "MEAL", "ATE",
    "GRADE",
)  # fmt: skip
"""What says which thing a figure is of."""
_EVENING = 16
"""The hour from which `tonight` may be over for those who train early."""
_NEARLY_A_YEAR = 300
"""`Dec 5` said in November is in two weeks."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_SIGNS = {"?": "c.asks", **dict.fromkeys('"“”„«»', "c.quotes")}


def _level(count: int, most: int = 8) -> str:
    """A count as one of few steps: 0, 1, 2, 3, 4, 6, 8."""
    return str(count if count <= 4 else min(count // 2 * 2, most))


def _around(message: Message, now: datetime) -> tuple[str, ...]:
    """What holds for all units of a message."""
    atoms = [atom for atom in message.atoms if not atom.has("LINE", "COMMA", "STOP")]
    figures = sum(atom.figure for atom in atoms)
    named = sum(atom.has(*_NAMING) for atom in atoms)
    shape = [
        f"m.figures={_level(figures)}", f"m.named={_level(named)}",
        f"m.lines={min(3, len(message.lines))}", *[f"m.{one.row.is_}" for one in message.triggers],
    ]  # fmt: skip
    strange = _level(sum([atom.unheard for atom in atoms]))
    doubts = _level(len({one.row.is_ for one in message.triggers} & DOUBTS))
    shape += [f"m.strange={strange}", f"m.doubts={doubts}", f"m.strange={strange}&doubts={doubts}"]
    shape += [f"m.day{_when(one, now)}" for one in message.mentions]
    shape += [f"m={one.row.name}" for one in message.triggers]
    if any(word.text == "?" for word in message.words):
        shape.append("m.asks")
    if atoms and (atoms[0].figure or atoms[0].has(*NAMES)):
        shape.append("m.opens")
    if any(message.known.kind(word.text, "mine") for word in message.words):
        shape.append("m.mine")
    if _is_programme(message):
        shape.append("m.programme")
    return tuple(dict.fromkeys(shape))


def _is_programme(message: Message) -> bool:
    """Whether lifts stand without a load or a word of doing: doubted on bars, or several by their share."""
    said = {one.row.is_ for one in message.triggers}
    lifts = {atom.named.name for atom in message.atoms if atom.has("EX") and atom.named is not None}
    loaded = any(atom.has(*_LOADS) or (atom.has("NUM") and atom.value > _MOST) for atom in message.atoms)
    if len(lifts) < 2 or loaded or not said.isdisjoint(("done", "now")):
        return False
    bars = sum(equipment_of(one) == "barbell" for one in lifts)
    return any(atom.has("PERCENTN") for atom in message.atoms) or (bars > 1 and not said.isdisjoint(_OPEN))


_LOADS = ("MASS", "BELLS", "PLATESN", "SIDED", "SIDEMASS", "BAR", "BARE_BAR", "K")
_OPEN = ("planned", "question", "hypothetical", "habit")
_MOST = 30
"""A bare figure beyond that is a load."""


def _when(one: DayMention, now: datetime) -> str:
    """How long ago a day is: to come, of today, of these days, longer ago."""
    if LATE_HOUR <= now.hour < _EVENING and one.phrase.casefold() in evening_words():
        return "~"
    back = (now.date() - one.day).days
    if back > _NEARLY_A_YEAR and not _YEAR.search(one.phrase):
        return "+"
    return "+" if back < 0 else "=" if back == 0 else "-" if back < 15 else "--"


def features(
    message: Message, units: Sequence[Unit], now: datetime, common: frozenset[str]
) -> Iterator[list[str]]:
    """What is to be seen of each unit and where it stands. `common` are the small words that count."""
    if not units:
        return
    whole = _around(message, now)
    days: defaultdict[int, list[str]] = defaultdict(list)
    for mention in message.mentions:
        nth, when = message.nth_clause(message.place(mention.start)), _when(mention, now)
        days[nth].append(f"c.day{when}")
        if when == "+" and all(atom.has("NOISE", "DASH", "COLON") for atom in _clause(message, nth)):
            days[nth + 1].append("c.day+")  # `sun - swim 2k`
    theirs = _theirs(message)
    last, clause, looks = -1, list[str](), list[str]()
    for unit in units:
        nth = message.nth_clause(unit.first)
        if nth != last:
            first, end = message.clauses[nth]
            looks = list(_looks(message.atoms[first:end]))
            own = [f"c.{one}" for one in looks]
            last, clause = nth, [*dict.fromkeys([*own, *_of_clause(message, nth, now, common), *days[nth]])]
        whole_clause = (unit.first, unit.end) == message.clauses[nth]
        shown = looks if whole_clause else _looks(message.atoms[unit.first : unit.end])
        seen = ["bias", *whole, *[f"u.{one}" for one in shown], *clause]
        seen += [f"over={one}" for one in sorted(unit.over)] + [
            f"over.{one}" for one in sorted(unit.categories)
        ]
        if "other" in unit.categories and nth in theirs:
            seen.append("subject")
        seen += _crossed(unit, frozenset(seen))
        yield list(dict.fromkeys(seen))


def _clause(message: Message, nth: int) -> Sequence[Atom]:
    return message.atoms[slice(*message.clauses[nth])]


def _of_clause(message: Message, nth: int, now: datetime, common: frozenset[str]) -> Iterator[str]:
    """What is the same for all units of a clause."""
    for one in message.clause_triggers[nth]:
        yield f"in={one.row.name}"
        yield f"in.{one.row.is_}"
    words = message.clause_words[nth]
    yield from _beside(message, nth)
    yield from _worded(message, words, common)
    yield from _years(message, words, now)
    yield from _subject(message, words, nth)


def _looks(atoms: Sequence[Atom]) -> Iterator[str]:
    """The kinds of figures, names and signs, and which stand side by side."""
    present = frozenset[str]().union(*[atom.symbols for atom in atoms])
    yield from [kind for kind in _KINDS if kind in present]
    yield from (f"reads={one}" for one in sorted(told_in(atoms)))
    figures = sum([atom.figure for atom in atoms])
    yield f"figures={_level(figures)}"
    yield f"strange={_level(sum([atom.unheard for atom in atoms]))}"
    if figures == 1 and "FAILED" in present:
        yield "failed"
    words = [atom for atom in atoms if not atom.has("LINE", "COMMA", "STOP", "OPEN", "CLOSE", "SLASH")]
    yield f"length={_level(len(words), 16)}"
    for one, after in pairwise(words if figures else ()):
        if one.figure and after.has(*NAMES):
            yield "figure-name"
        if after.figure:
            yield from _before_figure(one, after)
    if words:
        yield f"begins={_sort(words[0])}"
        yield f"ends={_sort(words[-1])}"


def _before_figure(one: Atom, figure: Atom) -> Iterator[str]:
    if one.has(*NAMES):
        yield "name-figure"
    if one.has("DASH") and not one.glued and figure.glued:
        yield "negative"


def _sort(atom: Atom) -> str:
    if atom.figure:
        return "figure"
    if atom.has(*NAMES):
        return "name"
    return "filler" if atom.has("FILLER") else min(atom.symbols, default="")


def _beside(message: Message, nth: int) -> Iterator[str]:
    """What stands in the clauses before and after, and in the rest of the sentence."""
    first, _ = message.clauses[nth]
    sentence = message.atoms[first].sentence
    for step, label in ((-1, "before"), (1, "after")):
        at = nth + step
        if not 0 <= at < len(message.clauses):
            yield f"{label}=none"
            continue
        begin, stop = message.clauses[at]
        same = "" if message.atoms[begin].sentence == sentence else "'"
        yield from (f"{label}{same}.{one.row.is_}" for one in message.clause_triggers[at])
        if any(atom.has(*NAMES) for atom in message.atoms[begin:stop]):
            yield f"{label}{same}.named"
        if any(atom.figure for atom in message.atoms[begin:stop]):
            yield f"{label}{same}.figures"
        lifted = any(atom.has("MASS", *NAMES) for atom in _clause(message, nth))
        if label == "after" and lifted:
            figures = sum(atom.figure for atom in _clause(message, nth))
            yield from (one for one in _verdict(message, at) if not same or (figures == 1 and one == _MISSED))
    if message.atoms[first].has("OPEN"):
        yield "in-brackets"


def _verdict(message: Message, nth: int) -> Iterator[str]:
    """What a clause only says of the one before: it went wrong or was left: `(failed)`, `- not done`."""
    begin, end = message.clauses[nth]
    told = [atom for atom in message.atoms[begin:end] if not atom.has(*_MARKS)]
    if not told or any(atom.figure or atom.has(*NAMES, *_WHICH, *_ELSE) for atom in told):
        return
    if told[0].has("FAILED"):
        yield _MISSED
    elif any(
        one.row.name == "skipped" and one.start <= told[0].start for one in message.clause_triggers[nth]
    ):
        yield "after.left"


_MISSED = "after.failed"
_WHICH = ("REPS", "LAST_FEW", "LAST_SET", "NTHN", "NTH_REP", "NTH_SET", "SECOND", "THIRD", "FOURTH", "FIFTH")
"""It went wrong at one of its repetitions or sets: those before it were done."""
_ELSE = ("MEAL", "FOOD", "GYM", "EXERCISED")
"""What was left is another thing than what the clause before tells: `eggs for breakfast, skipped lunch`."""
_MARKS = ("OPEN", "CLOSE", "DASH", "LINE", "STOP", "COMMA", "FILLER", "COLON", "SIGN")


def _worded(message: Message, words: Sequence[Word], common: frozenset[str]) -> Iterator[str]:
    """The frequent small words, the first one, whose it is, and marks."""
    known = message.known
    lead = True
    for word in words:
        counted = word.text if word.text in common else stem(word.text)
        if counted in common:
            yield f"w={counted}"
        if known.kind(word.text, "mine"):
            yield "c.mine"
        if word.text in _SIGNS:
            yield _SIGNS[word.text]
        if lead and word.text[0].isalnum():
            lead = known.kind(word.text, "leads")
            if word.text in common:
                yield f"first={word.text}"
            written = message.text[word.start : word.end]
            if written[:1].isupper() and not written.isupper():
                yield "first-capital"


def _years(message: Message, words: Sequence[Word], now: datetime) -> Iterator[str]:
    """A year gone by: `in 2018`."""
    for before, word in pairwise(words):
        past = _YEAR.fullmatch(word.text) and int(word.text) < now.year
        if past and message.known.kind(before.text, "in_year"):
            yield "c.year"


def _subject(message: Message, words: Sequence[Word], nth: int) -> Iterator[str]:
    """A name that nobody knows, and whether it did something: `Kipchoge ran 2:01`."""
    led = [word for word in words if word.text[0].isalpha()][:3]
    while led and message.known.kind(led[0].text, "leads"):
        del led[0]
    written = message.text[led[0].start : led[0].end] if len(led) > 1 else ""
    if not written[:1].isupper() or written.isupper():
        return
    if message.atoms[message.place(led[0].start)].unheard:
        verbs = {one.start for one in message.clause_triggers[nth] if one.row.name == "they_did"}
        yield "subject" if led[1].start in verbs or led[-1].start in verbs else "unknown-capital"


def _theirs(message: Message) -> frozenset[int]:
    """The clauses, by number, from one that begins with somebody else until the writer is named or a stop."""
    found: list[int] = []
    if not any(one.row.is_ == "other" for one in message.triggers):
        return frozenset()
    sentence = -1
    for nth, (first, _) in enumerate(message.clauses):
        if _others_do(message, nth):
            sentence = message.atoms[first].sentence
        elif any(message.known.kind(word.text, "mine") for word in message.clause_words[nth]):
            sentence = -1
        if message.atoms[first].sentence == sentence:
            found.append(nth)
    return frozenset(found)


def _others_do(message: Message, nth: int) -> bool:
    """Whether a clause begins with somebody and what they did, or whose it is: `my brother ran`."""
    triggers = message.clause_triggers[nth]
    people = [one for one in triggers if one.row.is_ == "other" and one.row.name in PEOPLE]
    if not people:
        return False
    verbs = {one.start for one in triggers if one.row.name in ("third_verb", "does")}
    end = people[0].end
    behind = [word for word in message.clause_words[nth] if word.start >= end]
    after = next((word for word in behind if word.text != "#" and not word.text.isdigit()), None)
    return after is not None and (after.start in verbs or after.text == ":")


def _crossed(unit: Unit, has: frozenset[str]) -> Iterator[str]:
    """Doubts beside what outweighs them; figures by where names are."""
    for category in sorted(unit.categories & DOUBTS):
        yield from (f"over.{category}&{other}" for other in sorted(_OUTWEIGHING & has))
    if {"in.done", "in.other"} <= has:
        yield "done&other"
    named = next((one for one in ("u", "c") if any(f"{one}.{kind}" in has for kind in _NAMING)), "m")
    named = "none" if "m.named=0" in has else named
    own = [kind for kind in _FIGURES if f"u.{kind}" in has] or ["bare"]
    doubted = "no" if "m.doubts=0" in has else "here" if unit.categories else "near"
    yield from (f"{kind}&doubted={doubted}" for kind in own)
    for kind in own + [one for one in ("in.done", "c.mine", "in.now") if one in has]:
        yield f"{kind}&named={named}"


_OUTWEIGHING = frozenset(("in.done", "in.now", "c.mine", "u.X", "u.SETS", "u.EX"))
_FIGURES = (
    "MASS", "DIST", "TIME", "CLOCK", "PACE", "KCAL", "GRAMS", "K", "X", "SETS", "REPS", "PAIN", "FEELING",
    "MEAL", "FOOD", "BED", "WAKE", "HOUR", "RACE", "GRADE",
)  # fmt: skip
