"""What a part says of its subject beyond the name: what hurts, a dish, a kind of session, an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import cast

from agents.facts import CLIMBS
from agents.facts.grades import grade_in
from agents.language.atoms import Atom
from agents.language.days.dateforms import weekdays_in
from agents.offline.lexicon import Language, plain
from agents.offline.questions.annotated import Known, Read, words_of
from agents.offline.questions.frames import (
    Beside,
    Part,
)
from agents.offline.questions.mentions import GOES_FAR, METRICS, is_lifted, specific
from agents.offline.questions.question_words import (
    QuestionFile,
    Trie,
    question_file,
    tokens_of,
)


def unread_words(read: Read, language: Language, impossible: str | None) -> tuple[str, ...]:
    """Words that nobody knows: perhaps somebody wrote them into a log."""
    file = question_file(language)
    found: list[str] = []
    for words in words_of(read):
        text = "".join(token.text for _, token in words)
        if any(at in read.read for at, _ in words) or not text[0].isalpha():
            continue
        stem = _stem(text, file)
        light = file.lighter | question_file("en").lighter
        barred = (
            {text, stem} & light
            or len(stem) < 2
            or text.endswith(("'s", "'m", "'ve"))
            or (file.verb_ends and text.endswith(file.verb_ends))
        )
        if not barred and not (impossible and text in impossible):
            found.append(stem)
    return tuple(dict.fromkeys(found))[:4]


def _stem(text: str, file: QuestionFile) -> str:
    """A word without the particle at its end."""
    return next(
        (text[: -len(end)] for end in file.particles if text.endswith(end) and len(text) > len(end)), text
    )


def with_particulars(part: Part, read: Read, known: Known) -> Part:
    """The part with what it says of its subject beyond the name."""
    part = _filtered(part, read)
    pronoun = "PRONOUN" in part.signs and not read.subjects
    if not pronoun:
        part = replace(part, signs=part.signs - {"PRONOUN"})
    keywords = () if read.subjects or pronoun else part.unread
    part = replace(part, keywords=keywords)
    for way in (_only_told, _climbed, _around, _since, _beside, _pained, _dish, _occasion):
        if (told := way(part, read, known)) is not None:
            return told
    if part.unread and len(part.subjects) == 1 and part.subjects[0] in GOES_FAR:
        words = question_file(part.language).alike(part.unread)
        part = replace(part, where=replace(part.where, words=words))
    return _of_a_kind(part, read)


def _filtered(part: Part, read: Read) -> Part:
    """Only some days of the week, or all but what is left out ("distance excluding rides")."""
    told = [one for one in read.atoms if one.has("ON_WEEKDAYS")]
    named = {day for one in told for day in weekdays_in(part.text[one.start : one.end])}
    out_of = any(one.has("EXCEPT") for one in read.atoms if told and one.start < told[0].start)
    days = tuple(day for day in range(7) if named and (day in named) != out_of)
    if days and part.statistic != "weekdays":
        part = replace(part, where=replace(part.where, weekdays=days))
        if not read.subjects and part.statistic in (None, "list", "average"):
            return replace(part, subjects=("training",), statistic="most", quantity="days")
    at = next((one for one in read.atoms if one.has("EXCEPT")), None)
    if at is None:
        return part
    behind = part.language != "ko"
    out = [one for one in read.subjects if (one.start > at.start) == behind]
    if not out or not all(is_lifted(one) or one.name in GOES_FAR for one in out):
        return part
    kept = specific([one for one in read.subjects if one not in out]) or ("training",)
    ends = (out[-1].end, len(part.text)) if behind else (out[-1].end, at.start)
    whole_days = any(one.has("DAYS", "DAY_KO") for one in read.atoms if ends[0] <= one.start < ends[1])
    where = replace(part.where, without=specific(out), without_days=whole_days)
    return replace(part, subjects=kept, where=where)


def _only_told(part: Part, read: Read, _: Known) -> Part | None:
    """What only the words of a log tell: calories that were burned, training that was left out."""
    if part.subjects == ("kcal",) and part.has("SPENT"):
        burned = next((one.text for one in read.atoms if one.has("SPENT")), "")
        return replace(part, subjects=(), statistic=None, quantity=None, keywords=(burned,))
    meals = part.is_food and part.statistic == "rest_days"
    if not part.has("SKIPPED") or part.aim != "figure" or not (meals or part.statistic in _OF_DAYS):
        return None
    named = () if meals else [one.text for one in read.subjects]
    words = [*question_file(part.language).skip_words, *named]
    return replace(part, subjects=(), statistic="list", quantity=None, keywords=tuple(dict.fromkeys(words)))


def _climbed(part: Part, _read: Read, known: Known) -> Part | None:
    """Climbs of a grade (`how many V4s have I sent`), and the hardest one."""
    grade = grade_in(part.text.lower())
    hardest = part.has("HARDEST") and part.statistic == "record" and "climbing" in part.subjects
    named = grade is not None or hardest
    if not named or "sent climb" not in known.logged or not _CLIMBING.issuperset(part.subjects):
        return None
    name = "tried climb" if "tried climb" in part.subjects else "sent climb"
    where = replace(part.where, words=grade[:1] if grade else ())
    signs = part.signs - {"figure", "n.climbing"}
    return replace(part, subjects=(name,), where=where, signs=signs, keywords=(), unread=())


_CLIMBING = frozenset(("climbing", *CLIMBS))
_OVER_DAYS = ("average", "count", "frequency", "trend", "rest_days")
"""What is told of all days before or after an event, not of the one beside it."""
_OF_DAYS = ("last", "list", "first", "count", "frequency", "sum", None)


def _around(part: Part, read: Read, _: Known) -> Part | None:
    """The days before an event against those after it; its words may be names: "before sleep training"."""
    if not part.has("BEFORE_AFTER"):
        return None
    start, end = _before_it(read)
    within = [one for one in read.subjects if start <= one.start < end]
    outside = specific([one for one in read.subjects if one not in within])
    named = (part.text[start:end].strip().lower(),) if len(within) > 1 and outside else part.unread
    if not named:
        return None
    where = replace(part.where, around=question_file(part.language).alike(named))
    part = replace(part, where=where, keywords=())
    return part if named is part.unread else replace(part, aim="compare", subjects=outside)


def _before_it(read: Read) -> tuple[int, int]:
    """Where the event stands in "before the move vs after"; nowhere in other ways to say it."""
    at = next((at for at, one in enumerate(read.atoms) if one.has("BEFORE")), len(read.atoms))
    behind = [one for one in read.atoms[at + 1 :] if not one.has("THE")]
    to = next((one.start for one in behind if one.has("COMPARE")), 0)
    return (behind[0].start, to) if to and behind[-1].has("AFTER") else (0, 0)


def _dish(part: Part, _read: Read, _: Known) -> Part | None:
    """Meals with a dish that nobody knows."""
    acts = part.aim == "effect" and not _FOOD.isdisjoint(part.subjects)
    if not part.unread or not (part.is_food or acts):
        return None
    words = question_file(part.language).alike(part.unread)
    names = dict.fromkeys("meal" if name in _FOOD else name for name in part.subjects)
    return replace(part, subjects=tuple(names), where=replace(part.where, words=words), keywords=())


_FOOD = frozenset({"meal", "nutrition"})


def _occasion(part: Part, read: Read, _: Known) -> Part | None:
    """The meals of a time of day, the last ones where no days are named; one kind of drink."""
    file = question_file(part.language)
    texts = [one.text for one in read.subjects]
    words = next((found for one in texts if (found := file.occasion(one))), ())
    where = replace(part.where, words=words)
    if words and part.subjects == ("alcohol",):
        return replace(part, where=where)
    if not words or not part.is_food:
        return None
    if part.statistic == "list" and not part.periods:
        where = replace(where, newest=_DAYS_SHOWN)
    return replace(part, subjects=("meal",), where=where, signs=part.signs | {"LISTED"}, keywords=())


_DAYS_SHOWN = 3


def _event(part: Part, atoms: Sequence[Atom]) -> list[str]:
    """The words that say which event is meant."""
    light = question_file(part.language).lighter
    return [
        said
        for one in atoms
        if (said := f"{one.value:g}" if one.has("NUM") else part.text[one.start : one.end].lower())
        not in light
        and not one.has("THE", "PERIOD")
    ]


def _clause_beside(part: Part, read: Read, at: int) -> tuple[Sequence[Atom], list[str]]:
    """The clause that "since" joins on, before it in Korean, and the words that say which event it is."""
    if part.language != "ko":
        clause = read.atoms[at + 1 :]
        event = _event(part, clause)
        named = read.atoms[at].has("SINCE") or bool(set(part.unread) & set(event))
        return clause, event if named else []
    file = question_file("ko")
    words = [_stem(word, file) for word in plain(part.text[: read.atoms[at].start]).split()]
    return read.atoms[:at], [word for word in words if word not in file.lighter]


def _since(part: Part, read: Read, _: Known) -> Part | None:
    """Only the days from an event on ("how often have I run since I hurt my knee")."""
    at = next((at for at, one in enumerate(read.atoms) if one.has("SINCE", "SINCE_START")), None)
    if at is None or part.aim != "figure" or part.has("AGO", "BEEN_DOING", "BEFORE", "BEFORE_AFTER"):
        return None
    clause, event = _clause_beside(part, read, at)
    if not event or any(one.has("PERIOD", "LAST", "MOST", "LEAST", "PRONOUN", "NUM") for one in clause):
        return None
    start, end = clause[0].start, clause[-1].end
    outside = specific([one for one in read.subjects if not start <= one.start < end])
    if not outside and part.quantity is None:
        return None
    where = replace(part.where, around=question_file(part.language).alike(event), beside="since")
    statistic = "average" if part.statistic == "trend" and part.has("SINCE_START") else part.statistic
    return replace(part, subjects=outside, where=where, keywords=(), statistic=statistic)


def _beside(part: Part, read: Read, known: Known) -> Part | None:
    """What was logged just before or after an event ("how did I sleep before the race")."""
    if part.aim != "figure":
        return None
    file = question_file(part.language)
    sides = (
        (("WEEK_BEFORE",), "week before"),
        (("WEEK_AFTER",), "week after"),
        (("NIGHT_BEFORE",), "day before"),
        (("NIGHT_AFTER",), "day after"),
        (("BEFORE",), "before"),
        (("AFTER",), "after"),
    )
    for symbols, side in sides:
        at = next((at for at, one in enumerate(read.atoms) if one.has(*symbols)), None)
        if at is None or at + 1 >= len(read.atoms):
            continue
        tail = read.atoms[at + 1 :]
        named = tail[0].has("THE")
        event = _event(part, tail)
        within = [one for one in read.subjects if one.start >= tail[0].start]
        if any(one.name == "pain" and one.text[-1:] == "s" for one in within) and "day" in side:
            return None  # "the day before my migraines" is many days
        special = {word for group in file.same for word in group}
        if (
            not event
            or not (named or "day" in side or "week" in side)
            or any(one.muscle and one.text not in special for one in within)
            or any(one.has("MOST", "LEAST", "LAST") for one in tail)
        ):
            return None
        if part.statistic == "reached" and any(one.has("FIG") for one in tail):  # `before the 18 mile run`
            part = replace(part, statistic="list", quantity=None, where=replace(part.where, mark=None))
        outside = specific([one for one in read.subjects if one not in within])
        words = file.alike(event)
        wide = part.statistic in _OVER_DAYS or (part.statistic, part.quantity) == ("sum", "distance")
        wide = wide or (side == "before" and part.statistic in ("record", "min", "max"))
        span = {"before": "until", "after": "since"}.get(side, side) if wide else side
        where = replace(part.where, around=words, beside=cast("Beside", span))
        if not outside and (hurt := _hurting(part.text[: tail[0].start], known)):
            return replace(
                part,
                subjects=("pain",),
                where=replace(where, words=_same_part(hurt[0], known, file.own_pains)),
                keywords=(),
            )
        return replace(part, subjects=outside, where=where, keywords=())
    return None


def _hurting(text: str, known: Known) -> list[str]:
    """Parts of the body that are named, the longest words first."""
    tokens, trie = tokens_of(plain(text)), _places(tuple(known.places))
    hits = [
        str(word)
        for at, token in enumerate(tokens)
        if token.first
        for end, values in trie.at(tokens, at)
        for word, *_ in values
        if end - at > 1 or token.kind != "hangul" or end == len(tokens) or tokens[end].first
    ]
    return sorted(hits, key=lambda word: -len(word))


@cache
def _places(words: tuple[str, ...]) -> Trie:
    trie = Trie()
    for word in words:
        trie.add(word, word)
    return trie


def _same_part(word: str, known: Known, own_pains: Sequence[str]) -> tuple[str, ...]:
    """The word as it was asked, then all others for the same part of the body; a migraine is no headache."""
    own = [other for other in own_pains if word.startswith(other)]
    part = known.places[word]
    return (
        (word, *own)
        if own
        else (word, *[other for other, of in known.places.items() if of == part and other != word])
    )


def _pained(part: Part, read: Read, known: Known) -> Part | None:
    """The pain of the part of the body that is named."""
    named = _hurting(part.text, known)
    alone = bool(part.keywords) and not part.subjects and set(part.keywords) <= set(named)
    aching = "pain" in known.logged and (
        alone or any(word in plain(part.text) for word in question_file(part.language).aching)
    )
    if not named or not ("pain" in part.subjects or (aching and all(one.muscle for one in read.subjects))):
        return None
    trained = {one.text for one in read.subjects if one.muscle}
    free = [word for word in named if word not in trained]  # "train chest with a sore wrist"
    muscles = {one.name for one in read.subjects if one.muscle}
    others = tuple([name for name in part.subjects if name != "pain" and (free or name not in muscles)])
    own = question_file(part.language).own_pains
    places = [_same_part(word, known, own) for word in free or named]
    apart = tuple({known.places[words[0]]: words for words in reversed(places)}.values())
    both = len(apart) > 1 and part.aim == "compare" and not others
    where = replace(part.where, kinds=apart) if both else replace(part.where, words=places[0])
    return replace(part, subjects=("pain", *others), where=where, keywords=())


def _of_a_kind(part: Part, read: Read) -> Part:
    """Only sessions of the kind that is named, or of each of those that are compared."""
    if part.where.around or part.has("PRONOUN") or part.aim in ("why", "advice"):
        return part
    groups: dict[str, tuple[str, ...]] = {}
    muscles = [
        (one.start, one.end) for one in read.subjects if one.muscle
    ]  # "push sets" are of no "push day"
    for symbol, begin, _ in read.kinds:
        if any(start <= begin < end for start, end in muscles):
            continue
        _, group, word = symbol.split(":", 2)
        alike = question_file("en" if group.isascii() else "ko").group_of[word]
        groups.setdefault(alike[0], (word, *[other for other in alike if other != word]))
    kinds = tuple(groups.values())
    if part.aim == "effect":
        return replace(part, where=replace(part.where, words=kinds[0])) if len(kinds) == 1 else part
    if not kinds:
        done = (
            any(is_lifted(one) or one.name in GOES_FAR | {"training"} for one in read.subjects)
            and set(part.subjects) - METRICS
        )
        own = _own_word(part, read) if done and len(part.subjects) == 1 and not part.where.words else ()
        return replace(part, where=replace(part.where, words=own)) if own else part
    if part.has("FOLLOWS") and not read.subjects:
        return replace(part, where=replace(part.where, words=kinds[0]), keywords=())
    part, first = replace(part, subjects=part.subjects or ("training",), keywords=()), kinds[0]
    if len(kinds) > 1 and part.aim == "compare":
        return replace(part, where=replace(part.where, kinds=kinds, words=()))
    return replace(part, where=replace(part.where, words=first))


def _own_word(part: Part, read: Read) -> tuple[str, ...]:
    """A word that nobody knows just before a name: how the writer may call the kind ("garage bench")."""
    words = [token for words in words_of(read) for _, token in words[:1]]
    names = {name.start for name in read.subjects}
    before = [one.text for one, after in pairwise(words) if after.start in names]
    return tuple([word for word in before if word in part.unread][:1])
