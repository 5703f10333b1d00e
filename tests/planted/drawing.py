"""Drawing faults by a seed: every place in the source where a kind of fault fits, and a spread choice of them."""

import ast
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.planted.planting import Fault, PlaceGoneError, planted_source
from tests.planted.trying import tests_of

LIBRARIES = ("games", "scoring", "movements", "solver")
IN_LIBRARIES = {"comparison": 3, "boundary": 3, "sign": 3, "and or": 2, "check": 2, "column": 2}
IN_SITE = {
    "comparison": 7, "boundary": 5, "sign": 3, "and or": 5, "check": 8, "filter": 8, "column": 3, "on_commit": 3,
    "lock": 3,
}  # fmt: skip
APPS_LEFT_OUT = {"events", "keeper", "settings"}
FOLDERS_LEFT_OUT = {"migrations", "management"}
MODULES_LEFT_OUT = re.compile(r"admin|.*words?|wording|labels?|letters?|.*messages|templates?|translations?")
FUNCTIONS_LEFT_OUT = {"__repr__", "__str__"}
MAX_TEXT = 400
OPPOSITE = {
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
NEXT_TO = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
FILTERED_BY = re.compile(
    r"(?:.*__)?(?:club|session|section|seat|contestant|person|user|device|table|room|owner|ticket)(?:_id|__in|__pk)?"
)
PARTNERS = [
    ("ns", "ew"), ("north", "south"), ("NS", "EW"), ("N", "S"), ("home", "away"), ("mine", "theirs"), ("old", "new"),
    ("own", "other"), ("me", "other"), ("low", "high"), ("won", "lost"), ("declarer", "opponent"),
    ("before", "after"), ("first", "second"), ("since", "until"), ("start", "end"), ("num", "den"),
]  # fmt: skip
IN_ANY_ORDER = {"select_related", "prefetch_related", "only", "defer", "max", "min", "frozenset", "sorted", "Q"}

Change = tuple[str, int, int, str]
"""The kind of a fault, the first and last byte of what it replaces, and the new text."""


class Module:
    """A module's source, with the places of its nodes in bytes, because `ast` counts columns so."""

    def __init__(self, root: Path, path: Path):
        self.source = path.read_bytes()
        self.name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        self.tree = ast.parse(self.source)
        lines = self.source.splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: Any) -> tuple[int, int]:
        """Return the first byte of a node, and the byte after its last."""
        start, end = self.starts[node.lineno - 1], self.starts[node.end_lineno - 1]
        return start + node.col_offset, end + node.end_col_offset

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def operator(self, kind: str, left: ast.AST, right: ast.AST, texts: tuple[str, str]) -> Iterator[Change]:
        """Replace the operator between two operands. Brackets may be between them too."""
        start, end = self.span(left)[1], self.span(right)[0]
        pattern = r"\s+".join(map(re.escape, texts[0].split()))
        if found := re.search(rf"(?<!\w){pattern}(?!\w)", self.source[start:end].decode()):
            yield kind, start + found.start(), start + found.end(), texts[1]

    def functions(self) -> Iterator[tuple[str, ast.AST]]:
        """Return the qualified names of the module's functions and methods, with their nodes."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{self.name}.{node.name}", node
            elif isinstance(node, ast.ClassDef):
                for one in node.body:
                    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                        yield f"{self.name}.{node.name}.{one.name}", one

    def faults(self) -> Iterator[Fault]:
        """Return a fault for every place of this module where one fits."""
        for name, function in self.functions():
            if name.rsplit(".", 1)[1] in FUNCTIONS_LEFT_OUT:
                continue
            whole = self.text(function)
            for path in _paths(function, []):
                for kind, start, end, new in self.changes(path[-1]):
                    if fault := self._shortest(name, kind, (start, end, new), path, whole):
                        yield fault

    def _shortest(self, name: str, kind: str, change: tuple[int, int, str], path: list, whole: str) -> Fault | None:
        """Return the fault with the shortest text that is in its function only once, or None."""
        start, end, new = change
        for node in reversed(path):
            if not hasattr(node, "lineno"):
                continue
            first, last = self.span(node)
            before = self.source[first:last].decode()
            if first <= start and end <= last and len(before) <= MAX_TEXT and whole.count(before) == 1:
                after = (self.source[first:start] + new.encode() + self.source[end:last]).decode()
                return Fault(name, kind, before, after)
        return None

    def changes(self, node: ast.AST) -> Iterator[Change]:
        """Return the changes that fit a node."""
        for kinds, fits in KINDS:
            if isinstance(node, kinds):
                yield from fits(self, node)


def _paths(node: ast.AST, above: list) -> Iterator[list]:
    """Return every node below, after the nodes above it, except words: formatted texts, annotations and errors."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.JoinedStr | ast.Raise | ast.arguments):
            path = [*above, child]
            yield path
            yield from _paths(child, path)


def compared(module: Module, node: ast.Compare) -> Iterator[Change]:
    """Turn a comparison round, or move its boundary by one."""
    if len(node.ops) > 1:
        return
    operator, right = type(node.ops[0]), node.comparators[0]
    if operator in OPPOSITE:
        yield from module.operator("comparison", node.left, right, OPPOSITE[operator])
    if operator in NEXT_TO:
        yield from module.operator("boundary", node.left, right, NEXT_TO[operator])
        if isinstance(right, ast.Constant) and type(right.value) is int:
            yield "boundary", *module.span(right), str(right.value + 1)


def signed(module: Module, node: ast.BinOp) -> Iterator[Change]:
    """Exchange + and -. Texts, lists and sets know only one of them, so a sum needs an operand that is a number."""
    counted = any(
        (isinstance(side, ast.Constant) and type(side.value) is int)
        or (isinstance(side, ast.Call) and ast.unparse(side.func) in {"len", "sum", "timedelta"})
        for side in (node.left, node.right)
    )
    if counted and isinstance(node.op, ast.Add | ast.Sub):
        texts = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
        yield from module.operator("sign", node.left, node.right, texts)


def combined(module: Module, node: ast.BoolOp) -> Iterator[Change]:
    """Exchange `and` and `or`."""
    if len(node.values) == 2:
        texts = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield from module.operator("and or", node.values[0], node.values[1], texts)


def checked(module: Module, node: ast.If) -> Iterator[Change]:
    """Drop a check that raises or returns a value. An early end for nothing to do is often the same without it."""
    last = node.body[0]
    named = any(isinstance(part, ast.NamedExpr) for part in ast.walk(node.test))
    told = isinstance(last, ast.Raise) or (isinstance(last, ast.Return) and isinstance(last.value, ast.Call))
    if told and not named and len(node.body) == 1 and not node.orelse and module.text(node).startswith("if"):
        yield "check", *module.span(node), "pass"


def called(module: Module, node: ast.Call) -> Iterator[Change]:
    """Drop a filter, call at once what waits for the commit, or take no lock."""
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    given = [*node.args, *node.keywords]
    if method in {"filter", "get", "exclude"}:
        for index, one in enumerate(given):
            if isinstance(one, ast.keyword) and FILTERED_BY.fullmatch(one.arg or ""):
                start, end = module.span(one)
                if index + 1 < len(given):
                    end = module.span(given[index + 1])[0]
                elif index:
                    start = module.span(given[index - 1])[1]
                yield "filter", start, end, ""
    elif method == "on_commit" and node.args:
        what = node.args[0]
        now = module.text(what.body) if isinstance(what, ast.Lambda) else f"{module.text(what)}()"
        yield "on_commit", *module.span(node), now
    elif method == "select_for_update":
        before = node.func.value  # type: ignore[attr-defined]
        is_manager = ast.unparse(before).rsplit(".", 1)[-1] in {"objects", "sections", "coming_nights"}
        yield "lock", module.span(before)[1], module.span(node)[1], ".all()" if is_manager else ""


def swapped(module: Module, node: ast.AST) -> Iterator[Change]:
    """Exchange two names that stand beside each other and differ by a pair of words, such as `ns` and `ew`."""
    if isinstance(node, ast.Call):
        if ast.unparse(node.func).rsplit(".", 1)[-1] in IN_ANY_ORDER:
            return
        yield from _exchanged(module, node.args)
        keys = [(one.arg or "", one) for one in node.keywords]
        for (key, one), (other_key, other) in pairwise(keys):
            if _are_partners(key, other_key) and module.text(one.value) != module.text(other.value):
                first, last = module.span(one)[0], module.span(other)[1]
                between = module.source[module.span(one)[1] : module.span(other)[0]].decode()
                new = f"{other_key}={module.text(one.value)}{between}{key}={module.text(other.value)}"
                yield "column", first, last, new
    elif isinstance(node, ast.IfExp):
        yield from _exchanged(module, [node.body, node.orelse])
    elif isinstance(node, ast.Tuple | ast.List):
        yield from _exchanged(module, node.elts)
    elif isinstance(node, ast.Dict):
        yield from _exchanged(module, node.values)


def _exchanged(module: Module, nodes: list) -> Iterator[Change]:
    for one, other in pairwise(nodes):
        if _are_partners(module.text(one), module.text(other)):
            (first, end), (start, last) = module.span(one), module.span(other)
            between = module.source[end:start].decode()
            yield "column", first, last, f"{module.text(other)}{between}{module.text(one)}"


def _are_partners(one: str, other: str) -> bool:
    if max(len(one), len(other)) > 60 or "\n" in one + other:
        return False
    words = [re.split(r"([^A-Za-z0-9]|_)", text) for text in (one, other)]
    differ = {frozenset(pair) for pair in zip(*words, strict=False) if pair[0] != pair[1]}
    return len(words[0]) == len(words[1]) and len(differ) == 1 and differ <= set(map(frozenset, PARTNERS))


KINDS: list[tuple[type | tuple[type, ...], Callable]] = [
    (ast.Compare, compared), (ast.BinOp, signed), (ast.BoolOp, combined), (ast.If, checked), (ast.Call, called),
    ((ast.Call, ast.IfExp, ast.Tuple, ast.List, ast.Dict), swapped),
]  # fmt: skip


def every_fault(root: Path) -> list[Fault]:
    """Return a fault for every place that may be drawn, ordered by name and text."""
    paths = [path for top in (*LIBRARIES, "clubsite") for path in sorted((root / top).rglob("*.py"))]
    faults = [fault for path in paths if _may_be_drawn(path.relative_to(root)) for fault in Module(root, path).faults()]
    return sorted(faults, key=lambda fault: (fault.name, fault.kind, fault.before, fault.after))


def _may_be_drawn(path: Path) -> bool:
    if path.parts[0] == "clubsite" and path.parts[1] in APPS_LEFT_OUT:
        return False
    return not FOLDERS_LEFT_OUT & set(path.parts) and not MODULES_LEFT_OUT.fullmatch(path.stem)


def draw(root: Path, seed: int, skipped: set[tuple[str, str, str]]) -> list[Fault]:
    """Draw a set of faults: the libraries first, and one in a function. Instead of a skipped one comes its successor.
    Large apps get more than small ones, by the root of their size.
    """
    faults = every_fault(root)
    random.Random(seed).shuffle(faults)
    places = Counter(map(_app, faults))
    drawn: list[Fault] = []
    for quota, of_site in ((IN_LIBRARIES, False), (IN_SITE, True)):
        of_part = [fault for fault in faults if fault.name.startswith("clubsite.") == of_site]
        fit = [fault for fault in of_part if fault.place not in skipped]
        many = Counter(fault.kind for fault in of_part)
        for kind in sorted(quota, key=lambda kind: many[kind]):
            for _ in range(quota[kind]):
                names, counts = {fault.name for fault in drawn}, Counter(map(_app, drawn))
                free = [fault for fault in fit if fault.kind == kind and fault.name not in names]
                ordered = sorted(free, key=lambda fault: (counts[_app(fault)] + 1) / places[_app(fault)] ** 0.5)
                drawn.append(next(fault for fault in ordered if _can_be_tried(root, fault)))
    return drawn


def _app(fault: Fault) -> str:
    top, app, *_ = fault.name.split(".")
    return app if top == "clubsite" else top


def _can_be_tried(root: Path, fault: Fault) -> bool:
    """True if the fault gives a module that can be read, and some test would run for it."""
    try:
        planted_source(root, fault)
    except (PlaceGoneError, SyntaxError):
        return False
    return bool(tests_of(root, fault))
