"""Keyboards as Telegram accepts them: inline ones, and what takes the place of the keyboard."""

from __future__ import annotations

from telegram_local.entities import checked_url
from telegram_local.errors import BadRequestError
from telegram_local.telegram import InlineButton, InlineKeyboard, ReplyInterface, ReplyKeyboard

_MOST_BUTTONS = 100
_DATA_BYTES = 64


Markup = InlineKeyboard | ReplyInterface | None


def inline_keyboard(markup: Markup) -> InlineKeyboard | None:
    """The keyboard that will be shown, None when it has no buttons; Telegram's refusal of a bad button."""
    if markup is None:
        return None
    if not isinstance(markup, InlineKeyboard):
        raise BadRequestError("inline keyboard expected")
    rows = [[_checked(button) for button in row if button.text] for row in markup.inline_keyboard]
    rows = [row for row in rows if row]
    if sum(len(row) for row in rows) > _MOST_BUTTONS:
        raise BadRequestError("REPLY_MARKUP_TOO_LONG")
    return InlineKeyboard(inline_keyboard=rows) if rows else None


def reply_interface(markup: Markup) -> ReplyInterface | None:
    """What is asked of the person's keyboard, None when nothing is."""
    if markup is None or isinstance(markup, InlineKeyboard):
        return None
    if not isinstance(markup, ReplyKeyboard):
        return markup
    rows = [[button for button in row if button.text] for row in markup.keyboard]
    rows = [row for row in rows if row]
    return markup.model_copy(update={"keyboard": rows}) if rows else None


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
