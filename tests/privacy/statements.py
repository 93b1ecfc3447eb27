"""Every SQL statement of the product, and whether it is bound to the user whose rows it touches."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from sqlalchemy import (
    Alias,
    BindParameter,
    BooleanClauseList,
    ColumnElement,
    Delete,
    Insert,
    Select,
    Table,
    TextClause,
    Update,
)
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, ClauseElement, Grouping
from sqlalchemy.sql.selectable import FromClause, Join

import storage
from storage.access_tables import metadata

ROOT = Path(__file__).parents[2]
Statement = Select[*tuple[Any, ...]] | Insert | Update | Delete | TextClause
"""Any: whatever a row holds."""
OWNER = {"users": "id"}
"""In which column a table says whose a row is, where that is not `user_id`."""
NOBODYS = {
    "alembic_version": "the schema's version",
    "inbox": "raw updates of whoever wrote: for the replay, forgetting and the request that wrote the row",
    "reply_links": "which entry a message is about; the entry says whose it is, and every reading joins it",
    "vault_projected": "one row: how far the files have come",
    "group_rights": "which groups may use the bot: about a chat",
    "codes": "codes that let somebody in who is nobody yet",
    "members": "who may use the bot: for the owner, who manages it",
    "guesses": "who sent wrong codes: for the lock-out",
    "access_buttons": "by an unguessable token; the one who taps is compared with `user_id`",
}
"""Tables whose statements need not name a user, and why."""


@dataclass(frozen=True)
class Named:
    """A statement at the top of a module."""

    name: str
    statement: Statement


@cache
def modules() -> tuple[ModuleType, ...]:
    """All of `storage`, but for what is run once (migrations)."""
    found = pkgutil.walk_packages(storage.__path__, "storage.")
    return tuple(
        importlib.import_module(each.name) for each in found if not each.name.startswith("storage.migrations")
    )


@cache
def statements() -> tuple[Named, ...]:
    """What functions execute, each once, under its name where it was made: not what others are made of."""
    used = {id(each) for module in modules() for name in _used(module) for each in _values(module, name)}
    return tuple(
        Named(f"{module.__name__.removeprefix('storage.')}.{name}", each)
        for module in modules()
        for name in vars(module)
        if _made_here(module, name)
        for each in _values(module, name)
        if id(each) in used
    )


def _values(module: ModuleType, name: str) -> list[Statement]:
    """A statement, or several in a tuple."""
    value: object = vars(module).get(name)
    values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    return [each for each in values if isinstance(each, Select | Insert | Update | Delete | TextClause)]


@cache
def _used(module: ModuleType) -> frozenset[str]:
    """Names that a function of the module mentions, in its body or its defaults."""
    functions = (
        node for node in ast.walk(_tree(module)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return frozenset(
        node.id for function in functions for node in ast.walk(function) if isinstance(node, ast.Name)
    )


def _made_here(module: ModuleType, name: str) -> bool:
    tree = _tree(module)
    return any(
        isinstance(target, ast.Name) and target.id == name
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def unbound(statement: Statement) -> list[str]:
    """The tables of users whose rows it reads or changes without saying whose."""
    if isinstance(statement, TextClause):
        return [f"text: {statement.text}"] if not statement.text.startswith("PRAGMA ") else []
    if isinstance(statement, Insert):
        return _overwriting(statement)
    scopes = list(_scopes(statement))
    bound: set[FromClause] = set()
    equal: list[tuple[FromClause, FromClause]] = []
    for where in scopes:
        for left, right in _same_owner(where):
            if right is None:
                bound.add(left)
            else:
                equal.append((left, right))
    for _ in equal:
        for left, right in equal:
            if bound & {left, right}:
                bound |= {left, right}
    return sorted({_name(each) for each in _tables(statement) if each not in bound})


def _overwriting(statement: Insert) -> list[str]:
    """What an insert may change of rows that are there: only its user's."""
    clause = getattr(statement, "_post_values_clause", None)
    if clause is None or not hasattr(clause, "update_values_to_set"):
        return []
    table = statement.table
    keys = {getattr(key, "key", key) for key in clause.inferred_target_elements or ()}
    owner = _owner(table)
    if owner is None or owner in keys:
        return []
    where = clause.update_whereclause
    keeps = isinstance(where, BinaryExpression) and where.operator is operators.eq
    return [] if keeps and {where.left.key, where.right.key} == {owner} else [table.name]


def _owner(table: FromClause) -> str | None:
    name = _name(table)
    if name in NOBODYS or name not in metadata.tables:
        return None
    column = OWNER.get(name, "user_id")
    return column if column in table.c else None


def _name(table: FromClause) -> str:
    named = table.element if isinstance(table, Alias) else table
    return str(getattr(named, "name", ""))


def _tables(statement: ClauseElement) -> Iterator[FromClause]:
    for each in visitors.iterate(statement):
        if isinstance(each, Table | Alias) and _owner(cast("FromClause", each)) is not None:
            yield cast("FromClause", each)


def _scopes(statement: ClauseElement) -> Iterator[ColumnElement[bool]]:
    """Every condition that holds for all rows: of the statement, its joins and its subqueries."""
    for each in visitors.iterate(statement):
        if isinstance(each, Select):
            joined = each._setup_joins  # pyright: ignore[reportPrivateUsage]
            yield from (cast("ColumnElement[bool]", join[1]) for join in joined if join[1] is not None)
        elif isinstance(each, Join) and each.onclause is not None:
            yield each.onclause
        if isinstance(each, Select | Update | Delete):
            yield from each._where_criteria  # pyright: ignore[reportPrivateUsage]


def _same_owner(where: ClauseElement) -> Iterator[tuple[FromClause, FromClause | None]]:
    """Tables whose owner is compared: with a parameter (None), or with another table's owner."""
    if isinstance(where, Grouping):
        yield from _same_owner(cast("ClauseElement", where.element))
    elif isinstance(where, BooleanClauseList) and where.operator is operators.and_:
        for part in where.clauses:
            yield from _same_owner(part)
    elif isinstance(where, BinaryExpression) and where.operator is operators.eq:
        sides = [_owned(where.left), _owned(where.right)]
        others = [where.right, where.left]
        for side, other, opposite in zip(sides, others, reversed(sides), strict=True):
            if side is not None and (isinstance(other, BindParameter) or opposite is not None):
                yield side, opposite


def _owned(side: object) -> FromClause | None:
    table: object = getattr(side, "table", None)
    if not isinstance(table, Table | Alias):
        return None
    found = cast("FromClause", table)
    return found if getattr(side, "key", None) == _owner(found) else None


def built_inside_functions() -> list[str]:
    """Statements that are put together anew each time, which the walk above does not see."""
    wrong: list[str] = []
    for module in modules():
        for function in ast.walk(_tree(module)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                wrong += [
                    f"{module.__name__}:{node.lineno} {function.name}"
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in {"select", "update", "delete", "insert", "text"}
                ]
    return wrong


def raw_sql() -> Mapping[str, list[str]]:
    """Strings that are handed to a connection as they are, by module."""
    found: dict[str, list[str]] = {}
    for module in modules():
        for node in ast.walk(_tree(module)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in {"execute", "executescript", "executemany", "exec_driver_sql"}
                and node.args
                and isinstance(node.args[0], ast.Constant | ast.JoinedStr)
            ):
                found.setdefault(module.__name__, []).append(ast.unparse(node.args[0]))
    return found
