"""The webhook is sent whatever bytes there are: it takes updates, refuses the rest, and nothing breaks."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bot.web.webhook import SECRET_HEADER
from telegram_local.world import GROUP_ID, YOU_ID
from tests.bot.test_webhook import SECRET, in_webhook_mode
from tests.driver.harness import is_of_this_test, running_bot
from tests.driver.sizes import size

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
EXAMPLES = size(60, 600, 10_000)
_FUZZ = settings(
    max_examples=EXAMPLES,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
_TEXTS = st.one_of(
    st.sampled_from(
        ["bench 185 lb 3x5", "/undo", "/start x", "", " ", "\u0000", "what's my best bench?", "<b>&"]
    ),
    st.text(max_size=40),
    st.just("\ud800"),
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_EXTREMES: list[Json] = [-1, 0, 1 << 31, 1 << 53, 1 << 63, 1 << 200, -(1 << 63), 1e400, [], {}]
_ODD: st.SearchStrategy[Json] = st.one_of(_JSON, st.sampled_from(_EXTREMES))


def _person() -> dict[str, Json]:
    return {"id": YOU_ID, "is_bot": False, "first_name": "You"}


def _message(chat: dict[str, Json]) -> dict[str, Json]:
    return {"message_id": 900, "date": int(time.time()), "chat": chat, "from": _person(), "text": "slept 7 h"}


def _updates() -> list[dict[str, Json]]:
    private: dict[str, Json] = {"id": YOU_ID, "type": "private", "first_name": "You"}
    group: dict[str, Json] = {"id": GROUP_ID, "type": "group", "title": "Training"}
    now = int(time.time())
    who, status = _person(), {"status": "member", "user": _person()}
    photo: Json = [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}]
    pictured: dict[str, Json] = {**_message(private), "text": None, "caption": "slept 7 h", "photo": photo}
    tap: Json = {
        "id": "5",
        "from": who,
        "chat_instance": "1",
        "data": "q:12345678:0",
        "message": _message(private),
    }
    moved: Json = {
        "chat": group, "from": who, "date": now,
        "old_chat_member": {**status}, "new_chat_member": {**status},
    }  # fmt: skip
    reacted: Json = {"chat": private, "message_id": 5, "date": 1, "old_reaction": [], "new_reaction": []}
    documents: list[dict[str, Json]] = [
        {"message": _message(private)},
        {"message": {**_message(group), "reply_to_message": _message(group)}},
        {"edited_message": {**_message(private), "edit_date": now}},
        {"message": pictured},
        {"callback_query": tap},
        {"my_chat_member": moved},
        {"message_reaction": reacted},
    ]
    return documents


def _places(tree: Json, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a document."""
    inner: list[tuple[str | int, Json]] = []
    if isinstance(tree, dict):
        inner = list(tree.items())
    elif isinstance(tree, list):
        inner = list(enumerate(tree))
    return [here, *(place for key, value in inner for place in _places(value, (*here, key)))]


def _put(tree: Json, place: tuple[str | int, ...], value: Json) -> Json:
    if not place:
        return value
    key, rest = place[0], place[1:]
    if isinstance(tree, dict):
        tree[str(key)] = _put(tree[str(key)], rest, value)
    elif isinstance(tree, list):
        tree[int(key)] = _put(tree[int(key)], rest, value)
    return tree


@st.composite
def _broken_update(draw: st.DrawFn) -> bytes:
    """An update with one to three places changed for something odd, or taken out."""
    document = copy.deepcopy(draw(st.sampled_from(_updates())))
    document["update_id"] = draw(st.one_of(st.integers(1, 1 << 40), st.integers(1, 1 << 40), _ODD))
    tree: Json = document
    for _ in range(draw(st.integers(0, 3))):
        tree = _put(tree, draw(st.sampled_from(_places(tree))), draw(_ODD))
    return json.dumps(tree, ensure_ascii=True).encode()


_BODIES = st.one_of(
    _broken_update(),
    _broken_update(),
    st.binary(max_size=60),
    st.just(b'{"update_id":' + b"[" * 100_000),
    st.just(b'{"update_id":7,"message":' + b'{"reply_to_message":' * 2_000 + b"{}" + b"}" * 2_001),
)
_TYPES = st.sampled_from(
    ["application/json", "application/json", "application/json; charset=utf-8", "text/plain"]
)


@pytest.mark.soak
@pytest.mark.fault("fuzzed webhook")
async def test_whatever_comes_to_the_webhook_breaks_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, record_property: Callable[[str, object], None]
):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, you):
        hook = bot.settings.telegram.webhook
        answers: Counter[int] = Counter()

        @_FUZZ
        @seed(7)
        @given(body=_BODIES, kind=_TYPES, secret=st.sampled_from([SECRET, SECRET, SECRET, SECRET[:-1], ""]))
        def fuzz(body: bytes, kind: str, secret: str) -> None:
            response = client.post(
                f"{hook.url}{hook.path}", content=body, headers={"Content-Type": kind, SECRET_HEADER: secret}
            )
            answers[response.status_code] += 1
            assert response.status_code in {200, 400, 403, 415}, (body, response.text)
            if secret != SECRET:
                assert response.status_code == 403

        with httpx.Client(trust_env=False, timeout=60) as client:
            await asyncio.to_thread(fuzz)
        await you.say("/today")  # what was sent before may still be answered meanwhile
        await bot.client.until(lambda: any("Today" in one.text for one in bot.client.history(YOU_ID)))
        await bot.app.core.lanes.idle()
        record_property("trials", answers.total())
        assert answers[200] >= EXAMPLES // 20
        errors = [
            record for record in caplog.records if record.levelno >= logging.ERROR and is_of_this_test(record)
        ]
        broken = [record for record in errors if record.exc_info or record.name != "bot.updates.reading"]
        assert not broken, [record.getMessage() for record in broken]
        counts = bot.app.core.db.counts
        for _ in range(600):  # those of other chats are in lanes of their own, and fed in behind
            if (await counts.counts()).updates == 0:
                break
            await asyncio.sleep(0.05)
        assert (await counts.counts()).updates == 0, "each was dealt with to its end"
