"""A message cut into pieces that record, ask or chat; the pieces laid end to end are the message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from agents.offline.about import topic_of
from agents.offline.lexicon import language_of, plain
from agents.offline.questions.wishes import wish_in
from agents.offline.routing.router_words import Signals, signals
from agents.offline.routing.talk import asks_about_the_world, gives_orders, is_said_to_the_bot, is_small_talk

_SENTENCE_END = re.compile(
    r"(?<![.!…。])[.!…。]++[\"')]*+\s++|\?[?!.\"')]*+\s*+|;\s*+|[\u315c\u3160]{2,}+\s++|(?<!\s)\s*\n\s*+"
)
"""A run of dots or spaces is looked at from its beginning only."""
_NO_WORD = re.compile(r"[^\w]*")
_EDGES = " \t\n.,;:!?…~\"'()-"
_DISTANCE_OR_SPAN = re.compile(
    r"\b\d+\s?(?:k|km|mi|miles?|m|rm|weeks?|months?|days?|years?)\b|\be?1rm\b|\b(?:19|20)\d\d\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b"
    r"|\b\d{1,2}월\s?\d{1,2}일(?:\s?[~-]\s?(?:\d{1,2}월\s?)?\d{1,2}일)?"
    r"|\b\d{1,2}\s?(?:월|주|개월|년|키로|킬로)(?![가-힣]*\d)"
)
_SET = re.compile(r"\d\s*[x*@]\s*\d")


_LONGEST_NAME = 70
_LONGEST_SENTENCE = 600
"""Characters: what goes on without an end is looked at in stretches, so that no pattern sees more."""


class Kind(Enum):
    """What a piece does."""

    LOG = "log"
    QUERY = "query"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the message from `start` to `end`. `sure` is between 0 and 1, `why` in words.

    `storable` says of a LOG piece that it reports something even when a question stands beside it.
    """

    start: int
    end: int
    kind: Kind
    sure: float
    why: str
    storable: bool = False

    def of(self, text: str) -> str:
        """Its words."""
        return text[self.start : self.end]


def pieces(text: str) -> list[Piece]:
    """The message's pieces in order; they leave no character out."""
    words = plain(text)
    found: list[Piece] = []
    start = 0
    for end in _ends(words):
        found += _talk_or(_sentence(words, start, end), words)
        start = end
    return _told_before(words, found)


def _told_before(text: str, found: list[Piece]) -> list[Piece]:
    """With the log in `slept 7 hrs?? is that enough`, which its mark alone makes a question."""
    for at, (told, asking) in enumerate(pairwise(found)):
        said = told.of(text).rstrip(_EDGES)
        asked = asking.kind is Kind.QUERY and asking.why != _BY_MARK
        if told.why == _BY_MARK and asked and has_value(said) and _storable(signals(language_of(said)), said):
            end = told.start + len(said)
            found[at] = Piece(told.start, end, Kind.LOG, told.sure, PERHAPS)
            found[at + 1] = replace(asking, start=end)
    return found


def _ends(words: str) -> Iterator[int]:
    """Where each sentence ends; a very long one ends between two words."""
    start = 0
    for end in (*(match.end() for match in _SENTENCE_END.finditer(words)), len(words)):
        while end - start > _LONGEST_SENTENCE:
            space = words.rfind(" ", start + 1, start + _LONGEST_SENTENCE)
            start = space + 1 if space > 0 else start + _LONGEST_SENTENCE
            yield start
        yield end
        start = end


def _talk_or(found: list[Piece], text: str) -> list[Piece]:
    """A sentence that only speaks to the bot about itself is talk, though it asks or tells."""
    if len(found) != 1 or found[0].kind is Kind.CHAT:
        return found
    piece = found[0]
    said = text[piece.start : piece.end]
    known = signals(language_of(said))
    core = said[_after_prefixes(known, said) :]
    world = piece.kind is Kind.QUERY and asks_about_the_world(known, core)
    if known.log_requests.match(core) or not (world or is_said_to_the_bot(known, core)):
        return found
    return [Piece(piece.start, piece.end, Kind.CHAT, 0.8, "said to the bot")]


def _sentence(text: str, start: int, end: int) -> list[Piece]:
    said = text[start:end]
    if _NO_WORD.fullmatch(said):
        return [Piece(start, end, Kind.CHAT, 0.9, "no words")] if end > start else []
    known = signals(language_of(said))
    offset = _after_prefixes(known, said)
    core = said[offset:]
    for sure, why in _talk(known, said, core):
        return [Piece(start, end, Kind.CHAT, sure, why)]
    if (wish := wish_in(said)) is not None:
        return _wished(known, said, start, end, start + wish[1])
    stores = known.log_requests.match(core) is not None
    cut = _inner_question(known, said, offset)
    if stores and cut is None:
        return [Piece(start, end, Kind.LOG, 0.9, "asks to store", storable=True)]
    own = cut is not None and known.of_own.match(said, cut) is not None
    if cut is not None and (stores or _storable(known, said[:cut], alone=own)):
        log = Piece(start, start + cut, Kind.LOG, 0.85, "reports", storable=True)
        return [log, Piece(start + cut, end, Kind.QUERY, 0.85, "then asks")]
    return _whole(known, text, start, end, core, cut=cut)


def _wished(known: Signals, said: str, start: int, end: int, at: int) -> list[Piece]:
    """A request, with the log before it where that reports something."""
    if not _storable(known, said[: at - start], alone=True):
        return [Piece(start, end, Kind.QUERY, 0.9, "a request")]
    log = Piece(start, at, Kind.LOG, 0.85, "reports", storable=True)
    return [log, Piece(at, end, Kind.QUERY, 0.85, "then a request")]


def _talk(known: Signals, said: str, core: str) -> Iterator[tuple[float, str]]:
    """How surely a sentence is talk, and by what sign; nothing when it is none."""
    if is_small_talk(said) or (core != said and not core.strip(_EDGES)):
        yield 0.95, "small talk"
    elif gives_orders(said):
        yield 0.8, "orders about the bot's rules"
    elif known.commands.fullmatch(core.strip(_EDGES)) or topic_of(said) is not None:
        yield 0.9, "about the bot"


def _whole(known: Signals, text: str, start: int, end: int, core: str, *, cut: int | None) -> list[Piece]:
    """A sentence with no sure log before its question, which begins at `cut`: one piece, or two."""
    said = text[start:end]
    asks = _asks(known, core, inside=cut is not None)
    if asks is None:
        storable = _storable(known, said, alone=True)
        return [Piece(start, end, Kind.LOG, 0.9 if storable else 0.55, "reports", storable=storable)]
    sure, why = asks
    for match in known.before_log.finditer(said) if "?" not in said else ():
        rest = said[match.start() :]
        if match.start() and any(c.isdigit() for c in rest) and _storable(known, rest):
            cut = start + match.start()
            query = Piece(start, cut, Kind.QUERY, sure, why)
            return [query, Piece(cut, end, Kind.LOG, 0.8, "then reports", storable=True)]
    if cut is not None and _may_report(known, said[:cut]):
        log = Piece(start, start + cut, Kind.LOG, 0.7, PERHAPS)
        return [log, Piece(start + cut, end, Kind.QUERY, sure, why)]
    return [Piece(start, end, Kind.QUERY, sure, why)]


def _may_report(known: Signals, said: str) -> bool:
    """Whether what stands before a question has a value of its own: `only 5h sleep, why am i tired`."""
    core = said[_after_prefixes(known, said) :]
    about = known.intentions.match(core) or known.topics.match(core)
    return has_value(said) and said.rstrip()[-1:] in ",-:" and not about


def _after_prefixes(known: Signals, said: str) -> int:
    """Where the point of a sentence begins."""
    offset = len(said) - len(said.lstrip(_EDGES))
    while (match := known.prefixes.match(said, offset)) and match.end() > offset:
        offset = match.end()
    return offset


def _asks(known: Signals, core: str, *, inside: bool) -> tuple[float, str] | None:
    """How surely a sentence asks, and by what sign; None when it does not.

    `inside`: a question begins within it, behind its topic ("in october, how often ...").
    """
    bare = core.rstrip(_EDGES)
    marked = "?" in core[len(bare) :]
    if known.language == "ko":
        return _asks_in_korean(known, bare, marked)
    if marked and known.tags.search(bare) and not known.questions.match(core):
        marked = False
    sign: tuple[float, str] | None = None
    if known.not_questions.match(core):
        sign = None
    elif known.questions.match(core):
        sign = (0.97, "question words and mark") if marked else (0.88, "question words")
    elif inside:
        sign = (0.8, "a question after its topic")
    elif known.fragments.match(bare) and not has_value(core) and "!" not in core:
        sign = (0.7, "asks for a figure")
    elif marked and not _SET.search(core):
        sign = (0.75, _BY_MARK)
    return sign


_BY_MARK, PERHAPS = "question mark", "perhaps reports"


def _asks_in_korean(known: Signals, bare: str, marked: bool) -> tuple[float, str] | None:
    if marked and known.tags.search(bare):
        marked = False
    meant = known.not_questions.sub(" ", bare)
    if known.questions.search(meant) or known.questions.search(known.tails.sub("", meant)):
        return (0.95, "question words and mark") if marked else (0.85, "question words")
    if marked:
        return 0.8, "question mark"
    return None


def _inner_question(known: Signals, said: str, offset: int) -> int | None:
    """Where a question begins inside a sentence, with the connector before it."""
    bare = said.rstrip(_EDGES)
    if "?" in said[len(bare) :] and known.tags.search(bare):
        return None
    opens = known.language == "en" and known.questions.match(said, offset)
    if opens and not known.subjectless.match(said, offset):
        return None
    for match in known.inside.finditer(said, offset):
        cut = match.start() + len(match[0]) - len(match[0].lstrip())
        if cut > offset and (known.language == "en" or _asks_in_korean(known, bare[cut:], "?" in said)):
            return cut
    comma = said.rfind(", ", offset)
    short = 0 < len(said[comma + 1 :].split()) <= 3
    return comma + 2 if comma > 0 and "?" in said[len(bare) :] and short else None


def _storable(known: Signals, said: str, *, alone: bool = False) -> bool:
    """Whether words report something worth storing beside a question."""
    core = said[_after_prefixes(known, said) :]
    if known.intentions.match(core) or (not alone and known.topics.match(core)):
        return False
    return bool(known.happened.search(core) or (alone and known.measured.search(core)))


def names_a_figure(said: str, *, known: bool) -> bool:
    """Whether it only names a figure ("worst night of sleep", "tempo vs easy pace"), without any value.

    `known`: something is named that can be logged.
    """
    core = plain(said).strip(_EDGES)
    words = signals(language_of(core))
    core = words.tails.sub("", core)
    if not known or len(core) > _LONGEST_NAME or "!" in said or "\n" in core or has_value(core):
        return False
    return words.nominal.fullmatch(core) is not None and not (
        words.reported.search(core) or words.not_questions.match(core) or words.happened.search(core)
    )


def has_value(core: str) -> bool:
    """Whether a number stands there that is neither a distance to ask for nor a span of time."""
    return any(letter.isdigit() for letter in _DISTANCE_OR_SPAN.sub("", core))
