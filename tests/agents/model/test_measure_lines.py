"""The list of measures in a log's prompt: what the words may mean, whatever else there is to lift."""

from __future__ import annotations

import pytest

from agents.model.context.measures import measure_lines
from agents.vocabulary import in_context
from domains.registry import load

REGISTRY = load()
STRENGTH = REGISTRY.combine(("strength",))
ALL_OF_THEM = sum(len(name) + 2 for domain in STRENGTH.domains for name in domain.names)


def names(text: str, own: dict[str, str] | None = None) -> list[str]:
    context = in_context(STRENGTH, own or {})
    (line,) = [line for line in measure_lines(text, context).splitlines() if line.startswith("strength - ")]
    return line.partition(": ")[2].rpartition(": ")[2].split(", ")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("zercher squats 3x6 at 80kg", "zercher squat"),
        ("leg day!! presed 180 for 10 four times", "leg press"),
        ("then lunges w 20s", "lunge"),
        ("스쿼트를 100kg로 다섯 번씩 세 세트", "squat"),
        ("5 burpees + 10 kb swings 24kg", "kettlebell swing"),
        ("bulgarians 3x8", "bulgarian split squat"),
        ("did some copenhagen planks", "copenhagen plank"),
    ],
)
def test_what_the_words_may_mean_is_in_the_list(text: str, meant: str) -> None:
    assert meant in names(text)


@pytest.mark.parametrize("text", ["zercher squats 3x6 at 80kg", "leg day!! presed 180 for 10", "felt fine"])
def test_the_list_is_a_part_of_all_there_is(text: str) -> None:
    assert len(measure_lines(text, STRENGTH)) < ALL_OF_THEM / 2


def test_what_it_says_most_of_comes_first() -> None:
    assert names("zercher squat 80kg")[0] == "zercher squat"


def test_words_of_any_other_language_bring_the_usual_ones() -> None:
    shown = names("Beinpresse 180 kg, 4 mal 10")
    assert {"bench press", "squat", "leg press", "deadlift"} <= set(shown)


def test_a_persons_own_words_count() -> None:
    assert "tate press" not in names("elbow thing 3x12")
    assert names("elbow thing 3x12", {"elbow thing": "tate press"})[0] == "tate press"


def test_a_short_list_is_shown_whole() -> None:
    mobility = REGISTRY.combine(("mobility",))
    text = measure_lines("nothing of it", mobility)
    (own,) = [domain for domain in mobility.domains if not domain.base]
    assert all(spec.name in text for spec in own.measures)
