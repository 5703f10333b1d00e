"""One play of Two Handed Solo Bridge as each viewer saw it; its changes are reviewed like code.

The play is `golden/solo-play.json`, what was seen `golden/solo-seen.txt`. After a wanted change, write it
anew from the project's folder and read the difference:

    PYTHONPATH=. python tests/games/test_solo_golden.py
"""

import difflib
import json
from pathlib import Path

from games.registry import rules_for
from games.variants.solo.transcript import transcript

GOLDEN = Path(__file__).parent / "golden"
SEEN = GOLDEN / "solo-seen.txt"


def seen_now() -> str:
    record = json.loads((GOLDEN / "solo-play.json").read_text(encoding="utf-8"))
    parts = []
    for viewer in "SND":
        lines = transcript(rules_for("solo"), record["setup"], record["options"], record["log"], viewer)
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def test_solo_every_viewer_sees_what_the_golden_transcript_shows() -> None:
    expected, found = SEEN.read_text(encoding="utf-8"), seen_now()
    difference = difflib.unified_diff(expected.splitlines(), found.splitlines(), "golden", "now", lineterm="")
    assert expected == found, "\n".join(difference)


def test_solo_the_golden_play_has_a_refused_claim_an_undo_and_a_double() -> None:
    log = json.loads((GOLDEN / "solo-play.json").read_text(encoding="utf-8"))["log"]
    actions = [event["a"] for event in log]
    assert {"refuse", "undo", "c:X"} <= set(actions)


if __name__ == "__main__":
    SEEN.write_text(seen_now(), encoding="utf-8")
