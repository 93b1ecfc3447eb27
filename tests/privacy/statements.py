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
from typing import cast

import sqlglot
from sqlglot import exp

import storage
from storage.query import Select
from tests.driver.tables import tables

ROOT = Path(__file__).parents[2]
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


_SQL = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ")


@dataclass(frozen=True)
class Named:
    """A statement at the top of a module."""

    name: str
    sql: str


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
        Named(f"{module.__name__.removeprefix('storage.')}.{name}", _text(each))
        for module in modules()
        for name in vars(module)
        if _made_here(module, name)
        for each in _values(module, name)
        if id(each) in used
    )


def _values(module: ModuleType, name: str) -> list[object]:
    """A statement, or several in a tuple."""
    value: object = vars(module).get(name)
    values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    return [each for each in values if _text(each).startswith(_SQL)]


def _text(value: object) -> str:
    sql: object = value.sql if isinstance(value, Select) else value
    return sql.strip() if isinstance(sql, str) else ""


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


def unbound(sql: str) -> list[str]:
    """The tables of users whose rows it reads or changes without saying whose."""
    statement = sqlglot.parse_one(sql, read="sqlite")
    if isinstance(statement, exp.Insert) and not statement.find(exp.Select):
        return _overwriting(statement)
    there = {one.alias_or_name: one.name for one in statement.find_all(exp.Table)}
    bound: set[str] = set()
    equal: list[tuple[str, str]] = []
    for condition, inside in _conditions(statement):
        for left, right in _same_owner(condition, inside, there):
            if right is None:
                bound.add(left)
            else:
                equal.append((left, right))
    for _ in equal:
        for pair in equal:
            if bound & set(pair):
                bound |= set(pair)
    return sorted({name for alias, name in there.items() if _owner(name) and alias not in bound})


def _overwriting(statement: exp.Insert) -> list[str]:
    """What an insert may change of rows that are there: only its user's."""
    conflict = statement.args.get("conflict")
    table = statement.find(exp.Table)
    owner = _owner(table.name) if table is not None else None
    if table is None or owner is None or conflict is None or not conflict.expressions:
        return []
    keys = conflict.args["conflict_keys"]
    if owner in {column.name for key in keys for column in key.find_all(exp.Column)}:
        return []
    where = conflict.args.get("where")
    if where is None or not isinstance(where.this, exp.EQ):
        return [table.name]
    sides = {(side.name, side.table == "excluded") for side in where.find_all(exp.Column)}
    return [] if sides == {(owner, True), (owner, False)} else [table.name]


def _owner(table: str) -> str | None:
    if table in NOBODYS or table not in tables():
        return None
    column = OWNER.get(table, "user_id")
    return column if column in tables()[table] else None


def _conditions(statement: exp.Expr) -> Iterator[tuple[exp.Expr, list[str]]]:
    """Every condition that holds for all rows, and the tables that are nearest to it."""
    for each in statement.find_all(exp.Where, exp.Join):
        condition = each.this if isinstance(each, exp.Where) else each.args.get("on")
        scope = each.find_ancestor(exp.Select, exp.Update, exp.Delete)
        if condition is not None and scope is not None:
            yield condition, [one.alias_or_name for one in scope.find_all(exp.Table) if _scope(one) is scope]


def _scope(table: exp.Expr) -> exp.Expr | None:
    return table.find_ancestor(exp.Select, exp.Update, exp.Delete)


def _same_owner(
    where: exp.Expr, inside: list[str], there: Mapping[str, str]
) -> Iterator[tuple[str, str | None]]:
    """Tables whose owner is compared: with a parameter (None), or with another table's owner."""
    if isinstance(where, exp.Paren):
        yield from _same_owner(where.this, inside, there)
    elif isinstance(where, exp.And):
        yield from _same_owner(where.left, inside, there)
        yield from _same_owner(where.right, inside, there)
    elif isinstance(where, exp.EQ):
        sides = [_owned(where.left, inside, there), _owned(where.right, inside, there)]
        others = [where.right, where.left]
        for side, other, opposite in zip(sides, others, reversed(sides), strict=True):
            if side is not None and (isinstance(other, exp.Placeholder) or opposite is not None):
                yield side, opposite


def _owned(side: exp.Expr, inside: list[str], there: Mapping[str, str]) -> str | None:
    """The table whose owner this column tells."""
    if not isinstance(side, exp.Column):
        return None
    having = [name for name in inside if side.name in tables().get(there[name], ())]
    table = side.table or (having[0] if len(having) == 1 else "")
    return table if table in there and side.name == _owner(there[table]) else None


_PUT_TOGETHER = {"Bodies", "Query", "Rows", "then", "where"}


def built_inside_functions() -> list[str]:
    """Statements that are put together anew each time, which the walk above does not see."""
    wrong: list[str] = []
    for module in modules():
        if module.__name__ == "storage.query":
            continue  # how they are put together at all
        for function in ast.walk(_tree(module)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                wrong += [
                    f"{module.__name__}:{node.lineno} {function.name}"
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call)
                    and ast.unparse(node.func).partition("[")[0].rpartition(".")[2] in _PUT_TOGETHER
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
