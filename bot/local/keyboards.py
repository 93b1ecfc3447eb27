"""Inline keyboards as Telegram accepts them."""

from __future__ import annotations

from bot.local.entities import checked_url
from bot.local.errors import BadRequestError
from bot.local.telegram import InlineButton, InlineKeyboard

_MOST_BUTTONS = 100
_DATA_BYTES = 64


def checked_keyboard(markup: InlineKeyboard | None) -> InlineKeyboard | None:
    """The keyboard that will be shown, None when it has no buttons; Telegram's refusal of a bad button."""
    if markup is None:
        return None
    rows = [[_checked(button) for button in row if button.text] for row in markup.inline_keyboard]
    rows = [row for row in rows if row]
    if sum(len(row) for row in rows) > _MOST_BUTTONS:
        raise BadRequestError("REPLY_MARKUP_TOO_LONG")
    return InlineKeyboard(inline_keyboard=rows) if rows else None


def _checked(button: InlineButton) -> InlineButton:
    if button.url is not None:
        url = checked_url(button.url)
        if url is None:
            raise BadRequestError(f"inline keyboard button URL '{button.url}' is invalid: Wrong HTTP URL")
        return button.model_copy(update={"url": url})
    if button.callback_data is None:
        raise BadRequestError(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if not 1 <= len(button.callback_data.encode()) <= _DATA_BYTES:
        raise BadRequestError("BUTTON_DATA_INVALID")
    return button
