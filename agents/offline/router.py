"""Offline router: what a message is, by its question and correction signals (requirement 1, section 7.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from agents.language.assertion import units_of
from agents.language.purpose import purpose
from agents.language.reading import Reading, read_log
from agents.offline.about import topic_of
from agents.offline.answers.conversions import conversion
from agents.offline.lexicon import language_of, plain
from agents.offline.questions.glossary import meanings
from agents.offline.questions.question_spans import signs_in
from agents.offline.repeating import repeats
from agents.offline.routing.correcting import Correcting, correcting, is_marked
from agents.offline.routing.domain_choice import Choice, choose
from agents.offline.routing.router_words import signals
from agents.offline.routing.segments import PERHAPS, Kind, Piece, has_value, names_a_figure, pieces
from agents.router import RouterInput, RouterOutput
from agents.types import InputType
from domains.registry import load

_CLAUSE = re.compile(r"[,;\n]|[.!?]\s")
_WORD_AND_NUMBER = re.compile(r"[^\W\d_]{3,}\s+\d|\d\S*\s+[^\W\d_]{4,}")
_FIGURE = re.compile(r"\d")
_LONGEST_NAME = 60
_ASKS_ON, _ASKS, _ASKS_COUNTED, _ASKS_REPORTING, _ASKS_SURELY = 0.23, 0.4, 0.5, 0.65, 0.87
"""How likely a question is at least: after one; where no row sees one; where something is counted; where
something happened; whatever rows say."""
_SOME_DAY = datetime(2026, 1, 14, 12, tzinfo=UTC)
_SEVERAL_A_DAY = ("mood", "nutrition")
_LONGEST_LOOKED_THROUGH = 600


@dataclass(frozen=True, slots=True)
class _Ruling:
    """What the words were found to be."""

    type: InputType
    confidence: float
    reasoning: str
    log: str | None = None
    query: str | None = None
    target: str | None = None


def route(given: RouterInput) -> RouterOutput:
    """Classify a message; the same input gives the same output. What is unclear is a log."""
    choice = choose(given.text, given.available_domains, given.vocabulary)
    corrected = correcting(given.text, choice.terms, replies_to_entry=given.replied_to_entry)
    ruling = _repetition(given) or _conversion(given) or _ruling(given, choice, corrected)
    selected, because = _selected(given, choice, ruling)
    return RouterOutput(
        reasoning=ruling.reasoning,
        domain_selection_reasoning=because,
        selected_domains=selected,
        log_portion=ruling.log,
        query_portion=ruling.query,
        correction_target=ruling.target,
        corrects_if_logged=_if_logged(given, corrected) if ruling.type is InputType.LOG else None,
        corrects_if_repeated=ruling.type is InputType.LOG and is_marked(given.text, choice.terms),
        confidence=ruling.confidence,
        input_type=ruling.type,
    )


def _ruling(given: RouterInput, choice: Choice, corrected: Correcting | None) -> _Ruling:
    if corrected is not None and corrected.sure:
        why = f"corrects, as {corrected.alike:.2f} alike to a known sentence"
        return _Ruling(InputType.CORRECTION, corrected.alike, why, target=corrected.target)
    if meanings(given.text, language_of(given.text)):
        return _Ruling(InputType.QUERY, 0.8, "asks what a word means", query=given.text.strip())
    parts = pieces(given.text)
    parts = [_with_its_figures(given, part) for part in parts] if len(parts) > 1 else parts
    asking = [part for part in parts if part.kind is Kind.QUERY]
    reporting = [part for part in parts if part.kind is Kind.LOG]
    about = any(part.kind is Kind.CHAT and topic_of(part.of(given.text)) for part in parts)
    if not asking and not any(part.storable or not about for part in reporting):
        return _Ruling(InputType.CHAT, _surest(parts), "nothing but small talk or questions about the bot")
    if not asking:
        return _without_a_question(given, choice, reporting, corrected)
    return _corrects_and_asks(given, choice, asking) or _asked(given, parts, asking, reporting)


def _with_its_figures(given: RouterInput, part: Piece) -> Piece:
    """A sentence of its own is stored where the reader of logs finds a figure: `135/84. is that ok?`."""
    if part.kind is not Kind.LOG or part.storable:
        return part
    reading = _read(given, part.of(given.text))
    figures = any(one.value or one.reps or one.duration_s or one.distance_m for one in reading.measures)
    if figures and not reading.unsure:
        return replace(part, storable=True)
    return replace(part, kind=Kind.QUERY) if part.why == PERHAPS else part


def _asked(given: RouterInput, parts: list[Piece], asking: list[Piece], reporting: list[Piece]) -> _Ruling:
    """A question, with the log beside it."""
    if not any(part.storable for part in reporting):
        why = "; ".join(dict.fromkeys(part.why for part in asking))
        return _Ruling(InputType.QUERY, _surest(asking), f"asks ({why})", query=given.text.strip())
    log, query = _split(given.text, parts)
    sure = min(_surest(asking), _surest(reporting))
    return _Ruling(InputType.BOTH, sure, "reports something and asks", log=log, query=query)


def _corrects_and_asks(given: RouterInput, choice: Choice, asking: list[Piece]) -> _Ruling | None:
    """A correction before a question: `no, it was 124, not 134. Was it lower than last week?`."""
    told, query = given.text[: asking[0].start].strip(" ,;\n"), given.text[asking[0].start :].strip()
    corrected = correcting(told, choice.terms, replies_to_entry=given.replied_to_entry)
    if corrected is None or not corrected.sure or not _FIGURE.search(told):
        return None
    sure = min(corrected.alike, _surest(asking))
    return _Ruling(InputType.BOTH, sure, "corrects and asks", told, query, corrected.target)


def _likely(given: RouterInput, choice: Choice, reporting: list[Piece]) -> _Ruling | None:
    """What no row takes for a question, as one where its words most likely ask; a log stays one."""
    if "!" in given.text or _states(plain(given.text), choice):
        return None
    said, figures = given.text, _FIGURE.search(given.text) is not None
    asks = purpose(said, choice.terms, signs_in(plain(said), language_of(said))).ask
    bar = _ASKS_ON if given.after_question else _ASKS
    bar = _ASKS_COUNTED if figures and "?" not in said else bar
    bar = _ASKS_REPORTING if any(part.storable for part in reporting) else bar
    sure = asks >= _ASKS_SURELY and not figures  # `knee pain over time`
    if asks < bar or (not sure and _tells(given)):
        return None
    return _Ruling(InputType.QUERY, asks, "most like a question", query=given.text.strip())


def _states(said: str, choice: Choice) -> bool:
    """Whether it tells what the writer does, or has a value of its own: `max squat 150 when I felt good`."""
    known = signals(language_of(said))
    if not known.listed("inquires") or known.inquires.search(said):
        return False
    return known.states.match(said) is not None or (bool(choice.names) and has_value(said))


def _tells(given: RouterInput) -> bool:
    """Whether the reader of logs finds something done, on whatever day, or planned, denied, another's."""
    reading = _read(given, given.text)
    told = frozenset[str]().union(*[unit.categories for unit in units_of(reading.message)])
    return bool(reading.measures) or (not told.isdisjoint(_TOLD) and "question" not in told)


def _read(given: RouterInput, said: str) -> Reading:
    context = load().combine(info.name for info in given.available_domains)
    return read_log(said, _SOME_DAY, given.profile, context)


_TOLD = frozenset(("planned", "negated", "other"))


def _repetition(given: RouterInput) -> _Ruling | None:
    """Whether it asks for what was logged before once more; what replies to a log corrects that."""

    def known(said: str) -> str | None:
        return next((words[said] for words in given.vocabulary.values() if said in words), None)

    if given.replied_to_entry or _goes_on(given) or not repeats(given.text, known):
        return None
    return _AGAIN


_AGAIN = _Ruling(InputType.LOG, 1, "asks for what was noted or logged before once more")


def _conversion(given: RouterInput) -> _Ruling | None:
    """Whether it asks for a figure in another unit; what replies to a log corrects that."""
    if given.replied_to_entry or conversion(given.text, language_of(given.text)) is None:
        return None
    return _Ruling(InputType.QUERY, 1, "asks for a figure in another unit", query=given.text.strip())


def _without_a_question(
    given: RouterInput, choice: Choice, reporting: list[Piece], corrected: Correcting | None
) -> _Ruling:
    if corrected is None and (ruling := _asked_without_a_mark(given, choice, reporting)) is not None:
        return ruling
    sure = max(_surest(reporting), 0.8 if choice.names else 0.0)
    why = "; ".join(dict.fromkeys(part.why for part in reporting))
    return _Ruling(InputType.LOG, sure, f"a statement ({why}), no question")


def _asked_without_a_mark(given: RouterInput, choice: Choice, reporting: list[Piece]) -> _Ruling | None:
    if _names_what_is_asked(given.text, choice.terms) or names_a_figure(given.text, known=bool(choice.names)):
        return _Ruling(InputType.QUERY, 0.7, "names what is asked for", query=given.text.strip())
    if _goes_on(given):
        return _Ruling(InputType.QUERY, 0.7, "goes on asking", query=given.text.strip())
    return _likely(given, choice, reporting)


def _goes_on(given: RouterInput) -> bool:
    """Whether it asks the same of another thing: `same for squats`."""
    said = plain(given.text).strip(" .,~\n")
    known = signals(language_of(said))
    joined = given.after_question and known.later_joined.fullmatch(said) is not None
    return joined and known.reported.search(said) is None


def _if_logged(given: RouterInput, corrected: Correcting | None) -> tuple[tuple[str, ...], ...] | None:
    """The names of each thing that "the squat was 230" corrects; a mood may come several times a day."""
    if corrected is None or corrected.sure:
        return None
    named = tuple(tuple(sorted(_named(given, one, corrected))) for one in corrected.things) or ((),)
    return named if all(named) or not corrected.things else None


def _named(given: RouterInput, thing: str, corrected: Correcting) -> set[str]:
    """The names of a thing; the words themselves for one that only stands in what was told."""
    if not any(thing in words for words in given.vocabulary.values()):
        return {thing}
    return {
        words[thing]
        for domain, words in given.vocabulary.items()
        if thing in words and (corrected.kind == "instead" or domain not in _SEVERAL_A_DAY)
    }


def _names_what_is_asked(text: str, terms: tuple[str, ...]) -> bool:
    """Whether it is no more than "last squat" or "bench PR"."""
    said = plain(text).strip(" .\n")
    known = signals(language_of(said))
    for pattern in known.each("bare_requests") if len(said) <= _LONGEST_NAME else ():
        found = pattern.fullmatch(said)
        thing = found["of"].strip() if found else ""
        if found and (
            thing in known.listed("bare_things") or thing in terms or thing.removesuffix("s") in terms
        ):
            return True
    # A figure that is always logged with its value asks when it stands there with nothing but a time.
    things = [thing for thing in known.listed("value_things") if thing in said]
    return len(said) <= _LONGEST_NAME and any(
        (found := pattern.fullmatch(said)) is not None and found["of"].strip() in things
        for pattern in (known.each("bare_values") if things else ())
    )


def _split(text: str, parts: list[Piece]) -> tuple[str, str]:
    """The reporting and the asking pieces, each in order; other pieces go with the one before (or after)."""
    kinds = [
        part.kind if part.kind is Kind.QUERY or (part.kind is Kind.LOG and part.storable) else None
        for part in parts
    ]
    settled: list[Kind] = []
    for index, kind in enumerate(kinds):
        before = settled[-1] if settled else next((later for later in kinds[index:] if later), Kind.LOG)
        settled.append(kind or before)
    return _joined(text, parts, settled, Kind.LOG), _joined(text, parts, settled, Kind.QUERY)


def _joined(text: str, parts: list[Piece], settled: list[Kind], wanted: Kind) -> str:
    said = ""
    for part, kind in zip(parts, settled, strict=True):
        if kind is wanted:
            piece = text[part.start : part.end]
            gap = "" if not said or said[-1].isspace() or piece[:1].isspace() else " "
            said += gap + piece
    return said.strip()


def _surest(parts: list[Piece]) -> float:
    return max((part.sure for part in parts), default=0.9)


def _selected(given: RouterInput, choice: Choice, ruling: _Ruling) -> tuple[tuple[str, ...], str]:
    """The domains found; all of them where words with a number name none that is known."""
    everything = tuple(info.name for info in given.available_domains if not info.base)
    logs = ruling.type in (InputType.LOG, InputType.BOTH)
    if choice.names:
        unread = _unread_clause(given, ruling.log or given.text) if logs else None
        if unread is None:
            return choice.names, choice.because
        return tuple(dict.fromkeys((*choice.names, *everything))), f"unclear what {unread!r} is: all domains"
    if ruling.type is InputType.CHAT:
        return (), "small talk needs no domain"
    if ruling is _AGAIN:
        return everything, "what was noted or logged before has its words elsewhere: all domains"
    if ruling.type is InputType.LOG and not any(letter.isdigit() for letter in given.text):
        return (), "no domain is named: the base domain is enough"
    return everything, "no domain is named: all of them"


def _unread_clause(given: RouterInput, log: str) -> str | None:
    """A clause with a word and a number that points to no domain, perhaps for a slip of the pen."""
    clauses = _CLAUSE.split(log) if len(log) <= _LONGEST_LOOKED_THROUGH else ()
    if len(clauses) == 1 and log == given.text:  # the whole message, which does point to one
        return None
    for clause in clauses:
        if (
            _WORD_AND_NUMBER.search(clause)
            and not choose(clause, given.available_domains, given.vocabulary).names
        ):
            return clause.strip()
    return None
