"""`swealog mcp`: the diary as an MCP server on standard input and output."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass

import click

from agents.tools.context import ToolContext
from bot.cli import COMMANDS
from bot.cli.console import Console
from bot.cli.options import person
from bot.cli.results import answer_line
from bot.errors import StartError
from bot.mcp import THREAD
from bot.replies.console_ids import chat_of
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class AtConsole:
    """Whoever runs the command."""

    console: Console

    async def say(self, text: str) -> str:
        """One line as `swealog ask --json` prints it."""
        return (await answer_line(self.console, await self.console.say(text, THREAD), None)).model_dump_json()

    async def context(self) -> ToolContext:
        """Now."""
        from bot.mcp.server import in_thread  # noqa: PLC0415 - an extra that may not be installed

        console = self.console
        chat_id = chat_of(console.user_id, THREAD)
        return await in_thread(console.state, console.user_id, chat_id, console.clock())


@click.command(help=COMMANDS["mcp"][1])
@person
async def mcp(*, settings: Settings, user: int) -> None:
    """Serve one person's diary, until the client closes its end."""
    try:
        from mcp.server.stdio import stdio_server  # noqa: PLC0415 - an extra that may not be installed

        from bot.mcp.server import server_of  # noqa: PLC0415
    except ImportError as error:
        raise StartError("`swealog mcp` needs the package mcp: pip install 'swealog[mcp]'") from error
    async with aclosing(await Console.open(settings, user)) as console:
        served = server_of(AtConsole(console), console.state.tools)
        async with stdio_server() as (reads, writes):
            await served.run(reads, writes, served.create_initialization_options())
