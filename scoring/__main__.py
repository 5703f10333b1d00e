"""`python -m scoring traveller FILE.csv`: an evening's travellers in, match points or IMPs and ranking out.

`python -m scoring teams FILE.csv`: matches of teams of two in, swings, victory points and the table out.

`python -m scoring home FILE.json`: the finished deals of a match at home in, its standing and sheet out.
"""

import argparse
import json
import os
import sys
from collections.abc import Hashable, Sequence
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.errors import BadSetup
from scoring.errors import FileError, ScoreError
from scoring.evening import Result, Scored, has_two_winners, score_boards, with_session_awards
from scoring.figures import number, read_figure
from scoring.home import Finished, standing
from scoring.lines import Line, is_plain, score_text
from scoring.ranking import Placed
from scoring.session import session_rankings
from scoring.settings import CHOICES, MOST_TRIMMED, ORDINARY, ScoringSettings
from scoring.team_file import team_evening
from scoring.teams import BYE
from scoring.traveller import TravellerError, read_traveller
from scoring.victory_points import SCALES, TOTAL

POINT_DECIMALS, TOTAL_DECIMALS = 4, 2
FEWER_RESULTS = (
    ("--neuberg", "neuberg", "fewer results than the field: Neuberg's formula (usual)"),
    ("--no-neuberg", "own_top", "... each board out of its own top"),
    ("--factoring", "factoring", "... in proportion to the full top"),
)


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


def traveller(text: str, settings: ScoringSettings = ORDINARY) -> dict[str, Any]:
    """Lines and ranking of a traveller file's text. With two winners N/S are listed before E/W. Lines show average plus
    and minus as awarded, the ranking what they came to.

    Without `settings.winners`: two if nobody sat in both directions, else one. Raises TravellerError.
    """
    results = read_traveller(text)
    _check_sections(results, settings)
    scored = score_boards(results, settings)
    winners = settings.winners or (2 if has_two_winners(results) else 1)
    rankings = session_rankings(with_session_awards(scored), winners, settings)
    return {
        "lines": [_line(row, settings) for row in scored],
        "ranking": [_place(placed, settings, r.section) for r in rankings for placed in r.rows],
    }


def _check_sections(results: Sequence[Result], settings: ScoringSettings) -> None:
    """Sections ranked together need contestants with names of their own. Raises TravellerError."""
    sections: dict[Hashable, Hashable] = {}
    for result in results if settings.sections == "together" else ():
        for entry in (result.ns, result.ew):
            if entry is not None and sections.setdefault(entry, result.section) != result.section:
                raise TravellerError(
                    [
                        f"line {result.line.key}: {entry} is in two sections. Give everybody a number of their own, "
                        "such as A1 and B1, or rank the sections apart."
                    ]
                )


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


def _line(row: Scored, settings: ScoringSettings) -> dict[str, Any]:
    result, unit = row.result, "imps" if settings.imps else "mp"
    return {
        "board": result.board,
        "ns": result.ns,
        "ew": result.ew,
        "ns_score": _score(result.line),
        f"ns_{unit}": _points(row.points.ns, settings),
        f"ew_{unit}": _points(row.points.ew, settings),
    }


def _score(line: Line) -> int | str | None:
    """Points as a number, anything else as clubs write it; null for what was not played."""
    return line.ns_score if is_plain(line) and line.ns_score is not None else score_text(line) or None


def _points(points: Fraction | None, settings: ScoringSettings) -> int | float | None:
    if points is None:
        return None
    halved = settings.points == "one_half" and not settings.imps
    return number(points / 2 if halved else points, POINT_DECIMALS)


def _place(placed: Placed, settings: ScoringSettings, section: Hashable | None) -> dict[str, Any]:
    """`percentage`, or of IMPs their total `imps`; null for one who played nothing; `section` if there are several."""
    total = placed.won if settings.sit_outs == "raw" else placed.factored
    unit, figure = ("imps", total) if settings.imps else ("percentage", placed.percentage)
    shown = number(figure, TOTAL_DECIMALS) if placed.possible else None
    row = {"entry": placed.entry, unit: shown, "place": placed.place or None}
    return row if section is None else {**row, "section": section}


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
        prog="python -m scoring", description="Match points and IMPs of duplicate; sheets of matches at home."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    sheet = commands.add_parser("traveller", help="score a CSV of results, print JSON")
    sheet.add_argument(
        "file", metavar="FILE.csv", help="columns board,ns,ew,contract,declarer,tricks,ns_score"
    )
    _add_settings(sheet)
    sheet.set_defaults(report=lambda given: traveller(_text(given.file), _settings(given)))
    teams = commands.add_parser("teams", help="score a CSV of matches of teams of two, print JSON")
    teams.add_argument("file", metavar="FILE.csv", help="columns round,board,ns,ew,...: ns and ew are teams")
    teams.add_argument(
        "--scale", choices=list(SCALES), type=_underscores, default="wbf", help="victory points (wbf)"
    )
    teams.add_argument("--board-a-match", action="store_true", help="2, 1 or 0 a board in place of IMPs")
    teams.add_argument(
        "--bye", type=_points_of, default=BYE, metavar="VPS", help=f"what a bye is worth ({BYE})"
    )
    teams.set_defaults(report=_teams)
    match = commands.add_parser("home", help="score a JSON file of a match at home, print JSON")
    match.add_argument("file", metavar="FILE.json", help="game, options, first, deals; see docs/scoring.md")
    match.set_defaults(report=lambda given: home(_text(given.file)))
    return parser


def _teams(given: argparse.Namespace) -> dict[str, Any]:
    try:
        method = "board_a_match" if given.board_a_match else "imps"
        return team_evening(_text(given.file), scale=given.scale, method=method, bye=given.bye)
    except ScoreError as error:
        raise FileError([str(error)]) from error


def _points_of(text: str) -> Fraction:
    """A number of victory points on the command line; argparse tells when it is none."""
    points = read_figure(text)
    if not 0 <= points <= TOTAL:
        raise ValueError
    return points


def _add_settings(sheet: argparse.ArgumentParser) -> None:
    def choice(name: str, words: str) -> None:
        choices = [key for key in CHOICES[name] if key]
        option = f"--{name.replace('_', '-')}"
        sheet.add_argument(option, choices=choices, type=_underscores, default=choices[0], help=words)

    choice("method", "match points (usual), cross-IMPs or Butler IMPs")
    sheet.add_argument(
        "--winners", type=int, choices=(1, 2), help="default: 2 if nobody sat in both directions"
    )
    fewer = sheet.add_mutually_exclusive_group()
    fewer.set_defaults(fewer_results="neuberg")
    for option, value, words in FEWER_RESULTS:
        fewer.add_argument(option, dest="fewer_results", action="store_const", const=value, help=words)
    sheet.add_argument(
        "--tiny-groups", action="store_true", help="65/60/55 percent and so on for very few results"
    )
    choice(
        "rounding", "of a board's scores: exact (usual), tenth (0.05 away from average), or tenth_to_average"
    )
    choice("points", "show match points as two_one (usual) or one_half")
    choice("sections", "with a column section: apart (usual) or together")
    choice("field", "boards compared in the whole session (usual) or in the section")
    choice("imp_divisor", "of cross-IMPs: mean (usual), sum, or results")
    choice("sit_outs", "IMP totals factored to a full session (usual) or raw")
    sheet.add_argument(
        "--butler-trim",
        type=int,
        choices=range(MOST_TRIMMED + 1),
        default=1,
        help="scores dropped at each end before Butler's average is taken (1)",
    )


def _settings(given: argparse.Namespace) -> ScoringSettings:
    names = {field.name for field in fields(ScoringSettings)}
    return ScoringSettings(**{name: value for name, value in vars(given).items() if name in names})


def _underscores(text: str) -> str:
    return text.replace("-", "_")


if __name__ == "__main__":
    sys.exit(main())
