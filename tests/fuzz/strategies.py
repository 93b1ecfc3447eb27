"""Updates as the Bot API describes them, of every kind. What is made here is valid; `breaking` spoils it."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from pydantic import JsonValue

from tests.fuzz.contents import CONTENTS
from tests.fuzz.things import (
    PEOPLE,
    Fields,
    Thing,
    Things,
    chats,
    dates,
    entities,
    flags,
    ids,
    listed,
    nothing,
    order,
    origin,
    payment,
    people,
    place,
    poll,
    small,
    thing,
    users,
    yes,
)
from tests.fuzz.words import names, texts, tokens

_contents = st.sampled_from(sorted(CONTENTS)).flatmap(CONTENTS.__getitem__)
_around: Fields = {
    "edit_date": dates,
    "author_signature": names(),
    "via_bot": users(st.just(4242)),
    "forward_origin": origin,
    "is_automatic_forward": yes,
    "message_thread_id": ids,
    "is_topic_message": yes,
    "has_protected_content": yes,
    "sender_boost_count": small,
    "effect_id": tokens(),
    "is_from_offline": yes,
    "quote": thing({"text": texts(), "position": small}),
    "link_preview_options": thing({}, {"is_disabled": yes, "url": tokens()}),
    "of_tomorrow": texts(),
}
_aside: list[Fields] = [{}, {}, {}, _around]
"""Most messages have none of it."""


@st.composite
def senders(draw: DrawFn, number: int) -> Thing:
    """Where and by whom: somebody privately, a member, an anonymous admin, a channel, nobody.

    A message of a group has one author, however often it is edited: who, follows from its number.
    """
    way = draw(st.integers(0, 9))
    if way < 5:
        user = draw(users())
        return {"chat": {"id": user["id"], "type": "private", "first_name": "P"}, "from": user}
    chat = draw(chats())
    if way < 8:
        return {"chat": chat, "from": draw(users(st.just(PEOPLE[number % len(PEOPLE)])))}
    if way == 8:
        return {"chat": chat, "from": draw(users(st.just(1087968824))), "sender_chat": draw(chats())}
    return {"chat": chat, "sender_chat": chat}


@st.composite
def messages(draw: DrawFn, depth: int = 1) -> Thing:
    """Of any content, text most often, one in four a reply."""
    number = draw(ids)
    message = draw(senders(number))
    message.update(message_id=number, date=draw(dates))
    if draw(st.integers(0, 2)):
        message["text"] = text = draw(texts())
        if text.startswith("/"):
            length = len(text.split(maxsplit=1)[0]) if text.split() else 1
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": length}]
        elif draw(flags):
            message["entities"] = draw(entities)
    else:
        message.update(draw(_contents))
    message.update(draw(st.sampled_from(_aside).flatmap(lambda around: thing({}, around))))
    if depth and draw(st.integers(0, 3)) == 0:
        message["reply_to_message"] = draw(messages(depth - 1))
    return message


_unreachable = thing({"chat": chats(), "message_id": ids, "date": st.just(0)})
_members = st.one_of(
    thing({"status": st.sampled_from(("creator", "administrator")), "user": users(), "is_anonymous": flags}),
    thing({"status": st.sampled_from(("member", "left", "of_tomorrow")), "user": users()}),
    thing({"status": st.just("kicked"), "user": users(), "until_date": dates}),
    thing({"status": st.just("restricted"), "user": users(), "until_date": dates, "is_member": flags}),
)
BUTTONS = (
    "q:AAAAAAAAAAAA:1",
    "q:AAAAAAAAAAAA:skip",
    "u:01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "f:01ARZ3NDEKTSV4RRFFQ69G5FAV:2",
    "e:01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "m:01ARZ3NDEKTSV4RRFFQ69G5FAV:deep",
    "i:01ARZ3NDEKTSV4RRFFQ69G5FAV:kkD:go",
    "c:1001:m:1:",
    "x:1:yes",
    "x:9999999999:sure",
    "s:language:ko",
    "s:time_zone:Asia/Seoul",
    "s:nope:1",
    "p:1",
    "",
    "q:",
    "\0",
    "é" * 32,
    "s:language:" + "x" * 90,
)
_reactions = listed(
    st.one_of(
        thing({"type": st.just("emoji"), "emoji": st.just("👍")}),
        thing({"type": st.just("custom_emoji"), "custom_emoji_id": tokens()}),
        thing({"type": st.sampled_from(("paid", "of_tomorrow"))}),
    )
)
_member_change = thing(
    {
        "chat": chats(),
        "from": users(),
        "date": dates,
        "old_chat_member": _members,
        "new_chat_member": _members,
    },
    {"via_join_request": yes, "invite_link": nothing()},
)
_boost = thing(
    {
        "boost_id": tokens(),
        "add_date": dates,
        "expiration_date": dates,
        "source": thing({"source": st.sampled_from(("premium", "gift_code")), "user": users()}),
    }
)
_business = thing(
    {"id": tokens(), "user": users(), "user_chat_id": people, "date": dates, "is_enabled": flags},
    {"rights": nothing()},
)
_business_message = messages().map(lambda message: message | {"business_connection_id": "b"})
KINDS: dict[str, Things] = {
    "message": messages(depth=2),
    "edited_message": messages(),
    "channel_post": messages(),
    "edited_channel_post": messages(),
    "business_connection": _business,
    "business_message": _business_message,
    "edited_business_message": _business_message,
    "deleted_business_messages": thing(
        {
            "business_connection_id": tokens(),
            "chat": chats(),
            "message_ids": st.lists(ids, max_size=3).map(list[JsonValue]),
        }
    ),
    "guest_message": messages(),
    "message_reaction": thing(
        {
            "chat": chats(),
            "message_id": ids,
            "date": dates,
            "old_reaction": _reactions,
            "new_reaction": _reactions,
        },
        {"user": users(), "actor_chat": chats()},
    ),
    "message_reaction_count": thing(
        {
            "chat": chats(),
            "message_id": ids,
            "date": dates,
            "reactions": listed(thing({"type": thing({"type": st.just("paid")}), "total_count": small})),
        }
    ),
    "inline_query": thing(
        {"id": tokens(), "from": users(), "query": texts(), "offset": tokens()}, {"location": thing(place)}
    ),
    "chosen_inline_result": thing({"result_id": tokens(), "from": users(), "query": texts()}),
    "callback_query": thing(
        {"id": tokens(), "from": users(), "chat_instance": tokens()},
        {
            "message": st.one_of(messages(), _unreachable),
            "inline_message_id": tokens(),
            "data": st.one_of(st.sampled_from(BUTTONS), texts()),
            "game_short_name": names(),
        },
    ),
    "shipping_query": thing(
        {"id": tokens(), "from": users(), "invoice_payload": tokens(), "shipping_address": nothing()}
    ),
    "pre_checkout_query": thing({"id": tokens(), "from": users(), **payment}, {"order_info": order}),
    "purchased_paid_media": thing({"from": users(), "paid_media_payload": tokens()}),
    "poll": poll,
    "poll_answer": thing(
        {
            "poll_id": tokens(),
            "option_ids": st.lists(small, max_size=2).map(list[JsonValue]),
            "option_persistent_ids": st.lists(tokens(), max_size=2).map(list[JsonValue]),
        },
        {"user": users(), "voter_chat": chats()},
    ),
    "my_chat_member": _member_change,
    "chat_member": _member_change,
    "chat_join_request": thing(
        {"chat": chats(), "from": users(), "user_chat_id": people, "date": dates}, {"bio": texts()}
    ),
    "chat_boost": thing({"chat": chats(), "boost": _boost}),
    "removed_chat_boost": thing(
        {
            "chat": chats(),
            "boost_id": tokens(),
            "remove_date": dates,
            "source": thing({"source": st.just("premium"), "user": users()}),
        }
    ),
    "managed_bot": thing({"user": users(), "bot": users()}),
    "thought": thing({"from": users(), "chat": chats(), "text": texts()}),
}
"""By the name of the update's field. The last is a kind of tomorrow."""
_weighted = [*sorted(KINDS), *["message"] * 24, *["edited_message"] * 4, *["callback_query"] * 4]


def updates() -> SearchStrategy[tuple[str, Thing]]:
    """A kind and what an update of it holds; messages are nearly half."""
    return st.sampled_from(_weighted).flatmap(lambda kind: st.tuples(st.just(kind), KINDS[kind]))
