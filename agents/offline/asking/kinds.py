"""Kinds of a session in the writer's own words: "last long run", "tempo vs easy pace", "heavy bench days"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from agents.offline.asking.cues import Cues, cues
from agents.offline.asking.subjects import Mention
from agents.offline.lexicon import Language

Kind = tuple[str, ...]
"""The word as it was asked, then what people write for the same."""
_WORD = re.compile(r"[^\W\d_][\w'-]*")


@dataclass(frozen=True, slots=True)
class Named:
    """A kind as a question names it, at `start` to `end`."""

    kind: Kind
    start: int
    end: int


def kinds_of(text: str, mentions: Sequence[Mention], words: Cues, *, compared: bool) -> tuple[Named, ...]:
    """The kinds that the question tells apart, each once, in order.

    A kind stands in the name ("tempo run"), before it ("heavy bench"), alone where nothing is named
    ("last push day"), or opposite another one in a comparison.
    """
    places = list(_finder(words).finditer(text))
    groups = [next(group for group in words.kinds if place[1] in group) for place in places]
    against = compared and len(set(groups)) > 1
    found: dict[tuple[str, ...], Named] = {}
    for place, group in zip(places, groups, strict=True):
        alone = not mentions and _alone(text, place, words)
        if alone or _beside(text, place, mentions) or against:
            alike = (place[1], *(other for other in group if other != place[1]))
            found.setdefault(group, Named(alike, *place.span()))
    return tuple(found.values())


def kind_alone(text: str, words: Cues) -> Kind | None:
    """The kind that is all a follow-up names ("and easy?")."""
    found = _finder(words).search(text)
    if found is None or words.follow_up.sub("", text[: found.start()]).strip(" ,") not in ("", "the", "my"):
        return None
    if not words.after_kind.match(text[found.end() :]):
        return None
    group = next(group for group in words.kinds if found[1] in group)
    return (found[1], *(other for other in group if other != found[1]))


def kind_at(text: str, words: Cues) -> Kind:
    """The kind with which a text begins ("long runs"); none when it begins otherwise."""
    found = _finder(words).match(text.strip())
    group = next((group for group in words.kinds if found and found[1] in group), ())
    return (found[1], *(other for other in group if other != found[1])) if found else ()


def names_a_kind(text: str, language: Language) -> bool:
    """Whether it names a kind of session that says by itself what was done ("last commute")."""
    words = cues(language)
    return any(_alone(text, place, words) for place in _compiled(language).finditer(text))


def _alone(text: str, place: re.Match[str], words: Cues) -> bool:
    before, after = text[: place.start()], text[place.end() :]
    return words.before_kind.search(before) is not None and words.after_kind.match(after) is not None


def _finder(words: Cues) -> re.Pattern[str]:
    return _compiled(words.language)


@cache
def _compiled(language: Language) -> re.Pattern[str]:
    terms = sorted((word for group in cues(language).kinds for word in group), key=len, reverse=True)
    if not terms:
        return re.compile(r"(?!)")
    ending = "" if language == "ko" else r"(?:s|es)?(?![^\W_])"
    return re.compile(rf"(?<![^\W_])({'|'.join(map(re.escape, terms))}){ending}")


def _beside(text: str, match: re.Match[str], mentions: Sequence[Mention]) -> bool:
    """Whether it stands within a name or, perhaps behind another kind, just before one."""
    for mention in mentions:
        if mention.start <= match.start() < mention.end:
            return True
        between = text[match.end() : mention.start] if match.end() <= mention.start else "-"
        if between.isspace() or (between == "" and match.end() == mention.start):
            return True
    return False


def own_words(text: str, mentions: Sequence[Mention], left: Sequence[str]) -> Kind:
    """Words that nobody knows, just before a name: how the writer may call the kind ("garage bench")."""
    for mention in mentions:
        before = _WORD.findall(text[: mention.start])
        if before and before[-1] in left and text[: mention.start].rstrip().endswith(before[-1]):
            return (before[-1],)
    return ()
