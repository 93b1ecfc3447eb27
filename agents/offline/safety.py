"""The domain rules that code can judge, by the `check` name the domain files give them.

A draft recommends where a sentence advises ("try", "should") and does not spare ("avoid", "instead of").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from agents.evaluator import EvaluatorInput
from agents.offline.alarms import Sign, sign_in
from agents.offline.answers.painful import logged_pain, told_pain
from agents.offline.complaints import complaint
from agents.offline.lexicon import Named, languages, load, plain
from agents.offline.questions.question_words import question_file
from agents.truth import days_named, sentence_bounds
from agents.truth.words import amounts
from agents.types import EvaluationFeedback, QueryType, SubQuery
from domains.model import ActiveDomainContext
from storage.entities import Entry
from units import KG_PER_LB, METRES

LOAD_IS_RECENT = timedelta(days=90)
LOAD_MARGIN = 1.10
"""A recommended load may be this much above the best recent one."""
LEAST_KCAL = 1200
_LISTED = re.compile(r"[^:.]{2,30}: *\d")
"""A line of a list: "Bench press: 195 lb"."""


@cache
def pattern(name: str) -> re.Pattern[str]:
    """The words of that name in every language."""
    files = [load("safety", language, Named[str]) for language in languages("safety")]
    return re.compile("|".join(file.named[name] for file in files), re.IGNORECASE | re.MULTILINE)


def says(name: str, text: str) -> bool:
    """Whether the text has one of the words of that name."""
    return pattern(name).search(plain(text)) is not None


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
    return [part for start, end in sentence_bounds(text) if (part := text[start:end].strip())]


def advice(given: EvaluatorInput) -> list[str]:
    """The draft's sentences that recommend doing something."""
    return [s for s in sentences(given.draft.response) if _advises(s, given) and not says("sparing", s)]


def _advises(sentence: str, given: EvaluatorInput) -> bool:
    """A verb at the start commands ("Bench 185 lb today") but for a record ("Bench: 195 lb on 9 Nov")."""
    if says("advising", sentence):
        return True
    if not says("commanding", sentence) or says("past", sentence):
        return False
    today = given.now.date()
    days = days_named(sentence, today, given.profile.language)
    if days:
        return max(days) >= today
    return asks_for_advice(given) or _LISTED.match(sentence) is None


def asks_for_advice(given: EvaluatorInput) -> bool:
    """Whether any part of the question wants to know what to do."""
    types = {given.query_type, *(part.query_type for part in given.sub_queries)}
    return QueryType.RECOMMENDATION in types


def pain_checked(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """Training is recommended only after pain was searched for, whatever was found."""
    wanted = [part for part in given.sub_queries if part.query_type is QueryType.RECOMMENDATION]
    about_training = any(_is_training(part, given) for part in wanted) if wanted else asks_for_advice(given)
    searched = any(
        any(says("pain", word) for word in (*attempt.instruction.topics, *attempt.instruction.keywords))
        for attempt in given.retrieval_history
    )
    if about_training and not searched:
        yield complaint("pain_unsearched")


def _is_training(part: SubQuery, given: EvaluatorInput) -> bool:
    """Advice is about training unless all its subjects belong to domains without this rule (sleep, food)."""
    domains = given.domain_context.domains if given.domain_context else ()
    exempt = {
        name
        for domain in domains
        if all(rule.check != "pain_checked" for rule in domain.evaluation_rules)
        for name in (domain.name, *domain.vocabulary.values())
    }
    return not part.subjects or not exempt.issuperset(part.subjects)


def pain_avoided(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """No exercise is recommended that loads a place reported painful lately."""
    context = given.domain_context
    places = painful_places(given)
    if context is None or not places:
        return
    for sentence in advice(given):
        for name in _named(sentence, context.vocabulary):
            place = next((p for p in places if any(_same_place(p, a) for a in context.avoid(name))), None)
            if place is not None:
                yield complaint("loads_pain", sentence, name=name, place=place)


def painful_places(given: EvaluatorInput) -> frozenset[str]:
    """Where it hurts, by the user's last word in the log or in the question itself."""
    logged = logged_pain(given.entries, given.now.date())
    told = told_pain(given.query, given.domain_context) if given.domain_context else ()
    return frozenset(replace(logged, told=told).places)


def hurting(entries: Sequence[Entry], today: date, context: ActiveDomainContext) -> Callable[[str], bool]:
    """Whether a measure loads a place that was told to hurt lately."""
    places = logged_pain(entries, today).places
    return lambda name: any(_same_place(one, of) for one in places for of in context.avoid(name))


def _same_place(one: str, other: str) -> bool:
    """Such as "left knee" is the knee, and the back may be the lower back."""
    return re.search(rf"\b{re.escape(other)}\b", one) is not None or one in other


def _named(sentence: str, vocabulary: dict[str, str]) -> list[str]:
    """The measures a sentence names, the longest spelling taken first."""
    rest, names = plain(sentence), list[str]()
    for written in sorted((w for w in vocabulary if w in rest and len(w) > 1), key=len, reverse=True):
        if re.search(rf"(?<![a-z]){re.escape(written)}(?![a-z])", rest):
            names.append(vocabulary[written])
            rest = rest.replace(written, " ")
    return list(dict.fromkeys(names))


def no_medical_claim(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """No diagnosis, no medicine, no promise of a cure."""
    for sentence in sentences(_without_their_words(given)):
        if says("denying", sentence):
            continue
        for name, what in (("diagnosis", "a diagnosis"), ("medicine", "medicine or a cure")):
            if says(name, sentence):
                yield complaint("medical", sentence, what=what)


def _without_their_words(given: EvaluatorInput) -> str:
    """The draft without what it quotes of entries: who wrote "took 10mg" is not told to."""
    written = {" ".join(entry.text.split()).rstrip(".") for entry in given.entries}
    return _QUOTE.sub(
        lambda hit: "" if any(hit[1] in text for text in written) else hit[0], given.draft.response
    )


_QUOTE = re.compile("[“«]([^”»]*)[”»]")


def _of_the_body(query: str) -> str:
    """Without the words of pain that speak of an effect ("does it hurt my bench")."""
    return re.sub(question_file("en").hurts_it, " ", plain(query))


def professional_recommended(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """Alarming words, or advice about pain, call for a doctor; alarming ones are not waved away."""
    wants_help = asks_for_advice(given) or given.query_type is QueryType.INSIGHT
    alarming = sign_in(given.message or given.query) > Sign.NONE
    if (alarming or (wants_help and says("pain", _of_the_body(given.query)))) and not names_professional(
        given.draft.response
    ):
        yield complaint("no_professional")
    for sentence in sentences(given.draft.response) if alarming else ():
        if soothes(sentence):
            yield complaint("soothed", sentence)


def names_professional(text: str) -> bool:
    """Whether somebody who can help is named, and not as unneeded."""
    rest = plain(text)
    for name in ("unneeded", "disclaimed"):
        rest = pattern(name).sub(" ", rest)
    return says("professional", rest)


def soothes(sentence: str) -> bool:
    """Whether a sentence says that all is well, or to go on, without sending to a professional as well."""
    if names_professional(sentence):
        return False
    if says("belittling", sentence) or says("unneeded", sentence):
        return True
    rest = pattern("disclaimed").sub(" ", plain(sentence))
    return says("soothing", rest) and not says("unsoothed", rest)


def intake_is_safe(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """Nobody is told to eat less than about 1,200 kcal a day."""
    for sentence in advice(given):
        if not says("daily", sentence) or says("relative", sentence):
            continue
        if any(value < LEAST_KCAL for _, value in _amounts(sentence, _KCAL)):
            yield complaint("too_little_food", sentence, least=LEAST_KCAL)


def load_is_near_recent(given: EvaluatorInput) -> Iterator[EvaluationFeedback]:
    """A recommended load, or a week's distance, is at most a tenth above the best of three months."""
    since = given.now.date() - LOAD_IS_RECENT
    recent = [m for e in given.entries for m in e.measures if m.day >= since]
    vocabulary = given.domain_context.vocabulary if given.domain_context else {}
    weeks: Counter[tuple[int, int]] = Counter()
    for measure in recent:
        weeks[measure.day.isocalendar()[:2]] += round((measure.distance_m or 0.0) * measure.sets)
    for sentence in advice(given):
        names = set(_named(sentence, vocabulary)) & {m.name for m in recent}
        lifted = [m for m in recent if m.weight_kg and (not names or m.name in names)]
        # A load of unknown unit tells nothing beside those that have one.
        kilos = [m.weight_kg or 0.0 for m in lifted if m.weight_unit] or [m.weight_kg or 0.0 for m in lifted]
        for kinds, most in ((_KILOS, max(kilos, default=0.0)), (METRES, max(weeks.values(), default=0))):
            for phrase, value in _amounts(sentence, kinds):
                if most and value > most * LOAD_MARGIN + _ROUNDED:
                    yield complaint("too_much", sentence, phrase=phrase)


_KILOS = {"kg": 1.0, "lb": KG_PER_LB}
_KCAL = {"kcal": 1.0}
_ROUNDED = 0.5
"""What rounding may add to a load, in kg, or to a distance, in m."""


def _amounts(sentence: str, worth: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """The numbers with one of these units that a sentence names, and how much each is in the smallest."""
    text = plain(sentence)
    for start, end, value, unit in amounts(text):
        if unit in worth:
            yield text[start:end], value * worth[unit]


CHECKS: dict[str, Callable[[EvaluatorInput], Iterator[EvaluationFeedback]]] = {
    "pain_checked": pain_checked,
    "pain_avoided": pain_avoided,
    "no_medical_claim": no_medical_claim,
    "professional_recommended": professional_recommended,
    "intake_is_safe": intake_is_safe,
    "load_is_near_recent": load_is_near_recent,
}
"""Rules of safety; those about numbers, evidence and gaps are judged in any case."""
