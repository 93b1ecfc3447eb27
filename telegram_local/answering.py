"""Bot API methods that answer what somebody asked: by a tap, or by typing after the bot's name."""

from __future__ import annotations

from telegram_local.content import caption_of, media, media_file, message_text
from telegram_local.errors import BadRequestError
from telegram_local.events import AnswerEvent, FoundEvent, InlineFound
from telegram_local.files import FOLDERS
from telegram_local.formatted import utf16_length
from telegram_local.keyboards import inline_keyboard
from telegram_local.requests import AnswerCallback, AnswerInline, InlineResult, Measures
from telegram_local.state import LocalState
from telegram_local.telegram import Message

_ANSWER_LIMIT = 200
_MOST_RESULTS = 50
_QUERY_GONE = "query is too old and response timeout expired or query ID is invalid"


def answer_callback(state: LocalState, request: AnswerCallback) -> None:
    """Answer a tap: nothing, a toast or an alert."""
    if utf16_length(request.text) > _ANSWER_LIMIT:
        raise BadRequestError("MESSAGE_TOO_LONG")
    query = state.close_query(request.callback_query_id)
    if query is None:
        raise BadRequestError(_QUERY_GONE)
    state.events.publish(
        AnswerEvent(
            query_id=request.callback_query_id,
            user_id=query.user_id,
            chat_id=query.chat_id,
            message_id=query.message_id,
            text=request.text,
            alert=request.show_alert,
            url=request.url,
        )
    )


def answer_inline(state: LocalState, request: AnswerInline) -> None:
    """Offer results to whoever typed; each is a message that waits to be chosen."""
    asked = state.inline.get(request.inline_query_id)
    if asked is None or state.clock() - asked.at > state.query_seconds:
        raise BadRequestError(_QUERY_GONE)
    if len(request.results) > _MOST_RESULTS:
        raise BadRequestError("RESULTS_TOO_MUCH")
    results = {result.id: _message(state, asked.user_id, result) for result in request.results}
    if len(results) < len(request.results):
        raise BadRequestError("RESULT_ID_DUPLICATE")
    asked.results = results
    found = [
        InlineFound(id=result.id, title=result.title or result.type, description=result.description)
        for result in request.results
    ]
    state.events.publish(
        FoundEvent(
            query_id=request.inline_query_id, user_id=asked.user_id, chat_id=asked.chat_id, results=found
        )
    )


def _message(state: LocalState, user_id: int, result: InlineResult) -> Message:
    """What is sent when somebody chooses the result."""
    message = Message(
        message_id=0,
        sender=state.world.user(user_id),
        chat=state.world.find(user_id).chat,
        date=0,
        via_bot=state.world.author,
        reply_markup=inline_keyboard(result.reply_markup),
    )
    if (said := result.input_message_content) is not None:
        text = message_text(state, said.message_text, said.parse_mode, said.entities)
        return message.model_copy(update={"text": text.text, "entities": text.entities or None})
    given = str(getattr(result, f"{result.type}_file_id", ""))
    if result.type not in FOLDERS or not given:
        raise BadRequestError(
            "results without a text or the id of a sent file are not offered by the local server"
        )
    words = caption_of(state, result.caption, result.parse_mode, result.caption_entities)
    file = media(result.type, media_file(state, result.type, given, {}), Measures())
    caption = {"caption": words.text or None, "caption_entities": words.entities or None}
    return message.model_copy(update={**file, **caption})
