"""How much a model writes: a setting, which /settings offers where a model answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.profile import Profile
from bot.core import utc_now
from bot.people.preferences import Offers, chosen_by, page
from tests.models.product import QUICKLY, product
from tests.models.server import ModelServer


@pytest.mark.parametrize("style", ["short", "detailed"])
@pytest.mark.parametrize("fewer_calls", [True, False])
async def test_the_writer_is_told_the_style(
    server: ModelServer, tmp_path: Path, style: str, *, fewer_calls: bool
) -> None:
    server.always("router", {"input_type": "query"})
    server.prefer = {"next_action": "retrieve", "verdict": ("sufficient", "pass")}
    llm = {**server.llm_section(), "fewer_calls": fewer_calls}
    async with product(tmp_path, llm, QUICKLY, profile={"style": style}) as whole:
        await whole.benched()
        await whole.say("how come benching felt so heavy the last time?")

    (writer, *_) = server.calls("analyzer" if fewer_calls else "synthesizer")
    assert f"# Style of the message\n{style}\n" in writer.user


def test_settings_offer_it_where_a_model_answers() -> None:
    with_models = Offers(answers=True)
    said = page(Profile(user_id=1, style="detailed"), utc_now(), with_models)
    labels = [button.label for row in said.buttons for button in row]
    assert "Length: <b>Detailed</b>" in said.html
    assert {"Short", "✓ Detailed"} <= set(labels)
    chosen = chosen_by("style", "short", with_models)
    assert chosen is not None
    assert chosen.style == "short"
    assert chosen_by("style", "short") is None
    assert "Length" not in page(Profile(user_id=1), utc_now()).html
