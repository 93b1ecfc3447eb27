"""What was corrected is what new words are tried on; /cases shows, exports and deletes it."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from agents.cases import Reading, replay
from agents.changes.items import MergeItem, UnitItem
from agents.changes.proposing import propose
from agents.offline.engine import OfflineEngine
from agents.profile import Profile
from domains.registry import load
from storage.cases import Case
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.storage.things import NOW, USER, entry, sets


def case(words: str, name: str, weight: float = 60) -> Case:
    then = entry(1, words, domains=("strength",))
    wanted = sets(name, weight=weight, count=5)
    return Case(1, NOW, "correction", "", then, then.model_copy(update={"measures": (wanted,)}))


@pytest.mark.parametrize(
    ("own", "mended", "broken"),
    [
        ({"gripz": "skull crusher"}, 1, ()),
        ({"bench": "squat"}, 0, ("bench 60kg 5x5",)),
        ({"unheard": "squat"}, 0, ()),
    ],
)
async def test_a_word_is_tried_on_all_cases(own: dict[str, str], mended: int, broken: tuple[str, ...]):
    cases = [case("gripz 60kg 5x5", "skull crusher"), case("bench 60kg 5x5", "bench press")]
    before, after = (Reading(Profile(user_id=USER, weight_unit="kg"), words) for words in ({}, own))
    found = await replay(cases, OfflineEngine(), load(), before, after)
    assert (found.tried, found.mended, found.broken) == (2, mended, broken)


async def exported(bot: RunningBot, sent: StoredMessage) -> list[str]:
    assert sent.message.document is not None
    content = await bot.client.download(sent.message.document.file_id)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [one["words"] for one in json.loads(archive.read("cases.json"))]


async def test_what_is_taught_is_tried_first_and_the_reply_says_so(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert "Nothing yet" in (await you.ask("/cases")).text
        assert "Tried" not in (await you.ask("when I say gripz I mean skull crusher")).text
        await you.ask("squat 100kg 5x5")
        await you.ask("no, 105 kg")
        log = await you.say("bench 60kg 5x5")
        await you.next_reply()
        await you.edit(log, "press 65kg 5x5")
        await you.next_reply()
        same = await you.ask("when I say zonk I mean hammer curl")
        assert "Tried first on what you corrected before (2): all of it is read as it was" in same.text
        worse = await you.ask("by press I mean bench press")
        assert "(2): 1 would be read wrong now, such as “press 65kg 5x5”" in worse.text
        assert "Undo" in worse.labels[0]
        told = await you.ask("/cases")
        assert "“squat 100kg 5x5”\nSquat 100 kg × 5" in told.text  # noqa: RUF001 - the sign is meant
        assert "“press 65kg 5x5”" in told.text
        assert await exported(bot, await you.ask("/cases export")) == ["press 65kg 5x5", "squat 100kg 5x5"]
        number = int(found[1]) if (found := re.search(r"/cases delete (\d+)", told.text)) else 0
        assert "Deleted: 1" in (await you.ask(f"/cases delete {number}")).text
        assert "no such case" in (await you.ask(f"/cases delete {number}")).text
        assert "no such case" in (await you.ask("/cases delete")).text
        assert "Deleted: 1" in (await you.ask("/cases delete all")).text
        assert "Nothing yet" in (await you.ask("/cases")).text
        assert "105" in (await you.ask("/today")).text


async def test_what_an_answer_settles_for_all_logs_is_tried_too(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.ask("squat 100kg 5x5")
        await you.ask("no, 105 kg")
        await you.ask("curl 10kg 8x3")
        asked = await you.next_reply()
        await you.tap(asked, "8 sets of 3")
        told = await you.next_reply()
        assert "Tried first on what you corrected before (1): all of it is read as it was" in told.text
        assert "(2)" in (await you.ask("/cases")).text


async def test_what_is_proposed_is_tried_too(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("use kg from now on")
        await you.ask("bench 60 5x5")
        log = await you.say("squat 65 5x5")
        await you.next_reply()
        await you.edit(log, "squat 70 5x5")
        await you.next_reply()
        services = bot.app.core.services
        items = [UnitItem(field="weight_unit", unit="lb"), MergeItem(name="squat", into="bench press")]
        await propose(services, YOU_ID, YOU_ID, "coach:1", items)
        told = (await you.next_reply()).text
        assert "(1): 1 would be read wrong now, such as “squat 70 5x5”" in told
        assert "(1): all of it is read as it was" in told
