"""The whole conversation with each bot: python -m tests.clients [NAME ...]; by polling, webhook, at rates."""

from __future__ import annotations

import asyncio
import sys
import time

from tests.clients.conversation import HURRIED, WHOLE, converse
from tests.clients.guests import GUESTS, Guest


async def _hold(guest: Guest) -> None:
    for words, steps, webhook, rates in (
        ("by polling", WHOLE, False, False),
        ("by webhook", WHOLE, True, False),
        ("at Telegram's rates", HURRIED, False, True),
    ):
        began = time.monotonic()
        await converse(guest, steps, webhook=webhook, rates=rates)
        print(f"{guest.name} {words}: {len(steps)} steps, {time.monotonic() - began:.1f} s", flush=True)


def main() -> None:
    """Every guest, or those named; ends with 1 when one is not there."""
    chosen = [guest for guest in GUESTS if not sys.argv[1:] or guest.name in sys.argv[1:]]
    if missing := [guest.missing for guest in chosen if guest.missing]:
        sys.exit("\n".join(missing))
    for guest in chosen:
        asyncio.run(_hold(guest))


if __name__ == "__main__":
    main()
