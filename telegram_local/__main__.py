"""Runs the local server alone: python -m telegram_local --port N --token T [--state FILE]."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import click
import uvloop

from telegram_local.errors import LocalServerError
from telegram_local.server import LocalServer
from telegram_local.world import CROWD_ID


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Loopback address to listen on.")
@click.option("--port", default=8081, show_default=True, help="Port; 0 picks a free one.")
@click.option("--token", default=None, help="The bot's token; random by default.")
@click.option(
    "--state",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the conversation, the token and the page's key here.",
)
@click.option("--people", type=int, default=0, help="So many more people, with ids from 3001 on.")
@click.option("--privacy", is_flag=True, help="Switch the bot's group privacy on.")
@click.option("--rates", is_flag=True, help="Refuse what is sent faster than Telegram allows (429).")
@click.option("--inline", is_flag=True, help="Let people ask the bot by typing its name in any chat.")
def main(
    host: str,
    port: int,
    token: str | None,
    state: Path | None,
    people: int,
    *,
    privacy: bool,
    rates: bool,
    inline: bool,
) -> None:
    """Serve the Bot API and the chat page until interrupted."""
    try:
        server = LocalServer(
            host, port, token=token, state_path=state, privacy=privacy, rates=rates, inline=inline
        )
        for number in range(people):
            server.state.world.add_person(CROWD_ID + number, f"Person {number + 1}")
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(server))
    except LocalServerError as error:
        click.echo(str(error), err=True)
        sys.exit(2)


async def _serve(server: LocalServer) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with server:
        click.echo(f"Bot API: {server.base_url} with the token {server.token}")
        click.echo(f"Chat page: {server.page_url}")
        await stop.wait()


if __name__ == "__main__":
    main()
