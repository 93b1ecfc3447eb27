"""The ASGI app: which paths there are, and what is around them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bot.people.state import BotState
from bot.process.counters import Counters
from bot.web.api import Api
from bot.web.guard import LOOPBACK, Guard
from bot.web.jobs import RESULTS, JobApi
from bot.web.messages import CHART, Health
from bot.web.openapi import description
from bot.web.problems import Problem, on_error, unavailable
from bot.web.section import HttpSection
from bot.web.tokens import Tokens
from bot.web.webhook import Webhook
from bot.web.wellness import Wellness

DESCRIPTION = "/openapi.json"


@dataclass(frozen=True, slots=True)
class Pages:
    """What is for whoever runs the bot."""

    state: BotState
    counters: Counters
    wellness: Wellness
    tokens: Tokens
    open_metrics: bool

    async def health(self, _request: Request) -> Response:
        """Says nothing about anybody."""
        trouble = await self.wellness.trouble()
        if trouble is not None:
            raise unavailable(trouble)
        return Response(Health().model_dump_json(), media_type="application/json")

    async def metrics(self, request: Request) -> Response:
        """For Prometheus."""
        if not self.open_metrics:
            self.tokens.caller(request)
        from bot.web.metrics import CONTENT_TYPE, page  # noqa: PLC0415 - only where somebody looks

        db = self.state.db
        counts, vitals = await db.counts.counts(), await db.counts.vitals()
        return Response(
            page(self.counters, counts, vitals, self.state.now()), headers={"Content-Type": CONTENT_TYPE}
        )

    async def describe(self, _request: Request) -> Response:
        """OpenAPI."""
        return Response(json.dumps(description()), media_type="application/json")


def make_app(
    pages: Pages,
    section: HttpSection,
    *,
    api: Api | None,
    webhook: tuple[str, Webhook] | None,
    mcp: ASGIApp | None,
    is_loopback: bool,
) -> ASGIApp:
    """`api` None: nobody has a token. `webhook`: its path, and who takes what comes there."""
    routes = [Route("/health", pages.health, methods=["GET"])]
    if api is not None or section.open_metrics:
        routes.append(Route("/metrics", pages.metrics, methods=["GET"]))
    if api is not None:
        jobs = JobApi(api.state, api.tokens)
        routes += [
            Route(DESCRIPTION, pages.describe, methods=["GET"]),
            Route("/input", api.post_input, methods=["POST"]),
            Route("/input/{id}", api.get_input, methods=["GET"]),
            Route(f"/input/{{id}}/{CHART}", api.get_chart, methods=["GET"]),
            Route("/questions/{token}", api.post_question, methods=["POST"]),
            Route("/entries/{id}", api.get_entry, methods=["GET"]),
            Route("/context", api.get_context, methods=["GET"]),
            Route("/jobs", jobs.post_job, methods=["POST"]),
            Route("/jobs/{code}", jobs.get_job, methods=["GET"]),
            *(Route(f"/jobs/{{code}}/{name}", jobs.get_file, methods=["GET"]) for name in RESULTS),
        ]
    if mcp is not None:
        routes.append(Route("/mcp", mcp, methods=["POST"]))
    if webhook is not None:
        routes.insert(0, Route(webhook[0], webhook[1].receive, methods=["POST"]))
    names = LOOPBACK | {name.lower() for name in section.hosts}
    guard = Middleware(  # beneath Starlette's own catcher of errors, which would let them out again
        Guard,
        hosts=names if is_loopback or section.hosts else None,
        anywhere=frozenset({webhook[0]} if webhook is not None else ()),
        counted=pages.counters.requests,
    )
    app = Starlette(
        routes=routes,
        middleware=[guard],
        exception_handlers={Problem: on_error, HTTPException: on_error},
    )
    app.router.redirect_slashes = False
    return app
