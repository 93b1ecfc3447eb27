"""Entries found by meaning: embedded once things are quiet, replaced when they change, gone when they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest

from agents.language.text import plain
from agents.notes.diary import DiaryFollower, DiaryMeaning
from agents.notes.embedding import Vectors, unit
from agents.notes.source import NotesUnavailable
from agents.offline.nearest import nearest, tells_more
from agents.work import UserSearch
from storage.entities import Effects, Entry, Revision
from storage.stores import Stores

ANN, BEN = 7, 8
NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)
THEMES = (
    ("gym", "fithouse", "signed", "membership"),
    ("rowing", "erg", "boat", "oar"),
    ("sleep", "mattress", "bed", "tired"),
    ("food", "bread", "gluten", "oats"),
)
"""Words that mean the same, to the stand-in."""


class Themed:
    """Each theme is a direction; whatever is not of one lies in another."""

    name = "themed"

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.is_down = False

    async def passages(self, texts: Sequence[str]) -> Vectors:
        if self.is_down:
            raise NotesUnavailable("no embeddings")
        self.embedded += texts
        return self._made(texts)

    async def query(self, text: str) -> Vectors:
        if self.is_down:
            raise NotesUnavailable("no embeddings")
        return self._made([text])

    @staticmethod
    def _made(texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), len(THEMES) + 1), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[-1] = 0.5
            for place, theme in enumerate(THEMES):
                row[place] = sum(word in plain(text) for word in theme)
        return unit(rows)


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Stores]:
    opened = await Stores.open(tmp_path / "data")
    yield opened
    await opened.close()


@pytest.fixture
def model() -> Themed:
    return Themed()


@pytest.fixture
def meaning(db: Stores, model: Themed, tmp_path: Path) -> DiaryMeaning:
    return DiaryMeaning(db.entry_vectors, lambda _: model, tmp_path / "notes", tells_more)


def entry(number: int, text: str, user: int = ANN) -> Entry:
    return Entry(
        id=f"01KDIARY{user:06}{number:012}", user_id=user, chat_id=user, message_id=number,
        day=date(2026, 10, number), logged_at=NOW, text=text, domains=(), measures=(),
    )  # fmt: skip


async def told(meaning: DiaryMeaning, question: str, user: int = ANN) -> list[str]:
    return [one.text for one in await meaning.nearest(user, question, 3)]


async def test_an_entry_is_found_that_shares_no_word_with_the_question(db: Stores, meaning: DiaryMeaning):
    await db.turns.apply(
        Effects(
            entries=[
                entry(1, "signed up at FitHouse on Main Street"),
                entry(2, "sold the erg, my back never forgave it"),
                entry(3, "rain all day"),
            ]
        )
    )
    assert await meaning.catch_up(ANN) == 3
    question = "when did I change my gym?"
    assert await told(meaning, question) == ["signed up at FitHouse on Main Street"]
    assert await told(meaning, "what did I think of the movie?") == []
    for meant, found in ((meaning, ["signed up at FitHouse on Main Street"]), (None, [])):
        search = UserSearch(db, ANN, meant)
        near = await nearest(question, search, span=None, today=NOW.date(), vocabulary={}, by_meaning=True)
        assert [one.text for one in near] == found


async def test_the_first_by_meaning_is_among_those_that_many_words_find(db: Stores, meaning: DiaryMeaning):
    rowed = [entry(day, f"rowing session number {day} on the lake with the club") for day in range(1, 9)]
    why = entry(20, "sold the erg and the boat, my back never forgave it")
    await db.turns.apply(Effects(entries=[*rowed, why]))
    await meaning.catch_up(ANN)
    near = await nearest(
        "when did I give up rowing?",
        UserSearch(db, ANN, meaning),
        span=None,
        today=NOW.date(),
        vocabulary={},
        by_meaning=True,
    )
    assert why.text in [one.text for one in near]


async def test_what_changes_is_replaced_and_what_goes_is_gone(
    db: Stores, meaning: DiaryMeaning, model: Themed
):
    first, second = entry(1, "signed up at FitHouse"), entry(2, "new membership downtown")
    await db.turns.apply(Effects(entries=[first, second]))
    await meaning.catch_up(ANN)
    assert len(await told(meaning, "which gym?")) == 2
    changed = first.model_copy(update={"text": "bread gives me headaches"})
    gone = second.model_copy(update={"deleted": True})
    corrected = Revision(entry_id=first.id, revision=2, entry=changed, at=NOW, cause="correction", note="")
    undone = Revision(entry_id=second.id, revision=2, entry=gone, at=NOW, cause="undo", note="")
    await db.turns.apply(Effects(revisions=[corrected, undone]))
    assert await told(meaning, "which gym?") == []
    assert await db.entry_vectors.count(ANN, model.name) == 0
    model.embedded.clear()
    assert await meaning.catch_up(ANN) == 1
    assert model.embedded == ["bread gives me headaches"]
    assert await told(meaning, "do I eat gluten?") == ["bread gives me headaches"]
    await db.forgetting.forget(ANN)
    assert await told(meaning, "do I eat gluten?") == []
    assert await db.entry_vectors.last(ANN, model.name) == 0


async def test_each_has_their_own(db: Stores, meaning: DiaryMeaning):
    await db.turns.apply(
        Effects(entries=[entry(1, "signed up at FitHouse", BEN), entry(2, "an erg at home")])
    )
    for user in (ANN, BEN):
        await meaning.catch_up(user)
    assert await told(meaning, "which gym?") == []
    assert await told(meaning, "which gym?", BEN) == ["signed up at FitHouse"]


async def test_what_merely_measures_is_not_embedded_and_not_looked_at_again(
    db: Stores, meaning: DiaryMeaning, model: Themed
):
    from evals.diary import entry as measured  # noqa: PLC0415 - a helper of this test alone

    bench = measured(
        1, date(2026, 11, 1), "bench 100 kg 5x5", ("bench press weight=100kg reps=5 sets=5",), ANN
    )
    await db.turns.apply(Effects(entries=[bench]))
    assert await meaning.catch_up(ANN) == 0
    assert model.embedded == []
    assert await db.entry_vectors.missing(ANN, model.name, limit=5) == []


async def test_embedding_waits_until_nothing_was_written_for_a_while(
    db: Stores, meaning: DiaryMeaning, model: Themed
):
    follower = DiaryFollower(meaning, db.entry_vectors, quiet=0.05)
    await db.turns.apply(Effects(entries=[entry(1, "signed up at FitHouse")]))
    follower.touch()
    assert model.embedded == []
    async with asyncio.timeout(5):
        while not model.embedded:
            follower.touch()
            await asyncio.sleep(0.06)
    await follower.stop()


async def test_what_could_not_be_embedded_is_embedded_later(db: Stores, meaning: DiaryMeaning, model: Themed):
    follower = DiaryFollower(meaning, db.entry_vectors)
    await db.turns.apply(Effects(entries=[entry(1, "signed up at FitHouse")]))
    model.is_down = True
    await follower.flush()
    assert await told(meaning, "which gym?") == []
    model.is_down = False
    await follower.flush()
    assert await told(meaning, "which gym?") == ["signed up at FitHouse"]
    model.is_down = True
    assert await told(meaning, "which gym?") == []  # words are searched


async def test_another_model_makes_its_own(db: Stores, model: Themed, tmp_path: Path):
    await db.turns.apply(Effects(entries=[entry(1, "signed up at FitHouse")]))
    for name in ("one", "other"):
        model.name = name
        meaning = DiaryMeaning(db.entry_vectors, lambda _: model, tmp_path, tells_more)
        await meaning.catch_up(ANN)
        assert await told(meaning, "which gym?") == ["signed up at FitHouse"]
    assert await db.entry_vectors.count(ANN, "one") == 0
    nothing = DiaryMeaning(db.entry_vectors, lambda _: None, tmp_path, tells_more)
    assert await nothing.catch_up(ANN) == 0
    assert await told(nothing, "which gym?") == []
