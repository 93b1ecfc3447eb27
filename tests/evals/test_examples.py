"""The examples themselves: they load, none is there twice, and there are enough of every kind."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from evals.cases import Example, Routing
from evals.loading import EXAMPLES, ExamplesError, Labelled, people, read
from evals.sets import SETS

ENOUGH = {
    "routing": 150,
    "parsing": 130,
    "planning": 60,
    "analysis": 40,
    "evaluation": 50,
    "clarification": 40,
    "questions": 60,
}
"""Fresh examples (open or held out) that a set has at least."""


def labelled(name: str) -> list[Labelled[Example]]:
    return cast("list[Labelled[Example]]", SETS[name].read(EXAMPLES))


def fresh(name: str) -> list[Labelled[Example]]:
    """Diaries are mended by as soon as they are asked and tell their first look in their heads: all count."""
    all_ = labelled(name)
    return all_ if name == "questions" else [one for one in all_ if one.slices.part in ("open", "held out")]


@pytest.mark.parametrize("name", SETS)
def test_there_are_enough_and_some_of_them_are_held_out(name: str) -> None:
    parts = Counter(one.slices.part for one in fresh(name))
    assert parts.total() >= ENOUGH[name]
    if parts["open"] and name != "questions":  # whole diaries are fresh there
        assert 0.2 < parts["held out"] / parts.total() < 0.8


@pytest.mark.parametrize("name", SETS)
def test_every_set_has_both_languages_and_no_phenomenon_or_verdict_dominates(name: str) -> None:
    several = fresh(name)
    languages = Counter(one.slices.language for one in several)
    assert {"en", "ko"} <= set(languages)
    assert languages["ko"] >= 0.15 * languages.total()
    assert max(Counter(one.slices.phenomenon for one in several).values()) <= 0.35 * len(several)
    labels = Counter(one.slices.label for one in several if one.slices.label)
    assert not labels or max(labels.values()) <= 0.8 * labels.total()


@pytest.mark.parametrize("name", SETS)
def test_each_example_has_one_home(name: str) -> None:
    seen = Counter(one.example.model_dump_json(exclude={"held_out"}) for one in labelled(name))
    assert [example for example, times in seen.items() if times > 1] == []


def test_everybody_named_has_a_diary() -> None:
    known = people(EXAMPLES)
    named = {getattr(one.example, "who", "lifter") for name in SETS for one in labelled(name)}
    assert named <= set(known)
    assert {len(person.entries()) > 10 for person in known.values()} == {True}


def test_what_is_wrong_in_a_file_is_said_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "routing.yaml").write_text("cases: {slang: {en: [{text: hi, is: greeting}]}}", "utf-8")
    with pytest.raises(ExamplesError, match=r"routing\.yaml: cases > slang > en > 0 > is: .*'chat'"):
        read(tmp_path, "routing", Routing)
    (tmp_path / "routing.yaml").write_text("cases: [", "utf-8")
    with pytest.raises(ExamplesError, match=r"routing\.yaml: while parsing"):
        read(tmp_path, "routing", Routing)


def test_where_there_are_no_examples_it_says_where_they_come_from(tmp_path: Path) -> None:
    with pytest.raises(ExamplesError, match=r"come with the source code.*--examples FOLDER"):
        read(tmp_path, "routing", Routing)
