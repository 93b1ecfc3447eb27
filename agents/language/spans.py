"""From text to atoms: tokens, what they mean by the lexicon, figures with their units, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from agents.language.atoms import Atom
from agents.language.lexicon import Lexicon
from agents.language.meaning import Entry
from agents.language.named import Named
from agents.language.own_names import with_own_names
from agents.language.quantities import Span, quantified
from agents.language.spelling import tokens_of
from agents.language.tokens import Token
from units import HOUR_S

_SIGNS = {
    ",": "COMMA", ".": "STOP", "!": "STOP", "?": "STOP", ";": "STOP", "。": "STOP", "/": "SLASH", "+": "PLUS",
    "-": "DASH", "~": "DASH", ":": "COLON", "=": "COLON", "(": "OPEN", ")": "CLOSE", "[": "OPEN",
    "]": "CLOSE", "•": "COMMA", "|": "COMMA", "&": "COMMA", "→": "COMMA", ">": "COMMA", "\u2014": "COMMA",
}  # fmt: skip
_CONTENT = frozenset(
    ("EX", "BOUT", "METRIC", "AMOUNT", "RACE", "LAST_SET", "WARMUP", "SAME_SETS", "SAME_LOAD", "THEN", "HAD")
)
_NOISE, _LINE, _CLOCK, _WORD = (frozenset((one,)) for one in ("NOISE", "LINE", "CLOCK", "WORD"))
_FILLER = frozenset(("FILLER",))
_IN_DATES = frozenset(("LIGHT", "MORNING", "IT", "IS"))
"""What a word of a date keeps."""
_MASSES = frozenset(("kg", "lb"))
_EMPTY = frozenset(("FILLER", "LIGHT"))
_AFTER_TIMES = _EMPTY | {"ON_TIME", "AT", "SEP"}


def atoms_of(text: str, lexicon: Lexicon, taken: Iterable[tuple[int, int]] = ()) -> tuple[Atom, ...]:
    """The atoms of a plain text; what lies in `taken` (dates) is noise. Linear in its length."""
    atoms = quantified(spans_of(text, lexicon, taken))
    finished = [_finished(atoms, at, lexicon) for at in range(len(atoms))]
    return tuple(with_own_names(text, finished, lexicon))


def spans_of(text: str, lexicon: Lexicon, taken: Iterable[tuple[int, int]] = ()) -> list[Span]:
    """Its words and numbers before any are joined."""
    tokens = tokens_of(text, lexicon)
    spans: list[Span] = []
    places = iter(sorted(taken))
    named = next(places, None)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        while named is not None and named[1] <= token.start:
            named = next(places, None)
        if named is not None and named[0] <= token.start < named[1]:
            light = lexicon.alone(token.text).symbols & _IN_DATES
            spans.append(Span(Atom(_NOISE | light, token.start, token.end, token.text), _NOISE))
            at += 1
            continue
        length, span = _span(tokens, at, lexicon, spans[-1] if spans else None)
        spans.append(span)
        at += length
    return spans


def telling(atoms: Sequence[Atom]) -> list[Atom]:
    """Without what says nothing."""
    return [atom for atom in atoms if atom.symbols != _FILLER]


def _span(tokens: Sequence[Token], at: int, lexicon: Lexicon, before: Span | None) -> tuple[int, Span]:
    """The longest thing that begins at `at`, as the number of its tokens and what it is."""
    token = tokens[at]
    length, entry = lexicon.find(tokens, at)
    ahead = tokens[at + length : at + length + 2]
    named = entry is not None and entry.named is not None and length > 2
    if (
        token.kind == "number"
        and not named
        and (entry is None or not _is_programme(length, entry, before, ahead, lexicon))
    ):
        scaled, value = lexicon.scaled(tokens, at)
        return scaled or 1, _numbered(tokens, at, scaled or 1, value if scaled else token.value, lexicon)
    number, value = lexicon.spelled(tokens, at)
    if number and (number > length or entry is None or (number == length and _is_number(entry))):
        return number, _numbered(tokens, at, number, value, lexicon)
    if entry is not None:
        return length, _worded(tokens, at, length, entry)
    return 1, _unknown(token)


def _is_number(entry: Entry) -> bool:
    """Whether a number in words that has this other meaning is the number."""
    return not entry.tells or (entry.named is None and not entry.counts)


def _unknown(token: Token) -> Span:
    """What no lexicon knows."""
    if token.kind == "clock":
        return _clock(token)
    symbols = {"line": _LINE, "sign": frozenset((_SIGNS.get(token.text, "SIGN"),))}.get(token.kind, _WORD)
    quote = _QUOTES.get(token.text, "") if token.glued else ""
    atom = Atom(symbols, token.start, token.end, token.text, glued=token.glued)
    return Span(atom, symbols | {quote}, token.text) if quote else Span(atom, symbols)


def _is_programme(
    length: int, entry: Entry, before: Span | None, ahead: Sequence[Token], lexicon: Lexicon
) -> bool:
    """`531 bench 80kg 5x5`: a number that is a programme's name, before a word that counts nothing."""
    loaded = before is not None and (bool(before.unit) or "X" in before.symbols)
    if "PROGRAMME" not in entry.symbols or loaded or length > 1:
        return "PROGRAMME" in entry.symbols and not loaded
    after = ahead[-1] if ahead and ahead[0].kind == "number" else ahead[0] if ahead else None  # `531 3주차`
    if after is None or (before is not None and before.atom.named is not None):
        return False
    return after.kind in ("word", "hangul") and not lexicon.counts(after)


def _numbered(tokens: Sequence[Token], at: int, length: int, value: float, lexicon: Lexicon) -> Span:
    first, end = tokens[at], tokens[at + length - 1].end
    after = tokens[at + length] if at + length < len(tokens) else None
    before_x = after is not None and after.glued and after.text == "x"
    last = after is None or after.kind == "line" or _SIGNS.get(after.text) in _ENDS
    last = last or (
        after is not None
        and not lexicon.alone(after.text).symbols.isdisjoint(_AFTER_TIMES)
        and not lexicon.counts(after)
    )
    wide = _in_a_row(value, glued=first.glued and not before_x, last=last and not first.glued)
    text = _written(tokens, at, length)
    return Span(Atom(_of_number(value), first.start, end, text, float(value), glued=first.glued), wide)


def _written(tokens: Sequence[Token], at: int, length: int) -> str:
    return tokens[at].text if length == 1 else " ".join([token.text for token in tokens[at : at + length]])


_ENDS = frozenset(("STOP", "COMMA", "CLOSE"))


@lru_cache(maxsize=1024)
def _of_number(value: float) -> frozenset[str]:
    whole = value == int(value) and value >= 1
    return frozenset(("NUM", *(("INT",) if whole else ()), *_NAMED.get(value, ())))


_NAMED: Mapping[float, tuple[str, ...]] = {
    0: ("ZERO",),
    2: ("TWO",),
    3: ("THREE",),
    12: ("TWELVE",),
    30: ("THIRTY",),
}
"""Numbers that rows speak of."""


@lru_cache(maxsize=4096)
def _in_a_row(value: float, *, glued: bool, last: bool) -> frozenset[str]:
    """A number's symbols in rows of quantities."""
    found = set(_of_number(value))
    whole = value == int(value)
    tests = {
        "N60": value < 60, "G60": glued and value < 60, "T60": last and whole and 10 <= value < 60,
        "N14": value < 14, "STONE": 5 <= value <= 40, "N24": value <= 24, "N100": value in (100, 500),
        "OVER24": value > 24, "TEL": glued and value >= 1000,
    }  # fmt: skip
    return frozenset(found | {symbol for symbol, holds in tests.items() if holds})


def _clock(token: Token) -> Span:
    whole, _, tenths = token.text.partition(".")
    parts = tuple([int(part) for part in whole.split(":")])
    seconds = parts[0] * 60 + parts[1] if len(parts) == 2 else parts[0] * HOUR_S + parts[1] * 60 + parts[2]
    value = seconds + float(f"0.{tenths or 0}")
    atom = Atom(_CLOCK, token.start, token.end, token.text, value, parts=parts, glued=token.glued)
    return Span(atom, _CLOCK)


def _worded(tokens: Sequence[Token], at: int, length: int, entry: Entry) -> Span:
    first, end = tokens[at], tokens[at + length - 1].end
    symbols = entry.symbols
    if length == 1 and first.kind == "sign" and symbols != _FILLER:
        symbols |= {_SIGNS.get(first.text, "SIGN")}
    after = tokens[at + length] if at + length < len(tokens) else None
    numbers = first.text == _HASH and after is not None and after.glued and after.kind == "number"
    unit = "" if numbers else entry.unit
    atom = Atom(
        symbols, first.start, end, _written(tokens, at, length), unit=unit if unit in _MASSES else "",
        named=entry.named, amount=entry.amount, glued=first.glued, means=entry.means,
    )  # fmt: skip
    quote = _QUOTES.get(first.text, "") if first.glued and length == 1 else ""
    wide = _beside_number(symbols | {quote} if quote else symbols, unit, glued=first.glued)
    return Span(atom, wide, first.text if quote == "QUOTE" else unit)


@lru_cache(maxsize=4096)
def _beside_number(symbols: frozenset[str], unit: str, *, glued: bool) -> frozenset[str]:
    """A word's symbols in rows of quantities."""
    wide = symbols
    if unit:
        wide |= {f"U_{unit.upper()}", "UNIT"}
    if glued:
        wide |= {f"GLUED_{one}" for one in wide & _GLUED}
    if wide & _ALONE and not glued:
        wide -= {"U_W", "UNIT"}
    return wide - {"NOISE_AFTER"} if wide & _COUNTED else wide


_HASH = "#"
_QUOTES = {"'": "QUOTE", '"': "QUOTES"}
_GLUED = frozenset(("ORDINAL", "U_W", "LETTER"))
_ALONE = frozenset(("U_W",))
"""Units that are other words where a blank stands before them."""
_COUNTED = frozenset(("SETS", "REPS"))


def _finished(atoms: Sequence[Atom], at: int, lexicon: Lexicon) -> Atom:
    """With the symbols that go by what it is beside, and those of its word."""
    atom = atoms[at]
    if atom.figure:
        return atom
    name = lexicon.short.get(atom.text)
    if name is not None and not atom.has("EX") and _before_figure(atoms, at):
        symbols = atom.symbols - {"WORD", "BOUT", "FILLER"} | {"EX"}
        return replace(atom, symbols=symbols, named=Named(name, "strength", "sets"))
    unit = atom.unit in _MASSES and not atom.has("NOISE")
    symbols = _of_word(atom.symbols, glued=atom.glued, unit=unit, hash_=atom.text == _HASH)
    return atom if symbols == atom.symbols else atom.meaning(symbols)


@lru_cache(maxsize=4096)
def _of_word(symbols: frozenset[str], *, glued: bool, unit: bool, hash_: bool) -> frozenset[str]:
    """The symbols of a word or sign with those that follow from them."""
    if "FILLER" in symbols and symbols <= _EMPTY:
        return _FILLER
    word = symbols.isdisjoint(_CONTENT) and symbols.isdisjoint(_MARKS)
    more = symbols | _WORD if word else symbols
    tests = {
        "PLAIN": word and more <= _SAYING_NOTHING, "SEP": bool(symbols & _JOINING), "HASH": hash_,
        "UNIT_MASS": unit,
        "LIGHT": "FILLER" in symbols and symbols.isdisjoint(_WEIGHTY),
    }  # fmt: skip
    more |= {symbol for symbol, holds in tests.items() if holds}
    return more if glued else more - {"INCHES"}


_SAYING_NOTHING = frozenset(
    (
        "WORD",
        "FILLER",
        "LIGHT",
        "LEVEL",
        "IS",
        "IT",
        "AND",
        "OUT",
        "LEFT",
        "MORNING",
        "SEP",
        "WHOLE",
        "ANOTHER",
        "LONE",
    )
)
"""A word of these only is one that nothing explains."""
_JOINING = frozenset(("COMMA", "THEN"))
_WEIGHTY = frozenset(("SEP", "UNTIL", "METRIC", "FOR", "EX", "BOUT", "FEELING", *_JOINING))
"""With these a filler is not only that."""
_MARKS = frozenset(_SIGNS.values()) | {"LINE", "SIGN", "NOISE"}


def _before_figure(atoms: Sequence[Atom], at: int) -> bool:
    after = next((one for one in atoms[at + 1 : at + 3] if not one.has("COLON", "DASH", "X", "LINE")), None)
    return after is not None and after.figure
