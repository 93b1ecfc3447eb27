"""Where requests of a CalDAV account may go."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from agents.agenda.caldav_client import fenced
from agents.agenda.settings import CalendarAccount


class Request(NamedTuple):
    url: str


@pytest.mark.parametrize(
    ("account", "to", "goes"),
    [
        ("https://dav.example/x", "https://dav.example/y", True),
        ("https://dav.example/x", "https://DAV.example/y", True),
        ("https://dav.example/x", "http://dav.example/y", False),
        ("https://dav.example/x", "https://dav.example:8443/y", False),
        ("https://dav.example/x", "https://dav.example@evil.example/y", False),
        ("https://dav.example/x", "https://sub.dav.example/y", False),
        ("https://dav.example/x", "http://169.254.169.254/latest", False),
        ("https://dav.example/x", "https://more.example/y", True),
        ("https://dav.example/x", "http://more.example/y", False),
        ("https://caldav.icloud.com", "https://p42-caldav.icloud.com:443/1", True),
        ("https://caldav.icloud.com", "https://p42-caldav.icloud.com.evil.example/1", False),
        ("https://dav.example/x", "https://p42-caldav.icloud.com/1", False),
    ],
)
def test_only_to_the_hosts_of_the_account(account: str, to: str, goes: bool) -> None:
    settings = CalendarAccount.model_validate(
        {"kind": "caldav", "url": account, "username": "jo", "password": "x", "hosts": ["more.example"]}
    )
    sent: list[str] = []

    def sending(request: Request) -> None:
        sent.append(request.url)

    send = fenced(sending, settings)
    if goes:
        send(Request(to))
    else:
        with pytest.raises(OSError, match="not configured"):
            send(Request(to))
    assert sent == ([to] if goes else [])
