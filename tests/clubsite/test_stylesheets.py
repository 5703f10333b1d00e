"""Style sheets: each is linked from a page, each link leads to a sheet, and each is named after its app or subject."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
SHEETS = {path.stem for path in (ROOT / "static/css").glob("*.css")}
APPS = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}
# Style sheets that more than one app uses, and the parts of the table.
SHARED = {"numbers", "site", "tokens", "base", "forms", "print", "cards", "ranking", "replay"}
TABLE = {"table", "hands", "trick", "asking", "auction", "room", "sheets", "games"}


def _linked(page: Path) -> list[str]:
    return re.findall(r"css/([\w-]+)\.css", page.read_text())


def _imported(name: str) -> list[str]:
    return re.findall(r'@import "([\w-]+)\.css"', (ROOT / f"static/css/{name}.css").read_text())


# A mail has no style sheet, and the snippet is text for somebody else's page.
OWN_STYLES = {"results/mail/results.html", "sharing/_snippet.html"}
INLINE = re.compile(r"""(?<![.\w])style=["']|<style|setAttribute\(["']style""")


def test_nothing_has_a_style_of_its_own_which_the_policy_would_refuse():
    """Scripts set `element.style`, which the policy allows. `{% post_button style=... %}` names a class."""
    pages = {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}
    pages |= {str(path): path.read_text() for path in (ROOT / "static/js").rglob("*.js") if "vendor" not in path.parts}
    pages |= {str(path): path.read_text() for path in (ROOT / "static/img").rglob("*.svg")}
    tags = re.compile(r"\{%.*?%\}")
    found = {name for name, text in pages.items() if INLINE.search(tags.sub("", text))}
    assert found - OWN_STYLES == set()
    assert found & OWN_STYLES, "the check finds what it looks for"


def test_every_number_from_0_to_100_has_its_class():
    sheet = (ROOT / "static/css/numbers.css").read_text()
    assert re.findall(r"\.p(\d+) \{ --p: (\d+); \}", sheet) == [(str(n), str(n)) for n in range(101)]


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
