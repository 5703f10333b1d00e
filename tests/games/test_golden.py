"""Plays of every game, as each viewer saw them. Changes to these files are reviewed like code.

A play is in `golden/<name>.json`, and its views are in `golden/<name>.txt`; `test_games_commands` compares them.
After an intended change, rewrite the files from the project root and review the difference:

    PYTHONPATH=. python tests/games/test_golden.py
"""

import json
from pathlib import Path
from typing import Any

from games.players import DIRECTOR
from games.registry import names, rules_for
from games.transcript import transcript

GOLDEN = Path(__file__).parent / "golden"
PLAYS = sorted(path.stem for path in GOLDEN.glob("*.json"))


def record_of(play: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((GOLDEN / f"{play}.json").read_text(encoding="utf-8"))
    return record


def seen_now(play: str) -> str:
    record = record_of(play)
    rules = rules_for(record["game"])
    parts = []
    for viewer in (*rules.players, DIRECTOR):
        lines = transcript(rules, record["setup"], record["options"], record["log"], viewer)
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def test_golden_plays_are_there_for_every_game():
    assert {record_of(play)["game"] for play in PLAYS} == set(names())


if __name__ == "__main__":
    for name in PLAYS:
        (GOLDEN / f"{name}.txt").write_text(seen_now(name), encoding="utf-8")
