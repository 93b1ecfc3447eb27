"""Small talk: sentences of nothing but greetings, thanks and the like, or said to the bot about itself."""

from __future__ import annotations

import re

from agents.offline.lexicon import LANGUAGES, language_of
from agents.offline.routing.router_words import Signals, signals

_BETWEEN = re.compile(r"[\W_]*")
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_DOUBLED = frozenset("oe")
"""Letters that stand twice in "good" and "see"."""
_LONGEST = 200


def is_small_talk(said: str) -> bool:
    """Whether bits of small talk cover the whole sentence, however stretched ("heyyy gooood morning")."""
    if len(said) > _LONGEST:
        return False
    known = signals(language_of(said))
    both = (known, signals("en")) if known.language == "ko" else (known,)
    if not _STRETCHED.search(said):
        return _covers(both, said)
    doubled = _STRETCHED.sub(lambda found: found[1] * (2 if found[1] in _DOUBLED else 1), said)
    return any(_covers(both, one) for one in dict.fromkeys((said, doubled, _STRETCHED.sub(r"\1", said))))


def gives_orders(said: str) -> bool:
    """Whether it wants the bot's rules changed: "ignore all previous instructions"."""
    return any(signals(language).orders.match(said) for language in LANGUAGES)


def is_said_to_the_bot(known: Signals, core: str) -> bool:
    """Whether words without a number speak to the bot, not of the writer; the caller looks for measures."""
    if any(letter.isdigit() for letter in core) or len(core) > _LONGEST or known.of_me.search(core):
        return False
    return known.to_you.search(core) is not None


def asks_about_the_world(known: Signals, core: str) -> bool:
    """`who won the game?`."""
    return known.others.match(core) is not None and known.of_me.search(core) is None


def _covers(known: tuple[Signals, ...], said: str) -> bool:
    place, talked = 0, False
    while True:
        between = _BETWEEN.match(said, place)
        place = between.end() if between else place
        if place == len(said):
            return talked
        ends = [found.end() for one in known if (found := one.chat.match(said, place))]
        talked = talked or bool(ends)
        ends = ends or [found.end() for one in known if (found := one.chat_fillers.match(said, place))]
        if not ends or max(ends) == place:
            return False
        place = max(ends)
