"""`swealog calendar login`: a Google account of one's own, by the browser."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any, cast

import click

from bot.cli.options import configured, tell
from bot.errors import StartError
from bot.settings import Settings

FILE = "google-calendar.json"


@click.group()
def calendar() -> None:
    """Calendars that the bot reads and, once you have said yes, writes."""


@calendar.command()
@configured
@click.option(
    "--client",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The client file of a desktop app, from Google's console.",
)
def login(settings: Settings, client: Path) -> None:
    """Let the bot into your Google Calendar."""
    try:
        from google_auth_oauthlib import (  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs] - optional
            flow as oauth,
        )

        from agents.agenda.google_client import SCOPES  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise StartError("Google's libraries are missing: pip install 'swealog[google]'") from error
    try:
        flow: Any = cast("Any", oauth).InstalledAppFlow.from_client_secrets_file(str(client), scopes=SCOPES)
    except ValueError as error:
        raise StartError(f"{client} is no client file of a desktop app: {error}") from error
    cast("TextIOWrapper", sys.stdout).reconfigure(line_buffering=True)  # the address is waited for
    given = flow.run_local_server(
        port=0,
        open_browser=False,
        authorization_prompt_message="Open this address in your browser: {url}",
        success_message="Swealog may use your calendar now. You can close this page.",
    )
    settings.data.mkdir(parents=True, exist_ok=True)
    file = settings.data / FILE
    file.touch(mode=0o600)
    file.write_text(given.to_json(), encoding="utf-8")
    tell(f"The access is kept in {file}. In config.yaml:")
    tell(f"calendars:\n  - kind: google\n    credentials: {file}")
