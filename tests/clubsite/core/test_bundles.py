"""Scripts and style sheets as served: few files, each with a hash in its name, rebuilt after a change."""

import json
import re
from pathlib import Path

import pytest

from clubsite.core.bundles import NotBundled, imported, script_bundle, sheet_bundle
from clubsite.staticfiles import collect_if_changed

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "static"


def read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _of_pages(kind: str) -> set[str]:
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    return {name for page in pages for name in re.findall(rf"'({kind}/[^']+\.{kind})'", page)}


@pytest.mark.parametrize("name", sorted(_of_pages("js")))
def test_every_script_of_a_page_is_put_together_and_asks_for_no_other(name):
    """This also shows that there are no circular imports among the scripts, and that only known forms of import are
    used.
    """
    assert not re.search(r"^(import|export)\b", script_bundle(name, read), re.M)


def test_no_page_asks_for_a_script_that_is_part_of_another():
    scripts = [path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js")]
    parts = {part for name in scripts for part in imported(name, read(name))}
    assert _of_pages("js") & parts == set()


@pytest.mark.parametrize(
    "line",
    [
        *('import "./b.js";', 'import b from "./b.js";', 'import * as b from "./b.js";', 'import { b } from "./b.js"'),
        *('const b = await import("./b.js");', "export default 1;", "export let b = 1;"),
        "const here = import.meta.url;",
    ],
)
def test_a_form_of_import_or_export_that_is_not_known_is_refused_by_name(line):
    files = {"js/a.js": f'import {{ c }} from "./c.js";\n{line}\n', "js/b.js": "", "js/c.js": ""}
    with pytest.raises(NotBundled, match=r"js/a\.js"):
        script_bundle("js/a.js", files.__getitem__)


def test_scripts_that_import_one_another_are_refused():
    files = {"js/a.js": 'import { b } from "./b.js";\n', "js/b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(NotBundled, match="itself"):
        script_bundle("js/a.js", files.__getitem__)


def test_a_script_that_imports_nothing_keeps_its_global_names():
    files = {"js/a.js": "// What it is.\nvar htmx = 1;\n"}
    assert script_bundle("js/a.js", files.__getitem__) == "var htmx = 1;\n"


def test_a_licence_stays_and_comments_go():
    bundle = script_bundle("js/play/seat.js", read)
    assert "@license" in bundle and "SPDX-License-Identifier" in bundle
    assert not re.search(r"^\s*//", bundle, re.M)


def test_a_sheet_has_those_that_it_imports_in_their_order():
    files = {
        "css/a.css": '/* All. */\n@import "b.css";\n@import "c.css";\n/* Why. */\na { color: red; }\n',
        "css/b.css": "b {\n  top: 0;\n}\n",
        "css/c.css": "c { top: 1px; }\n",
    }
    bundle = "b {\ntop: 0;\n}\nc { top: 1px; }\na { color: red; }\n"
    assert sheet_bundle("css/a.css", files.__getitem__) == bundle


@pytest.mark.parametrize("name", sorted(_of_pages("css")))
def test_every_sheet_of_a_page_imports_nothing_more(name):
    assert "@import" not in sheet_bundle(name, read)


@pytest.fixture
def small(tmp_path, settings):
    """A site with only three files, and the folder of its served files."""
    source = tmp_path / "source"
    for name, text in {
        "js/page.js": 'import { b } from "./part.js";\nb();\n',
        "js/part.js": "export function b() {}\n",
        "css/site.css": f"p {{ color: red; }}\n{'q { top: 0; }' * 200}\n",
    }.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "served"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "clubsite.staticfiles.BundledStorage"}}
    return tmp_path


def _served(small: Path) -> dict[str, str]:
    return dict(json.loads((small / "served/staticfiles.json").read_text())["paths"])


def test_what_is_served_has_the_parts_in_it_and_a_name_by_its_content(small):
    collect_if_changed()
    first = _served(small)
    assert set(first) == {"js/page.js", "css/site.css"}
    assert "function b()" in (small / "served" / first["js/page.js"]).read_text()
    assert (small / "served" / f"{first['css/site.css']}.gz").exists()

    (small / "source/js/part.js").write_text("export function b() { return 2; }\n")
    collect_if_changed()
    second = _served(small)
    assert second["css/site.css"] == first["css/site.css"]
    assert second["js/page.js"] != first["js/page.js"]
    assert "return 2" in (small / "served" / second["js/page.js"]).read_text()


def test_nothing_is_made_anew_while_no_source_has_changed(small):
    collect_if_changed()
    made = (small / "served/staticfiles.json").stat().st_mtime_ns
    collect_if_changed()
    assert (small / "served/staticfiles.json").stat().st_mtime_ns == made
