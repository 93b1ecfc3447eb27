"""Everybody's training, with what hurts as it was logged."""

from __future__ import annotations

from agents.gym.book import BooksOf, GymBook
from agents.gym.programmed import Programmed
from agents.offline.safety import hurting
from agents.work import Services


def gym_book(services: Services, gym: Programmed, user_id: int) -> GymBook:
    """One person's."""
    return GymBook(services, gym, user_id, hurting)


def gym_books(services: Services) -> BooksOf:
    """Of each person their own."""
    gym = services.gym
    return lambda user_id: None if gym is None else gym_book(services, gym, user_id)
