"""What a person does with a bot of another maker, step by step; every bot in this folder answers the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from telegram_local.server import LocalServer
from telegram_local.telegram import ForceReply, ReplyKeyboard, ReplyKeyboardRemove
from telegram_local.world import BOT_USERNAME, YOU_ID
from tests.clients.guests import Guest
from tests.driver.client import LocalClient
from tests.driver.listening import free_port
from tests.telegram_local.test_methods import DOT

Step = Callable[[LocalClient], Awaitable[None]]
TOKEN = "4242:between-friends"


async def introduces_itself(client: LocalClient) -> None:
    said = await client.you.ask("/start", within=60)
    assert said.text == f"I am {BOT_USERNAME} 4242, with 1 command"
    assert [command.command for command in client.commands] == ["start"]


async def answers_a_tap(client: LocalClient) -> None:
    shown = await client.you.ask("/keyboard")
    assert [entity.type for entity in shown.message.entities or ()] == ["bold"]
    tap = await client.you.tap(shown, "Go")
    answer = await client.you.answered(tap)
    assert (answer.text, answer.alert) == ("Gone", True)
    edited = await client.you.edited(shown)
    assert (edited.text, edited.buttons) == ("Went", [])
    assert "message is not modified" in (await client.you.next_reply()).text


async def waits_for_a_reply(client: LocalClient) -> None:
    asked = await client.you.ask("/ask")
    assert isinstance(asked.interface, ForceReply)
    assert asked.interface.input_field_placeholder == "80 kg"
    await client.you.reply(asked, "82 kg")
    assert (await client.you.next_reply()).text == "How much? 82 kg"


async def puts_buttons_in_place_of_the_keyboard(client: LocalClient) -> None:
    board = (await client.you.ask("/board")).interface
    assert isinstance(board, ReplyKeyboard)
    assert [[button.text for button in row] for row in board.keyboard] == [["Bench", "Squat"]]
    done = await client.you.ask("Bench")
    assert done.text == "Bench it is"
    assert isinstance(done.interface, ReplyKeyboardRemove)


async def sends_an_album(client: LocalClient) -> None:
    parts = [await client.you.ask("/album"), await client.you.next_reply()]
    assert [(bool(part.message.photo), part.text) for part in parts] == [(True, "Week"), (True, "")]
    assert (await client.you.next_reply()).text == "2 parts, 1 album"
    assert len({part.message.media_group_id for part in parts}) == 1


async def takes_and_gives_files(client: LocalClient) -> None:
    sent = (await client.you.ask("/file")).message.document
    assert sent is not None
    assert await client.download(sent.file_id) == b"date,kg\n"
    assert (await client.you.next_reply()).text == "week.csv text/csv 8"
    await client.you.document(b"a,b", "log.csv")
    assert (await client.you.next_reply()).text == "text/csv a,b"
    await client.you.photo(DOT)
    assert (await client.you.next_reply()).text == f"1 size, {len(DOT)} bytes"


async def quotes(client: LocalClient) -> None:
    quoting = (await client.you.ask("/quote a heavy day")).message
    assert quoting.quote is not None
    assert quoting.quote.text == "heavy"
    assert (await client.you.next_reply()).text == "heavy at 9"


async def says_a_message_again(client: LocalClient) -> None:
    await client.you.say("/again")
    forwarded, *copies = [await client.you.next_reply() for _ in range(4)]
    assert forwarded.message.forward_origin is not None
    assert forwarded.message.forward_origin.sender_user.id == YOU_ID
    assert [copy.text for copy in copies] == ["/again"] * 3
    assert (await client.you.next_reply()).text == "user 1 2"
    for copy in copies:
        await client.you.gone(copy)


async def sends_recordings_and_a_place(client: LocalClient) -> None:
    await client.you.say("/recordings")
    song, film, voice, place = [(await client.you.next_reply()).message for _ in range(4)]
    assert song.audio is not None
    assert (song.audio.title, song.audio.mime_type) == ("Go", "audio/mpeg")
    assert film.video is not None
    assert voice.voice is not None
    assert voice.voice.mime_type == "audio/ogg"
    assert place.location is not None
    assert (await client.you.next_reply()).text == "7 8 9 48.2"


async def changes_a_picture_to_a_file(client: LocalClient) -> None:
    shown = await client.you.ask("/media")
    assert (await client.you.next_reply()).text == "text/plain Later"
    now = client.you.current(shown).message
    assert (now.photo, now.document is not None, now.caption) == (None, True, "Later")


async def pins(client: LocalClient) -> None:
    note = await client.you.ask("/pin")
    assert note.message.pinned_message is not None
    assert (await client.you.next_reply()).text == "pinned /pin"


async def knows_who_is_in_a_group(client: LocalClient) -> None:
    assert (await client.in_group(YOU_ID).ask("/who")).text == "You creator 3 member"


async def answers_by_return(client: LocalClient) -> None:
    assert (await client.you.ask("/back")).text == "by return"


async def hears_of_edits_and_reactions(client: LocalClient) -> None:
    said = await client.you.say("bench 80")
    assert (await client.you.next_reply()).text == "bench 80 (text)"
    said = await client.you.edit(said, "bench 85")
    changed = await client.you.next_reply()
    assert changed.text == "Now bench 85"
    assert changed.message.reply_to_message is not None
    await client.you.react(said, "👍")
    await client.until(
        lambda: (
            {one.emoji for given in client.you.current(said).reactions.values() for one in given}
            == {"👍", "🎉"}
        )
    )


async def answers_an_inline_query(client: LocalClient) -> None:
    asked = await client.you.ask_inline("squat")
    assert [one.title for one in await client.you.found(asked)] == ["squat"]
    assert (await client.you.choose(asked, "1")).text == "SQUAT"
    assert (await client.you.next_reply()).text == "SQUAT (via bot)"


async def waits_as_long_as_it_is_told(client: LocalClient) -> None:
    await client.you.say("/burst")
    texts = [(await client.you.next_reply(within=30)).text for _ in range(6)]
    assert [text.split()[0] for text in texts] == list("012345")
    assert any(text.endswith("after a wait") for text in texts)
    assert 429 in [call.status for call in await client.calls("sendMessage")]


BRIEF: tuple[Step, ...] = (
    introduces_itself,
    answers_a_tap,
    waits_for_a_reply,
    puts_buttons_in_place_of_the_keyboard,
    sends_an_album,
    takes_and_gives_files,
)
WHOLE: tuple[Step, ...] = (
    *BRIEF,
    quotes,
    says_a_message_again,
    sends_recordings_and_a_place,
    changes_a_picture_to_a_file,
    pins,
    knows_who_is_in_a_group,
    answers_by_return,
    hears_of_edits_and_reactions,
    answers_an_inline_query,
)
HURRIED: tuple[Step, ...] = (introduces_itself, waits_as_long_as_it_is_told)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Steps to go through with a bot that polls, or that takes its updates at a webhook."""

    name: str
    steps: tuple[Step, ...]
    webhook: bool = False
    rates: bool = False

    async def hold(self, guest: Guest) -> None:
        """With this bot."""
        async with (
            LocalServer(token=TOKEN, inline=True, rates=self.rates) as server,
            LocalClient(server.base_url, server.state.control_token, patience=30) as client,
        ):
            port = [str(free_port())] if self.webhook else []
            async with guest.running(server.token, server.base_url, *port):
                for step in self.steps:
                    await step(client)


SHORT = (Conversation("in short", BRIEF),)
LONG = (
    Conversation("by polling", WHOLE),
    Conversation("by webhook", WHOLE, webhook=True),
    Conversation("at Telegram's rates", HURRIED, rates=True),
)
