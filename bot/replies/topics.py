"""The topic of a forum that a reply belongs in."""

from __future__ import annotations

from pydantic import BaseModel, ValidationError


class _Place(BaseModel):
    message_thread_id: int | None = None
    is_topic_message: bool = False


def topic_in(raw_json: str) -> int | None:
    """The topic of a forum that a kept message is in; None also for the general one."""
    try:
        place = _Place.model_validate_json(raw_json)
    except ValidationError:
        return None
    return place.message_thread_id if place.is_topic_message else None
