"""Every sentence that Python code and the games' TOML files show to people, to the letter (`messages.txt`).

Changed sentences are reviewed once, in that file, so other tests can check which refusal was given without
repeating its wording. Rewrite the file and review the difference:

    WRITE_GOLDEN=1 python -m pytest tests/test_messages.py
"""

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "messages.txt"
SENTENCE = re.compile(r"[A-Z{“].* .*[.?!]", re.S)


def said(node: ast.AST) -> str:
    """Return the text of a literal, with {} for each part that is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(said, node.values))
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "{}"


def sentences(node: ast.AST) -> Iterator[str]:
    """Yield the sentences below a node. Docstrings and bare strings are left out, because nobody is shown them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Constant, ast.JoinedStr)):
            if not isinstance(node, ast.Expr) and SENTENCE.fullmatch(text := said(child)):
                yield " ".join(text.split())
        else:
            yield from sentences(child)


def texts(value: object) -> Iterator[str]:
    """Yield every string in a TOML value."""
    if isinstance(value, dict | list):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from texts(inside)
    elif isinstance(value, str):
        yield value


def test_every_sentence_is_the_one_that_was_reviewed():
    apps: dict[str, set[str]] = {}
    for top in ("clubsite", "games", "movements", "scoring", "solver"):
        for path in (ROOT / top).rglob("*.py"):
            app = "/".join(path.relative_to(ROOT).parts[: 2 if top == "clubsite" else 1])
            apps.setdefault(app, set()).update(sentences(ast.parse(path.read_text(encoding="utf-8"))))
    for path in (ROOT / "games").rglob("*.toml"):
        apps["games"].update(filter(SENTENCE.fullmatch, texts(tomllib.loads(path.read_text(encoding="utf-8")))))
    text = "\n".join(f"# {app}\n" + "\n".join(sorted(apps[app])) + "\n" for app in sorted(apps) if apps[app])
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), "read the module's docstring"
