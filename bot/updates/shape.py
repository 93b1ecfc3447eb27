"""What the library reads without looking: the types of the fields that we go by, as the Bot API has them.

PTB hands on whatever stands there, and a name that is a number is met only where it is stored. What is not in
here is not ours to judge: kinds and fields of tomorrow come through.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

_MOST = 1 << 53
"""Ids have at most 52 bits, says the Bot API."""
Id = Annotated[StrictInt, Field(gt=-_MOST, lt=_MOST)]
Moment = Annotated[StrictInt, Field(ge=0, lt=1 << 32)]
Size = Annotated[StrictInt, Field(ge=-(1 << 62), lt=1 << 62)]


class _Part(BaseModel):
    """Built when the first update is read, not at the start."""

    model_config = ConfigDict(defer_build=True)


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
    entities: list[_Entity] = []
    caption_entities: list[_Entity] = []
    reply_to_message: _Message | None = None
    document: _File | None = None
    voice: _File | None = None
    photo: list[_Picture] = []
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


class _Update(_Part):
    message: _Message | None = None
    edited_message: _Message | None = None
    callback_query: _Tap | None = None
    my_chat_member: _Change | None = None
    channel_post: _Other | None = None
    edited_channel_post: _Other | None = None
    business_connection: _Other | None = None
    business_message: _Other | None = None
    edited_business_message: _Other | None = None
    deleted_business_messages: _Other | None = None
    guest_message: _Other | None = None
    message_reaction: _Other | None = None
    message_reaction_count: _Other | None = None
    inline_query: _Inline | None = None
    chosen_inline_result: _Other | None = None
    shipping_query: _Other | None = None
    pre_checkout_query: _Other | None = None
    purchased_paid_media: _Other | None = None
    poll_answer: _Other | None = None
    chat_member: _Other | None = None
    chat_join_request: _Other | None = None
    chat_boost: _Other | None = None
    removed_chat_boost: _Other | None = None
    managed_bot: _Other | None = None


def misshapen(update: dict[str, object]) -> str | None:
    """Where an update is not as the Bot API says and how, without what stands there; None: nowhere."""
    try:
        _Update.model_validate(update)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['type']}"
    return None
