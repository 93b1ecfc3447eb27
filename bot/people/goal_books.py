"""Everybody's goals, read by the parser of logs."""

from __future__ import annotations

from agents.goals.book import GoalBook, GoalsOf
from agents.offline.parser import parse
from agents.work import Services


def goal_books(services: Services) -> GoalsOf:
    """Of each person their own."""
    return lambda user_id: GoalBook(services, user_id, parse)
