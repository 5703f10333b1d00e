"""One fault in the source: where it is, its text before and after, and how to put it in and take it out again."""

import ast
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.util import cache_from_source
from pathlib import Path


class PlaceGoneError(Exception):
    """The place of a fault is not in the source, or is there more than once."""


@dataclass
class Fault:
    """A change of one place. `name` is the qualified name of the function that has the text `before`. `noticed_by` is
    the test that failed first, "" if none did, and None if the fault was never tried.
    """

    name: str
    kind: str
    before: str
    after: str
    noticed_by: str | None = None


def read_faults(file: Path) -> list[Fault]:
    """Return the faults of a file, in its order."""
    return [Fault(**row) for row in json.loads(file.read_text(encoding="utf-8"))["faults"]]


def write_faults(file: Path, faults: list[Fault]) -> None:
    """Write the faults into a file. What else is in the file stays."""
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    rows = [{key: value for key, value in asdict(fault).items() if value is not None} for fault in faults]
    file.write_text(json.dumps({**kept, "faults": rows}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def module_of(root: Path, name: str) -> tuple[Path, str, list[str]]:
    """Return the file of a qualified name, the name of its module, and the names of the classes and the function."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        path = root.joinpath(*parts[:count])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file, ".".join(parts[:count]), parts[count:]
    raise PlaceGoneError(f"there is no module {name}")


def planted_source(root: Path, fault: Fault) -> str:
    """Return the source of the fault's module with the fault in it. Raise PlaceGoneError if it has no such place."""
    file, _, names = module_of(root, fault.name)
    source = file.read_text(encoding="utf-8")
    node: ast.AST = ast.parse(source)
    for name in names:
        nodes = [child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == name]
        if not nodes:
            raise PlaceGoneError(f"there is no {name} in {file.relative_to(root)}")
        node = nodes[-1]
    lines = source.splitlines(keepends=True)
    start, end = node.lineno - 1, node.end_lineno  # type: ignore[attr-defined]
    text = "".join(lines[start:end])
    if text.count(fault.before) != 1:
        raise PlaceGoneError(f"its text has this {text.count(fault.before)} times: {fault.before}")
    changed = "".join([*lines[:start], text.replace(fault.before, fault.after), *lines[end:]])
    ast.parse(changed)
    return changed


@contextmanager
def planted(root: Path, fault: Fault) -> Iterator[None]:
    """Have the fault in the source. Two versions of one second and length share compiled code, so that goes too."""
    changed = planted_source(root, fault)
    file = module_of(root, fault.name)[0]
    original = file.read_text(encoding="utf-8")
    compiled = Path(cache_from_source(str(file)))
    try:
        file.write_text(changed, encoding="utf-8")
        compiled.unlink(missing_ok=True)
        yield
    finally:
        file.write_text(original, encoding="utf-8")
        compiled.unlink(missing_ok=True)
