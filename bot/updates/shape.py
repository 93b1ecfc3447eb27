"""What the library reads without looking: the types of the fields that we go by, as the Bot API has them.

PTB hands on whatever stands there, and a name that is a number is met only where it is stored. What is not in
here is not ours to judge: kinds and fields of tomorrow come through.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr, ValidationError

_MOST = 1 << 53
"""Ids have at most 52 bits, says the Bot API."""
Id = Annotated[StrictInt, Field(gt=-_MOST, lt=_MOST)]
Moment = Annotated[StrictInt, Field(ge=0, lt=1 << 32)]
Size = Annotated[StrictInt, Field(ge=-(1 << 62), lt=1 << 62)]


class _Part(BaseModel, defer_build=True):
    """Built when the first update is read, not at the start."""


class _Chat(_Part):
    id: Id
    type: StrictStr
    title: StrictStr | None = None
    username: StrictStr | None = None


class _Person(_Part):
    id: Id
    is_bot: StrictBool
    first_name: StrictStr
    last_name: StrictStr | None = None
    username: StrictStr | None = None
    language_code: StrictStr | None = None


class _Entity(_Part):
    type: StrictStr
    offset: StrictInt
    length: StrictInt


class _File(_Part):
    file_id: StrictStr
    file_unique_id: StrictStr
    file_name: StrictStr | None = None
    mime_type: StrictStr | None = None
    file_size: Size | None = None


class _Picture(_File):
    width: Size
    height: Size


class _Message(_Part):
    message_id: Id
    date: Moment
    chat: _Chat
    person: _Person | None = Field(default=None, alias="from")
    sender_chat: _Chat | None = None
    edit_date: Moment | None = None
    message_thread_id: Id | None = None
    text: StrictStr | None = None
    caption: StrictStr | None = None
    entities: list[_Entity] = Field(default_factory=list)
    caption_entities: list[_Entity] = Field(default_factory=list)
    reply_to_message: _Message | None = None
    document: _File | None = None
    voice: _File | None = None
    photo: list[_Picture] = Field(default_factory=list)
    migrate_to_chat_id: Id | None = None
    migrate_from_chat_id: Id | None = None


class _Tap(_Part):
    id: StrictStr
    person: _Person = Field(alias="from")
    message: _Message | None = None
    data: StrictStr | None = None


class _Member(_Part):
    status: StrictStr
    user: _Person


class _Change(_Part):
    chat: _Chat
    person: _Person = Field(alias="from")
    old_chat_member: _Member
    new_chat_member: _Member


class _Other(_Part):
    """Of what is not for us, whose lane it is in."""

    chat: _Chat | None = None
    person: _Person | None = Field(default=None, alias="from")
    user: _Person | None = None
    sender_chat: _Chat | None = None


class _Inline(_Part):
    id: StrictStr
    person: _Person = Field(alias="from")
    query: StrictStr


_KINDS: Mapping[str, type[_Part]] = {
    "message": _Message,
    "edited_message": _Message,
    "callback_query": _Tap,
    "my_chat_member": _Change,
    "inline_query": _Inline,
    **dict.fromkeys(
        (
            "channel_post", "edited_channel_post", "business_connection", "business_message",
            "edited_business_message", "deleted_business_messages", "guest_message", "message_reaction",
            "message_reaction_count", "chosen_inline_result", "shipping_query", "pre_checkout_query",
            "purchased_paid_media", "poll_answer", "chat_member", "chat_join_request", "chat_boost",
            "removed_chat_boost", "managed_bot",
        ),
        _Other,
    ),
}  # fmt: skip


def misshapen(update: dict[str, object]) -> str | None:
    """Where an update is not as the Bot API says and how, without what stands there; None: nowhere."""
    for kind, part in update.items():
        shape = _KINDS.get(kind)
        if shape is None or part is None:
            continue
        try:
            shape.model_validate(part)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            return f"{'.'.join(str(one) for one in (kind, *first['loc']))}: {first['type']}"
    return None
