"""The chat page belongs to this machine: other names, other pages and unknown callers are refused."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import httpx
import pytest

from bot.local.control import TOKEN_HEADER
from bot.local.server import LocalServer
from bot.local.world import YOU_ID

SAY = {"act": "say", "user_id": YOU_ID, "chat_id": YOU_ID, "text": "x"}


@pytest.fixture
async def http(server: LocalServer) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.base_url) as plain:
        yield plain


def shown(server: LocalServer) -> dict[str, str]:
    return {TOKEN_HEADER: server.state.control_token}


@pytest.mark.parametrize("path", ["/", "/control/snapshot", "/static/app.js", "/files/x"])
@pytest.mark.parametrize("host", ["swealog.attacker.test", "swealog.attacker.test:80", "192.168.1.2", ""])
async def test_only_loopback_names(server: LocalServer, http: httpx.AsyncClient, path: str, host: str):
    refused = await http.get(path, headers={**shown(server), "Host": host})
    assert (refused.status_code, server.state.control_token in refused.text) == (403, False)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:8", "[::1]"])
async def test_loopback_names_are_served(http: httpx.AsyncClient, host: str):
    assert (await http.get("/", headers={"Host": host})).status_code == 200


async def test_acts_need_the_token(server: LocalServer, http: httpx.AsyncClient):
    for token in (b"", b"wrong", "wröng".encode()):
        headers = [(TOKEN_HEADER.encode(), token)]
        assert (await http.post("/control/act", json=SAY, headers=headers)).status_code == 403
        assert (await http.get("/control/snapshot", headers=headers)).status_code == 403
        assert (await http.get("/control/events", headers=headers)).status_code == 403
    assert (await http.post("/control/act", json=SAY, headers=shown(server))).status_code == 200


@pytest.mark.parametrize(
    "foreign",
    [
        {"Origin": "https://attacker.test"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_other_pages_cannot_act(server: LocalServer, http: httpx.AsyncClient, foreign: dict[str, str]):
    for path in ("/control/act", "/control/attach", "/control/faults"):
        refused = await http.post(path, json=SAY, headers={**shown(server), **foreign})
        assert refused.status_code == 403
    assert len(server.state.messages.of(YOU_ID)) == 0


async def test_the_servers_own_page_can(server: LocalServer, http: httpx.AsyncClient):
    own = {**shown(server), "Origin": server.base_url, "Sec-Fetch-Site": "same-origin"}
    assert (await http.post("/control/act", json=SAY, headers=own)).status_code == 200


async def test_the_page_runs_only_its_own_files(http: httpx.AsyncClient):
    page = await http.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "<style" not in page.text
    assert "onclick" not in page.text
    assert page.text.count("<script") == page.text.count('<script src="/static/') + page.text.count(
        '<script type="module" src="/static/'
    )


@pytest.mark.parametrize("name", ["..%2fapp.py", "%2e%2e/app.py", "index.html", "..\\app.py", "none.js"])
async def test_only_the_pages_files_are_served(http: httpx.AsyncClient, name: str):
    assert (await http.get(f"/static/{name}")).status_code == 404


async def test_an_uploaded_page_is_never_shown(server: LocalServer, http: httpx.AsyncClient):
    answer = await http.post(
        "/control/attach",
        data={"user_id": YOU_ID, "chat_id": YOU_ID, "kind": "document"},
        files={"file": ("x.html", b"<script>alert(1)</script>", "text/html")},
        headers=shown(server),
    )
    file_id = answer.json()["stored"]["message"]["document"]["file_id"]
    served = await http.get(f"/files/{file_id}")
    assert served.headers["content-type"] == "application/octet-stream"
    assert served.headers["content-disposition"].startswith("attachment")
    assert (await http.get("/files/guess")).status_code == 404


@pytest.mark.parametrize(
    ("act", "status"),
    [
        ({"act": "say", "user_id": YOU_ID, "chat_id": YOU_ID, "text": " \n"}, 400),
        ({"act": "say", "user_id": YOU_ID, "chat_id": 1002, "text": "x"}, 403),
        ({"act": "say", "user_id": 5, "chat_id": YOU_ID, "text": "x"}, 400),
        ({"act": "tap", "user_id": YOU_ID, "chat_id": YOU_ID, "message_id": 9, "data": "x"}, 400),
        ({"act": "fly"}, 400),
    ],
)
async def test_impossible_acts_are_refused(
    server: LocalServer, http: httpx.AsyncClient, act: dict[str, str | int], status: int
):
    answer = await http.post("/control/act", json=act, headers=shown(server))
    assert (answer.status_code, bool(answer.json()["error"])) == (status, True)


async def test_a_reader_of_another_run_takes_a_new_snapshot(server: LocalServer, http: httpx.AsyncClient):
    for place in ("", "other-0", f"{server.state.events.epoch}-99", f"{server.state.events.epoch}-x"):
        answer = await http.get("/control/events", params={"after": place}, headers=shown(server))
        assert answer.status_code == 410
