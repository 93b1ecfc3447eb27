"""What the rooms are made of: small stores, handed out one by one, and no function that stands twice."""

from __future__ import annotations

import ast

from tests.test_architecture import sources, within

Function = ast.FunctionDef | ast.AsyncFunctionDef
MOST_METHODS = 20
"""Of a store; one object of 112 was all of storage once."""


def test_stores_are_small_and_handed_to_whoever_uses_one_alone():
    large = [
        f"{source.module}.{node.name}: {len(public)} methods"
        for source in sources()
        if source.package == "storage"
        for node in source.nodes
        if isinstance(node, ast.ClassDef)
        for public in [[one for one in node.body if isinstance(one, Function) and one.name[0] != "_"]]
        if len(public) > MOST_METHODS
    ]
    alone = [
        f"{source.module}.{node.name} is handed all stores for one of them: {used.pop()}"
        for source in sources()
        for node in source.nodes
        if isinstance(node, Function)
        for argument in [*node.args.args, *node.args.kwonlyargs]
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id == "Stores"
        if len(used := _attributes_alone(node, argument.arg)) == 1
    ]
    assert not large + alone, "\n".join(large + alone)


def _attributes_alone(function: Function, name: str) -> set[str]:
    """What is taken from the argument; nothing where it is also passed on as it is."""
    nodes = [*ast.walk(function)]
    taken = [
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
    ]
    named = sum(isinstance(node, ast.Name) and node.id == name for node in nodes)
    return set(taken) if named == len(taken) else set()


_LONG = 30
"""Nodes of a syntax tree; what is shorter may be said twice."""


def test_no_function_stands_twice():
    places: dict[str, list[str]] = {}
    for source in sources():
        for node in source.nodes:
            if isinstance(node, Function) and not within(source.module, ("storage.migrations",)):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                if sum(1 for part in body for _ in ast.walk(part)) > _LONG:
                    text = ast.dump(ast.Module([*body], []))
                    places.setdefault(text, []).append(f"{source.module}.{node.name}:{node.lineno}")
    twice = [" and ".join(found) for found in places.values() if len(found) > 1]
    assert not twice, "\n".join(twice)


METAPHORS = {"cabinet", "desk", "paying", "taps", "tally", "trouble"}
"""Names that modules had and nobody could guess."""


def test_modules_are_named_by_what_they_are():
    wrong = [source.module for source in sources() if source.path.stem in METAPHORS]
    assert not wrong
