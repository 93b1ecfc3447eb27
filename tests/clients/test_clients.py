"""A conversation with each bot of another maker: a short one, in a soak the whole one in each way."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.clients.conversation import LONG, SHORT, Conversation
from tests.clients.guests import GUESTS, Guest
from tests.driver.sizes import SOAK

_HERE = Path(__file__).parent


@pytest.mark.soak
@pytest.mark.parametrize("held", LONG if SOAK else SHORT, ids=lambda held: held.name)
@pytest.mark.parametrize("guest", GUESTS, ids=lambda guest: guest.name)
async def test_a_bot_of_another_maker_feels_at_home(guest: Guest, held: Conversation):
    if guest.missing is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(guest.missing)
        pytest.skip(guest.missing)
    await held.hold(guest)


@pytest.mark.parametrize(
    ("folder", "holds"), [("grammy", "grammy"), ("mcp", "@modelcontextprotocol/server-everything")]
)
def test_the_javascript_locks_have_hashes_and_no_addresses(folder: str, holds: str):
    text = (_HERE / folder / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: about for name, about in json.loads(text)["packages"].items() if name}
    assert f"node_modules/{holds}" in packages
    unhashed = [name for name, about in packages.items() if not about["integrity"].startswith("sha512-")]
    assert unhashed == []
    without_thanks = re.sub(r'"funding": (\{[^}]*\}|\[[^\]]*\]|"[^"]*")', "", text)
    assert not re.search(r"https?:|resolved", without_thanks)
