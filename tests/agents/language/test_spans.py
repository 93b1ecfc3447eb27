"""Figures with their units, numbers in words, and what they are about."""

import pytest

from agents.language.lexicon import lexicon_for
from agents.language.macros import with_macros
from agents.language.spans import atoms_of, telling
from agents.language.text import plain
from domains.registry import load

REGISTRY = load()
LEXICON = lexicon_for(REGISTRY.combine(REGISTRY.domains))


def figures(text: str) -> list[tuple[str, float, str]]:
    shown = {"MASS", "TIME", "DIST", "PACE", "HOUR", "VOL", "KCAL", "GRAMS", "K", "BPM", "NUM", "CLOCK"}
    atoms = atoms_of(plain(text), LEXICON)
    return [
        (min(atom.symbols & shown), round(atom.value, 2), atom.unit) for atom in atoms if atom.symbols & shown
    ]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("80 kg", ("MASS", 80, "kg")),
        ("180kg (397 lb)", ("MASS", 180, "kg")),
        ("11 st 6", ("MASS", 160, "lb")),
        ("1.5 pood", ("MASS", 24, "kg")),
        ("1h20", ("TIME", 4800, "h")),
        ("1 hour 5 minutes", ("TIME", 3900, "h")),
        ("an hour and a half", ("TIME", 5400, "h")),
        ("half an hour", ("TIME", 1800, "h")),
        ("24m30s", ("TIME", 1470, "min")),
        ("10'30", ("TIME", 630, "min")),
        ("7시간 반", ("TIME", 27000, "h")),
        ("2 and a half miles", ("DIST", 4023.36, "mi")),
        ("5'36\"/km", ("PACE", 336, "km")),
        ("2:05/500m", ("PACE", 250, "km")),
        ("10 kph", ("PACE", 360, "km")),
        ("6:30 pm", ("HOUR", 18.5, "")),
        ("6시 반", ("HOUR", 6.5, "")),
        ("82,5 x", ("NUM", 82.5, "")),
        ("6,5 hours", ("TIME", 23400, "h")),
        ("one eighty five pounds", ("MASS", 185, "lb")),
        ("two hundred and five kilos", ("MASS", 205, "kg")),
        ("백이십키로", ("MASS", 120, "kg")),
        ("칠십이점오키로", ("MASS", 72.5, "kg")),
        ("열두개", ("NUM", 12, "")),
        ("1만 2천보", ("NUM", 12000, "")),
    ],
)
def test_figures(text: str, figure: tuple[str, float, str]) -> None:
    assert figures(text) == [figure]


@pytest.mark.parametrize("text", ["12 floors", "week 3", "5th", "555-1234", "cost 50"])
def test_figures_about_something_else_are_noise(text: str) -> None:
    assert figures(text) == []


def test_macros_by_their_letters() -> None:
    atoms = with_macros(telling(atoms_of("p150 c220 f60", LEXICON)), LEXICON)
    assert [(atom.named.name if atom.named else atom.value) for atom in atoms] == [
        "protein",
        150,
        "carbs",
        220,
        "fat",
        60,
    ]
