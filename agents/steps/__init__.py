"""One step a state: what it does and where it goes next. Steps know the Engine, not what plays it."""

from __future__ import annotations

from agents.machine import State, Step
from agents.steps.answering import evaluate, synthesize
from agents.steps.asking import clarify, plan, wait_user
from agents.steps.finding import analyze, retrieve
from agents.steps.observing import observe
from agents.steps.routing import build_context, expand_domain, route
from agents.steps.storing import keep_words, parse, store

STEPS: dict[State, Step] = {
    State.ROUTE: route,
    State.BUILD_CONTEXT: build_context,
    State.PLAN: plan,
    State.RETRIEVE: retrieve,
    State.ANALYZE: analyze,
    State.EXPAND_DOMAIN: expand_domain,
    State.CLARIFY: clarify,
    State.WAIT_USER: wait_user,
    State.SYNTHESIZE: synthesize,
    State.EVALUATE: evaluate,
    State.PARSE: parse,
    State.STORE: store,
    State.OBSERVE: observe,
}

__all__ = ["STEPS", "keep_words"]
