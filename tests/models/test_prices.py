"""What calls cost where the provider says little about it."""

from __future__ import annotations

import pytest

from agents.model.calls.ask import ModelsFailed, Unasked
from agents.model.settings import LlmSettings
from agents.session import enter
from tests.models.answers import exactly, text
from tests.models.named import NamedServer
from tests.models.wired import GOOD, Books, asking, cascade, session, unseen

A_MINUTE = b"OggS" + bytes(3000 * 60)


def openai(named: NamedServer, **changes: object) -> LlmSettings:
    own = {"api_base": f"{named.url}/v1", "api_key": "sk-scripted"}
    return LlmSettings.model_validate({"default_provider": "openai", "providers": {"openai": own}, **changes})


@pytest.mark.parametrize("provider", ["openai", "azure"])
async def test_whisper_is_paid_by_the_second_and_the_budget_binds(named: NamedServer, provider: str) -> None:
    named.always("voice", text("bench 100 kg"))
    own = {"api_base": f"{named.url}/v1" if provider == "openai" else named.url, "api_key": "sk-scripted"}
    enter(session())

    async def heard(cap: float | None, audio: bytes) -> Books:
        settings = LlmSettings.model_validate(
            {
                "providers": {provider: own},
                "voice": {"provider": provider, "model": "whisper-1"},
                "budget": {"user_day": cap},
            }
        )
        books = Books()
        said = await cascade(settings, books).hear(settings.voice_targets(), audio, "note.ogg")
        assert said == "bench 100 kg"
        return books

    for cap in (None, 0.0061):
        [call] = (await heard(cap, A_MINUTE)).calls
        assert (call.price_known, call.outcome) == (True, "ok")
        assert 0 < call.price_usd < 0.0061
    asked = len(named.asked)
    with pytest.raises(ModelsFailed) as failed:
        await heard(0.0059, A_MINUTE)
    assert failed.value.reason == Unasked.BUDGET_DAY
    assert len(named.asked) == asked
    assert (await heard(0.0059, A_MINUTE[: len(A_MINUTE) // 2])).outcomes == ["ok"], "half of it would do"


@pytest.mark.parametrize("streamed", [False, True])
async def test_an_answer_that_nobody_counted_is_charged_as_estimated(
    named: NamedServer, streamed: bool
) -> None:
    named.counts = False
    named.always("*", exactly(GOOD))
    books = Books()
    partial = unseen if streamed else None
    await cascade(openai(named), books).ask(asking(instructions="I" * 4000, partial=partial))
    [call] = books.calls
    assert call.outcome == "ok"
    assert 500 < call.input_tokens < 4000
    assert call.price_usd > 0
    assert call.price_known is streamed, "the tokens of a stream litellm counts itself, the answer's as well"
    assert (call.output_tokens > 0) is streamed
