"""`python -m scoring traveller FILE.csv`: an evening's travellers in, match points and ranking out.

`python -m scoring home FILE.json`: the finished deals of a match at home in, its standing and sheet out.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.errors import BadSetup
from scoring.board import Status
from scoring.errors import FileError, ScoreError
from scoring.evening import Scored, has_two_winners, rank_evening, score_evening
from scoring.figures import number
from scoring.home import Finished, standing
from scoring.ranking import Placed
from scoring.settings import ScoringSettings
from scoring.traveller import read_traveller

MP_DECIMALS, PERCENT_DECIMALS = 4, 2


def main(argv: Sequence[str] | None = None) -> int:
    """0, or 2 with a sentence for each bad line on stderr."""
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # A reader such as `head` has seen enough. What is still in the buffer must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _run(argv: Sequence[str] | None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        report = arguments.report(arguments)
    except FileError as error:
        for sentence in error.sentences:
            print(f"{arguments.file}: {sentence}", file=sys.stderr)
        return 2
    print(json.dumps(report, ensure_ascii=False))
    return 0


def traveller(text: str, winners: int | None = None, tiny_groups: bool = False) -> dict[str, Any]:
    """Lines and ranking of a traveller file's text. With two winners N/S are listed before E/W.

    `winners` None: two if nobody sat in both directions, else one. Raises TravellerError.
    """
    results = read_traveller(text)
    scored = score_evening(results, ScoringSettings(tiny_groups=tiny_groups))
    rankings = rank_evening(scored, winners or (2 if has_two_winners(results) else 1))
    return {
        "lines": [_line(row) for row in scored],
        "ranking": [_place(placed) for ranking in rankings for placed in ranking],
    }


def home(text: str) -> dict[str, Any]:
    """The standing of a match at home, its deals being in a file's text (docs/scoring.md). Raises FileError."""
    try:
        match = json.loads(text)
        deals = [_deal(deal["setup"], deal["options"], deal["outcome"]) for deal in match["deals"]]
        ended = match.get("ended", False) is True
        return standing(match["game"], match["options"], match["first"], deals, ended).to_json()
    except json.JSONDecodeError as error:
        raise FileError([f"line {error.lineno}: this is no JSON: {error.msg}."]) from error
    except KeyError as error:
        raise FileError([f"{error} is missing."]) from error
    except (ScoreError, BadSetup) as error:
        raise FileError([str(error)]) from error
    except (TypeError, AttributeError, ValueError):
        raise FileError(["this is no match: it needs game, options, first and deals."]) from None


def _deal(*parts: Any) -> Finished:
    if not all(isinstance(part, dict) for part in parts):
        raise TypeError
    return Finished(*parts)


def _line(row: Scored) -> dict[str, Any]:
    result = row.result
    return {
        "board": result.board,
        "ns": result.ns,
        "ew": result.ew,
        "ns_score": _score(row),
        "ns_mp": _points(row.points.ns),
        "ew_mp": _points(row.points.ew),
    }


def _score(row: Scored) -> int | str | None:
    line = row.result.line
    if line.status is Status.SIT_OUT:
        return "SIT"
    if line.status is Status.LATE:
        return "LATE"
    if line.ns_pct is None or line.ew_pct is None:
        return line.ns_score
    if line.ns_pct.denominator == line.ew_pct.denominator == 1 and max(line.ns_pct, line.ew_pct) < 100:
        return f"A{int(line.ns_pct):02}{int(line.ew_pct):02}"
    return f"A{number(line.ns_pct, PERCENT_DECIMALS)}/{number(line.ew_pct, PERCENT_DECIMALS)}"


def _points(points: Fraction | None) -> int | float | None:
    return None if points is None else number(points, MP_DECIMALS)


def _place(placed: Placed) -> dict[str, Any]:
    percentage = number(placed.percentage, PERCENT_DECIMALS) if placed.possible else None
    return {"entry": placed.entry, "percentage": percentage, "place": placed.place or None}


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError([f"it cannot be read: {error.strerror}."]) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise FileError([f"line {line}: this is no UTF-8 text."]) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring", description="Match points of duplicate; sheets of matches at home."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    sheet = commands.add_parser("traveller", help="score a CSV of results, print JSON")
    sheet.add_argument(
        "file", metavar="FILE.csv", help="columns board,ns,ew,contract,declarer,tricks,ns_score"
    )
    sheet.add_argument(
        "--winners", type=int, choices=(1, 2), help="default: 2 if nobody sat in both directions"
    )
    sheet.add_argument(
        "--tiny-groups", action="store_true", help="65/60/55 percent and so on for very few results"
    )
    sheet.set_defaults(report=lambda given: traveller(_text(given.file), given.winners, given.tiny_groups))
    match = commands.add_parser("home", help="score a JSON file of a match at home, print JSON")
    match.add_argument("file", metavar="FILE.json", help="game, options, first, deals; see docs/scoring.md")
    match.set_defaults(report=lambda given: home(_text(given.file)))
    return parser


if __name__ == "__main__":
    sys.exit(main())
