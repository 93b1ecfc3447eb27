from __future__ import annotations

import pytest

from agents.offline.learning.teaching import Taught, said, shown
from agents.vocabulary import in_context, own_terms, with_own
from domains.registry import load
from tests.agents.diary import NOW, entry, lift, run

DAY = NOW.date()
REGISTRY = load()
WORDS = REGISTRY.combine(REGISTRY.domains).vocabulary


def taught(text: str, before: str | None, after: str) -> list[Taught]:
    had = () if before is None else (lift(DAY, 60, 5, name=before),)
    was, now = entry(DAY, *had, text=text), entry(DAY, lift(DAY, 60, 5, name=after), text=text)
    return list(shown([was], [now], WORDS))


def test_a_word_that_nobody_knew_is_the_users_from_now_on():
    assert taught("zerks 60x5", "zerks", "zercher squat") == [Taught("zerks", "zercher squat")]
    assert taught("zerks 60kg x5", None, "zercher squat") == [Taught("zerks", "zercher squat")]
    assert taught("마법 60kg 5회", None, "squat") == [Taught("마법", "squat")]


def test_what_is_short_for_something_else_is_taught_twice():
    assert taught("press 60x5", "overhead press", "bench press") == [
        Taught("press", "bench press", sure=False)
    ]


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("squat 60x5", "squat", "deadlift"),
        ("deadlift 100x5, then squats", "squat", "squat"),
        ("did 60kg x5", None, "squat"),
        ("60kg x5", None, "squat"),
        ("today I lifted 60kg x5", None, "squat"),
        ("오늘 60kg 5회", None, "squat"),
        ("again 60kg x5", None, "squat"),
    ],
)
def test_full_names_and_everyday_words_keep_their_meaning(text: str, before: str | None, after: str):
    assert taught(text, before, after) == []


def test_several_changes_at_once_teach_nothing():
    was = entry(DAY, lift(DAY, 60, 5, name="zerks"), run(DAY, 5, 1500), text="zerks 60x5, ran 5k")
    now = entry(DAY, lift(DAY, 60, 5, name="squat"), lift(DAY, 50, 5, name="deadlift"), text=was.text)
    assert list(shown([was], [now], WORDS)) == []
    assert list(shown([was], [was.model_copy(update={"deleted": True, "measures": ()})], WORDS)) == []


@pytest.mark.parametrize(
    ("text", "term", "name"),
    [
        ("when I say skulls I mean skull crusher", "skulls", "skull crusher"),
        ('by "smith" I mean smith machine bench press', "smith", "smith machine bench press"),
        ("'gm' means good morning", "gm", "good morning"),
        ("밀프는 밀리터리 프레스라는 뜻이야", "밀프", "밀리터리 프레스"),
    ],
)
def test_told_outright(text: str, term: str, name: str):
    assert said(text) == Taught(term, name)


def test_own_words_are_what_the_memory_is_sure_of():
    memory = (
        "---\nlast_updated: 2026-11-01\nversion: 1\n---\n\n# Global Context\n\n## Preferences\n\n"
        "- alias zerks: Squats (certain) <!-- correction, 2026-11-01 to 2026-11-01, 1x -->\n"
        "- alias press: bench press (tentative) <!-- correction, 2026-11-01 to 2026-11-01, 1x -->\n"
    )
    own = own_terms(memory)
    assert own == {"zerks": "squats"}
    assert with_own(REGISTRY.vocabulary, own)["user"] == {"zerks": "squat"}
    assert in_context(REGISTRY.combine(["strength"]), own).vocabulary["zerks"] == "squat"
    assert own_terms("") == {}
    assert in_context(REGISTRY.combine([]), {}) is REGISTRY.combine([])
