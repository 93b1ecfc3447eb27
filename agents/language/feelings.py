"""Pain and words of feeling: about oneself, not about a lift."""

from __future__ import annotations

from collections.abc import Sequence

from agents.language.atoms import Atom
from agents.language.named import Named
from agents.language.said import Said, measured
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


def said(one: Said) -> list[Measure]:
    """`energy low`: a name and a word instead of a figure."""
    name, feeling = one.one("scale"), one.one("feeling", "level")
    if name is None or feeling is None or name.named is None:
        return []
    return [measured(name, name.named, None, None, feeling.text)]


def felt(one: Said) -> list[Measure]:
    """`feeling great`, `so tired`; `anxious 7/10` keeps its score, of stress alone as a value."""
    feeling = one.one("feeling")
    name = feeling.what("feeling") if feeling is not None else _LEVEL
    around = [*one.before(), *one.after()]
    of_food = one.one("led") is None and any(atom.has("MEAL", "FOOD") for atom in one.before())
    if feeling is None or name == _LEVEL or of_food or _of_a_lift(one, around) or _of_the_training(one):
        return []
    alone = (
        name != "mood" and len([atom for atom in around if atom.has("WORD") and not atom.has("LIGHT")]) <= 1
    )
    named = Named(name, "mood", "metrics")
    figure, of = one.one("figure"), one.one("of")
    if figure is not None and of is not None:
        if name == "stress":
            return [measured(feeling, named, figure.value, f"/{of.value:g}")]
        return [measured(feeling, named, None, None, f"{feeling.text} {figure.text}/{of.text}")]
    if one.one("led") is None and not alone:
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
