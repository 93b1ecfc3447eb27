"""Embeddings by litellm over HTTP, from a server that speaks like OpenAI."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from agents.model.calls.accounts import Accounts
from agents.model.settings import Budget, LlmSettings
from agents.notes.embedding import Remote
from agents.notes.remote import Asked
from agents.notes.source import NotesError, NotesUnavailable
from agents.profile import Profile, ProfileDefaults
from storage.stores import Stores
from tests.agents.notes.conftest import ANN
from tests.driver.listening import Listener

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


class Server:
    """One vector a text: its length and its number of words; fails as often as it is told to."""

    def __init__(self) -> None:
        self.failing: list[int] = []
        self.asked: list[dict[str, Any]] = []
        self.short = False

    async def embed(self, request: Request) -> Response:
        self.asked.append(json.loads(await request.body()))
        if self.failing:
            return JSONResponse({"error": {"message": "not now"}}, self.failing.pop(0))
        texts = self.asked[-1]["input"][1 if self.short else 0 :]
        data = [
            {
                "object": "embedding",
                "index": number,
                "embedding": [float(len(text)), float(len(text.split()))],
            }
            for number, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": 1000, "total_tokens": 1000}
        return JSONResponse({"object": "list", "data": data, "model": "mini", "usage": usage})

    async def embed_as_ollama(self, request: Request) -> Response:
        self.asked.append(json.loads(await request.body()))
        vectors = [[float(len(text)), 1.0] for text in self.asked[-1]["input"]]
        return JSONResponse({"model": "mini", "embeddings": vectors, "prompt_eval_count": 5})

    @staticmethod
    def llm_section(base_url: str) -> dict[str, Any]:
        """What makes a bot ask it, and no other model."""
        return {
            "providers": {"mine": {"api_base": f"{base_url}/v1", "api_key": "sk-secret-of-ann"}},
            "embeddings": {"provider": "mine", "model": "mini"},
        }

    def app(self) -> Starlette:
        ollama = Route("/api/embed", self.embed_as_ollama, methods=["POST"])
        return Starlette(routes=[Route("/v1/embeddings", self.embed, methods=["POST"]), ollama])


def remote(
    db: Stores, base_url: str, budget: Budget | None = None, section: dict[str, Any] | None = None
) -> Remote:
    settings = LlmSettings.model_validate(section or Server.llm_section(base_url))
    target = settings.embedding_target()
    assert target is not None
    assert not settings.enabled

    async def profile(user_id: int) -> Profile:
        return ProfileDefaults(time_zone="UTC").profile(user_id, None)

    accounts = Accounts(budget or settings.budget, db.calls, lambda: NOW, profile)
    return Remote(target.litellm_model, Asked(target, accounts, ANN, pause=0))


async def test_texts_become_unit_vectors_and_calls_are_recorded(db: Stores):
    server = Server()
    async with Listener(server.app()) as listening:
        model = remote(db, listening.base_url)
        found = await model.passages(["one two", "x" * 20_000])
        query = await model.query("three")
    assert found.shape == (2, 2)
    assert found[0].tolist() == pytest.approx([7 / math.hypot(7, 2), 2 / math.hypot(7, 2)])
    assert query.shape == (1, 2)
    assert (server.asked[0]["model"], len(server.asked[0]["input"][1])) == ("mini", 8000)
    calls = await db.calls.recent_calls(ANN, 5)
    assert [(one.agent, one.kind, one.outcome, one.input_tokens) for one in calls] == [
        ("embeddings", "notes", "ok", 1000)
    ] * 2


async def test_ollama_embeds_by_its_own_paths(db: Stores):
    server = Server()
    async with Listener(server.app()) as listening:
        section = {
            "providers": {"home": {"api": "ollama", "api_base": listening.base_url}},
            "embeddings": {"provider": "home", "model": "mini"},
        }
        found = await remote(db, listening.base_url, section=section).passages(["seven", "x"])
    assert found.shape == (2, 2)
    assert [(one["model"], one["input"]) for one in server.asked] == [("mini", ["seven", "x"])]


async def test_what_passes_is_tried_again_and_what_does_not_is_said(db: Stores):
    server = Server()
    async with Listener(server.app()) as listening:
        model = remote(db, listening.base_url)
        server.failing = [429, 503]
        assert len(await model.passages(["a"])) == 1
        server.failing = [401]
        with pytest.raises(NotesUnavailable, match="auth") as refused:
            await model.passages(["a"])
    assert len(server.asked) == 4
    assert "sk-secret-of-ann" not in str(refused.value)


async def test_a_missing_vector_is_an_error(db: Stores):
    server = Server()
    server.short = True
    async with Listener(server.app()) as listening:
        with pytest.raises(NotesError, match="no vector"):
            await remote(db, listening.base_url).passages(["a", "b"])


async def test_a_spent_budget_makes_no_call(db: Stores):
    server = Server()
    async with Listener(server.app()) as listening:
        model = remote(db, listening.base_url.replace("127.0.0.1", "127.1"), Budget(user_day=0.0))
        with pytest.raises(NotesError, match="budget"):
            await model.passages(["a " * 3000])
    assert server.asked == []


async def test_nothing_odd_comes_of_odd_vectors():
    async def odd(texts: Sequence[str]) -> list[list[float]]:
        return [[0.0, 0.0]] * len(texts)

    found = await Remote("odd", odd).passages(["a", ""])
    assert found.tolist() == [[0.0, 0.0], [0.0, 0.0]]
