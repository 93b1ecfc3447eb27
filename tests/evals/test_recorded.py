"""Answers of models are kept and given again: by what was asked, whatever marks its fences had."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from pydantic import BaseModel

from agents.model.calls.ask import Ask, ModelsFailed, Outcome, W
from agents.model.fences import Fence
from evals.recorded import RecordingError, RecordingModels, ReplayingModels, digest


class Colour(BaseModel):
    name: str
    sure: bool = True


class Shade(BaseModel):
    depth: int


class Painter:
    """Answers with a colour, or not at all."""

    async def ask(self, ask: Ask[W]) -> W:
        if "pictures" in ask.context:
            raise ModelsFailed(Outcome.REFUSED)
        return cast("W", Colour(name="blue"))


def asking(text: str = "the sky", instructions: str = "Name the colour.") -> Ask[Colour]:
    return Ask(
        agent="router", instructions=instructions, context=Fence().block("message", text), output=Colour
    )


@pytest.fixture
async def kept(tmp_path: Path) -> Path:
    recording = RecordingModels(Painter())
    assert (await recording.ask(asking())).name == "blue"
    with pytest.raises(ModelsFailed):
        await recording.ask(asking("no pictures"))
    recording.save(tmp_path / "said.jsonl", "Said by a painter.")
    return tmp_path / "said.jsonl"


async def test_the_same_request_gets_the_same_answer(kept: Path) -> None:
    replaying = ReplayingModels(kept)
    assert await replaying.ask(asking()) == Colour(name="blue")
    with pytest.raises(ModelsFailed, match="refused"):
        await replaying.ask(asking("no pictures"))
    assert (replaying.about, replaying.asked.total(), replaying.missed.total()) == (
        "Said by a painter.",
        2,
        0,
    )


async def test_other_words_instructions_or_forms_are_not_answered(kept: Path) -> None:
    replaying = ReplayingModels(kept)
    for ask in (asking("the sea"), asking(instructions="Guess the colour.")):
        with pytest.raises(RecordingError, match="has no answer to a request of the router"):
            await replaying.ask(ask)
    shade = Ask(agent="router", instructions="Name the colour.", context=asking().context, output=Shade)
    with pytest.raises(RecordingError, match="no longer fits the form of the router"):
        await replaying.ask(shade)
    assert replaying.missed["router"] == 3


async def test_instructions_do_not_matter_to_who_did_not_follow_them(tmp_path: Path) -> None:
    recording = RecordingModels(Painter(), scripted=True)
    await recording.ask(asking())
    recording.save(tmp_path / "scripted.jsonl", "A script.")
    replaying = ReplayingModels(tmp_path / "scripted.jsonl")
    assert (await replaying.ask(asking(instructions="Guess the colour."))).name == "blue"


def test_a_mark_that_somebody_wrote_is_no_mark() -> None:
    assert digest(asking("deadbeef")) != digest(asking("cafecafe"))
    assert digest(asking("the sky")) == digest(asking("the sky"))


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"hello": 1}\n', "utf-8")
    for path in (tmp_path / "x.jsonl", tmp_path / "nowhere.jsonl"):
        with pytest.raises(RecordingError, match="is no file of recorded answers"):
            ReplayingModels(path)
