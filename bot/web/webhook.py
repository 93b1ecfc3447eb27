"""The webhook: Telegram delivers updates by HTTP and is told 200 only after the inbox has committed them."""

from __future__ import annotations

import hmac
import json
import logging
from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.updates.inbox import Inbox
from bot.updates.reading import read_update
from bot.web.bodies import body_of
from bot.web.problems import Problem, unavailable, unreadable

logger = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
MOST_BYTES = 1 << 20


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
        """The update; one that makes no sense is kept aside, as Telegram would deliver it again for ever."""
        try:
            update = read_update(json.loads(body), self.bot)
        except (ValueError, RecursionError) as error:
            logger.warning("what is no JSON was refused: %s", type(error).__name__)
            raise unreadable() from None
        if update is None:
            logger.warning("what has no update id was refused")
            raise unreadable()
        return update
