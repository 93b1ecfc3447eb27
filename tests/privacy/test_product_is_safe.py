"""What the product's own code never does, whatever the linter is told to ignore."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache

import pytest

from tests.test_architecture import sources

FORBIDDEN_MODULES = re.compile(
    r"(?:pickle|cPickle|_pickle|marshal|shelve|dill|joblib|cloudpickle|subprocess|multiprocessing|pty|commands"
    r"|ctypes|cffi|code|codeop|runpy|telnetlib|ftplib|xmlrpc|xml|lxml|tarfile)(?:\.|$)"
)
FORBIDDEN_CALLS = re.compile(
    r"eval|exec|compile|__import__|breakpoint"
    r"|os\.(?:system|popen|startfile|fork|forkpty|exec\w*|spawn\w*|posix_spawn\w*)"
    r"|asyncio\.create_subprocess_\w+|.*\.subprocess_(?:shell|exec)"
    r"|yaml\.(?:unsafe_load|full_load|load_all|unsafe_load_all)"
    r"|tempfile\.mktemp|.*\.extractall|.*\.extract|shutil\.unpack_archive|shutil\.make_archive"
    r"|hashlib\.(?:md5|sha1)|ssl\._create_unverified_context|random\.(?:choices|getrandbits|randbytes)"
    r"|logging\.config\.\w+|sys\.set_?trace|gc\.get_objects"
)
XML_DOOR = ("storage.importers.xml_stream", "xml.parsers.expat")
"""The one reader of XML and its parser: it refuses entities where they are declared, and builds nothing."""
DEVELOPERS = {"evals.comparing"}
"""Not installed: it asks git for an older version of the prompts."""
STARTED = (
    ("agents.charts.studio", "asyncio.create_subprocess_exec(sys.executable, '-m', 'agents.charts.worker', "),
    ("agents.jobs.pdf", "asyncio.create_subprocess_exec(sys.executable, '-m', 'agents.jobs.pdf', "),
    ("agents.remote.stdio", "asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, "),
)
"""This interpreter on modules of ours (charts, PDFs), and MCP servers that the configuration names."""
INTERESTING = (ast.Import, ast.ImportFrom, ast.Call, ast.Assert, ast.Assign, ast.AnnAssign, ast.Compare)
SAFE_LOADERS = (
    "Loader",
    "_LOADER",
    "getattr(yaml, 'CSafeLoader', yaml.SafeLoader)",
    "yaml.SafeLoader",
    "yaml.CSafeLoader",
)


@dataclass(frozen=True)
class Seen:
    """Where a node of interest stands."""

    module: str
    node: ast.AST

    @property
    def place(self) -> str:
        """For the message."""
        return f"{self.module}:{getattr(self.node, 'lineno', 0)} {ast.unparse(self.node)[:80]}"


@cache
def seen() -> dict[type, list[Seen]]:
    """Every import, call, assertion, assignment and comparison of the product, walked over once."""
    found: dict[type, list[Seen]] = {kind: [] for kind in INTERESTING}
    for source in sources():
        for node in source.nodes:
            if type(node) in found:
                found[type(node)].append(Seen(source.module, node))
    return found


def test_nothing_that_runs_or_unpickles_what_it_is_given():
    wrong = [
        each.place
        for kind in (ast.Import, ast.ImportFrom)
        for each in seen()[kind]
        if imports(each.node) and not is_xml_door(each)
    ]
    wrong += [
        each.place
        for each in seen()[ast.Call]
        if dangerous(each.node) and each.module not in DEVELOPERS and not starts_what_it_may(each)
    ]
    assert wrong == []


def is_xml_door(each: Seen) -> bool:
    node = each.node
    if not isinstance(node, ast.ImportFrom) or each.module != XML_DOOR[0]:
        return False
    return [f"{node.module}.{alias.name}" for alias in node.names] == [XML_DOOR[1]]


def test_the_door_for_xml_refuses_entities_and_what_is_outside():
    handlers = {
        target.attr
        for each in seen()[ast.Assign]
        if each.module == XML_DOOR[0] and isinstance(each.node, ast.Assign)
        for target in each.node.targets
        if isinstance(target, ast.Attribute)
    }
    assert "EntityDeclHandler" in handlers
    assert not handlers & {"ExternalEntityRefHandler", "DefaultHandlerExpand"}


def starts_what_it_may(each: Seen) -> bool:
    return any(each.module == where and ast.unparse(each.node).startswith(how) for where, how in STARTED)


def imports(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    else:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    return any(FORBIDDEN_MODULES.match(name) for name in names)


def dangerous(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = _dotted(node.func)
    if FORBIDDEN_CALLS.fullmatch(name) and not name.startswith("re."):
        return True
    if name == "yaml.load" and not _loads_safely(node):
        return True
    told = {k.arg: ast.unparse(k.value) for k in node.keywords if k.arg in {"shell", "verify"}}
    return told.get("shell", "False") != "False" or told.get("verify") == "False"


def _dotted(node: ast.expr) -> str:
    """`a.b.c`; what is not a name is a question mark."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def _loads_safely(node: ast.Call) -> bool:
    given = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "Loader"]
    return len(given) == 1 and given[0] in SAFE_LOADERS


def test_loaders_of_yaml_are_the_safe_ones():
    named = [
        ast.unparse(each.node.value)
        for each in (*seen()[ast.Assign], *seen()[ast.AnnAssign])
        if isinstance(each.node, ast.Assign | ast.AnnAssign) and each.node.value is not None
        for target in (each.node.targets if isinstance(each.node, ast.Assign) else [each.node.target])
        if _dotted(target) in SAFE_LOADERS
    ]
    assert set(named) == {"getattr(yaml, 'CSafeLoader', yaml.SafeLoader)"}


def test_no_check_is_an_assertion():
    """Python drops them with -O."""
    assert [each.place for each in seen()[ast.Assert]] == []


def test_what_is_secret_is_compared_in_constant_time():
    """Names that tell a secret are never compared with == in the product."""
    secret = re.compile(r"(?:^|[._])(?:secret|token|password|code|api_key)s?(?:$|\()|get_secret_value")
    wrong = [
        each.place
        for each in seen()[ast.Compare]
        if each.module.startswith(("bot.web", "bot.webhook", "bot.entrance.pairing", "bot.people.codes"))
        and isinstance(each.node, ast.Compare)
        and any(isinstance(operator, ast.Eq | ast.NotEq) for operator in each.node.ops)
        and any(secret.search(ast.unparse(side)) for side in (each.node.left, *each.node.comparators))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "code",
    [
        "eval(x)", "__import__(x)", "os.system(x)", "os.execv(x, y)", "yaml.load(x)",
        "yaml.load(x, Loader=L)",
        "zipfile.ZipFile(x).extractall(y)", "run(x, shell=True)", "httpx.get(x, verify=False)",
        "tempfile.mktemp()",
        "asyncio.create_subprocess_exec(x)", "hashlib.md5(x)",
    ],
)  # fmt: skip
def test_the_check_sees_what_it_is_for(code: str):
    expression = ast.parse(code, mode="eval").body
    assert dangerous(expression)
