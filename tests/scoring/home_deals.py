"""Finished deals for tests of matches at home, written as briefly as a player would tell them."""

from collections.abc import Iterable
from typing import Any

from scoring.home import Finished, MatchStanding, standing

NAMES = {"S": "South", "N": "North"}
PASSED: dict[str, Any] = {
    "contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False,
}  # fmt: skip


def told(text: str, **more) -> Finished:
    """Return a deal from `4SX N 9` (contract, declarer, tricks) or `PASS`. `more` is added to the outcome, except that
    `setup` is used as the deal's setup.
    """
    setup = more.pop("setup", {})
    if text == "PASS":
        return Finished(setup, {}, {**PASSED, **more})
    contract, declarer, tricks = text.split()
    outcome = {
        "contract": contract, "declarer": declarer, "tricks": int(tricks), "lead": "C2", "claimed": False,
    }  # fmt: skip
    return Finished(setup, {}, {**outcome, **more})


def umbrage(text: str, by: str = "", honours: dict[str, int] | None = None) -> Finished:
    return told(text, umbrage={p: p in by for p in "SN"}, honours={"S": 0, "N": 0, **(honours or {})})


def whist(south: int, trumps: str = "S", honours: dict[str, int] | None = None) -> Finished:
    outcome = {
        "trumps": trumps, "dealer": "S", "tricks": {"S": south, "N": 13 - south}, "claimed": False, "lead": "D5",
        "honours": {"S": 0, "N": 0, **(honours or {})},
    }  # fmt: skip
    return Finished({}, {}, outcome)


def now(
    game: str, deals: Iterable[Finished], /, first: str = "S", ended: bool = False, **options: str
) -> MatchStanding:
    return standing(game, options, first, list(deals), ended)


def umbrage_now(*texts: str, ended: bool = False, **options: str) -> MatchStanding:
    return now("umbrage", [umbrage(text) for text in texts], ended=ended, **options)


def rows(entries: list[dict[str, Any]]) -> list[tuple[int | None, int | None]]:
    return [(entry["S"], entry["N"]) for entry in entries]


def below(at: MatchStanding) -> list[tuple[list[tuple[int | None, int | None]], str | None]]:
    return [(rows(game["rows"]), game["winner"]) for game in at.sheet["games"]]
