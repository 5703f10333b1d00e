"""Style sheets: each one is linked from a page, each link leads to one, and each is named after its app or subject."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
SHEETS = {path.stem for path in (ROOT / "static/css").glob("*.css")}
APPS = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}
# Style sheets that more than one app uses, and the parts of the table.
SHARED = {"site", "tokens", "base", "forms", "print", "cards", "ranking", "replay"}
TABLE = {"table", "hands", "trick", "asking", "auction", "room", "sheets", "games"}


def _linked(page: Path) -> list[str]:
    return re.findall(r"css/([\w-]+)\.css", page.read_text())


def _imported(name: str) -> list[str]:
    return re.findall(r'@import "([\w-]+)\.css"', (ROOT / f"static/css/{name}.css").read_text())


def test_every_sheet_is_linked_or_imported_and_every_link_leads_to_a_sheet():
    linked = {name for page in TEMPLATES.rglob("*.html") for name in _linked(page)}
    assert linked | {part for name in linked for part in _imported(name)} == SHEETS


def test_a_sheet_is_named_after_its_app_or_after_what_it_dresses():
    of_apps = {name for name in SHEETS if name.split("-")[0] in APPS}
    assert SHEETS - of_apps == SHARED | TABLE


def test_the_table_of_the_harness_is_dressed_as_the_one_at_the_club():
    at_the_club = _imported("play")
    for harness in (ROOT / "tests/browser").glob("table_harness*.html"):
        own = [name for name in _linked(harness) if name not in _imported("site")]
        assert own == [name for name in at_the_club if name in own]
        assert set(own) >= TABLE
