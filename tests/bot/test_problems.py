"""What cannot be is kept as values, and worded where it is shown: in the language of whoever reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args, get_type_hints

import pytest

from bot.replies.problems import problem_told
from bot.texts import wording
from bot.texts.languages import OWN
from domains.checks import ATTRIBUTES, Wrong
from storage.problems import Impossible
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot

Kind = Literal["outside", "above_scale", "not_whole"]
TOLD = (
    ("en", "bench 100kg x5 @15", "bench press: RPE 15 is outside 1-10."),
    ("en", "squat 9000kg x5", "squat: weight 9000 kg is outside 0-600 kg."),
    ("en", "body weight 900 kg", "body weight: 900 kg is outside 20-350 kg."),
    ("ko", "벤치 100kg 5회 @15", "벤치프레스: RPE 15 값은 1-10 범위를 벗어나요."),
    ("ko", "스쿼트 9000kg 5회", "스쿼트: 무게 9000 kg 값은 0-600 kg 범위를 벗어나요."),
    ("ko", "체중 900kg", "체중: 900 kg 값은 20-350 kg 범위를 벗어나요."),
)


async def test_a_receipt_says_what_cannot_be_in_the_readers_language(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for language, log, told in TOLD:
            await you.ask(f"/settings language {language}")
            assert f"⚠️ {told}" in (await you.ask(log)).text.splitlines()
        (stored, *_) = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert stored.problems == (
            Impossible("body weight", "outside", "body weight", "900 kg", "20-350 kg"),
        )


async def test_a_correction_says_so_too(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("slept 7 h")
        told = (await you.ask("actually that was 190")).text
        assert told == "Nothing changed, that is impossible: sleep: 190 h is outside 0-24 h."
        await you.ask("/settings language ko")
        told = (await you.ask("아니 190이었어")).text
        assert told == "바꾸지 않았어요, 있을 수 없는 값이에요. 잠: 190 h 값은 0-24 h 범위를 벗어나요."


def test_the_kinds_are_those_of_the_domains() -> None:
    assert get_type_hints(Wrong)["kind"] == get_type_hints(Impossible)["kind"] == Kind


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_has_words(kind: Kind) -> None:
    for language in OWN:
        told = problem_told(Impossible("steps", kind, "steps", "900.5"), wording(language))
        assert "900.5" in told


def test_every_field_has_a_name() -> None:
    for language in OWN:
        assert wording(language).catalogue.fields.keys() == ATTRIBUTES
