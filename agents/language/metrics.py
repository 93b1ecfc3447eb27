"""Phrases of the family "metrics" to measures: names with figures, nights, what was eaten, how one feels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from agents.language.atoms import Atom
from agents.language.meals import course, dish, drunk, eaten, foods, is_led, meal_with, paired, without_sums
from agents.language.metric_figures import beaten, daily, figured, weighed
from agents.language.named import Named
from agents.language.nights import bed, joined_nights, quality, slept, wake, woken
from agents.language.pieces import Piece
from agents.language.said import Said, measured
from agents.language.tokens import is_hangul
from storage.entities import Measure

_PAIN = Named("pain", "general", "metrics", "scale", "/10")
_LEVEL = "level"
"""Feelings that only tell of what is named before them: `energy high`."""


def in_pain(one: Said) -> list[Measure]:
    """`left knee hurts 3/10`: each place, with the rating."""
    figure, of = one.one("figure"), one.one("of")
    denied = one.clause() if figure is None else one.before()
    after = list(one.after(2))
    times = len(after) > 1 and after[0].has("X") and after[1].figure
    if any(atom.has("NO_PAIN") for atom in denied) or times:
        return []
    value = figure.value if figure is not None else None
    unit = f"/{of.value:g}" if of is not None else None
    places: list[str] = []
    side = ""
    for _, atom in one.piece.roles:
        if atom.what("side"):
            side = atom.what("side")
        elif atom.what("part"):
            places.append(f"{side} {atom.what('part')}".strip())
            side = ""
    return [
        measured(one.first, _PAIN, value, unit, place)
        for place in dict.fromkeys(places) or ([None] if value is not None else [])
    ]


def noted(one: Said) -> list[Measure]:
    """`took 2 ibuprofen`, `nausea 6/10`: what is told in words, with its dose or rating."""
    state, figure, of = one.one("state", "remedy"), one.one("figure"), one.one("of")
    if state is None or any(atom.has("NO_PAIN", "WITHOUT") for atom in one.before(3)):
        return []
    named = Named(state.what("state") or _TAKEN[0], "general", "metrics")
    led = is_led(one) or is_hangul(state.text) or one.first.has("TOOK", "ATE", "HAD")
    if named.name in _TAKEN and (_is_heading(one) or not led):
        return []  # `meds: ibuprofen`, `bought ibuprofen`
    if figure is not None and of is not None:
        return [measured(state, named, figure.value, f"/{of.value:g}", state.text)]
    told = [
        atom
        for role, atom in one.piece.roles
        if role in ("state", "remedy", "dosed") or atom.value or atom.has("DOSE")
    ]
    return [measured(state, named, None, None, one.text[told[0].start : told[-1].end])]


def _is_heading(one: Said) -> bool:
    ahead = list(one.after(2))
    return len(ahead) > 1 and ahead[0].has("COLON") and ahead[1].has("STATE")


_TAKEN = ("medication", "supplement")
"""What somebody takes."""


def said(one: Said) -> list[Measure]:
    """`energy low`: a name and a word instead of a figure."""
    name, feeling = one.one("scale"), one.one("feeling", "level")
    if name is None or feeling is None or name.named is None:
        return []
    return [measured(name, name.named, None, None, feeling.text)]


def felt(one: Said) -> list[Measure]:
    """`feeling great`, `so tired`; `anxious 7/10` keeps its score, of stress alone as a value."""
    feeling = one.one("feeling")
    name = feeling.what("feeling") if feeling is not None else _LEVEL if one.one("figure") is None else "mood"
    around = [*one.before(), *one.after()]
    of_food = one.one("led") is None and any(atom.has("MEAL", "FOOD") for atom in one.before())
    if name == _LEVEL or of_food or _of_a_lift(one, around) or _of_the_training(one):
        return []
    said = name != "mood" or (feeling is not None and feeling.has("EMOTION"))
    alone = said and sum(atom.has("WORD") and not atom.has("LIGHT", "ALL") for atom in around) <= 1
    named = Named(name, "mood", "metrics")
    figure, of = one.one("figure"), one.one("of")
    if figure is not None and of is not None:
        if name == "stress" or feeling is None:
            return [measured(figure, named, figure.value, f"/{of.value:g}")]
        return [measured(feeling, named, None, None, f"{feeling.text} {figure.text}/{of.text}")]
    if feeling is None or (one.one("led") is None and not alone):
        return []
    return [measured(feeling, named, None, None, feeling.text)]


def _of_the_training(one: Said) -> bool:
    """Whether it tells how what stands before it in the sentence went: `ran 5k, felt great`."""
    led, start = one.one("led"), one.piece.start
    if led is None or not led.has("FELT"):
        return False
    before = [atom for atom in one.atoms[max(0, start - _NEAR) : start] if atom.sentence == led.sentence]
    return any(atom.has("EX", "BOUT") for atom in before) and any(atom.figure for atom in before)


_NEAR = 20
"""Spans back to what was trained."""


def _of_a_lift(one: Said, around: Sequence[Atom]) -> bool:
    """Whether it is said of what was done, or denied: `bench felt good`, `it felt good`."""
    if any(atom.has("NO_PAIN", "IT") for atom in one.before(2)) or any(
        atom.has("EX", "BOUT") for atom in around
    ):
        return True
    return any(atom.figure for atom in around) and not any(atom.has("METRIC") for atom in around)


_SENT = Named("sent climb", "climbing", "metrics")
_TRIED = Named("tried climb", "climbing", "metrics")
_GRADES = ("grade", "colour")
_COUNTS = ("behind", "ascents")
_PLURAL = "s"


def climbed(one: Said) -> list[Measure]:
    """What was sent, or how often a grade was tried."""
    return _tried(one) if one.one("goes", "tries") is not None else _sent(one)


def _sent(one: Said) -> list[Measure]:
    """One measure a grade, as it was written, with how many climbs of it."""
    told: list[Measure] = []
    ahead = 1.0
    spans = one.atoms[one.piece.start : one.piece.end + 1]
    only_tried = {atom.start for atom, after in pairwise(spans) if after.has("TRYING")}
    for role, atom in one.piece.roles:
        if role in _GRADES:
            if atom.start in only_tried:  # `6b+ and a 7a attempt`
                ahead = 1.0
                continue
            grade = one.text[atom.start : atom.end].removesuffix(_PLURAL).strip()
            told.append(measured(atom, _SENT, ahead, None, grade))
            ahead = 1.0
        elif role == "ahead":
            ahead = atom.value
        elif told and role in _COUNTS:
            told[-1] = told[-1].model_copy(update={"value": atom.value})
    return told


def _tried(one: Said) -> list[Measure]:
    """A grade and how often it was tried."""
    grade, times = one.one(*_GRADES), one.one("goes", "tries")
    if grade is None or times is None:
        return []
    return [measured(grade, _TRIED, times.value, None, one.text[grade.start : grade.end])]


def exercised(one: Said) -> list[Measure]:
    """`gym 45 min`, `worked out for an hour`: how long, where nothing else of its clause tells what."""
    name, time = one.one("exercised"), one.one("time")
    joined = one.first.has("PLUS", "SEP")
    other = (not joined and any(atom.has("BOUT", "EX") for atom in one.clause())) or any(
        at.has("WORD") and not at.has("MORNING", "FASTED") for at in one.before(1)
    )
    if name is None or time is None or other:  # `football training 90 min`, `walked to the gym 15 min`
        return []
    named = _LIFTED if name.has("GYM") else _EXERCISED
    return [measured(time, named, None, None).model_copy(update={"duration_s": time.value})]


_LIFTED = Named("weight training", "general", "bouts")
_EXERCISED = Named("general workout", "general", "bouts")

_READERS: dict[str, Callable[[Said], list[Measure]]] = {
    "set": figured,
    "weighed": weighed,
    "beaten": beaten,
    "exercised": exercised,
    "slept": slept,
    "bed": bed,
    "wake": wake,
    "woken": woken,
    "quality": quality,
    "felt": felt,
    "said": said,
    "noted": noted,
    "climbed": climbed,
    "pain": in_pain,
    "meal": dish,
    "course": course,
    "foods": foods,
    "drunk": drunk,
    "served": dish,
    "paired": paired,
    "meal_with": meal_with,
    "daily": daily,
    "eaten": eaten,
}


def metrics_of(text: str, atoms: Sequence[Atom], pieces: Sequence[Piece]) -> list[Measure]:
    """The metrics that the pieces of `atoms` tell, in order."""
    told: list[tuple[Said, list[Measure]]] = []
    for place, piece in enumerate(pieces):
        reader = _READERS.get(piece.rule.does) if piece.family == "metrics" else None
        if reader is not None:
            one = Said(text, atoms, pieces, place)
            told.append((one, reader(one)))
    told = without_sums(told)
    return joined_nights(told)
