"""Whose lifts: a name before a verb or a colon is somebody else ("Alex benched 120", "Mike: …, me: …")."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from agents.language.tokens import is_hangul
from agents.offline.reading.evidence import is_foreign
from agents.offline.reading.items import Item
from agents.offline.reading.statements import headed_by_somebody

_PAST = frozenset(
    (
        "ran",
        "swam",
        "rode",
        "slept",
        "ate",
        "did",
        "hit",
        "got",
        "lifted",
        "pulled",
        "pressed",
        "rowed",
        "weighs",
    )
)
_ME = frozenset(("me", "myself", "i", "나", "저"))
_NO_NAME = frozenset((
    "again", "once", "never", "almost", "nearly", "twice", "well", "wow", "yes", "yep", "yeah", "haha", "lol",
    "okay", "hey", "thanks", "morning", "evening", "afternoon", "coach", "dude", "man", "bro", "god", "damn",
    "think", "believe", "guess", "so", "thus", "hence", "somehow", "maybe", "not",
))  # fmt: skip
"""Words that may open a sentence about oneself."""
_VERBS_S = ("s", "es")


SUBJECTS = frozenset(("i", "we", "i've", "we've", "나는", "저는", "난", "내가", "제가"))
_ME_TOO = SUBJECTS | {"me", "us", "myself"}
_LEADS = frozenset((
    "and", "but", "so", "then", "wow", "omg", "lol", "haha", "btw", "ok", "well", "also", "meanwhile", "fyi",
    "yep", "damn", "wtf", "just", "today", "yesterday", "tonight", "only",
))  # fmt: skip
"""Words before the subject of a sentence."""
_ADVERBS = frozenset((
    "just", "still", "also", "only", "even", "actually", "always", "finally", "once", "casually", "easily",
    "now", "today", "yesterday", "really", "literally", "already", "probably", "here", "there", "alone",
    "then",
))  # fmt: skip
_DESCRIPTION = 3
"""Words between `my` and whom it is about (`my old gym buddy`), or `saw` and whom."""
_SUBJECT_ENDS = frozenset(("이", "가", "은", "는", "도", "께서", "께서는"))


def somebody_else(  # noqa: PLR0911 - one return a rule
    clause: Sequence[Item], before: Sequence[Item], *, carried: bool
) -> bool:
    """Whether a clause tells of others; `carried`: the one `before` did (`dad is 68 and benches 80`)."""
    words = [item for item in clause if item.kind not in ("comma", "line", "dash", "sign", "stop", "open")]
    if not words:
        return False
    _relative(words)
    if _my_figures(words):
        return False
    if _pronoun(clause) or _witnessed(words) or _korean(words):
        return True
    if any(item.text == "by" and after.has("cue", "first_name", "person") for item, after in pairwise(words)):
        return True
    if _with_me(words):
        return False
    if headed_by_somebody(words) or _owns_the_measure([*clause]):
        return True
    if _is_of_an_age(before, words):
        return True
    joined = words[0].text in ("and", "who")
    if carried and (any(item.kind == "colon" for item in before) or _goes_on(before, words)):
        return True
    with_me = joined and bool(before) and _is(before[-1], _ME_TOO)
    if with_me:
        return False
    return (carried and joined and len(words) > 1 and words[1].text != "my") or _is_subject(words)


def _my_figures(words: list[Item]) -> bool:
    """`coach was happy with my 5x3 squats`."""
    return any(item.text == "my" and after.data for item, after in pairwise(words))


def _is(item: Item, words: frozenset[str]) -> bool:
    """Whether it is one of these words, or a phrase that begins with one (`i did`)."""
    return item.text in words or item.text.partition(" ")[0] in words


def _pronoun(clause: Sequence[Item]) -> bool:
    for at, item in enumerate(clause):
        if _is(item, SUBJECTS) or item.has("cue", "by_order"):
            return False
        if item.has("cue", "other"):
            by_me = any(one.has("cue", "me_too") for one in clause[at + 1 : at + 4])
            with_them = any(one.glued and one.text.startswith("랑") for one in clause[at + 1 : at + 2])
            return not (by_me or with_them or (at and clause[at - 1].has("cue", "with_whom")))
    return False


def _relative(words: list[Item]) -> None:
    """`coffee with Tom who does 120kg x 5`: what follows "who" is his."""
    at = next((place for place, item in enumerate(words) if place and item.text == "who"), None)
    for item in words[at:] if at is not None else ():
        item.dead = True


def _witnessed(words: list[Item]) -> bool:
    """`saw a guy curl 60s`."""
    at = next((place for place, item in enumerate(words[:3]) if item.has("cue", "witness")), None)
    near = words[at + 1 : at + 3 + _DESCRIPTION] if at is not None else []
    return any(_is_person(item) or item.has("cue", "first_name", "other") for item in near)


def _korean(words: list[Item]) -> bool:
    """`형이 벤치 120 했대`: a person with the ending of a subject."""
    if any(_is(item, SUBJECTS) or item.has("cue", "me_too") for item in words):
        return False
    if _is_a_persons(words):
        return True
    return any(
        item.has("cue", "person") and after.glued and after.text in _SUBJECT_ENDS
        for item, after in pairwise(words)
    )


def _is_a_persons(words: list[Item]) -> bool:
    """`남편 몸무게 85kg`: of a language that puts a person before what is his without a sign between."""
    if len(words) < 3 or not is_hangul(words[0].text[:1]):
        return False
    person, thing = words[0], words[1]
    if not person.has("cue", "person") or person.has("cue", "leader"):
        return False
    weighed = any(item.named is not None and item.named.shape == "metrics" for item in words)
    return thing.named is not None or thing.data or (weighed and not thing.glued)


def _is_person(item: Item) -> bool:
    return item.has("cue", "person", "person_led")


def _goes_on(before: Sequence[Item], words: list[Item]) -> bool:
    """`my boss did an ironman, 3.8k swim 180k bike`: what somebody did, with its figures only now."""
    did = any(item.has("cue", "done", "praise", "does") for item in before) and not any(
        item.data for item in before
    )
    mine = any(item.has("cue", "done", "this_time") or item.tag("x", "sets", "reps") for item in words)
    aged = [item.kind for item in before if item.kind not in ("comma", "line")] in (["number"], ["noise"])
    return (did or aged) and not mine


def _owns_the_measure(words: list[Item]) -> bool:
    """`nurse said my dad's pulse was 92`."""
    owned = any(
        (_is_person(item) or item.has("cue", "first_name"))
        and item.text.endswith("'s")
        and after.named is not None
        for item, after in pairwise(words)
    )
    several = any(
        _is_person(item) and mark.text == "'" and after.named is not None
        for item, mark, after in zip(words, words[1:], words[2:], strict=False)
    )
    return owned or several


def _is_subject(words: list[Item]) -> bool:  # noqa: PLR0911, C901 - one return a rule
    """Whether it begins with somebody who did something: `my buddy hit 405`, `dad still benches 80`."""
    at = 0
    while at < len(words) and at < 4 and (words[at].text in _LEADS or words[at].kind == "noise"):
        at += 1
    if at >= len(words):
        return False
    first = words[at]
    if _is_a_share(words[at:]):
        return True
    if first.kind == "number" and first.spelled and len(words) > at + 2 and _is_person(words[at + 1]):
        return _did(words, at + 2, named=False)
    if first.has("cue", "determiner"):
        for place in range(at + 1, min(at + 2 + _DESCRIPTION, len(words))):
            if _is_person(words[place]):
                owned = words[place].text.endswith("'s")
                return not owned or _of_a_lift(words[place + 1 : place + 4])
            if words[place].named is not None or words[place].data or words[place].tag("at", "for"):
                break
        return False
    if first.has("cue", "first_name") and len(words) > at + 2 and _is_family_name(words[at + 1]):
        return _did(words, at + 2, named=True)
    if first.has("cue", "person") and len(words) > at + 2 and _is_called(words[at + 1]):
        return _did(words, at + 2, named=True)
    if first.has("cue", "person", "first_name"):
        return _did(words, at + 1, named=first.has("cue", "first_name"))
    if _is_a_third(words[at:]):
        return True
    described = first.kind == "words" and not first.meanings and at + 1 < len(words)
    return described and _is_person(words[at + 1]) and _did(words, at + 2, named=False)


def _with_me(words: list[Item]) -> bool:
    """Whether the writer is there; not in `more than me`, `like me`."""
    before = [None, *words]
    return any(
        _is(item, _ME_TOO) and (former is None or former.text not in _COMPARED)
        for former, item in zip(before, words, strict=False)
    )


_COMPARED = frozenset(("than", "like", "as", "without"))


def _is_of_an_age(before: Sequence[Item], words: list[Item]) -> bool:
    """`father in law, 71, 40 pushups`: the clause of his age, which is carried on to the next."""
    who = [item for item in before if item.kind == "words"]
    if not who or not all(_is_person(item) or item.has("cue", "determiner", "first_name") for item in who):
        return False
    return len(words) == 1 and words[0].kind in ("number", "noise") and _CHILD <= words[0].value <= _OLD


_CHILD, _OLD = 3, 99


def _is_a_share(words: list[Item]) -> bool:
    """`half my class can do 10`, `one of my clients squatted`: some of them, and what they did."""
    at = 1 + (len(words) > 1 and words[1].text == "of")
    some = words[0].has("cue", "quantifier") or (at > 1 and words[0].kind == "number" and words[0].spelled)
    if not some or at >= len(words) or not words[at].has("cue", "determiner"):
        return False
    for place in range(at + 1, min(at + 2 + _DESCRIPTION, len(words) - 1)):
        counted = words[place].tag("sets", "reps", "rounds") or words[place].has("cue", "own_thing")
        if words[place].named is not None or words[place].data or (counted and place == at + 1 > 2):
            return False
        if _did(words, place + 1, named=False):
            return True
    return False


def _is_called(item: Item) -> bool:
    """`client Maria did`, `coach Dan said`."""
    return item.has("cue", "first_name") or (_is_family_name(item) and not item.text.endswith(("ly", "ed")))


def _is_a_third(words: list[Item]) -> bool:
    """`messi runs 11 km per game`: a word of no meaning here before a verb that is never the writer's."""
    first = words[0]
    if first.meanings or len(words) < 3 or not first.text.isalpha() or first.text in _NO_NAME:
        return False
    does = words[1].has("cue", "does") and any(item.data for item in words[2:])
    return first.kind == "words" and does and not first.text.endswith(("ly", "ing", "ed"))


def _is_family_name(item: Item) -> bool:
    return item.kind == "words" and item.text.isalpha() and not item.meanings


def _did(words: list[Item], at: int, *, named: bool) -> bool:
    """Whether a verb stands there, or of a name a colon (`Lisa: 45 min on the bike`)."""
    if words[at - 1].text.endswith("'s"):
        return _of_a_lift(words[at : at + 3])
    while at < len(words) and words[at].text in _ADVERBS:
        at += 1
    if at >= len(words):
        return False
    verb = words[at]
    if verb.kind == "colon":
        return named and any(item.data for item in words[at:])
    lifts = verb.named is not None and verb.named.shape != "metrics" and verb.text.endswith(("ed", "s"))
    return lifts or verb.has("cue", "they_did") or verb.text in _PAST


def _of_a_lift(words: list[Item]) -> bool:
    """`my brother's bench is 140`."""
    return any(item.named is not None or item.has("cue", "past", "they_did") for item in words)


def mark_others(text: str, items: Sequence[Item]) -> None:
    """Kill clauses with a name as their subject; `text` is as it was written, for its capitals."""
    for _, grouped in groupby(items, key=lambda item: item.sentence):
        sentence = list(grouped)
        _before_me(text, sentence)
        _quoted(text, sentence)
        for _, one in groupby(sentence, key=lambda item: item.clause):
            clause = list(one)
            if _opens_with_a_name(text, clause):
                for item in clause:
                    item.dead = True


def _quoted(text: str, sentence: Sequence[Item]) -> None:
    """`"bench 185x5" is that how I write it`: what stands in quotes beside other words is cited."""
    quotes = list(_quotes(text, sentence[0].start, sentence[-1].end))
    starts = [start for start, _ in quotes]
    cited: list[list[Item]] = [[] for _ in quotes]
    spoken = False
    for item in sentence:
        at = bisect_right(starts, item.start) - 1
        if at >= 0 and item.start <= quotes[at][1]:
            cited[at].append(item)
        else:
            spoken = spoken or is_foreign(item) or item.has("cue")
    for inside in cited if spoken else ():
        if len(inside) > _MARKS + 1 and any(item.data for item in inside):
            for item in inside:
                item.dead = True


_MARKS = 2
"""The quotation marks themselves."""


def _quotes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where quotes open and close; `24"` is a height."""
    opened: int | None = None
    for at in range(start, end):
        if text[at] not in _QUOTES:
            continue
        before, after = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
        if opened is None and not before.isalnum() and not after.isspace():
            opened = at
        elif opened is not None and not before.isspace() and not after.isalnum():
            yield opened, at
            opened = None


_QUOTES = frozenset('"“”„«»')


def _opens_with_a_name(text: str, clause: Sequence[Item]) -> bool:
    words = [item for item in clause if item.kind not in ("comma", "line", "dash", "sign", "stop")][:3]
    if len(words) < 2 or not (_is_name(text, words[0]) or _is_a_capital(text, words[0], "first_name")):
        return False
    family = len(words) > 2 and (_is_name(text, words[1]) or _is_respelt(text, words[1]))
    verb = words[2] if family else words[1]
    if verb.kind != "words":
        return False
    lifts = verb.named is not None and verb.named.shape != "metrics"
    third = lifts and verb.text.endswith(_VERBS_S) and len(clause) > len(words) and words[1] is verb
    return (lifts and verb.text.endswith("ed")) or verb.text in _PAST or (third and _is_verb(verb))


def _is_verb(item: Item) -> bool:
    """`deadlifts`, `benches`, `runs` may be a noun too: only those that are more often a verb."""
    return item.text in ("benches", "runs", "swims", "rides", "weighs", "sleeps", "eats", "lifts")


def _is_name(text: str, item: Item) -> bool:
    """A capitalised word that means nothing else here."""
    if item.kind != "words" or item.meanings or len(item.text) < 3 or item.text in _NO_NAME:
        return False
    return (
        item.text.isalpha()
        and text[item.start].isupper()
        and text[item.start + 1].islower()
        and not item.text.endswith(("ly", "ing", "ed"))
    )


def _is_a_capital(text: str, item: Item, cue: str) -> bool:
    return item.has("cue", cue) and text[item.start].isupper()


def _is_respelt(text: str, item: Item) -> bool:
    """A capitalised word that was taken for another one (`Platz` for plates)."""
    written = text[item.start : item.end]
    return written[:1].isupper() and written[1:].islower() and written.lower() != item.text


def _before_me(text: str, sentence: Sequence[Item]) -> None:
    """`Mike: bench 140kg, me: bench 90kg`: what stands before "me:" is Mike's."""
    headed = [at for at in range(1, len(sentence)) if sentence[at].kind == "colon"]
    mine = next((at for at in headed if sentence[at - 1].text in _ME), None)
    if mine is None or not any(_is_name(text, sentence[at - 1]) for at in headed if at < mine):
        return
    for item in sentence[: mine - 1]:
        item.dead = True
