"""HTTP to one server: answers in whatever pieces they come, connections kept and lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.process.wire import (
    Answer,
    Connections,
    CutError,
    LateError,
    NonsenseError,
    Patience,
    Place,
    UnreachedError,
    UnreachedInTimeError,
)

ANSWERS = (
    (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, b"hello", True),
    (b"HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello", 200, b"hello", True),
    (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Slow\r\nContent-Length: 2\r\n\r\n{}", 429, b"{}", True),
    (b"HTTP/1.1 204 No Content\r\nX: 1\r\n\r\n", 204, b"", True),
    (b"HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\n{}", 200, b"{}", False),
    (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", 200, b"{}", False),
    (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5;x=y\r\n w\r\no\r\n0\r\n\r\n",
        200,
        b"hello w\r\no",
        True,
    ),
    (
        b"HTTP/1.1 502\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nA:b\r\nC:d\r\n\r\n",
        502,
        b"x",
        True,
    ),
)
NONSENSE = (
    b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    b"HTTP/2 200\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 1_0\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    b"x" * 70_000,
)
HURRIED = Patience(pool=0.2, connect=1.0, read=0.3)
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@given(st.sampled_from(ANSWERS), st.lists(st.integers(1, 120), max_size=6))
def test_an_answer_is_read_whatever_the_pieces(case: tuple[bytes, int, bytes, bool], cuts: list[int]):
    wire, status, body, keeps = case
    places = sorted({cut for cut in cuts if cut < len(wire)})
    pieces = [wire[a:b] for a, b in zip([0, *places], [*places, len(wire)], strict=True)]
    answer = Answer()
    assert [answer.feed(piece) for piece in pieces] == [False] * (len(pieces) - 1) + [True]
    assert (answer.status, answer.body, answer.keeps) == (status, body, keeps)


@pytest.mark.parametrize("wire", NONSENSE)
def test_what_is_no_http_is_refused(wire: bytes):
    with pytest.raises(NonsenseError):
        Answer().feed(wire)


def test_an_answer_without_a_length_ends_with_its_connection():
    answer = Answer()
    assert not answer.feed(b"HTTP/1.1 200 OK\r\n\r\nhel")
    assert not answer.feed(b"lo")
    assert answer.end()
    assert (answer.body, answer.keeps) == (b"hello", False)


def test_more_than_was_asked_for_ends_the_connection():
    answer = Answer()
    assert answer.feed(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK")
    assert (answer.body, answer.keeps) == (b"{}", False)


@asynccontextmanager
async def serving(serve: Serve, most: int = 2, host: str = "127.0.0.1") -> AsyncGenerator[Connections]:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    connections = Connections(Place(host, server.sockets[0].getsockname()[1], None), most)
    try:
        yield connections
    finally:
        connections.close()
        server.close()


class Counting:
    """Answers with the number of the connection; `ends` after one, `mute` for the first requests."""

    def __init__(self, *, ends: bool = False, mute: int = 0) -> None:
        self.met = 0
        self.ends = ends
        self.mute = mute

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        number = str(self.met).encode()
        while await reader.readuntil(b"?"):
            if self.mute:
                self.mute -= 1
                continue
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(number), number))
            if self.ends:
                await writer.drain()
                writer.close()
                return


async def bodies(connections: Connections, times: int) -> list[bytes]:
    return [(await connections.ask(b"?", HURRIED)).body for _ in range(times)]


async def test_connections_are_kept_and_no_more_than_are_needed():
    async with serving(Counting()) as connections:
        assert await bodies(connections, 3) == [b"1", b"1", b"1"]
        together = await asyncio.gather(*[connections.ask(b"?", HURRIED) for _ in range(5)])
        assert {answer.body for answer in together} == {b"1", b"2"}


async def test_one_that_the_server_has_closed_is_not_used_again():
    async with serving(Counting(ends=True)) as connections:
        first = await bodies(connections, 1)
        await asyncio.sleep(0.05)
        assert [*first, *await bodies(connections, 1)] == [b"1", b"2"]


async def test_what_is_never_answered_is_cut_off_and_so_is_its_connection():
    async with serving(Counting(mute=1)) as connections:
        with pytest.raises(LateError):
            await connections.ask(b"?", HURRIED)
        assert await bodies(connections, 1) == [b"2"]


async def test_a_request_that_is_cancelled_takes_its_connection_along():
    async with serving(Counting(mute=1)) as connections:
        asked = asyncio.create_task(connections.ask(b"?", HURRIED))
        await asyncio.sleep(0.05)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await bodies(connections, 1) == [b"2"]


async def test_a_connection_that_breaks_may_have_brought_the_request():
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"?")
        writer.close()

    async with serving(hang_up) as connections:
        with pytest.raises(CutError):
            await connections.ask(b"?", HURRIED)


async def test_nobody_there_and_no_place_left_are_told_from_what_may_have_arrived():
    async with serving(Counting(mute=9), most=1) as connections:
        waiting = asyncio.create_task(connections.ask(b"?", Patience(None, None, None)))
        await asyncio.sleep(0.05)
        with pytest.raises(UnreachedInTimeError):
            await connections.ask(b"?", HURRIED)
        waiting.cancel()
        place = connections.place
    with pytest.raises(UnreachedError):
        await Connections(place, 1).ask(b"?", HURRIED)
    with pytest.raises(UnreachedError):
        await Connections(Place("no-such-host.invalid", 80, None), 1).ask(b"?", HURRIED)


async def test_all_addresses_of_a_host_are_tried():
    """`localhost` may be ::1 first, where nobody listens."""
    async with serving(Counting(), host="localhost") as connections:
        assert await bodies(connections, 1) == [b"1"]
