"""A text as spans: words and figures with the symbols that patterns read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import filterfalse

from agents.language.atoms import Atom
from agents.offline.lexicon import Language, language_of, plain
from agents.offline.questions.frames import Subject
from agents.offline.questions.mentions import inside
from agents.offline.questions.question_rules import decided, patterns, question_rules
from agents.offline.questions.question_words import (
    Token,
    Trie,
    number_words,
    symbol_trie,
    tokens_of,
)

Spans = tuple[Sequence[Atom], Sequence[Token], frozenset[str], frozenset[int]]


def spans_of(
    lowered: str, language: Language, used: Sequence[tuple[int, int]], subjects: Sequence[Subject]
) -> Spans:
    """The text's spans in order, its tokens, the symbols of what is not `used`, the tokens that have any."""
    return _spans(lowered, language, tuple(used), tuple(subjects))


@lru_cache(maxsize=128)
def _spans(
    lowered: str, language: Language, used: tuple[tuple[int, int], ...], subjects: tuple[Subject, ...]
) -> Spans:
    tokens, trie = tokens_of(lowered), symbol_trie(language)
    busy, named = inside(tokens, used), {one.start: one for one in subjects}
    atoms: list[Atom] = []
    signs: set[str] = set()
    taken: set[int] = set(busy)
    reached = within = noun = 0
    for place, token in enumerate(tokens):
        if place in busy:
            if place >= reached and place - 1 not in busy:
                atoms.append(Atom(frozenset(("PERIOD", "ANY")), token.start, token.end, token.text))
            reached = max(reached, place + 1)
            continue
        ends = _phrases(trie, tokens, place, busy) if place >= noun else {}
        noun = max(noun, ends.pop("NOUN", 0))
        symbols = frozenset(ends)
        signs |= symbols
        if read := [end for symbol, end in ends.items() if not _is_a_topic(symbol)]:
            taken.update(range(place, max(read)))
        if place >= reached:
            shaped = [end for symbol, end in ends.items() if symbol not in question_rules().unshaped]
            atom, reached = _atom(tokens, place, max(shaped, default=place + 1), symbols, named)
            atoms.append(replace(atom, symbols=atom.symbols | {"WITHIN"}) if place < within else atom)
            if atom.figure or atom.has("FIG"):
                taken.update(range(place, reached))
        within = max(within, max(ends.values(), default=0))
    return tuple(atoms), tokens, frozenset(signs), frozenset(taken)


@lru_cache(maxsize=128)
def signs_in(text: str, language: Language | None = None) -> frozenset[str]:
    """The symbols that stand in a text as a whole, with those that follow from them.

    Of a question several agents ask it in turn.
    """
    language = language or language_of(text)
    atoms, _, signs, _ = spans_of(plain(text), language, (), ())
    signs |= {"spaced"} if language != "ko" else set[str]()
    for side, atom in (("start", atoms[:1]), ("end", atoms[-1:])):
        signs |= {f"{side}.{symbol}" for one in atom for symbol in one.symbols}
    return signs | {row.is_ for row in question_rules().notes if row.holds(signs)}


@lru_cache(maxsize=128)
def may_match(kind: str, lowered: str, language: Language) -> bool:
    """Whether the words that some row of `patterns(kind)` needs stand in a text: quicker than its spans.

    Phrases that are only parts of words count, too. Of a message several agents ask it in turn.
    """
    tokens, trie = tokens_of(lowered), symbol_trie(language)
    found = [values for place in range(len(tokens)) for _, values in trie.at(tokens, place)]
    signs = {symbol for values in found for symbol, _, _ in values}
    return any(signs.issuperset(filterfalse(_is_shaped, needs)) for needs in patterns(kind).needs)


_SHAPES = frozenset((
    "ANY", "SUBJ", "THING", "WORD", "KIND", "NUM", "FIG", "CLOCK", "A_UNIT", "A_WORD", "PERIOD", "WITHIN",
    "QMARK", "COMMA", "STOP", "SLASH", "DASH",
))  # fmt: skip


def _is_shaped(symbol: str) -> bool:
    """Whether spans get it by what they are, whatever phrases they are of."""
    return symbol in _SHAPES or symbol[:2] in ("U_", "F_")


def asks_generally(text: str, language: Language) -> bool:
    """Whether it asks what no log tells: what a food has, how much of a supplement to take."""
    aim = decided(question_rules().aims, signs_in(text, language))
    return aim is not None and aim.is_ == "meaning"


def _is_a_topic(symbol: str) -> bool:
    """Whether its words say what is asked about, so that they may stand in an entry."""
    return symbol in ("GENERALLY", "HAGO", "ON_ITS_DAYS") or symbol.startswith("KIND:")


def _phrases(trie: Trie, tokens: Sequence[Token], place: int, busy: frozenset[int]) -> dict[str, int]:
    """The symbols of all phrases that begin at a token, and where the longest of each ends."""
    found: dict[str, int] = {}
    for end, values in trie.at(tokens, place):
        if not busy.isdisjoint(range(place, end)):
            break
        short = tokens[place].kind == "hangul" and end == place + 1
        first = tokens[place].first or not short
        last = end == len(tokens) or tokens[end].first
        found |= {symbol: end for symbol, within, ends in values if (within or first) and (last or not ends)}
    return found


def _extra(token: Token, symbols: frozenset[str], named: Subject | None) -> set[str]:
    """What a span is beside the symbols of its phrases."""
    told = {"ANY"}
    flags = {
        "SUBJ": named is not None,
        "THING": token.kind in ("word", "hangul") and "STRETCH" not in symbols,
        "WORD": not symbols and named is None and token.kind != "number",
        "KIND": any(symbol.startswith("KIND:") for symbol in symbols),
    }
    told |= {name for marks, name in _MARKS if token.kind == "sign" and token.text in marks}
    return told | {name for name, holds in flags.items() if holds}


def _atom(
    tokens: Sequence[Token], place: int, longest: int, symbols: frozenset[str], names: Mapping[int, Subject]
) -> tuple[Atom, int]:
    """The span that begins at a token, and the token after it."""
    token = tokens[place]
    named = names.get(token.start)
    extra = _extra(token, symbols, named)
    if token.kind == "number":
        return _figure(tokens, place, extra)
    value = number_words().get(token.text)
    if value is not None and len(token.text) > 1 and token.text not in ("an", "few"):
        extra |= {"NUM"}
    if token.text in ("a", "an") and place + 1 < len(tokens) and _unit_at(tokens, place + 1):
        unit, end = _unit_at(tokens, place + 1) or ("", place + 1)
        return Atom(
            frozenset(("A_UNIT", "ANY", "A_WORD")), token.start, tokens[end - 1].end, token.text, 1.0, unit
        ), end
    unit = _unit_at(tokens, place)
    if unit:
        extra, longest = extra | {f"U_{unit[0].upper()}"}, max(longest, unit[1])
    if named and named.end > tokens[longest - 1].end:
        longest = next((at for at in range(place, len(tokens)) if tokens[at].start >= named.end), len(tokens))
    end = tokens[longest - 1].end
    return Atom(symbols | extra, token.start, end, token.text, float(value or 0)), longest


_MARKS = (("?？", "QMARK"), (",;", "COMMA"), (".", "STOP"), ("/", "SLASH"), ("-", "DASH"))  # noqa: RUF001 - as it is typed


def _figure(tokens: Sequence[Token], place: int, extra: set[str]) -> tuple[Atom, int]:
    """A number with the unit behind it."""
    token = tokens[place]
    end = place + 1
    if ":" in token.text:
        minutes, seconds = map(_amount, token.text.split(":")[:2])
        return Atom(
            frozenset({"CLOCK", "FIG"} | extra), token.start, token.end, token.text, minutes * 60 + seconds
        ), end
    value = _amount(token.text)
    behind = end + 1 if end < len(tokens) and tokens[end].text == "-" else end
    found = _unit_at(tokens, behind)
    if found is None:
        return Atom(frozenset({"NUM", "FIG"} | extra), token.start, token.end, token.text, value), end
    unit, end = found
    if tokens[behind].text == "만":
        unit, value = "pieces", value * 10_000
    return Atom(
        frozenset({"FIG", f"F_{unit.upper()}"} | extra),
        token.start,
        tokens[end - 1].end,
        token.text,
        value,
        unit,
    ), end


def _amount(written: str) -> float:
    """A number with commas between its thousands; 0 of what is none: `1.2.3`."""
    return float(written.replace(",", "") or 0) if written.count(".") < 2 else 0.0


@cache
def _units() -> Trie:
    trie = Trie()
    for unit, words in question_rules().units.items():
        for word in words:
            trie.add(word, unit)
    return trie


def _unit_at(tokens: Sequence[Token], place: int) -> tuple[str, int] | None:
    """The unit that begins at a token, and the token after it."""
    if place == len(tokens):
        return None
    found = [(values[0][0], end) for end, values in _units().at(tokens, place)]
    if not found or tokens[place].kind != "hangul":
        return found[-1] if found else None
    phrases = (end for end, _ in symbol_trie("ko").at(tokens, place))
    return None if max(phrases, default=0) > found[-1][1] else found[-1]  # "90 초과" is no 90 seconds
