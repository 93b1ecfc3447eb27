"""Updates as Telegram sends them. What the library can't read is kept as it came, and holds up nothing.

PTB reads a batch as a whole: one update of a shape it does not know, and the same hundred come again and
again, with no pause between. Here each is read for itself, and one that can't be goes on without content.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any, Protocol, cast

from telegram import Bot, Message, Update
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError
from telegram.request import BaseRequest

from bot.replies.sending import SpeakingBot
from bot.updates.shape import misshapen

logger = logging.getLogger(__name__)

_RAW = "swealog_unreadable"
_MOST_ID = (1 << 63) - 1
_NAMING = frozenset({"from", "user", "chat", "sender_chat", "actor_chat"})
_LOOK_SECONDS = 3.0
"""For a poll that does not wait: a look, or the goodbye, which must not hold up a stop."""
REFUSALS = 3
"""So many refusals of the token in a row are no slip of a server's."""


class Received(Update):
    """An update that keeps what it was read from: to write that again costs a tenth of `to_json`."""

    __slots__ = ("_came",)
    _came: dict[str, Any]

    @classmethod
    def read(cls, fields: dict[str, Any], bot: Bot | None) -> Received:
        """As PTB reads it, which changes nothing in `fields`."""
        update = cast("Received", cls.de_json(fields, bot))
        update._came = fields
        return update

    @property
    def came(self) -> dict[str, Any]:
        """What Telegram sent."""
        return self._came


def json_of(update: Update) -> str:
    """For the inbox, as it came."""
    return json.dumps(update.came) if isinstance(update, Received) else update.to_json()


def message_json(update: Update, message: Message) -> str:
    """The update's own message as it came, any other as PTB writes it."""
    if isinstance(update, Received):
        if message is update.message:
            return json.dumps(update.came["message"])
        if message is update.edited_message:
            return json.dumps(update.came["edited_message"])
    return message.to_json()


def read_update(data: object, bot: Bot | None) -> Update | None:
    """The update, or one that only carries what came (`raw_of`); None when it has not even an id."""
    fields = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    update_id = fields.get("update_id")
    if type(update_id) is not int or not 0 <= update_id <= _MOST_ID:
        return None
    if (problem := misshapen(fields)) is not None:
        return left_aside(update_id, json.dumps(fields), problem)
    try:
        return Received.read(fields, bot)
    except Exception as error:  # noqa: BLE001 - whatever the library's readers raise on what they don't know
        return left_aside(update_id, json.dumps(fields), type(error).__name__)


def left_aside(update_id: int, raw: str, why: str) -> Update:
    """For the inbox: an update without content that carries what came."""
    logger.error("update %d can't be read (%s) and is left aside", update_id, why)
    return Update(update_id, api_kwargs={_RAW: raw})


def raw_of(update: Update) -> str | None:
    """The JSON of an update that can't be read."""
    return update.api_kwargs.get(_RAW)


def ids_in(tree: object) -> set[int]:
    """Of the people and chats that an update names, whatever its shape."""
    found: set[int] = set()
    for key, value in _fields(tree).items():
        named = _fields(value).get("id") if key in _NAMING else None
        found |= ids_in(value) | ({named} if type(named) is int else set())
    if isinstance(tree, list):
        found.update(*map(ids_in, cast("list[object]", tree)))
    return found


def _fields(tree: object) -> dict[str, object]:
    return cast("dict[str, object]", tree) if isinstance(tree, dict) else {}


class Rival(Protocol):
    """What is known of another program that polls with the same token (`ConflictWatch`)."""

    def doubts(self) -> bool:
        """Whether updates had better be left to it: nothing is taken, and so nothing confirmed."""
        ...

    def insists(self) -> bool:
        """After a refusal: whether to poll again at once."""
        ...


class ListeningBot(SpeakingBot):
    """PTB's bot, whose poll survives whatever is in an answer."""

    __slots__ = ("_keep", "_on_refusal", "_refused")

    def __init__(
        self, token: str, api_url: str, *, request: BaseRequest, get_updates_request: BaseRequest
    ) -> None:
        super().__init__(
            token,
            base_url=f"{api_url.rstrip('/')}/bot",
            base_file_url=f"{api_url.rstrip('/')}/file/bot",
            request=request,
            get_updates_request=get_updates_request,
        )
        self._refused = 0
        self._on_refusal: Callable[[], None] | None = None
        self._keep: Callable[[Sequence[Update]], Awaitable[None]] | None = None
        self._rival: Rival | None = None

    def keep_with(self, keep: Callable[[Sequence[Update]], Awaitable[None]]) -> None:
        """Give it each batch of a long poll before PTB queues the updates one by one."""
        self._keep = keep

    def share_with(self, rival: Rival) -> None:
        """Another program may poll with the same token."""
        self._rival = rival

    def when_refused(self, tell: Callable[[], None]) -> None:
        """Call it when the token is refused while polling: PTB's polling ends then, without a word."""
        self._on_refusal = tell

    async def _post(self, endpoint: str, data: dict[str, Any] | None = None, **given: Any) -> Any:
        """One call. JSON that is no answer is trouble like any other."""
        try:
            return await super()._post(endpoint, data, **given)
        except TelegramError:
            raise
        except (KeyError, TypeError, AttributeError) as error:
            raise TelegramError(f"{endpoint} was answered with nonsense ({type(error).__name__})") from error

    async def get_updates(
        self,
        offset: int | None = None,
        limit: int | None = None,
        timeout: float | timedelta | None = None,  # noqa: ASYNC109 - PTB's
        allowed_updates: Sequence[str] | None = None,
        **_: object,
    ) -> tuple[Update, ...]:
        """As PTB's, but raises nothing other than TelegramError; `timeout` in seconds."""
        seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout or 0
        asked = {
            "offset": offset,
            "limit": limit,
            "timeout": int(seconds),
            "allowed_updates": allowed_updates,
        }
        patience = (self._request[0].read_timeout or 0) + seconds if seconds else _LOOK_SECONDS
        try:
            batch = await self._polled(asked, patience)
        except InvalidToken as error:
            raise self._refusal(error) from error
        self._refused = 0
        if not isinstance(batch, list):
            raise NetworkError(f"getUpdates was answered with a {type(batch).__name__}")
        updates = [read_update(data, self) for data in cast("list[object]", batch)]
        known = tuple(update for update in updates if update is not None)
        if updates and not known:
            raise NetworkError("getUpdates was answered with updates without an id")
        if known and self._rival is not None and self._rival.doubts():
            raise TelegramError("what came is left to the other program that polls")
        if known and seconds and self._keep is not None:  # without a time to wait it is a look, or goodbye
            await self._keep(known)
        return known

    async def _polled(self, asked: dict[str, Any], patience: float) -> object:
        try:
            return await self._post("getUpdates", asked, read_timeout=patience)
        except Conflict:
            if self._rival is None or not self._rival.insists():
                raise
            return await self._post("getUpdates", asked, read_timeout=patience)

    def _refusal(self, error: InvalidToken) -> TelegramError:
        """After an InvalidToken polling would end where nobody sees it; so it goes on until it is stopped."""
        self._refused += 1
        if self._refused == REFUSALS and self._on_refusal is not None:
            self._on_refusal()
        return NetworkError(f"the token was refused: {error.message}")
