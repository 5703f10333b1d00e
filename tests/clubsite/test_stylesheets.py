"""Style sheets: each is linked, each link leads to one, and each is named after its app or after what it dresses."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
SHEETS = {path.stem for path in (ROOT / "static/css").glob("*.css")}
APPS = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}
# What more than one app's pages are dressed by, and the parts of the table.
SHARED = {"tokens", "base", "forms", "print", "cards", "ranking", "replay"}
TABLE = {"table", "auction", "games", "sideways"}


def _linked(page: Path) -> list[str]:
    return re.findall(r"css/([\w-]+)\.css", page.read_text())


def test_every_sheet_is_linked_and_every_link_leads_to_a_sheet() -> None:
    assert {name for page in TEMPLATES.rglob("*.html") for name in _linked(page)} == SHEETS


def test_a_sheet_is_named_after_its_app_or_after_what_it_dresses() -> None:
    of_apps = {name for name in SHEETS if name.split("-")[0] in APPS}
    assert SHEETS - of_apps == SHARED | TABLE


def test_the_table_of_the_harness_is_dressed_as_the_one_at_the_club() -> None:
    at_the_club = _linked(TEMPLATES / "play/_table_css.html")
    for harness in (ROOT / "tests/browser").glob("table_harness*.html"):
        own = [name for name in _linked(harness) if name not in ("tokens", "base", "forms")]
        assert own == [name for name in at_the_club if name in own]
        assert set(own) >= TABLE
