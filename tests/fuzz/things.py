"""The Bot API's objects that others are made of, as strategies of JSON objects.

Ids are those of the local server's people, of strangers, and of chats that nobody ever heard of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import JsonValue

from telegram_local.world import ALEX_ID, BOT_ID, GROUP_ID, YOU_ID
from tests.fuzz.words import names, texts, tokens

Thing: TypeAlias = dict[str, JsonValue]
Things: TypeAlias = SearchStrategy[Thing]
Fields: TypeAlias = Mapping[str, SearchStrategy[JsonValue]]

STRANGER_ID = 5005
CHANNEL_ID = -1009000000001
SUPERGROUP_ID = -1009000000002
FAR_ID = (1 << 52) - 1
"""As large as Telegram says that ids can be."""
NOW = 1_800_000_000

PEOPLE = (YOU_ID, YOU_ID, YOU_ID, ALEX_ID, STRANGER_ID, BOT_ID, 777000, 1087968824, FAR_ID)
people = st.sampled_from(PEOPLE)
groups = st.sampled_from((GROUP_ID, GROUP_ID, SUPERGROUP_ID, -42, -FAR_ID))
dates = st.one_of(st.integers(NOW - 10**6, NOW), st.sampled_from((0, 1, 1 << 31, 253_402_300_799)))
small = st.integers(0, 500)
ids = st.one_of(st.integers(1, 5000), st.integers(1, 1 << 31))
yes: SearchStrategy[JsonValue] = st.just(value=True)
flags: SearchStrategy[JsonValue] = st.booleans()


def thing(required: Fields, optional: Fields | None = None) -> Things:
    """An object with these fields; of the optional ones, any."""
    return st.fixed_dictionaries(dict(required), optional=dict(optional or {}))


def listed(each: Things, most: int = 3) -> SearchStrategy[JsonValue]:
    """A few of them."""
    return st.lists(each, max_size=most).map(list[JsonValue])


def nothing() -> Things:
    """An object without fields, as many service messages are."""
    return st.builds(dict[str, JsonValue])


def users(who: SearchStrategy[int] = people) -> Things:
    """A person or a bot."""
    return thing(
        {"id": who, "is_bot": st.sampled_from((False, False, False, True)), "first_name": names()},
        {
            "last_name": names(),
            "username": names(),
            "language_code": st.sampled_from(("en", "ko", "de-AT", "", "zz", "-", "en\0")),
            "is_premium": yes,
        },
    )


def chats() -> Things:
    """Of all four types."""
    group = {"id": groups, "title": names(), "type": st.sampled_from(("group", "supergroup"))}
    channel = {"id": st.just(CHANNEL_ID), "title": names(), "type": st.just("channel")}
    return st.one_of(
        thing({"id": people, "type": st.just("private"), "first_name": names()}),
        thing(group, {"username": names(), "is_forum": yes}),
        thing(channel),
    )


files: Fields = {"file_id": tokens(), "file_unique_id": tokens()}
sized: Fields = {"width": small, "height": small}
photo = thing({**files, **sized}, {"file_size": ids})
file_names = st.sampled_from(
    (
        "strong.csv",
        "workouts.csv",
        "diary.txt",
        "export.zip",
        "notes.md",
        "x" * 300,
        "../../a.csv",
        "",
        "a\0.csv",
    )
)
media_types = st.sampled_from(
    ("text/csv", "text/plain", "application/zip", "image/png", "application/pdf", "", "x")
)
sizes = st.sampled_from((0, 1, 10_000, 21 << 20, 1 << 40))
document = thing(
    files, {"file_name": file_names, "mime_type": media_types, "file_size": sizes, "thumbnail": photo}
)
place: Fields = {"latitude": st.floats(-90, 90), "longitude": st.floats(-180, 180)}
sticker = thing(
    {**files, **sized, "type": st.just("regular"), "is_animated": flags, "is_video": flags},
    {"emoji": st.just("💪"), "set_name": names()},
)
poll = thing(
    {
        "id": tokens(),
        "question": names(),
        "options": listed(thing({"persistent_id": tokens(), "text": names(), "voter_count": small})),
        "total_voter_count": small,
        "is_closed": flags,
        "is_anonymous": flags,
        "type": st.sampled_from(("regular", "quiz")),
        "allows_multiple_answers": flags,
        "allows_revoting": flags,
        "members_only": flags,
    },
    {"explanation": names(), "correct_option_ids": st.lists(small, max_size=2).map(list[JsonValue])},
)
order = thing({"name": names(), "phone_number": tokens(), "email": names()})
payment: Fields = {
    "currency": st.sampled_from(("XTR", "EUR")),
    "total_amount": ids,
    "invoice_payload": tokens(),
}
gift = thing({"id": tokens(), "sticker": sticker, "star_count": small})
topic = thing({"name": names(), "icon_color": ids}, {"icon_custom_emoji_id": tokens()})
origin = st.one_of(
    thing({"type": st.just("user"), "date": dates, "sender_user": users()}),
    thing({"type": st.just("hidden_user"), "date": dates, "sender_user_name": names()}),
    thing({"type": st.just("chat"), "date": dates, "sender_chat": chats()}),
    thing({"type": st.just("channel"), "date": dates, "chat": chats(), "message_id": ids}),
    thing({"type": st.just("of tomorrow"), "date": dates}),
)

ENTITY_TYPES = (
    "mention", "hashtag", "bot_command", "bot_command", "url", "email", "bold", "code", "pre", "text_link",
    "text_mention", "custom_emoji", "blockquote", "date_time", "of_tomorrow",
)  # fmt: skip
entities = listed(
    thing(
        {
            "type": st.sampled_from(ENTITY_TYPES),
            "offset": st.sampled_from((0, 0, 1, 4, 4096, -1, 1 << 40)),
            "length": st.sampled_from((1, 5, 0, -3, 100_000)),
        },
        {"url": tokens(), "user": users(), "language": names(), "custom_emoji_id": tokens()},
    )
)
said: Fields = {"caption": texts(), "caption_entities": entities, "media_group_id": tokens()}
