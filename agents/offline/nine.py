"""The nine agents together. Importing it loads all their words and patterns, which takes a while."""

from __future__ import annotations

from agents.offline.analyzer import analyze
from agents.offline.clarifier import clarify
from agents.offline.evaluator import evaluate
from agents.offline.observer import observe
from agents.offline.parser import parse
from agents.offline.planner import plan
from agents.offline.retriever import retrieve
from agents.offline.router import route
from agents.offline.synthesizer import synthesize

__all__ = [
    "analyze",
    "clarify",
    "evaluate",
    "observe",
    "parse",
    "plan",
    "retrieve",
    "route",
    "synthesize",
]
