"""Rules for modules and templates, and every sentence that people are shown (`messages.txt`).

Rewrite that file and review the difference: WRITE_GOLDEN=1 python -m pytest tests/test_structure.py
"""

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
MODULES = sorted(TESTS.rglob("*.py"))
BASE_NAMES = {path.stem for path in MODULES} | {""}  # "": a relative import
SHOW_AUDIT_LINES = {"clubsite/rankings/selectors/corrections.py", "clubsite/director/monitor/views.py"}
MAKES_THEIR_WORDS = "clubsite/clubs/models.py"
HAVE_OTHER_DETAIL = {"clubsite/api/errors.py"}  # an exception of the REST framework
MAX_TEMPLATE_LINE = 120
LABELS_BY_HAND = {
    "keeper/_club_file_state.html": "a progress bar",
    "clubs/many.html": "a select for each column of the pasted list",
    "signups/director/_reply.html": "a select in a row of replies; its label is read out, not shown",
    "director/monitor/_find_table.html": "a search field with its label beside it, in the bar above the tables",
    "director/setup/_solving.html": "a progress bar",
    "home/challenge.html": "a link to copy",
    "director/printing/lost_slip.html": "a link to copy",
    "director/repair/teams.html": "a row for each team, labelled with the team and its players",
    "director/scores/settings.html": "a table of contestants; the labels of its fields are read out, not shown",
    "director/setup/_line_row.html": "a row for each player, saved one by one",
    "director/setup/_team.html": "a row for each team, saved one by one",
    "director/setup/step_coming.html": "a row for each person, labelled with two lines",
    "django/forms/field.html": "the template of a form field",
    "sharing/_snippet.html": "a text to copy",
}
"""The templates that write a label and its field themselves, and what they show."""
READ_CARDS = {  # what each of them asked before it shows the cards of a board, or what else it does with them
    "clubsite/analysis/services/solving.py": "solves other orders of open boards, and shows nothing",
    "clubsite/analysis/services/robots.py": "hidden_boards; robots see their seats’ views, and it shows none",
    "clubsite/api/serializers.py": "a page of published results",
    "clubsite/director/monitor/table_detail.py": "boards_hidden_from; a Look is written first",
    "clubsite/director/setup/dummy_slips.py": "files_refusal; a Look is written first",
    "clubsite/nights/selectors/deals.py": "reads them for the others of this list",
    "clubsite/nights/selectors/sealed_boards.py": "for the solver and sealed files, which show nothing",
    "clubsite/nights/services/tables.py": "begins a play, whose views show them",
    "clubsite/files/selectors.py": "Published.boards",
    "clubsite/home/selectors/club_boards.py": "Published.boards",
    "clubsite/director/printing/papers.py": "files_refusal, in director/setup/dummy_slips",
    "clubsite/results/selectors/boards.py": "Published.boards",
    "clubsite/results/selectors/deal_proof.py": "seen_by, and only for boards that are open",
    "clubsite/results/views.py": "Published.boards",
    "clubsite/scores/selectors/typed_scores.py": "compares a lead with them, if boards_hidden_from allows it",
    "clubsite/scores/services/checks.py": "why_hidden: a table of cards that has played the board",
    "clubsite/events/selectors/event_booklets.py": "boards_seen; and for stored pages, which it shows",
    "clubsite/events/selectors/event_field.py": "seen_by; for the proof hidden_boards, and the secret is published",
    "clubsite/seats/views.py": "slip_reader; a Look is written first",
    "clubsite/seats/terminal/acts.py": "a seat whose player types or corrects these cards",
}
LIBRARIES_AND_SITE = ("clubsite", "games", "scoring", "movements", "solver")
VAGUE = (
    "ALONE ALWAYS CLOSED DONE ENOUGH FEWEST GONE HIGHEST HOW LATELY LEAST LIMIT LIMITS LONG LONGEST MANY MORE MOST "
    "NOTHING NOWHERE OFTEN OPEN OTHERS RECENT SHORT SHORTEST WHAT WHICH WHY WITH WORDS WRONG"
)


def imported(path: Path) -> set[str]:
    """Return the names of all modules that `path` imports, as they are written in that file."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def test_modules_of_tests_are_imported_by_their_full_names():
    """With `--import-mode=importlib` no test folder is on the path, and two modules may have the same base name."""
    by_base_name = {
        str(path.relative_to(TESTS)): tops
        for path in MODULES
        if (tops := {name.split(".")[0] for name in imported(path)} & BASE_NAMES)
    }
    assert not by_base_name


def test_no_module_imports_from_a_module_of_tests():
    """Shared helpers are in `tests/kit`, or in a module without tests in the same folder as the tests."""
    from_tests = {
        str(path.relative_to(TESTS)): names
        for path in MODULES
        if (names := {name for name in imported(path) if name.startswith("tests.") and ".test_" in name})
    }
    assert not from_tests


@cache
def project_modules() -> dict[str, ast.Module]:
    """Return the syntax trees of the project's modules, except migrations, by path."""
    root = TESTS.parent
    paths = [path for top in LIBRARIES_AND_SITE for path in sorted((root / top).rglob("*.py"))]
    return {
        str(path.relative_to(root)): ast.parse(path.read_text(encoding="utf-8"))
        for path in paths
        if "migrations" not in path.parts
    }


def test_no_two_classes_of_an_app_have_one_name():
    """In an app a name has one meaning. `Command` is exempt: Django finds management commands by that class name."""
    modules_of: dict[tuple[str, ...], list[str]] = {}
    for path, module in project_modules().items():
        parts = Path(path).parts
        app = parts[: 2 if parts[0] == "clubsite" else 1]
        for node in module.body:
            if isinstance(node, ast.ClassDef) and node.name != "Command":
                modules_of.setdefault((*app, node.name), []).append(path)
    assert not {name: paths for name, paths in modules_of.items() if len(paths) > 1}


def test_constants_have_a_subject():
    """The name of a constant says what it limits (`MAX_BOARDS_PER_ROUND`) or what it holds, unlike `MOST` or `WHY`."""
    vague = set(VAGUE.split())
    constants = {
        f"{path}: {name.id}"
        for path, module in project_modules().items()
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and name.id.strip("_") in vague
    }
    assert not constants


def test_variables_have_the_name_of_the_thing():
    """`found` or `said` names how a value came, and not what it is."""
    vague = {"told", "said", "asked", "found"}
    for path, tree in project_modules().items():
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        nodes = [node for function in functions for node in ast.walk(function)]
        names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
        assert not vague & (names | arguments), path


def test_the_audit_log_only_tells():
    """No module reads audit lines or searches them by content, except the two modules that show them to people."""
    readers = {
        path
        for path, module in project_modules().items()
        for node in ast.walk(module)
        if (isinstance(node, ast.Attribute) and node.attr == "detail")
        or (isinstance(node, ast.keyword) and (node.arg or "").startswith("detail__"))
        or (isinstance(node, ast.Constant) and str(node.value).startswith("detail__"))
    }
    assert readers == {*SHOW_AUDIT_LINES, *HAVE_OTHER_DETAIL, MAKES_THEIR_WORDS}


def reads_cards(node: ast.AST) -> bool:
    """True if the node reads the cards of a `Board`: its `hands`, its `setup()`, or `deal_of`."""
    if isinstance(node, ast.Attribute):
        return ast.unparse(node).endswith("board.hands")
    if isinstance(node, ast.Constant):
        return str(node.value).startswith("board.hands.")
    if isinstance(node, ast.ImportFrom):
        return node.module == "clubsite.nights.selectors.deals" and "deal_of" in {alias.name for alias in node.names}
    called = node.func if isinstance(node, ast.Call) and not node.args else None
    return isinstance(called, ast.Attribute) and called.attr == "setup" and ast.unparse(called) != "django.setup"


def test_the_cards_of_a_board_are_read_only_where_the_rule_was_asked_solo_31():
    """A new module that reads cards has to be added here, with its question to the rule (docs/hidden-cards.md)."""
    readers = {
        path
        for path, module in project_modules().items()
        if path.startswith("clubsite/") and any(reads_cards(node) for node in ast.walk(module))
    }
    assert readers == set(READ_CARDS)


def test_no_module_of_the_director_opens_a_transaction():
    """Changes that are made on a director's page are carried out by a service in another app."""
    site = TESTS.parent / "clubsite"
    pages = (site / "director").rglob("*.py")
    assert not [page for page in pages if any(name.startswith("django.db") for name in imported(page))]


def test_no_line_of_a_template_is_too_long() -> None:
    """Check that the lines of templates are short enough to be read and reviewed like lines of Python."""
    root = TESTS.parent / "templates"
    assert not [
        f"{path.relative_to(root)}:{number}"
        for path in sorted(root.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MAX_TEMPLATE_LINE
    ]


def test_labels_come_from_the_template_of_a_form_field() -> None:
    """Form fields are rendered by `as_field_group`. Other labels belong to a grid or to no form at all."""
    root = TESTS.parent / "templates"
    by_hand = {
        str(path.relative_to(root))
        for path in root.rglob("*.html")
        if re.search(r"<label[^>]* for=", path.read_text(encoding="utf-8"))
    }
    assert by_hand == set(LABELS_BY_HAND)


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
