"""The floor of `benchmarks.overhead`: the smallest python-telegram-bot there is; it repeats what it hears."""

from __future__ import annotations

import sys

from telegram import Update
from telegram.ext import ApplicationBuilder, ContextTypes, MessageHandler, filters


async def echo(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    """Say it back."""
    if update.message is not None and update.message.text is not None:
        await update.message.reply_text(update.message.text)


def main(api_url: str, token: str) -> None:
    """Poll `api_url` until stopped."""
    bot = ApplicationBuilder().token(token).base_url(f"{api_url}/bot").build()
    bot.add_handler(MessageHandler(filters.TEXT, echo))
    bot.run_polling()


if __name__ == "__main__":
    main(*sys.argv[1:3])
