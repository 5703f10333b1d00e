"""The logic in the pages' scripts, without a browser: `node --test` runs `tests/js` with Playwright's Node."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clubsite.core.bundles import script_bundle
from games.calls import CALLS
from games.cards import BLACK_JOKER, FULL_DECK, JOKER, RED_JOKER
from games.seats import SEATS
from games.wording import call_name, card_label, marked, plain, script, seat_name
from scoring.contracts import score
from scoring.plausible import FOUR_SIDES, TWO_SIDES

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = [path for path in (ROOT / "static/js").rglob("*.js") if path.parent.name != "vendor"]
DRAWING = [path for path in SCRIPTS if " render(" in path.read_text(encoding="utf-8")]
PAGES = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
TESTS = sorted((ROOT / "tests/js").glob("*.test.mjs"))


def by_node(node, code: str, given: Any = None) -> Any:
    """Run a module in Node, which reads `given` as JSON and writes JSON."""
    command = [node, "--input-type=module", "-e", code]
    text = json.dumps(given)
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


READ = 'const given = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));\n'


@pytest.mark.parametrize("tests", TESTS, ids=lambda path: path.name.removesuffix(".test.mjs"))
def test_the_logic_of_the_scripts(node, tests):
    done = subprocess.run([node, "--test", str(tests)], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("script", DRAWING, ids=lambda path: path.stem)
def test_what_a_script_draws_is_not_translated(script):
    """lit writes into the texts that it remembers. A translating browser throws them away."""
    ids = "|".join(re.findall(r'getElementById\("([\w-]+)"\)', script.read_text(encoding="utf-8")))
    pages = [page for page in PAGES if script.relative_to(ROOT / "static").as_posix() in page]
    named = rf'<(?!form|main id="main" class="live")[^<>]*\bid="(?:{ids})"[^<>]*'
    roots = [tag for page in pages for tag in re.findall(named, page)]
    assert roots and all('translate="no"' in tag for tag in roots), roots


def test_scripts_measure_no_time_by_the_clock_of_the_device():
    """Pings tell that clock to the server. Everything else is measured by `lib/elapsed.js`."""
    lines = [(path.name, line.strip()) for path in SCRIPTS for line in path.read_text(encoding="utf-8").splitlines()]
    uses = [(name, line) for name, line in lines if re.search(r"\bDate(\.now\b|\()|\bperformance\.now", line)]
    others = [(name, line) for name, line in uses if not line.startswith("ping: ") and name != "elapsed.js"]
    assert len(uses) == 3 and not others


def test_scripts_read_the_words_that_python_says():
    written = (ROOT / "static/js/lib/wording.js").read_text(encoding="utf-8")
    assert written == script(), "Write it anew: python -m games.wording > static/js/lib/wording.js"


def test_scripts_use_nothing_that_the_oldest_browser_lacks():
    """README names Safari 15.4. Lookbehind there breaks a whole script."""
    newer = r"\(\?<[=!]|AbortSignal\.(timeout|any)\(|requestSubmit|\.to(Sorted|Reversed|Spliced)\(|groupBy"
    assert [path.name for path in SCRIPTS if re.search(newer, path.read_text(encoding="utf-8"))] == []


SAID = f"""{READ}
await import("./tests/js/page.mjs");
const {{ callWords, cardWords, seatName }} = await import("./static/js/lib/cards.js");
const [calls, cards, seats] = given;
process.stdout.write(JSON.stringify([calls.map(callWords), cards.map(cardWords), seats.map(seatName)]));
"""


def test_scripts_name_calls_cards_and_seats_and_fill_in_markers_as_python_does(node):
    contracts = [f"{level}{strain}{x}" for level in range(1, 11) for strain in "CDHSN" for x in ("", "X", "XX")]
    calls = [*CALLS, *contracts, "M", "MIS"]
    cards = [card.text for card in (*FULL_DECK, JOKER, RED_JOKER, BLACK_JOKER)]
    assert by_node(node, SAID, [calls, cards, list(SEATS)]) == [
        [call_name(call) for call in calls],
        [card_label(card) for card in cards],
        [seat_name(seat) for seat in SEATS],
    ]
    texts = [
        "",
        "Passed out",
        f"{marked('S', '* leads', 'You lead')} by 40 points. {marked('N', '* has', 'You have')} a game",
        f"{marked('N')} asks to take back a card\ndo you agree?",
        "Checked: " + marked("S", "*'s", "your") + " claim of 3 was not proved.",
    ]
    assert by_node(node, TOLD, texts) == [plain(text) for text in texts]


TOLD = f"""{READ}
await import("./tests/js/page.mjs");
const {{ personal }} = await import("./static/js/table/words.js");
const everybody = {{ me: "", opp: {{ seat: "" }} }};
process.stdout.write(JSON.stringify(given.map((text) => personal(text, everybody))));
"""


COUNTED = f"""{READ}
const {{ resultOf }} = await import("./static/js/seats/terminal/score.js");
const [asked, pairs] = given;
process.stdout.write(JSON.stringify(asked.map(([answers, vul]) => resultOf(answers, vul, pairs).ns_score)));
"""


@pytest.mark.parametrize("pairs", [False, True])
def test_the_terminal_comes_to_the_same_points_without_a_line_as_python(node, pairs):
    sides = FOUR_SIDES if pairs else TWO_SIDES
    contracts = [
        ({"level": level, "strain": strain, "doubled": x or "no", "declarer": seat, "tricks": str(tricks)}, vul)
        for level in "1234567"
        for strain in "CDHSN"
        for x in ("", "X", "XX")
        for tricks in range(14)
        for seat, vul in (("S", "None"), ("S", "NS"), ("N", "EW"), ("W" if pairs else "N", "All"))
    ]
    assert by_node(node, COUNTED, [contracts, pairs]) == [
        score(typed["level"] + typed["strain"] + typed["doubled"].replace("no", ""), side, vul, int(typed["tricks"]))
        for typed, vul in contracts
        for side in [sides[typed["declarer"]]]
    ]


def test_a_bundle_does_what_its_scripts_do(node):
    """Each script runs once, before the scripts that import it. A name used by two scripts causes no collision."""
    files = {
        "js/a.js": 'import { b, twice as double } from "./b.js";\nimport { c } from "./lib/c.js";\n\n'
        "const own = 1;\n// A line of comment.\n"
        "said.push(await_(b, c), double(own), `// ${c} // not a comment`);\n",
        "js/b.js": 'import { c } from "./lib/c.js";\n\nconst own = 2;\nexport const b = own + c;\n'
        "/** Twice\n * as much. */\nexport function twice(n) {\n  return 2 * n;\n}\n"
        "export async function later() {}\n",
        "js/lib/c.js": "const long = 40;globalThis.ran=(globalThis.ran||0)+1;export{long as c,long as d};\n",
    }
    start = "globalThis.said = []; globalThis.await_ = (...all) => all.join();\n"
    end = "process.stdout.write(JSON.stringify([said, ran]));"
    output = by_node(node, start + script_bundle("js/a.js", files.__getitem__) + end)
    assert output == [["42,40", 2, "// 40 // not a comment"], 1]
