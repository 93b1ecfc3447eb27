"""From text to atoms: tokens, what they mean by the lexicon, figures with their units, names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from agents.language import hangul
from agents.language.atoms import Atom
from agents.language.lexicon import SHAPES, Entry, Lexicon
from agents.language.quantities import Span, quantified
from agents.language.tokens import Token, cut, is_hangul, tokenize, with_comma, without_marks
from agents.language.typos import beside
from agents.offline.reading.phrases import Named

_SIGNS = {
    ",": "COMMA", ".": "STOP", "!": "STOP", "?": "STOP", ";": "STOP", "。": "STOP", "/": "SLASH", "+": "PLUS",
    "-": "DASH", "~": "DASH", ":": "COLON", "=": "COLON", "(": "OPEN", ")": "CLOSE", "[": "OPEN", "]": "CLOSE",
    "•": "COMMA", "|": "COMMA", "&": "COMMA", "→": "COMMA", ">": "COMMA", "\u2014": "COMMA",
}  # fmt: skip
_CONTENT = frozenset(
    ("EX", "BOUT", "METRIC", "AMOUNT", "RACE", "LAST_SET", "WARMUP", "SAME_SETS", "SAME_LOAD", "THEN", "HAD")
)
_NOISE, _LINE, _NUMBER, _CLOCK, _WORD = (
    frozenset((one,)) for one in ("NOISE", "LINE", "NUM", "CLOCK", "WORD")
)
_FILLER = frozenset(("FILLER",))
_IN_DATES = frozenset(("LIGHT", "MORNING", "IT", "IS"))
"""What a word of a date keeps."""
_MASSES = frozenset(("kg", "lb"))
_EMPTY = frozenset(("FILLER", "LIGHT"))
_HEAVIEST_BELL, _SHORT = 90, 5
"""Of a pair of dumbbells: `24s`."""
_SHORTEST, _SHORTEST_HANGUL = 4, 2
"""Letters of a word that may be of an own exercise's name."""


def atoms_of(text: str, lexicon: Lexicon, taken: Iterable[tuple[int, int]] = ()) -> tuple[Atom, ...]:
    """The atoms of a plain text; what lies in `taken` (dates) is noise. Linear in its length."""
    tokens = _apart(hangul.split(without_marks(tokenize(text)), lexicon), lexicon)
    tokens = _with_decimals(tokens, lexicon)
    if any(token.kind in ("number", "clock") or token.text in lexicon.number_words for token in tokens):
        tokens = _mended(tokens, lexicon)
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
    atoms = quantified(spans)
    return tuple(_with_own_names([_finished(atoms, at, lexicon) for at in range(len(atoms))], lexicon))


def telling(atoms: Sequence[Atom]) -> list[Atom]:
    """Without what says nothing."""
    return [atom for atom in atoms if atom.symbols != _FILLER]


def _span(tokens: Sequence[Token], at: int, lexicon: Lexicon, before: Span | None) -> tuple[int, Span]:
    """The longest thing that begins at `at`, as the number of its tokens and what it is."""
    token = tokens[at]
    length, entry = lexicon.find(tokens, at)
    if token.kind == "number" and not (
        entry is not None and _is_programme(tokens, at, length, entry, before, lexicon)
    ):
        return _figure(tokens, at, lexicon)
    number, value = lexicon.spelled(tokens, at)
    if number and (number > length or (entry is not None and number == length and not entry.tells)):
        return number, _numbered(tokens, at, number, value)
    if number and entry is not None and number == length and entry.named is None and not entry.counts:
        return number, _numbered(tokens, at, number, value)
    if length and entry is not None:
        return length, _worded(tokens, at, length, entry)
    match token.kind:
        case "clock":
            return 1, _clock(token)
        case "line":
            return 1, Span(Atom(_LINE, token.start, token.end, token.text), _LINE)
        case "sign":
            return 1, _sign(tokens, at)
        case _:
            return 1, Span(Atom(_WORD, token.start, token.end, token.text, glued=token.glued), _WORD)


def _figure(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[int, Span]:
    length, value = lexicon.scaled(tokens, at)
    return (
        (length, _numbered(tokens, at, length, value))
        if length
        else (1, _numbered(tokens, at, 1, tokens[at].value))
    )


def _is_programme(
    tokens: Sequence[Token], at: int, length: int, entry: Entry, before: Span | None, lexicon: Lexicon
) -> bool:
    """`531 bench 80kg 5x5`: a number that is a programme's name, before a word that counts nothing."""
    loaded = before is not None and (bool(before.unit) or "X" in before.symbols)
    if "PROGRAMME" not in entry.symbols or loaded:
        return False
    if length > 1:
        return True
    if before is not None and before.atom.named is not None:
        return False
    ahead = tokens[at + length : at + length + 2]
    after = ahead[-1] if ahead and ahead[0].kind == "number" else ahead[0] if ahead else None  # `531 3주차`
    return after is not None and after.kind in ("word", "hangul") and not lexicon.counts(after)


def _numbered(tokens: Sequence[Token], at: int, length: int, value: float) -> Span:
    first, end = tokens[at], tokens[at + length - 1].end
    text = first.text if length == 1 else " ".join([token.text for token in tokens[at : at + length]])
    symbols = _of_number(value)
    after = tokens[at + length] if at + length < len(tokens) else None
    glued_x = after is not None and after.glued and after.text == "x"
    last = after is None or after.kind == "line" or _SIGNS.get(after.text) in _ENDS
    wide = _in_a_row(value, glued=first.glued and not glued_x, last=last and not first.glued)
    return Span(Atom(symbols, first.start, end, text, value, glued=first.glued), wide)


_ENDS = frozenset(("STOP", "COMMA", "CLOSE"))


@lru_cache(maxsize=1024)
def _of_number(value: float) -> frozenset[str]:
    whole = value == int(value) and value >= 1
    return frozenset(("NUM", *(("INT",) if whole else ()), *(("TWO",) if value == 2 else ())))


@lru_cache(maxsize=4096)
def _in_a_row(value: float, *, glued: bool, last: bool) -> frozenset[str]:
    """A number's symbols in rows of quantities."""
    found = set(_of_number(value))
    whole = value == int(value)
    tests = {
        "N60": value < 60, "G60": glued and value < 60, "T60": last and whole and 10 <= value < 60, "N14": value < 14,
        "STONE": 5 <= value <= 40, "N24": value <= 24, "N100": value in (100, 500),
        "TEL": glued and value >= 1000,
    }  # fmt: skip
    return frozenset(found | {symbol for symbol, holds in tests.items() if holds})


def _clock(token: Token) -> Span:
    whole, _, tenths = token.text.partition(".")
    parts = tuple([int(part) for part in whole.split(":")])
    seconds = parts[0] * 60 + parts[1] if len(parts) == 2 else parts[0] * 3600 + parts[1] * 60 + parts[2]
    value = seconds + float(f"0.{tenths or 0}")
    return Span(
        Atom(_CLOCK, token.start, token.end, token.text, value, parts=parts, glued=token.glued), _CLOCK
    )


def _sign(tokens: Sequence[Token], at: int) -> Span:
    token = tokens[at]
    symbols = frozenset((_SIGNS.get(token.text, "SIGN"),))
    quote = {"'": "QUOTE", '"': "QUOTES"}.get(token.text, "") if token.glued else ""
    return Span(
        Atom(symbols, token.start, token.end, token.text, glued=token.glued),
        symbols | {quote} if quote else symbols,
        "'" if quote == "QUOTE" else "",
    )


def _worded(tokens: Sequence[Token], at: int, length: int, entry: Entry) -> Span:
    first, end = tokens[at], tokens[at + length - 1].end
    text = first.text if length == 1 else " ".join([token.text for token in tokens[at : at + length]])
    symbols = entry.symbols
    if length == 1 and first.kind == "sign" and symbols != _FILLER:
        symbols |= {_SIGNS.get(text, "SIGN")}
    wide = symbols
    after = tokens[at + length] if at + length < len(tokens) else None
    unit = entry.unit if text != "#" or after is None or not (after.glued and after.kind == "number") else ""
    if unit and (unit != "w" or first.glued):
        wide |= {f"U_{unit.upper()}", "UNIT"}
    if first.glued:
        wide |= {f"GLUED_{one}" for one in wide & _GLUED}
        if text in _QUOTES:
            wide |= {_QUOTES[text]}
            unit = "'" if text == "'" else unit
    if "NOISE_AFTER" in wide and wide & _COUNTED:
        wide -= {"NOISE_AFTER"}
    atom = Atom(symbols, first.start, end, text, unit=entry.unit if entry.unit in _MASSES else "", named=entry.named,
        amount=entry.amount, glued=first.glued, means=entry.means)  # fmt: skip
    return Span(atom, wide, unit)


_QUOTES = {"'": "QUOTE", '"': "QUOTES"}
_GLUED = frozenset(("ORDINAL", "U_W"))
_COUNTED = frozenset(("SETS", "REPS"))


def _finished(atoms: Sequence[Atom], at: int, lexicon: Lexicon) -> Atom:
    """With the symbols that go by what it is beside, and those of its word."""
    atom = atoms[at]
    symbols = atom.symbols
    if atom.figure:
        bell = (
            atom.end - atom.start <= _SHORT
            and "TIME" in symbols
            and atom.unit == "s"
            and atom.value <= _HEAVIEST_BELL
        )
        return replace(atom, symbols=symbols | {"BELLS"}) if bell else atom
    name = lexicon.short.get(atom.text)
    if name is not None and "EX" not in symbols and _before_figure(atoms, at):
        named = Named(name, "strength", "sets")
        return replace(atom, symbols=symbols - {"WORD", "BOUT", "FILLER"} | {"EX"}, named=named)
    if "FILLER" in symbols and symbols <= _EMPTY:
        return replace(atom, symbols=_FILLER)
    more = set(symbols)
    if not atom.figure and symbols.isdisjoint(_CONTENT) and symbols.isdisjoint(_MARKS):
        more.add("WORD")
    if "WORD" in more and more <= _SAYING_NOTHING:
        more.add("PLAIN")
    if more & {"COMMA", "THEN"}:
        more.add("SEP")
    if "INCHES" in more and not atom.glued:
        more.discard("INCHES")
    if atom.text == "#":
        more.add("HASH")
    if atom.unit in _MASSES and "NOISE" not in symbols:
        more.add("UNIT_MASS")
    if "FILLER" in more and more.isdisjoint(_WEIGHTY):
        more.add("LIGHT")
    return atom if more == symbols else replace(atom, symbols=frozenset(more))


_SAYING_NOTHING = frozenset(("WORD", "FILLER", "LIGHT", "IS", "IT", "AND", "OUT", "LEFT", "MORNING", "SEP"))
"""A word of these only is one that nothing explains."""
_WEIGHTY = frozenset(("SEP", "UNTIL", "METRIC", "FOR", "EX", "BOUT", "FEELING"))
"""With these a filler is not only that."""


_MARKS = frozenset(_SIGNS.values()) | {"LINE", "SIGN", "NOISE"}


def _before_figure(atoms: Sequence[Atom], at: int) -> bool:
    after = next((one for one in atoms[at + 1 : at + 3] if not one.has("COLON", "DASH", "X", "LINE")), None)
    return after is not None and after.figure


def _apart(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """In `100kgx5` and `100 kgx5` the unit and the x are two."""
    result: list[Token] = []
    for token in tokens:
        if token.kind == "word" and token.text[-1] == "x" and result and result[-1].kind == "number":
            if lexicon.alone(token.text[:-1]).unit:
                result += cut(token, len(token.text) - 1)
                continue
        result.append(token)
    return result


def _mended(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Typos of exercise words mended; of several words the one that goes with the word before."""
    result: list[Token] = []
    for token in tokens:
        if token.kind not in ("word", "hangul") or lexicon.is_word(token.text):
            result.append(token)
            continue
        found = lexicon.typos.candidates(token.text)
        stem = token.text[:-2]
        if token.text.endswith("'s") and lexicon.alone(stem).named is not None:
            found = (stem,)  # `rdl's 3x10`
        together = lexicon.branch(result[-1].text).entries if result else {}
        if not found and result:
            found = beside(token.text, {phrase[1] for phrase in together if len(phrase) > 1})
        if len(found) > 1:
            found = tuple([one for one in found if (result[-1].text, one) in together]) if result else ()
        result.append(token._replace(text=found[0]) if len(found) == 1 else token)
    return result


_LIGHTEST = 20.0
_NEAR = 3
"""Tokens between a metric's name and its figure: `체중은 72,5`, `slept about 7,5`."""
_QUARTERS = frozenset(("5", "25", "50", "75"))
_FINE = frozenset(("25", "75"))
_PLATE_ENDS = "27"
"""Loads go up in steps of 2.5: 82,5 and 77,5."""
_TIMES = frozenset(("h", "min", "s"))


def _with_decimals(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The decimal comma: `6,5 hours`, `bw 82,5`, `bench 82,5 x 5`; `5,5,4` and `100kg 5,5` are lists."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        if _is_decimal(tokens, at, result) and _has_tenths(tokens, at, result, lexicon):
            result.append(with_comma(tokens[at], tokens[at + 2]))
            at += 3
        else:
            result.append(tokens[at])
            at += 1
    return result


def _is_decimal(tokens: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """Whether figures stand on both sides of a comma, and not in a list."""
    if at + 2 >= len(tokens) or tokens[at].kind != "number" or tokens[at + 1].text != ",":
        return False
    whole, comma, tenths = tokens[at : at + 3]
    glued = tenths.kind == "number" and comma.glued and tenths.glued and len(tenths.text) <= 2
    listed = bool(before) and before[-1].text == "," and whole.glued
    goes_on = (
        len(tokens) > at + 4
        and tokens[at + 3].text == ","
        and tokens[at + 4].kind == "number"
        and tokens[at + 4].glued
    )
    return glued and not listed and not goes_on and whole.text.isdecimal() and tenths.text.isdecimal()


def _has_tenths(tokens: Sequence[Token], at: int, before: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a unit follows, plates make it up, or a metric stands before it."""
    whole, tenths = tokens[at], tokens[at + 2].text
    after = lexicon.alone(tokens[at + 3].text) if at + 3 < len(tokens) else None
    if (
        after is not None
        and after.unit
        and (after.unit not in _TIMES or len(tenths) == 1 or tenths in _QUARTERS)
    ):
        return True
    in_steps = tenths in _FINE or (tenths == "5" and whole.text[-1] in _PLATE_ENDS)
    chained = after is not None and not after.symbols.isdisjoint(("X", "FOR"))
    return (in_steps and (chained or whole.value >= _LIGHTEST)) or _of_metric(before, lexicon)


def _of_metric(before: Sequence[Token], lexicon: Lexicon) -> bool:
    """`slept 7,5`, `weight: 82,3`."""
    for token in reversed(before[-_NEAR:]):
        if token.kind in ("number", "clock", "line") or token.text == ",":
            return False
        named = lexicon.alone(token.text).named
        if named is not None:
            return named.shape == "metrics"
    return False


_OPENS = frozenset(("LINE", "STOP", "COMMA", "PLUS", "NOISE", "CLOSE", "COLON", "THEN"))
_BETWEEN = frozenset(("COLON", "DASH", "COMMA"))


def _with_own_names(atoms: list[Atom], lexicon: Lexicon) -> list[Atom]:
    """A word that nobody knows right before an exercise: `gorilla press` is another one, of the writer's own."""
    result: list[Atom] = []
    for at, atom in enumerate(atoms):
        before = result[-1] if result else None
        if before is None or atom.named is None or "EX" not in atom.symbols or not _is_own(before, lexicon):
            result.append(atom)
            continue
        opens = len(result) < 2 or result[-2].has(*_OPENS) or result[-2].figure
        after = next((one for one in atoms[at + 1 : at + 3] if not one.has(*_BETWEEN)), None)
        if opens and after is not None and after.has("NUM", "MASS", "TIME"):
            name = f"{before.text} {_singular(atom.text)}"
            named = Named(name, atom.named.domain, "sets")
            result[-1] = replace(
                atom, symbols=frozenset((SHAPES["sets"],)), start=before.start, text=name, named=named
            )
        else:
            result.append(atom)
    return result


def _is_own(word: Atom, lexicon: Lexicon) -> bool:
    """Whether it can be a word of a name: nothing else is known of it."""
    if word.symbols != _WORD or not word.text.isalpha():
        return False
    if len(word.text) < (_SHORTEST_HANGUL if is_hangul(word.text) else _SHORTEST):
        return False
    return (
        not word.text.endswith(lexicon.no_name_ends)
        and not _ends_in_particle(word.text, lexicon)
        and not lexicon.is_apart(word.text)
    )


def _ends_in_particle(word: str, lexicon: Lexicon) -> bool:
    return is_hangul(word) and any(word[-size:] in lexicon.particles for size in (1, 2, 3))


def _singular(word: str) -> str:
    if word.endswith(("sses", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
