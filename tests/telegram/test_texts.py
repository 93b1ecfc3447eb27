"""Texts that are too long, refused, or come with a file that can't be sent."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.texts.html import escape, units
from storage.entities import Button
from telegram_local.faults import FaultKind
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.telegram.board import AGAIN, all_sent, loads, queue, reply, said, undelivered, until

Record = Callable[[str, object], None]
UNDO = ((Button(label="Undo", data="u:1"),),)
EDGE = 4096
WEIGHTLIFTER = "🏋️‍♀️"
"""Four characters, six UTF-16 units, of which one pair ends up at every border."""


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


PIXEL = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\0"))
    + _chunk(b"IEND", b"")
)


def bare(text: str) -> str:
    """Without what a cut may take or leave: the blanks around it."""
    return "".join(text.split())


LONG = (
    "a" * (EDGE - 1) + "😀" + "b" * 10,
    "😀" * 5000,
    WEIGHTLIFTER * 1500,
    "word " * 3000,
    "\n".join(f"{number}. bench <b> & press {number} kg" for number in range(400)),
    "ünïcödé\n\n" * 1200,
    "a" * EDGE,
    "a" * (EDGE + 1),
    "한국어 기록 " * 1500,
    ("x" * (EDGE - 1) + "\n") * 3,
)


@pytest.mark.fault("4096+ characters out")
async def test_long_answers_arrive_whole_and_in_order(tmp_path: Path, record_property: Record):
    async with running_bot(tmp_path) as (bot, _):
        await queue(
            bot,
            *(reply(f"{n}", f"<b>{escape(text)}</b>", buttons=UNDO) for n, text in enumerate(LONG)),
            reply("next", "the next"),
        )
        await bot.client.until(lambda: "the next" in said(bot), within=30)
        parts = [stored for stored in bot.client.history(YOU_ID) if stored.from_bot][:-1]
        assert all(0 < units(part.text) <= EDGE for part in parts)
        assert all("\ufffd" not in part.text for part in parts)
        assert all(part.message.entities and part.message.entities[0].type == "bold" for part in parts)
        for text in LONG:
            shown = ""
            while not (part := parts.pop(0)).labels:  # the keyboard is on the last one
                shown += part.text
            assert bare(shown + part.text) == bare(text)
        assert parts == []
        assert await undelivered(bot) == []
        record_property("trials", len(LONG))


@pytest.mark.fault("4096+ characters out")
@pytest.mark.usefixtures("impatient")
async def test_a_long_answer_that_breaks_off_goes_on_where_it_was(tmp_path: Path):
    text = "\n".join(f"line {number}" for number in range(2000))
    async with running_bot(tmp_path) as (bot, _):
        for skip, kind in enumerate((FaultKind.SERVER_ERROR, FaultKind.RATE_LIMIT, FaultKind.DROP), start=1):
            await bot.client.fault(kind, "sendMessage", skip=skip, retry_after=1)
        await queue(bot, reply("1", text))
        await all_sent(bot)
        shown = "".join(said(bot))
        assert shown.count(AGAIN) == 1  # of the part whose connection broke
        told = next(line for line in shown.splitlines() if AGAIN in line)
        assert bare(shown.replace(told[told.index("↻") :], "")) == bare(text)


@pytest.mark.fault("4096+ characters out")
@pytest.mark.usefixtures("impatient")
async def test_a_long_answer_that_a_restart_breaks_off_says_that_it_begins_again(tmp_path: Path):
    text = "\n".join(f"line {number}" for number in range(1000))
    async with running_bot(tmp_path) as (bot, _):
        await bot.client.fault(FaultKind.RATE_LIMIT, "sendMessage", skip=1, retry_after=2)
        await queue(bot, reply("1", text))
        await bot.client.until(lambda: len(said(bot)) == 1)
        await until(lambda: limited(bot), "the second part to be refused")
        await bot.restart()
        await all_sent(bot)
        begun, *again = said(bot)
        assert AGAIN not in begun
        assert AGAIN in again[0]
        assert bare(text) == bare("".join([again[0][again[0].index("line 0") :], *again[1:]]))


async def limited(bot: RunningBot) -> bool:
    return any(call.status == 429 for call in await bot.client.calls("sendMessage"))


@pytest.mark.fault("4096+ characters out")
async def test_what_telegram_counts_longer_than_we_do_is_cut_again(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        await bot.client.fault(
            FaultKind.ERROR,
            "sendMessage",
            status=400,
            description="Bad Request: message is too long",
            times=2,
        )
        await queue(bot, reply("1", "word " * 500, buttons=UNDO))
        await all_sent(bot)
        assert bare("".join(said(bot))) == "word" * 500
        assert len(said(bot)) > 2


@pytest.mark.fault("4096+ characters in")
async def test_a_log_of_a_hundred_lines_and_one_that_telegram_cut_in_two(tmp_path: Path):
    names = ("bench", "squat", "deadlift", "row", "curl")
    lines = [f"{names[number % 5]} {50 + number} kg x5x3" for number in range(100)]
    async with running_bot(tmp_path) as (bot, you):
        receipt = await you.ask("\n".join(lines))
        await you.tap(receipt, "🔎 Show all")
        await bot.client.until(lambda: len(said(bot)) > 1)
        await all_sent(bot)
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9)
        assert entry.text == "\n".join(lines)
        assert [measure.weight for measure in entry.measures] == [50 + number for number in range(100)]
        shown = loads_in("\n".join(said(bot)))
        assert set(range(50, 150)) <= set(shown)
        # A client cuts what is longer: each part is a message, and each is logged.
        diary = "\n".join(f"{line} 🏋️ felt good, {'very ' * 12}good" for line in lines)
        cut = diary.rindex("\n", 0, EDGE // 2)
        for part in (diary[:cut], diary[cut + 1 :][: EDGE // 2]):
            await you.say(part)
        before = len(said(bot))
        await bot.client.until(lambda: len(said(bot)) > before)
        await all_sent(bot)
        assert await undelivered(bot) == []


def loads_in(text: str) -> list[int]:
    """Each line's kilograms."""
    return [load for line in text.splitlines() for load in loads([line])]


@pytest.mark.fault("4096+ characters in")
@pytest.mark.parametrize("text", ["😀" * 2048, "a" * 4096, "bench 100 kg x5x3 " + "💪" * 2030])
async def test_a_message_as_long_as_telegram_lets_one_be(tmp_path: Path, text: str):
    async with running_bot(tmp_path) as (bot, you):
        await you.say(text)
        await you.say("/help")
        await bot.client.until(lambda: any("/undo" in text for text in said(bot)))
        assert len(said(bot)) >= 2
        assert await undelivered(bot) == []
        message = await bot.app.core.db.messages.get_message(YOU_ID, 1)
        assert message is not None
        assert message.text == text


BROKEN = (
    "<b>100 kg",
    "100 kg</i>",
    "<b><i>100 kg</b></i>",
    "<marquee>100 kg</marquee>",
    '<a href="https://example.com">100 kg',
    "100 kg &nosuch; <",
    '<span class="x">100 kg</span>',
    "<b>100 kg" + " &amp; more" * 500,
)


@pytest.mark.fault("entities that are refused")
async def test_words_whose_markup_is_refused_arrive_plain_with_their_keyboard(
    tmp_path: Path, record_property: Record
):
    """As a new message that replies to another, and in place of one."""
    async with running_bot(tmp_path) as (bot, you):
        asked = await you.say("bench 1 kg x5x3")
        await you.next_reply()
        for number, html in enumerate(BROKEN):
            await queue(bot, reply(f"before {number}", "as it was"))
            before = await you.next_reply()
            await queue(bot, reply(f"new {number}", html, buttons=UNDO, reply_to=asked.message_id))
            new = await you.next_reply()
            parts = [new] if new.labels else [new, await you.next_reply()]
            assert new.message.reply_to_message is not None
            assert parts[-1].labels == ["Undo"]
            await queue(bot, reply(f"edit {number}", html, buttons=UNDO, edits=before.message_id))
            if len(parts) == 1:
                edited = await you.edited(before)
                assert (edited.text, edited.labels) == (new.text, ["Undo"])
            else:  # too long to take another's place
                assert (await you.next_reply()).text == new.text
                assert (await you.next_reply()).labels == ["Undo"]
            assert "100 kg" in new.text
            assert "<b>" not in new.text
        await all_sent(bot)
        assert await undelivered(bot) == []
        record_property("trials", 2 * len(BROKEN))


REFUSALS = (
    "BUTTON_DATA_INVALID",
    "REPLY_MARKUP_TOO_LONG",
    "can't parse entities: byte offset 5",
    "a new one",
)


@pytest.mark.fault("entities that are refused")
async def test_whatever_is_refused_the_words_arrive(tmp_path: Path, record_property: Record):
    async with running_bot(tmp_path) as (bot, you):
        for refusal in REFUSALS:
            description = f"Bad Request: {refusal}"
            await bot.client.fault(FaultKind.ERROR, "sendMessage", status=400, description=description)
            await queue(bot, reply(refusal, "<b>100 kg &lt; 120 kg</b>", buttons=UNDO, reply_to=999))
            assert (await you.next_reply()).text == "100 kg < 120 kg"
        await all_sent(bot)
        assert len(said(bot)) == len(REFUSALS)
        record_property("trials", len(REFUSALS))


@pytest.mark.fault("a reply that is refused whatever its look")
async def test_words_that_are_refused_for_good_are_listed(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(
            FaultKind.ERROR, "sendMessage", status=400, description="Bad Request: anything new", times=2
        )
        await queue(bot, reply("1", "<b>words</b>"), reply("2", "the next"), reply("3", "<b> </b>"))
        assert (await you.next_reply()).text == "the next"
        await all_sent(bot)
        assert [row.error for row in await undelivered(bot)] == ["Anything new"]


CAPTIONS = {
    "c" * 1024: True,
    "c" * 1025: False,
    "😀" * 512: True,
    "😀" * 513: False,
    "w " * 4000: False,
}
"""Whether each is short enough to stand below its file."""


@pytest.mark.fault("captions over 1024 characters")
async def test_a_caption_that_is_too_long_follows_its_file(tmp_path: Path, record_property: Record):
    async with running_bot(tmp_path) as (bot, you):
        (bot.settings.data / "out.txt").write_text("mine", encoding="utf-8")
        for caption, below in CAPTIONS.items():
            await queue(
                bot, reply(caption[:40] + str(len(caption)), caption, document="out.txt", buttons=UNDO)
            )
            parts = [await you.next_reply()]
            assert parts[0].message.document is not None
            while not parts[-1].labels:
                parts.append(await you.next_reply())
            assert (len(parts) == 1) == below
            assert bare("".join(part.text for part in parts)) == bare(caption)
        record_property("trials", len(CAPTIONS))


@pytest.mark.fault("a file that can't be sent")
@pytest.mark.usefixtures("impatient")
async def test_the_words_of_a_file_that_cannot_be_sent_arrive_and_say_so(tmp_path: Path):
    """Gone, unreadable, empty, too large, refused; and trouble that passes is waited out."""
    async with running_bot(tmp_path) as (bot, you):
        folder = bot.settings.data
        for name in ("empty", "large", "refused", "slow", "lost"):
            (folder / name).write_text("" if name == "empty" else "mine", encoding="utf-8")
        (folder / "folder").mkdir()
        for name in ("gone", "folder", "empty"):
            await queue(bot, reply(name, f"the {name} one", document=name, kind="document", buttons=UNDO))
            told = await you.next_reply()
            assert told.text == f"the {name} one\n\nThe file itself could not be sent."
            assert told.labels == ["Undo"]
        for name, status, description in (
            ("large", 413, "Request Entity Too Large"),
            ("refused", 400, "Bad Request: PHOTO_INVALID_DIMENSIONS"),
        ):
            await bot.client.fault(FaultKind.ERROR, "sendDocument", status=status, description=description)
            await queue(bot, reply(name, f"the {name} one", document=name, kind="document"))
            assert "could not be sent" in (await you.next_reply()).text
        for name, kind in (("slow", FaultKind.SERVER_ERROR), ("lost", FaultKind.LOSE_ANSWER)):
            await bot.client.fault(kind, "sendDocument")
            await queue(bot, reply(name, f"the {name} one", document=name, kind="document"))
            await all_sent(bot)
            *_, last = [stored for stored in bot.client.history(YOU_ID) if stored.from_bot]
            assert last.message.document is not None
            assert ("you may have this already" in last.text) == (name == "lost")
        assert await undelivered(bot) == []


@pytest.mark.fault("a file that can't be sent")
async def test_a_file_for_a_chat_that_is_gone_is_listed(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        (bot.settings.data / "out.txt").write_text("mine", encoding="utf-8")
        await you.block()
        await queue(bot, reply("1", "a file", document="out.txt", kind="document"))
        await all_sent(bot)
        assert [row.error for row in await undelivered(bot)] == ["Forbidden: bot was blocked by the user"]


@pytest.mark.fault("a call that hangs")
@pytest.mark.parametrize("where", ["getFile", "download"])
@pytest.mark.usefixtures("brief")
async def test_a_picture_whose_download_hangs_is_said_and_nothing_waits_for_it(tmp_path: Path, where: str):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.HANG, where, times=None)
        await you.photo(PIXEL, "bench 100 kg x5x3")
        assert "/undo" in (await bot.client.alex.ask("/help")).text
        answer = (await you.next_reply(within=30)).text
        assert loads([answer]) == [100]  # the caption is a log whatever becomes of the picture
        await bot.client.heal()
        assert "/undo" in (await you.ask("/help")).text
