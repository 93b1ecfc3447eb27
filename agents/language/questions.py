"""A question read once: its parts, what each wants of which subjects and days, and what narrows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Literal, cast

from agents.language.atoms import Atom
from agents.language.frames import Aim, Beside, Mark, Part, Per, QuestionFrame, Request, Subject, Where, Wish
from agents.language.question_rules import Match, decided, patterns, question_rules
from agents.language.question_words import Lexicon, Token, Trie, lexicon_for, number_words, question_file, spelled, symbol_trie, tokens_of
from agents.offline.answers.glossary import meanings
from agents.offline.asking.paths import find_path
from agents.offline.days.dates import PeriodMention
from agents.offline.days.periods import impossible_period, read_periods
from agents.offline.lexicon import Language, language_of, plain
from agents.types import Quantity, Statistic
from domains.muscles import muscles_of
from storage.entities import DateRange
from units import METRES

METRICS = frozenset({"sleep", "mood", "energy", "stress", "pain", "kcal", "protein", "body weight", "steps"})
GOES_FAR = frozenset({"running", "cycling", "swimming", "run", "ride", "swim", "walk", "hike", "row"})
_FIELDS = frozenset({"distance", "duration", "weight", "reps", "sets", "rpe", "pace", "speed", "laps"})
"""Names that some vocabularies hold; in a question they say which quantity is wanted."""
_DATED = frozenset({"record", "min", "max", "last", "first", "reached"})
"""What is answered with its day."""
WEEKLY = "/week"
"""The unit of a mark that is so many days a week."""


@dataclass(frozen=True, slots=True)
class Known:
    """What reading needs to know: `now` on the person's clock, the words, what was ever logged, parts of the body."""

    now: datetime
    vocabulary: Mapping[str, str]
    logged: Sequence[str] = ()
    order: Literal["DMY", "MDY"] = "DMY"
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    language: str = "en"


@dataclass(frozen=True, slots=True)
class _Read:
    """A text with its spans: `signs` are the symbols of words that no figure and no time uses."""

    tokens: Sequence[Token]
    atoms: Sequence[Atom]
    matches: Sequence[Match]
    subjects: Sequence[Subject]
    signs: frozenset[str]
    read: frozenset[int]
    """The tokens that something took."""
    kinds: Sequence[tuple[str, int, int]]
    """Words for kinds of sessions, and where they stand."""


def read_question(text: str, known: Known, anchor: DateRange | None = None) -> QuestionFrame:
    """Every part of a message; one without subject or days of its own takes those of the part before."""
    language = language_of(text, known.language)
    if find_path(text):
        return QuestionFrame((Part(text.strip(), language, "file", "list", signs=frozenset(("WHOLE",))),))
    text = spelled(text, language, known.logged)
    parts: list[Part] = []
    for piece in _pieces(text, language):
        part = _part(piece, known, anchor, language)
        if parts and _asks_only_the_day(part, parts[-1]):
            continue
        if parts:
            part = _inheriting(part, parts[-1])
            parts[-1] = _lent(parts[-1], part)
        parts.append(part)
    requests = _requests(text, parts)
    unread = sum(len(part.unread) for part in parts)
    taken = sum(len(part.signs) for part in parts)
    return QuestionFrame(tuple(parts), (1 + taken) / (1 + taken + 2 * unread), requests)


_WISHES: tuple[tuple[Wish, frozenset[str]], ...] = (
    ("reminder", frozenset({"REMIND"})), ("calendar", frozenset({"CALENDAR", "PUT"})), ("chart", frozenset({"CHART"})),
)  # fmt: skip


def _requests(text: str, parts: Sequence[Part]) -> tuple[Request, ...]:
    wishes = [wish for wish, needed in _WISHES if any(needed <= part.signs for part in parts)]
    return tuple([Request(wish, text, parts[0].periods) for wish in wishes])


# Parts of a message.


def _pieces(text: str, language: Language) -> list[str]:
    """The questions of a message, each as its own text."""
    atoms = _spans(plain(text), language, (), ())[0]
    starts: list[tuple[int, int]] = []
    for match in patterns("splits").matches(atoms):
        last = {"super": 2, "next": 1}[match.row.does]
        cut = atoms[match.end - last] if match.row.does != "super" or match.end - match.start > 2 else atoms[match.end - 1]
        starts.append((atoms[match.start].start if not atoms[match.start].has("DONE_AND") else atoms[match.start].end, cut.start))
    found: list[str] = []
    begin = 0
    for end, after in starts:
        found.append(text[begin:end])
        begin = after
    found.append(text[begin:])
    cleaned = [piece.strip(" \t\n,;.?!") for piece in found]
    whole: list[str] = []
    for piece in cleaned:
        if whole and "TOGETHER" in _signs_in(tokens_of(plain(piece)), symbol_trie(language)):
            whole[-1] += f", {piece}"
        elif len(piece) > 1:
            whole.append(piece)
    return [one for piece in whole for one in _turned_round(piece, language)] or [text.strip()]


_SIDES = (("DAY_AFTER_IT", "after that"), ("AFTER", "after that"), ("DAY_BEFORE_IT", "before that"), ("BEFORE", "before that"), ("DAY_OF", "that day"), ("WHEN", "that day"))
_EXTREME = ("MOST", "LEAST", "FIRST", "LAST", "E1RM")


def _turned_round(text: str, language: Language) -> list[str]:
    """`how did I sleep the night before my squat PR`: the PR, then what is asked of the night before."""
    tokens, trie = tokens_of(plain(text)), symbol_trie(language)
    if language == "ko":
        return _day_first(text, tokens, trie)
    for place in range(2, len(tokens) - 1):
        hits = [(end, symbol) for end, values in trie.at(tokens, place) for symbol, _ in values]
        side = next(((end, said) for symbol, said in _SIDES for end, found in reversed(hits) if found == symbol), None)
        if side is None:
            continue
        front, back = _signs_in(tokens[:place], trie), _signs_in(tokens[side[0] :], trie)
        barred = not front.isdisjoint(("COMPARE", "BETTER", "ACTS_EN", "LINK_WORD", "WHY", "SHOULD")) or "WHEN" in front
        if not barred and not front.isdisjoint(("HOW", "WHAT", "HOW_MUCH", "HOW_MANY")) and not back.isdisjoint(_EXTREME) and "GENERIC_TIME" not in back:
            return [text[tokens[side[0]].start :], f"{text[: tokens[place].start].strip()} {side[1]}"]
    return [text]


def _day_first(text: str, tokens: list[Token], trie: Trie) -> list[str]:
    """The day that is meant stands first: `데드 150 든 날 뭐 먹었지`."""
    for place in range(2, len(tokens) - 2):
        ends = [end for end, values in trie.at(tokens, place) for symbol, _ in values if symbol == "DAY_KO"]
        if ends and ends[-1] < len(tokens) and tokens[ends[-1]].first and not tokens[place].text.isdigit():
            back = _signs_in(tokens[ends[-1] :], trie)
            front = _signs_in(tokens[:place], trie)
            asked = not back.isdisjoint(("WHAT", "HOW_MUCH", "HOW_LONG", "HOW")) and back.isdisjoint(("DEGREE", "LINK_WORD", "COMPARE", "WHEN"))
            if asked and front.isdisjoint(("THAT_DAY", "DAY_AFTER_IT")):
                cut = tokens[place].end
                return [text[:cut], f"그날 {text[tokens[ends[-1]].start :]}"]
    return [text]


def _signs_in(tokens: Sequence[Token], trie: Trie) -> frozenset[str]:
    found = list(tokens)
    return frozenset(symbol for place in range(len(found)) for _, values in trie.at(found, place) for symbol, _ in values)


def _asks_only_the_day(part: Part, before: Part) -> bool:
    """`and when was it?` after a best, which is told with its day."""
    bare = not part.subjects and not part.periods and not part.unread
    return before.statistic in _DATED and bare and part.statistic in (None, "list") and part.has("WHEN") and part.quantity is None


def _inheriting(later: Part, earlier: Part) -> Part:
    """What "what did I eat Tuesday and how much protein" leaves unsaid in its second half."""
    if later.over_all:
        return later
    if later.has("THAT_DAY", "THAT_NIGHT", "LINKED") and not later.periods:
        return replace(later, linked=True, signs=later.signs - {"PRONOUN", "FOLLOWS"}, keywords=())
    words = later.where.words or (() if later.subjects or later.keywords else earlier.where.words)
    return replace(
        later,
        subjects=later.subjects or (() if later.keywords else earlier.subjects),
        where=replace(later.where, words=words),
        periods=later.periods or (earlier.periods if later.aim != "advice" else ()),
    )


def _lent(earlier: Part, later: Part) -> Part:
    """What "best and worst mood" and "fastest 5k and longest ride in May" say only at their end."""
    if earlier.has("WHOLE", "FOLLOWS", "PRONOUN") or earlier.statistic is None or earlier.keywords or later.statistic is None:
        return earlier
    return replace(earlier, subjects=earlier.subjects or later.subjects, periods=earlier.periods or later.periods)


# One part.


def _part(text: str, known: Known, anchor: DateRange | None, language: Language) -> Part:
    if meanings(text, language):
        return Part(text, language, "meaning", signs=frozenset(("WHOLE",)))
    lowered = plain(text)
    periods = read_periods(text, known.now, known.order, anchor)
    periods = [one for one in periods if one.end == len(lowered.rstrip()) or not _only_beside(plain(one.phrase), language)]
    impossible = impossible_period(text, known.now, language, known.order, anchor)
    read = _annotated(lowered, known, periods, language)
    if "COMPARE" in read.signs and len(periods) == 1:
        periods = _two_sides(periods[0], known) or periods
    if "LAST_REST" in read.signs:
        periods = []  # "my last day off" is no yesterday
    where, marks = _narrowed(read)
    signs = read.signs | _found_signs(read, periods, language) | marks
    signs |= {row.is_ for row in question_rules().notes if row.holds(signs)}
    aim, statistic, quantity, per = _wanted(signs)
    where, statistic, quantity = _by_figures(where, signs, statistic, quantity, read)
    unread = _unread(read, language, impossible)
    named = _specific(read.subjects)
    if "NIGHTS" in signs:
        named, read = (*named, "sleep"), replace(read, subjects=(*read.subjects, Subject("sleep", len(text), len(text), "")))
    part = Part(
        text, language, aim, statistic, quantity, named, tuple([one.range for one in periods]), per, where, signs, unread,
        () if read.subjects or "PRONOUN" in signs else unread, impossible,
    )  # fmt: skip
    return _with_particulars(part, read, known)


def _only_beside(phrase: str, language: Language) -> bool:
    """Whether a time is "the day after", which belongs to the event that follows."""
    tokens = tokens_of(phrase)
    return any(end == len(tokens) and symbol in ("NIGHT_BEFORE", "NIGHT_AFTER") for end, values in symbol_trie(language).at(tokens, 0) for symbol, _ in values)


def _annotated(lowered: str, known: Known, periods: Sequence[PeriodMention], language: Language) -> _Read:
    spans = tuple((one.start, one.end) for one in periods)
    _, tokens, signs, _ = _spans(lowered, language, spans, ())
    of_sets = not signs.isdisjoint(("SETS", "HOW_MANY_SETS", "HARD_SETS"))
    subjects = _subjects(tokens, spans, lexicon_for(language, known.vocabulary, known.logged, of_sets=of_sets), lowered, language)
    if not of_sets and any(one.muscle for one in subjects) and "COMPARE" in signs:
        subjects = _subjects(tokens, spans, lexicon_for(language, known.vocabulary, known.logged, of_sets=True), lowered, language)
    if "HURTS_IT" in signs and len(subjects) > 1:
        subjects = [one for one in subjects if one.name != "pain"]
    atoms, tokens, _, _ = _spans(lowered, language, spans, subjects)
    matches = patterns("patterns").matches(atoms)
    eaten = [(atoms[one.start].start, atoms[one.end - 1].end) for one in matches if one.row.eats]
    kinds = _kinds(atoms, subjects, compared="COMPARE" in signs)
    eaten += [(start, end) for _, start, end in kinds]
    _, _, signs, taken = _spans(lowered, language, (*spans, *eaten), ())
    named = {at for at, token in enumerate(tokens) for one in subjects if one.start <= token.start < one.end}
    signs |= {match.row.does for match in matches}
    return _Read(tokens, atoms, matches, subjects, signs, frozenset(taken | named), kinds)


def _kinds(atoms: Sequence[Atom], subjects: Sequence[Subject], *, compared: bool) -> list[tuple[str, int, int]]:
    """Words for kinds of sessions: in a name, perhaps behind another kind before one, alone, or told apart."""
    done = [one for one in subjects if is_lifted(one) or one.name in GOES_FAR or one.name == "training"]
    if subjects and not done:
        return []
    found: list[tuple[str, int, int]] = []
    for one in reversed(atoms):
        symbol = next((symbol for symbol in sorted(one.symbols) if symbol.startswith("KIND:")), None)
        near = [*[(name.start, name.end) for name in done], *[(start, end) for _, start, end in found]]
        if symbol and (compared or not subjects or any(start <= one.start < end or 0 <= start - one.end <= 1 for start, end in near)):
            found.append((symbol, one.start, one.end))
    return found[::-1]


def _spans(
    lowered: str, language: Language, used: Sequence[tuple[int, int]], subjects: Sequence[Subject]
) -> tuple[list[Atom], list[Token], frozenset[str], frozenset[int]]:
    """The text's spans in order, its tokens, the symbols of what is not `used`, and the tokens that have any."""
    tokens, trie = tokens_of(lowered), symbol_trie(language)
    busy = _inside(tokens, used)
    atoms: list[Atom] = []
    signs: set[str] = set()
    taken: set[int] = set(busy)
    reached = 0
    for place, token in enumerate(tokens):
        if place in busy:
            if place >= reached and place - 1 not in busy:
                atoms.append(Atom(frozenset(("PERIOD", "ANY")), token.start, token.end, token.text))
            reached = max(reached, place + 1)
            continue
        symbols, longest = _phrases(trie, tokens, place, busy)
        signs |= symbols
        if symbols:
            taken.update(range(place, longest))
        if place >= reached:
            atom, reached = _atom(tokens, place, longest, symbols, subjects)
            atoms.append(atom)
            if atom.figure or atom.has("FIG"):
                taken.update(range(place, reached))
    return atoms, tokens, frozenset(signs), frozenset(taken)


def _inside(tokens: Sequence[Token], spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    return frozenset(place for start, end in spans for place, token in enumerate(tokens) if start <= token.start < end)


def _phrases(trie: Trie, tokens: list[Token], place: int, busy: Collection[int]) -> tuple[frozenset[str], int]:
    """The symbols of all phrases that begin at a token, and where the longest ends."""
    found: set[str] = set()
    longest = place + 1
    for end, values in trie.at(tokens, place):
        if not busy.isdisjoint(range(place, end)) if isinstance(busy, frozenset) else False:
            break
        short = tokens[place].kind == "hangul" and end == place + 1
        fits = [symbol for symbol, anywhere in values if anywhere or not short or tokens[place].first]
        if fits:
            found.update(fits)
            longest = end
    return frozenset(found), longest


def _atom(tokens: list[Token], place: int, longest: int, symbols: frozenset[str], subjects: Sequence[Subject]) -> tuple[Atom, int]:
    """The span that begins at a token, and the token after it."""
    token = tokens[place]
    named = next((one for one in subjects if one.start == token.start), None)
    extra = {"ANY"} | ({"SUBJ"} if named else set[str]())
    if token.kind == "number":
        return _figure(tokens, place, extra)
    if token.kind == "sign":
        extra |= {name for marks, name in _MARKS if token.text in marks}
    value = number_words().get(token.text)
    if value is not None and len(token.text) > 1 and token.text not in ("an", "few"):
        extra |= {"NUM"}
    if token.text in ("a", "an") and place + 1 < len(tokens) and _unit_at(tokens, place + 1):
        unit, end = _unit_at(tokens, place + 1) or ("", place + 1)
        return Atom(frozenset(("A_UNIT", "ANY", "A_WORD")), token.start, tokens[end - 1].end, token.text, 1.0, unit), end
    unit = _unit_at(tokens, place)
    if unit:
        extra |= {f"U_{unit[0].upper()}"}
    if named and named.end > tokens[longest - 1].end:
        longest = next((at for at in range(place, len(tokens)) if tokens[at].start >= named.end), len(tokens))
    if not symbols and not named:
        extra |= {"WORD"}
    end = tokens[longest - 1].end
    return Atom(symbols | extra, token.start, end, token.text, float(value or 0)), longest


_MARKS = (("?？", "QMARK"), (",;", "COMMA"), (".", "STOP"), ("/", "SLASH"), ("-", "DASH"))


def _figure(tokens: list[Token], place: int, extra: set[str]) -> tuple[Atom, int]:
    """A number with the unit behind it."""
    token = tokens[place]
    end = place + 1
    if ":" in token.text:
        minutes, seconds = (float(part or 0) for part in token.text.split(":")[:2])
        return Atom(frozenset({"CLOCK", "FIG"} | extra), token.start, token.end, token.text, minutes * 60 + seconds), end
    value = float(token.text.replace(",", "")) if token.text.count(".") < 2 else 0.0
    behind = end + 1 if end < len(tokens) and tokens[end].text == "-" else end
    found = _unit_at(tokens, behind)
    if found is None:
        return Atom(frozenset({"NUM", "FIG"} | extra), token.start, token.end, token.text, value), end
    unit, end = found
    if unit == "km" and tokens[behind].text == "k" and end < len(tokens) and tokens[end].text in _COUNTED:
        unit, value = "", value * 1000
    if tokens[behind].text == "만":
        unit, value = "pieces", value * 10_000
    return Atom(frozenset({"FIG", f"F_{unit.upper()}"} | extra), token.start, tokens[end - 1].end, token.text, value, unit), end


_COUNTED = frozenset({"steps", "step", "kcal", "cals", "calories"})


@cache
def _units() -> Trie:
    trie = Trie()
    for unit, words in question_rules().units.items():
        for word in words:
            trie.add(word, unit)
    return trie


def _unit_at(tokens: list[Token], place: int) -> tuple[str, int] | None:
    """The unit that begins at a token, and the token after it."""
    found = [(values[0][0], end) for end, values in _units().at(tokens, place)] if place < len(tokens) else []
    return found[-1] if found else None


def _subjects(tokens: list[Token], used: Sequence[tuple[int, int]], names: Lexicon, lowered: str, language: Language) -> list[Subject]:
    """What is named, in order; the longest words win, the person's own names first."""
    busy = set(_inside(tokens, used)) | _idioms(tokens, language)
    found: list[Subject] = []
    place = 0
    while place < len(tokens):
        hit = names.longest(tokens, place) if tokens[place].first and place not in busy else None
        single = hit is not None and hit[0] == place + 1 and len(tokens[place].text) == 1 and tokens[place].kind != "hangul"
        if hit is None or single or hit[1] in _FIELDS:
            place += 1
            continue
        start, end = tokens[place].start, tokens[hit[0] - 1].end
        found.append(Subject(hit[1], start, end, lowered[start:end], hit[2]))
        place = hit[0]
    return found


def _idioms(tokens: list[Token], language: Language) -> set[int]:
    trie = symbol_trie(language)
    return {at for place in range(len(tokens)) for end, values in trie.at(tokens, place) if any(symbol == "IDIOM" for symbol, _ in values) for at in range(place, end)}


def _found_signs(read: _Read, periods: Sequence[PeriodMention], language: Language) -> frozenset[str]:
    """What is told by what a part is made of."""
    names = {one.name for one in read.subjects}
    told = {f"n.{name}" for name in names}
    told |= {"periods"} if periods else set[str]()
    told |= {"spaced"} if language != "ko" else set[str]()
    told |= {"two"} if len(names) > 1 else set[str]()
    told |= {"figure"} if any(one.has("FIG") for one in read.atoms) else set[str]()
    told |= {"lifted"} if any(is_lifted(one) for one in read.subjects) else set[str]()
    told |= {"measured"} if names & METRICS else set[str]()
    told |= {"short"} if len(read.atoms) <= _SHORT else set[str]()
    told |= {"hours"} if any(one.unit == "h" for one in read.atoms) else set[str]()
    for side, atom in (("start", read.atoms[:1]), ("end", read.atoms[-1:])):
        told |= {f"{side}.{symbol}" for one in atom for symbol in one.symbols}
    return frozenset(told)


_SHORT = 4


def _two_sides(whole: PeriodMention, known: Known) -> list[PeriodMention]:
    """The two times of "compare September to October", which is no stretch from one to the other."""
    if whole.range.start == whole.range.end:
        return []
    words = whole.phrase.split()
    for at in range(1, len(words) - 1):
        if plain(words[at]) in ("to", "with", "and"):
            sides = [read_periods(" ".join(side), known.now, known.order) for side in (words[:at], words[at + 1 :])]
            if all(len(side) == 1 for side in sides):
                return [PeriodMention(side[0].range, whole.start, whole.end, side[0].phrase) for side in sides]
    return []


# Figures that narrow.

_LEAST = {"over": True, "at_least": True, "below": False, "at_most": False}


def _narrowed(read: _Read) -> tuple[Where, frozenset[str]]:
    """What the figures of a part say, and the signs of it."""
    where = Where()
    told: set[str] = set()
    for match in read.matches:
        figure = match.roles[0][1] if match.roles else read.atoms[match.start]
        where = _with_figure(where, match.row.does, figure, match)
        told.add(match.row.does)
    if where.mark is not None:
        told.add("marked")
    if where.distance_m is not None:
        told.add("race")
    return where, frozenset(told)


def _with_figure(where: Where, does: str, figure: Atom, match: Match) -> Where:  # noqa: PLR0911 - one return a kind of figure
    unit = _unit_name(figure.unit)
    match does:
        case "over" | "at_least" | "below" | "at_most":
            strict = does in ("over", "below")
            return replace(where, mark=Mark(figure.value, unit, _LEAST[does], strict))
        case "pace_below" | "pace_above":
            seconds = figure.value if figure.has("CLOCK") else figure.value * 60
            per = next((one for role, one in match.roles if role == "dunit"), None)
            return replace(where, mark=Mark(seconds, "s/" + ("mi" if per and per.has("U_MI") else "km" if per else ""), does == "pace_above"))
        case "newest":
            return replace(where, newest=int(figure.value) or None)
        case "weekly":
            value = figure.value or float({"once": 1, "twice": 2}.get(figure.text, 0))
            return replace(where, mark=Mark(value, WEEKLY, least=True))
        case "reps" | "triple" | "double":
            reps = {"triple": 3, "double": 2}.get(does) or figure.value
            single = reps == 1 and match.end - match.start > 1
            return replace(where, reps=int(reps)) if reps == int(reps) and 1 <= reps <= 30 and not single else where
        case "load":
            return replace(where, load=figure.value, unit=unit) if 10 <= figure.value < 1000 else where
        case "race" if figure.unit not in ("m", "yd") or figure.value >= 100:
            return replace(where, distance_m=figure.value * METRES.get(figure.unit, 1.0))
        case "half" | "marathon":
            return replace(where, distance_m=21_097.5 if does == "half" else 42_195.0)
        case _:
            return where


def _unit_name(unit: str) -> str | None:
    return {"": None, "pieces": None, "weight": "kg"}.get(unit, unit)


def _wanted(signs: frozenset[str]) -> tuple[Aim, Statistic | None, Quantity | None, Per | None]:
    rules = question_rules()
    aim, statistic = decided(rules.aims, signs), decided(rules.statistics, signs)
    quantity, per = decided(rules.quantities, signs), decided(rules.pers, signs)
    named = quantity.is_ if quantity else None
    if statistic is not None and not (statistic.is_ == "frequency" and named in ("distance", "duration", "volume")):
        named = statistic.quantity or named
    return (
        cast("Aim", aim.is_ if aim else "figure"),
        cast("Statistic | None", statistic.is_ if statistic else None),
        cast("Quantity | None", named),
        cast("Per | None", per.is_ if per else None),
    )


def _by_figures(
    where: Where, signs: frozenset[str], statistic: Statistic | None, quantity: Quantity | None, read: _Read
) -> tuple[Where, Statistic | None, Quantity | None]:
    """What figures say of what is wanted: a mark is reached or counted, the best 5 km is the fastest."""
    if statistic is None and "LISTED" in signs:
        statistic = "list"
    if statistic == "reached" or "HITTING" in signs:
        where = _reached(where, read)
    mark = where.mark
    if where.reps is not None and quantity == "reps":
        quantity = None  # "my best set of 8 reps" wants the load
    if mark is not None and mark.unit == WEEKLY:
        return replace(where, reps=None, distance_m=None), "reached", "days"
    if mark is not None:
        quantity = "pace" if (mark.unit or "").startswith("s/") else quantity
        counting = not signs.isdisjoint(("HOW_MANY", "HOW_OFTEN", "COUNT_WORD", "OFTEN"))
        if counting and (statistic in ("reached", "frequency", "list", "record", None) or (statistic, quantity) == ("sum", None)):
            statistic, quantity = "count", "days"
        where = replace(where, reps=None) if mark.unit == "reps" else where
    if "LAST_REST" in signs:
        return replace(where, newest=1), "rest_days", "days"
    if where.newest is not None:
        where, statistic = replace(where, reps=None), "list" if statistic in (None, "last", "record") else statistic
    racing = (statistic != "reached" or (mark is not None and not mark.least)) and statistic != "sum" and "FARTHEST" not in signs
    if where.distance_m is not None and not racing:
        where = replace(where, distance_m=None)
    if where.distance_m is not None and statistic in ("record", "min", None) and quantity != "duration":
        statistic, quantity = statistic or "record", "pace"
    if where.load is not None and quantity == "reps":
        return replace(where, mark=None), statistic if statistic in ("record", "max", "min", "last", "first", "trend") else "list", quantity
    return (where if where.load is None else replace(where, load=None, unit=None)), statistic, quantity


def _reached(where: Where, read: _Read) -> Where:
    """Any figure is the mark of what was or was not reached."""
    if where.mark is not None:
        return where
    figure = next((one for one in read.atoms if one.has("FIG") and not one.has("CLOCK")), None)
    if figure is None:
        return replace(where, mark=Mark(where.distance_m, "m", least=True)) if where.distance_m else where
    reps = where.reps if not figure.has("F_REPS") else None
    return replace(where, mark=Mark(figure.value, _unit_name(figure.unit), least=True), reps=reps, distance_m=None)


# Names and words.


def is_lifted(one: Subject) -> bool:
    """Whether an exercise or a muscle is named."""
    return one.muscle or one.name not in METRICS | set(question_rules().generic) | {"strength", "running", "swimming", "cycling"}


def _specific(subjects: Sequence[Subject]) -> tuple[str, ...]:
    """The names that are meant, without those that only say what kind of thing they are."""
    generic, sports = question_rules().generic, question_rules().sports
    names = list(dict.fromkeys([one.name for one in subjects]))
    names = [name for name in names if sports.get(name) not in names]
    if "strength" in names and any(is_lifted(one) for one in subjects):
        names.remove("strength")  # "am I getting stronger on bench" is about bench
    named = {name for name in names if name not in generic}
    if not named or ("training" in names and named <= METRICS):
        return tuple(names)
    return tuple([name for name in names if name not in generic or (name != "training" and not named.intersection(generic[name]))])


def _unread(read: _Read, language: Language, impossible: str | None) -> tuple[str, ...]:
    """Words that nobody knows: perhaps somebody wrote them into a log."""
    file = question_file(language)
    found: list[str] = []
    for words in _words(read):
        text = "".join(token.text for _, token in words)
        if any(at in read.read for at, _ in words) or not text[0].isalpha():
            continue
        stem = next((text[: -len(end)] for end in file.particles if text.endswith(end) and len(text) > len(end)), text)
        light = file.lighter | question_file("en").lighter
        barred = {text, stem} & light or len(stem) < 2 or text.endswith(("'s", "'m", "'ve")) or (file.verb_ends and text.endswith(file.verb_ends))
        if not barred and not (impossible and text in impossible):
            found.append(stem)
    return tuple(dict.fromkeys(found))[:4]


def _words(read: _Read) -> list[list[tuple[int, Token]]]:
    """The tokens word by word; a Korean word is several."""
    found: list[list[tuple[int, Token]]] = []
    for at, token in enumerate(read.tokens):
        if token.first or not found:
            found.append([])
        found[-1].append((at, token))
    return found


def _with_particulars(part: Part, read: _Read, known: Known) -> Part:
    """The part with what it says of its subject beyond the name: what hurts, a dish, a kind of run, an event."""
    pronoun = "PRONOUN" in part.signs and "NOT_PRONOUN" not in part.signs and not read.subjects
    if not pronoun:
        part = replace(part, signs=part.signs - {"PRONOUN"})
    keywords = () if read.subjects or pronoun else part.unread
    part = _about_training(replace(part, keywords=keywords))
    file = question_file(part.language)
    if part.subjects == ("kcal",) and part.has("SPENT"):
        burned = next((one.text for one in read.atoms if one.has("SPENT")), "")
        return replace(part, subjects=(), statistic=None, quantity=None, keywords=(burned,))
    if part.has("SKIPPED") and part.aim == "figure" and part.statistic in ("last", "list", "first", "count", "frequency", "sum", None):
        named = (one.text for one in read.subjects)
        return replace(part, subjects=(), statistic="list", keywords=tuple(dict.fromkeys([*file.skip_words, *named])))
    if part.unread and part.has("BEFORE_AFTER"):
        return replace(part, where=replace(part.where, around=file.alike(part.unread)), keywords=())
    if (beside := _beside(part, read, known)) is not None:
        return beside
    if (pained := _pained(part, read, known)) is not None:
        return pained
    if part.unread and part.subjects and set(part.subjects) <= {"nutrition", "meal"}:
        return replace(part, subjects=("meal",), where=replace(part.where, words=file.alike(part.unread)), keywords=())
    if part.unread and len(part.subjects) == 1 and part.subjects[0] in GOES_FAR:
        part = replace(part, where=replace(part.where, words=file.alike(part.unread)))
    return _of_a_kind(part, read)


def _about_training(part: Part) -> Part:
    """Load, volume, muscles and the best day are about all training when nothing else is named."""
    if part.has("PRONOUN", "FOLLOWS") or part.subjects not in ((), ("training",)):
        return part
    if part.statistic in ("record", "min") and part.quantity is None and part.has("A_DAY"):
        return replace(part, subjects=("training",), keywords=(), quantity="volume")
    if part.statistic in ("load", "muscles", "neglected") or part.quantity == "volume":
        return replace(part, subjects=("training",), keywords=())
    return part


def _beside(part: Part, read: _Read, known: Known) -> Part | None:
    """What was logged just before or after an event ("how did I sleep before the race")."""
    if part.aim != "figure":
        return None
    file = question_file(part.language)
    sides = ((("NIGHT_BEFORE",), "day before"), (("NIGHT_AFTER",), "day after"), (("BEFORE",), "before"), (("AFTER",), "after"))
    for symbols, side in sides:
        at = next((at for at, one in enumerate(read.atoms) if one.has(*symbols)), None)
        if at is None or at + 1 >= len(read.atoms):
            continue
        tail = read.atoms[at + 1 :]
        named = tail[0].has("THE")
        event = [said for one in tail if (said := part.text[one.start : one.end].lower()) not in file.lighter and not one.has("THE", "PERIOD")]
        within = [one for one in read.subjects if one.start >= tail[0].start]
        special = {word for group in file.same for word in group}
        if not event or not (named or "day" in side) or any(one.muscle and one.text not in special for one in within) or any(one.has("MOST", "LEAST", "LAST") for one in tail):
            return None
        outside = _specific([one for one in read.subjects if one not in within])
        words = file.alike(event)
        where = replace(part.where, around=words, beside=cast("Beside", side))
        if not outside and (hurt := _hurting(part.text[: tail[0].start], known)):
            return replace(part, subjects=("pain",), where=replace(where, words=_same_part(hurt[0], known, file.own_pains)), keywords=())
        return replace(part, subjects=outside, where=where, keywords=())
    return None


def _hurting(text: str, known: Known) -> list[str]:
    """Parts of the body that are named, the longest words first."""
    tokens, trie = tokens_of(plain(text)), _places(tuple(known.places))
    hits = [(end - at, word) for at, token in enumerate(tokens) if token.first for end, values in trie.at(tokens, at) for word, _ in values
            if end - at > 1 or token.kind != "hangul" or end == len(tokens) or tokens[end].first]  # fmt: skip
    return [word for _, word in sorted(hits, key=lambda one: -len(one[1]))]


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
    return (word, *own) if own else (word, *[other for other, of in known.places.items() if of == part and other != word])


def _pained(part: Part, read: _Read, known: Known) -> Part | None:
    """The pain of the part of the body that is named."""
    named = _hurting(part.text, known)
    aching = "pain" in known.logged and any(word in plain(part.text) for word in question_file(part.language).aching)
    if not named or not ("pain" in part.subjects or (aching and all(one.muscle for one in read.subjects))):
        return None
    trained = {one.text for one in read.subjects if one.muscle}
    free = [word for word in named if word not in trained]  # "train chest with a sore wrist"
    muscles = {one.name for one in read.subjects if one.muscle}
    others = tuple([name for name in part.subjects if name != "pain" and (free or name not in muscles)])
    words = _same_part((free or named)[0], known, question_file(part.language).own_pains)
    return replace(part, subjects=("pain", *others), where=replace(part.where, words=words), keywords=())


def _of_a_kind(part: Part, read: _Read) -> Part:
    """Only sessions of the kind that is named, or of each of those that are compared."""
    if part.where.around or part.has("PRONOUN") or part.aim in ("why", "effect", "advice"):
        return part
    groups: dict[str, tuple[str, ...]] = {}
    for symbol, _, _ in read.kinds:
        _, group, word = symbol.split(":", 2)
        alike = question_file("en" if group.isascii() else "ko").group_of[word]
        groups.setdefault(alike[0], (word, *[other for other in alike if other != word]))
    kinds = tuple(groups.values())
    if not kinds:
        done = any(is_lifted(one) or one.name in GOES_FAR | {"training"} for one in read.subjects) and set(part.subjects) - METRICS
        own = _own_word(part, read) if done and len(part.subjects) == 1 and not part.where.words else ()
        return replace(part, where=replace(part.where, words=own)) if own else part
    if part.has("FOLLOWS") and not read.subjects:
        return replace(part, where=replace(part.where, words=kinds[0]), keywords=())
    part = replace(part, subjects=part.subjects or ("training",), keywords=())
    if len(kinds) > 1 and part.aim == "compare":
        return replace(part, where=replace(part.where, kinds=kinds, words=()))
    return replace(part, where=replace(part.where, words=kinds[0]))


def _own_word(part: Part, read: _Read) -> tuple[str, ...]:
    """A word that nobody knows just before a name: how the writer may call the kind ("garage bench")."""
    words = [token for words in _words(read) for _, token in words[:1]]
    before = [one.text for one, after in zip(words, words[1:], strict=False) if any(name.start == after.start for name in read.subjects)]
    return tuple([word for word in before if word in part.unread][:1])
