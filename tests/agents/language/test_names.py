"""Names of exercises put together of movement, modifiers and equipment."""

import pytest

from agents.language.lexicon import lexicon_for
from agents.language.names import family_of
from agents.language.spans import atoms_of
from domains.registry import load

REGISTRY = load()
LEXICON = lexicon_for(REGISTRY.combine(REGISTRY.domains))


def named(text: str) -> list[str]:
    return [atom.named.name for atom in atoms_of(text, LEXICON) if atom.named is not None]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("press-inc 60kg 5x5", "incline bench press"),
        ("row 1arm 20kg 3x12", "dumbbell row"),
        ("cable row 1arm 20kg 3x12", "single-arm cable row"),
        ("sl rdl 40 3x8", "single-leg romanian deadlift"),
        ("sldl 100 3x8", "stiff-leg deadlift"),
        ("db flat bench 30 3x10", "dumbbell bench press"),
        ("dbrow 30 3x10", "dumbbell row"),
        ("barbell front squat 80 3x5", "front squat"),
        ("paused front squat 80 3x5", "paused front squat"),
        ("squats paused 80 3x5", "paused squat"),
        ("tempo bench 60 3x8", "tempo bench press"),
        ("템포 스쿼트 60 5개", "tempo squat"),
        ("single arm cable lat raise 7 3x15", "single-arm cable lateral raise"),
        ("seated leg curl 40 3x12", "seated leg curl"),
        ("deficit sumo deadlift 120 3x3", "deficit sumo deadlift"),
        ("reverse curl 20 3x12", "reverse curl"),
        ("ez bar row 60 3x8", "ez-bar row"),
        ("원암 케이블 로우 20 12개", "single-arm cable row"),
        ("포즈 데드리프트 120 3개", "paused deadlift"),
        ("dumbell bench 30 3x10", "dumbbell bench press"),
        ("latpulldwn 50 3x10", "lat pulldown"),
        ("gorilla press 40 3x8", "gorilla press"),
    ],
)
def test_names_in_any_order_joined_or_cut_short(written: str, name: str) -> None:
    assert named(written) == [name]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("nerve wobbles 2x10", ["nerve wobble"]),
        ("did my toe yawns with the yellow band 3x10, ankle flaps: 2 sets of 20", ["toe yawn", "ankle flap"]),
        ("heel slaps off the ledge 2x15 then 3x12 rib flosses", ["heel slap", "rib floss"]),
        ("2x10 mini lunges holding the sink", ["mini lunge"]),
        ("10 leg floats each side", ["leg float"]),
        ("ext rotations red band 3x15", ["external rotation"]),
        ("clams 2 lots of 12", ["clamshell"]),
        ("dinosaur crawls 3x20m", ["dinosaur crawl"]),
        ("curls 3x10, negatives 3x5", ["biceps curl"]),
        ("shelf poles twelve kilos", []),
        ("the grid behind it is 3x12", []),
        ("bought 3x12 screws", []),
        ("bench 80kg 3x5, supplemental 5x10", ["bench press"]),
        ("switched to 4x10", []),
        ("택배 3개 도착", []),
        ("legg press 90kg 3x8", ["leg press"]),
        ("pul ups 5 4 3", ["pull-up"]),
    ],
)
def test_words_beside_a_set_are_an_exercise_that_nobody_listed(written: str, names: list[str]) -> None:
    assert named(written) == names


@pytest.mark.parametrize(
    "text", ["three plate squat for 5", "스쿼트 백 킬로", "bench, incline 60 3x8", "my coach bench 5x5"]
)
def test_what_stands_beside_a_name_is_not_taken_into_it(text: str) -> None:
    assert named(text)[0] in ("squat", "bench press")


@pytest.mark.parametrize(
    ("name", "family"),
    [("single-arm cable row", "row"), ("paused front squat", "squat"), ("lat pulldown", "pulldown")],
)
def test_a_name_has_the_family_of_its_movement(name: str, family: str) -> None:
    assert family_of(name) == family


def test_a_persons_own_words_come_first() -> None:
    context = REGISTRY.combine(REGISTRY.domains)
    own = context.model_copy(update={"own": {"the beast": "deadlift", "gorilla press": "gorilla press"}})
    lexicon = lexicon_for(own)
    names = [
        atom.named.name for atom in atoms_of("the beast 200x3, press gorilla 40x8", lexicon) if atom.named
    ]
    assert names == ["deadlift", "gorilla press"]


def test_without_the_domain_nothing_is_put_together() -> None:
    assert not [
        atom for atom in atoms_of("paused squat 3x5", lexicon_for(REGISTRY.combine(["sleep"]))) if atom.named
    ]
