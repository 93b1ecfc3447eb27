"""Whether a message corrects something logged before, and what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.offline.fixing.clauses import between_clauses
from agents.offline.lexicon import language_of, plain
from agents.offline.routing.router_words import Signals, signals

_LONGEST = 200
"""Characters: who writes more than this tells something new."""
_POLITE = re.compile(
    r"(?:(?:can|could|would|will) (?:you|u)|please|pls)[\s,]+|(?:(?:hey|hi|ok|so|also|and|but)[\s,]+)+"
)
_NOT = re.compile(r"\b(?:not|instead of|rather than)\s+(.+)$")
_THING = re.compile(
    r"\b(?:(?:last|previous|first|second|third|latest|yesterday'?s|today'?s|my|the)\s)+"
    r"(?:\w+\s)?(?:set|entry|log|message|one|record|run|ride|swim|meal|workout|session)s?\b"
    r"|(?:마지막|방금|아까|이전|최근)\s?(?:거|것|기록|세트|메시지|운동)?"
)


@dataclass(frozen=True, slots=True)
class Correcting:
    """A correction: what it is about in the user's words, how sure and why."""

    target: str
    sure: float
    why: str


def correcting(text: str, terms: tuple[str, ...], *, replies_to_entry: bool) -> Correcting | None:
    """The correction a message is; `terms` are the words for measures it holds."""
    said = plain(text).strip()
    if not replies_to_entry and is_whole_log(said, terms):
        said = said.strip("* ")
    if not said or len(said) > _LONGEST or said.count("\n") > 1:
        return None
    found = _sign(signals(language_of(said)), said, terms, replies_to_entry)
    if found is None:
        return None
    sure, why = found
    return Correcting(_target(text, said, terms), sure, why)


def is_whole_log(text: str, terms: tuple[str, ...]) -> bool:
    """Whether words with stars before or behind name a measure and a figure: they say all that a log says."""
    said = text.strip()
    starred = said.startswith("*") or said.endswith("*")
    return starred and bool(terms) and any(letter.isdigit() for letter in said)


def is_marked(text: str, terms: tuple[str, ...]) -> bool:
    """Whether a whole log bears the one star of a correction (`bench 85kg 3x5*`); two make it bold."""
    said = text.strip()
    return is_whole_log(said, terms) and said.count("*") - said.strip("*").count("*") == 1


@dataclass(frozen=True, slots=True)
class Told:
    """A thing and its one value. `instead`: words say that it takes the place of another value."""

    thing: str
    instead: bool = False


def what_it_was(text: str, terms: tuple[str, ...]) -> tuple[Told, ...]:
    """Each thing of which a message says one value and nothing else ("the squat was 230", "water 1.5 sorry").

    Empty where it says anything else.
    """
    said = plain(text).strip(" .!\n")
    if len(said) > _LONGEST:
        return ()
    known = signals(language_of(said))
    hedge = known.hedges.match(said)
    first, *others = between_clauses().split(said[hedge.end() :] if hedge else said)
    opening = _whole(known, first, "was_value")
    further = [_whole(known, one, "was_value", "also_was") for one in others]
    found = [_told(known, one, terms, hedged=bool(hedge)) if one else None for one in (opening, *further)]
    return () if None in found else tuple(one for one in found if one is not None)


def _whole(known: Signals, said: str, *kinds: str) -> re.Match[str] | None:
    patterns = (pattern for kind in kinds for pattern in known.each(kind))
    return next((found for pattern in patterns if (found := pattern.fullmatch(said))), None)


def _told(known: Signals, found: re.Match[str], terms: tuple[str, ...], *, hedged: bool) -> Told:
    """What one clause tells; its thing is empty for a part of whatever set was logged ("reps were 6")."""
    thing, whole = found["thing"].strip(), found.string[: found.end("thing")]
    instead = hedged or bool(found.groupdict().get("instead"))
    if whole in terms:  # `my weight is 82kg` is the body's
        return Told(whole, instead)
    parts = known.listed("parts_of_a_set")
    if thing in parts:
        return Told("", instead)
    of, _, part = thing.rpartition(" ")
    named = of if part in parts or f"{part}s" in parts else thing
    forms = (thing, f"{thing}s", named, f"{named}s")
    return Told(next((term for term in forms if term in terms), thing), instead)


def _sign(known: Signals, said: str, terms: tuple[str, ...], replied: bool) -> tuple[float, str] | None:
    polite = _POLITE.match(said)
    core = said[polite.end() :] if polite else said
    if ("?" in said and not polite) or known.not_corrections.match(core):
        return None
    hedge = known.hedges.match(core)
    after = core[hedge.end() :] if hedge else ""
    bare = core.rstrip(" .!")
    if (
        known.corrections.match(core)
        or any(_renames(known, one, terms) for one in (core, after))
        or _orders(known, bare[-len(after) :] if after else bare, terms)
    ):
        return 0.9, "the words of a correction"
    if _is_a_name(hedge, after, terms) or _is_pair_of_names(known, bare, terms):
        return 0.85, "another name"
    if hedge and (known.corrections.match(after) or known.after_hedge.fullmatch(after.rstrip(" .!"))):
        return 0.9, f"{hedge[0].strip(' ,.:!-')!r} and a value"
    if known.corrections_anywhere.search(core):
        return 0.85, "one value instead of another"
    return (
        (0.85, "a bare value in reply to a log")
        if replied and known.reply_corrections.fullmatch(bare)
        else None
    )


def _is_a_name(hedge: re.Match[str] | None, after: str, terms: tuple[str, ...]) -> bool:
    """`no, squat`, `아니 스쿼트`: nothing but a name after what announces a correction."""
    if hedge is None:
        return False
    paused = hedge[0].rstrip()[-1:] in ",.!:-" or not hedge[0].isascii()
    thing = after.strip(" .!")
    return paused and (thing in terms or thing.removesuffix("s") in terms)


def _is_pair_of_names(known: Signals, bare: str, terms: tuple[str, ...]) -> bool:
    """`knee, not ankle`: one name in place of another, and nothing else."""
    found = next((found for pattern in known.each("pairs") if (found := pattern.fullmatch(bare))), None)
    return found is not None and found["right"] in terms and found["wrong"] in terms


def _renames(known: Signals, said: str, terms: tuple[str, ...]) -> bool:
    """Whether it says that what was logged was another thing: "it was front squat"."""
    opening = known.it_was.match(said)
    return bool(opening) and _NOT.sub("", said[opening.end() :]).strip(" ,.!") in terms


def _orders(known: Signals, bare: str, terms: tuple[str, ...]) -> bool:
    """Whether a measure is to go or to have another value: "drop the curls", "make bench 4 sets"."""
    found = known.deletes.fullmatch(bare) or known.makes.fullmatch(bare)
    thing = found["thing"].strip() if found else ""
    return bool(found) and bool({thing, f"{thing}s", thing.removesuffix("s")} & {*terms})


def _target(text: str, said: str, terms: tuple[str, ...]) -> str:
    """The thing named, the wrong one where two are named ("squat, not bench"); else the whole message."""
    negated = _NOT.search(said)
    if negated and (wrong := next((term for term in terms if term in negated[1]), None)):
        return wrong
    if thing := _THING.search(said):
        return thing[0].strip()
    return terms[0] if terms else text.strip()
