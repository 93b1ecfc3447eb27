"""The chat page is one person's: other names, pages and users are refused, and endless bodies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import httpx
import pytest

from telegram_local.control import TOKEN_HEADER
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID

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


async def test_nothing_that_everybody_may_read_holds_a_secret(server: LocalServer, http: httpx.AsyncClient):
    paths = ["/", *(f"/static/{name}" for name in ("app.js", "api.js", "store.js", "base.css"))]
    served = "".join([(await http.get(path)).raise_for_status().text for path in paths])
    assert server.token not in served
    assert server.state.control_token not in served
    assert "the whole address that <code>make run</code> printed" in served


@pytest.mark.parametrize(
    "mark",
    [
        {"Origin": "null"},
        {"Referer": "http://127.0.0.1/"},
        {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
        {"Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Site": "same-origin"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS", "PUT"])
async def test_the_bot_api_is_not_for_browsers(
    server: LocalServer, http: httpx.AsyncClient, method: str, mark: dict[str, str]
):
    hook = {"url": "http://127.0.0.1:9/stolen"}
    for path in ("setWebhook", "sendMessage", "x/y"):
        refused = await http.request(method, f"/bot{server.token}/{path}", params=hook, headers=mark)
        assert refused.status_code == 403
        assert method == "HEAD" or "comes from a browser" in refused.json()["description"]
    assert (await http.get(f"/file/bot{server.token}/x", headers=mark)).status_code == 403
    assert (server.state.webhook.url, server.state.calls.find()) == ("", [])


async def test_a_program_that_fetches_like_node_may_use_the_bot_api(
    server: LocalServer, http: httpx.AsyncClient
):
    said = {"Sec-Fetch-Mode": "cors", "Accept-Language": "*"}
    assert (await http.get(f"/bot{server.token}/getMe", headers=said)).json()["ok"]


JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'


async def _endless(
    server: LocalServer, path: str, headers: dict[str, str], begin: bytes = b"{"
) -> tuple[int, int]:
    """Send 300 MB without a length: the answer's status, and how many bytes were sent by then."""
    reader, writer = await asyncio.open_connection(server.host, server.port)
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "\r\n"]).encode())
    writer.write(b"%x\r\n%b\r\n" % (len(begin), begin))
    answer = asyncio.create_task(reader.readline())
    sent = 0
    while sent < 300_000_000 and not answer.done():
        writer.write(b"100000\r\n" + bytes(0x100000) + b"\r\n")
        await asyncio.sleep(0)
        await writer.drain()
        sent += 0x100000
    status = int((await answer).split()[1])
    writer.close()
    return status, sent


@pytest.mark.parametrize(
    ("path", "kind", "begin", "most"),
    [
        ("/bot{token}/sendDocument", FORM, FILE, 90_000_000),
        ("/bot{token}/sendMessage", JSON, b"{", 20_000_000),
        ("/bot{token}/sendMessage", {}, b"text=", 20_000_000),
        ("/control/attach", FORM, FILE, 90_000_000),
        ("/control/act", JSON, b"{", 20_000_000),
        ("/control/faults", JSON, b"{", 20_000_000),
    ],
)
async def test_a_body_without_an_end_is_cut_off(
    server: LocalServer, path: str, kind: dict[str, str], begin: bytes, most: int
):
    address = path.format(token=server.token)
    status, sent = await _endless(server, address, {**shown(server), **kind}, begin)
    assert (status, sent < most) == (413, True)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 405), ("/nowhere", 404), ("/control/act", 403), ("/bot1:unknown/sendDocument", 401)],
)
async def test_where_nobody_reads_a_body_it_is_not_taken_either(server: LocalServer, path: str, status: int):
    said, sent = await _endless(server, path, {})
    assert (said, sent < 20_000_000) == (status, True)


async def test_a_body_that_says_how_long_it_is_need_not_be_sent(server: LocalServer):
    for path in (f"/bot{server.token}/sendDocument", "/control/act"):
        reader, writer = await asyncio.open_connection(server.host, server.port)
        key = f"{TOKEN_HEADER}: {server.state.control_token}"
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{key}\r\nContent-Length: 300000000\r\n\r\n"
        writer.write(head.encode())
        assert b" 413 " in await reader.readline()
        writer.close()


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
    for path in ("/control/snapshot", "/control/events", "/control/calls", "/", "/static/app.js"):
        refused = await http.get(path, headers={**shown(server), **foreign})
        assert (refused.status_code, refused.headers["x-frame-options"]) == (403, "DENY")
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
