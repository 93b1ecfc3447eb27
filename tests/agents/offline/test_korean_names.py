"""What Koreans are shown is called as they call it; what is stored keeps its canonical name."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.offline.engine import OfflineEngine
from agents.offline.sentences import meant, recalled, said
from agents.parser import ParserInput
from agents.profile import Profile
from domains.names import name_in, named_by
from domains.registry import load
from evals.playing import everything
from storage.entities import Entry

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
KOREAN = Profile(user_id=1, language="ko", weight_unit="kg")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("bench press record", "벤치프레스 기록"),
        ("left knee pain", "왼쪽 무릎 통증"),
        ("lower back", "허리"),
        ("Mon, Wed", "월요일, 수요일"),
        ("heaviest 100 kg x 5 (2026-11-09); logged since 2026-09-01",
         "최고 무게 100 kg x 5 (2026-11-09); 2026-09-01부터 기록"),
        ("likes short answers", "likes short answers"),
    ],
)  # fmt: skip
def test_what_code_remembers_is_told_in_korean(written: str, shown: str) -> None:
    assert recalled(written, "ko") == shown
    assert recalled(written, "en") == written


def test_a_correction_names_both_exercises() -> None:
    assert said("bench press → incline bench press", "ko") == "벤치프레스 → 인클라인 벤치프레스"


def test_every_exercise_has_a_name_that_leads_back_to_it() -> None:
    names = {spec.name for spec in load().domains["strength"].measures}
    assert [name for name in names if name_in(name, "ko") == name] == []
    assert [name for name in names if named_by(name_in(name, "ko"), "ko") != name] == []


async def test_buttons_offer_korean_names_and_store_the_canonical_one() -> None:
    engine, given = OfflineEngine(), ParserInput(
        text="50kg 10개 3세트", now=NOW, profile=KOREAN, domain_context=everything()
    )  # fmt: skip
    logged = await engine.parse(given.model_copy(update={"text": "벤치 60kg 10개"}))
    entry = Entry(
        id="1", user_id=1, chat_id=1, message_id=1, text="벤치 60kg 10개", day=NOW.date(), logged_at=NOW,
        measures=logged.entries[0].measures,
    )  # fmt: skip
    asked = await engine.parse(given.model_copy(update={"recent_entries": (entry,), "looked_back": True}))
    (doubt,) = [one for one in asked.uncertain if one.key == "exercise"]
    assert doubt.options == ("벤치프레스",)
    assert meant(doubt.options[0], "ko") == "bench press"
