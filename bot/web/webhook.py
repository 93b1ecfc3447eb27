"""The webhook: Telegram delivers updates by HTTP and is told 200 only after the inbox has committed them."""

from __future__ import annotations

import hmac
import json
import logging
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.inbox import Inbox
from bot.web.bodies import body_of
from bot.web.problems import Problem, unavailable, unreadable

logger = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
MOST_BYTES = 1 << 20
Id = Annotated[StrictInt, Field(gt=-(1 << 53), lt=1 << 53)]
Moment = Annotated[StrictInt, Field(ge=0, lt=1 << 32)]


class _Chat(BaseModel):
    id: Id
    type: StrictStr


class _Person(BaseModel):
    id: Id
    is_bot: StrictBool
    first_name: StrictStr


class _Message(BaseModel):
    message_id: Id
    date: Moment
    chat: _Chat
    person: _Person | None = Field(default=None, alias="from")
    text: StrictStr | None = None
    caption: StrictStr | None = None


class _Tap(BaseModel):
    id: StrictStr
    person: _Person = Field(alias="from")
    message: _Message | None = None
    data: StrictStr | None = None


class _Change(BaseModel):
    chat: _Chat
    person: _Person = Field(alias="from")


class _Update(BaseModel):
    """What the library reads without looking, checked before anything is kept; the rest is the library's."""

    update_id: Annotated[StrictInt, Field(gt=0, lt=1 << 53)]
    message: _Message | None = None
    edited_message: _Message | None = None
    callback_query: _Tap | None = None
    my_chat_member: _Change | None = None


@dataclass(frozen=True, slots=True)
class Webhook:
    """Takes what comes with the secret, and only that."""

    bot: Bot
    inbox: Inbox
    secret: bytes

    async def receive(self, request: Request) -> Response:
        """One update."""
        given = request.headers.get(SECRET_HEADER, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(given, self.secret):
            raise Problem(HTTPStatus.FORBIDDEN, "wrong_secret", "This is for Telegram alone.")
        update = self._read(await body_of(request, MOST_BYTES))
        try:
            await self.inbox.put(update)
        except TelegramError as error:
            raise unavailable("The update could not be kept.") from error
        return Response(status_code=HTTPStatus.OK)

    def _read(self, body: bytes) -> Update:
        try:
            _Update.model_validate_json(body)
            return Update.de_json(json.loads(body), self.bot)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            logger.warning("an update that can't be read was refused: %s %s", where, first["type"])
            raise unreadable() from None
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            logger.warning("an update that can't be read was refused: %s", type(error).__name__)
            raise unreadable() from None
