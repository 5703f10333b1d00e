"""`python -m scoring`: score an evening's travellers, teams of two, or a match at home.

The program reads a file and writes the figures and places as JSON.
"""

import argparse
import json
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from games.command_line import (
    ENDING,
    EXIT_DONE,
    FILE_HELP,
    NotJson,
    Parser,
    add_command,
    parsed_json,
    read_text,
    run,
)
from games.errors import BadSetup
from scoring.errors import FileError, ScoreError
from scoring.evening import Result, Scored, has_two_winners, score_boards, with_session_awards
from scoring.figures import number, read_figure
from scoring.home import Finished, standing
from scoring.lines import Line, is_plain, score_text
from scoring.ranking import PlacedStanding
from scoring.session import session_rankings
from scoring.settings import CHOICES, MOST_TRIMMED, ORDINARY, ScoringSettings
from scoring.team_file import team_evening
from scoring.teams import BYE_VICTORY_POINTS
from scoring.traveller import TravellerError, read_traveller
from scoring.victory_points import SCALES, TOTAL_VPS

TRAVELLER = """\
FILE.csv has a line with the names of its columns and a row for each result: board,ns,ew, who sat N/S and who E/W,
and contract,declarer,tricks,ns_score. Other columns are ignored, and so is the order of rows.

ns_score is the points of N/S (620, -100), percentages awarded (A5050, A6040), NP for not played, SIT for a
sit-out, LATE for still to be played, or empty: then it is computed from contract (4S, 3NTX, PASS), declarer
and tricks (0 to 13)."""
EXAMPLES = f"""\
examples:
  python -m scoring traveller evening.csv --method butler --winners 1
  python -m scoring teams swiss.csv --scale wbf-whole
  python -m scoring home match.json

{ENDING} `COMMAND --help` says more."""
POINT_DECIMALS, TOTAL_DECIMALS = 4, 2
FEWER_RESULTS = (
    ("--neuberg", "neuberg", "fewer results than the field: Neuberg's formula (usual)"),
    ("--no-neuberg", "own_top", "... each board out of its own top"),
    ("--factoring", "factoring", "... in proportion to the full top"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Return 0, or 2 after writing a message about each faulty line to stderr."""
    return run(_parser(), argv, (FileError, NotJson))


def traveller(text: str, settings: ScoringSettings = ORDINARY) -> dict[str, Any]:
    """Return a traveller file's lines and ranking. With two winners, N/S are listed before E/W.

    In the lines, average plus and average minus are as awarded; in the ranking, they are as adjusted by Law 12C2. If
    `settings.winners` is None, there are two winners if nobody sat in both directions, or else one winner. Raise
    TravellerError for a faulty file.
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
    """Raise TravellerError if sections that are ranked together have contestants with the same names."""
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
    """Return the standing of a match at home from the text of a file that contains its deals (docs/scoring.md).

    Raise NotJson if the text is not JSON, or FileError if it does not describe a match at home.
    """
    match = parsed_json(text)
    try:
        deals = [_deal(deal["setup"], deal["options"], deal["outcome"]) for deal in match["deals"]]
        ended = match.get("ended", False) is True
        return standing(match["game"], match["options"], match["first"], deals, ended).to_json()
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
    """Return points as a number, any other score as clubs write it, or None for an unplayed board."""
    return line.ns_score if is_plain(line) and line.ns_score is not None else score_text(line) or None


def _points(points: Fraction | None, settings: ScoringSettings) -> int | float | None:
    if points is None:
        return None
    halved = settings.points == "one_half" and not settings.imps
    return number(points / 2 if halved else points, POINT_DECIMALS)


def _place(placed: PlacedStanding, settings: ScoringSettings, section: Hashable | None) -> dict[str, Any]:
    """Return the JSON row for one place.

    The row has `percentage` or, for IMPs, the total `imps`; this value is None if nothing was played. If there are
    several sections, the row also has `section`.
    """
    total = placed.won if settings.sit_outs == "raw" else placed.factored
    unit, figure = ("imps", total) if settings.imps else ("percentage", placed.percentage)
    shown = number(figure, TOTAL_DECIMALS) if placed.possible else None
    row = {"entry": placed.entry, unit: shown, "place": placed.place or None}
    return row if section is None else {**row, "section": section}


def _parser() -> argparse.ArgumentParser:
    about = "Match points and IMPs of an evening, matches of teams of two, and the sheet of a match at home, as JSON."
    parser = Parser(prog="python -m scoring", description=about, epilog=EXAMPLES)
    commands = parser.add_subparsers(required=True)
    sheet = add_command(commands, "traveller", "score the travellers of an evening", _printed(_evening), TRAVELLER)
    sheet.usage = f"{sheet.prog} [options] [FILE.csv]"
    sheet.add_argument("file", nargs="?", metavar="FILE.csv", help=f"the travellers {FILE_HELP}")
    _add_settings(sheet)
    teams = add_command(commands, "teams", "score the matches of teams of two", _printed(_teams))
    columns = "columns round,board,ns,ew,...: ns and ew are teams"
    teams.add_argument("file", nargs="?", metavar="FILE.csv", help=f"{columns} {FILE_HELP}")
    teams.add_argument(
        "--scale",
        choices=list(SCALES),
        type=_one_of(list(SCALES)),
        default="wbf",
        help="victory points (wbf)",
    )
    teams.add_argument("--board-a-match", action="store_true", help="2, 1 or 0 a board in place of IMPs")
    teams.add_argument(
        "--bye",
        type=_points_of,
        default=BYE_VICTORY_POINTS,
        metavar="VPS",
        help=f"what a bye is worth ({BYE_VICTORY_POINTS})",
    )
    match = add_command(commands, "home", "print the sheet of a match at home", _printed(_match))
    match.add_argument(
        "file",
        nargs="?",
        metavar="FILE.json",
        help=f"game, options, first, deals, as in docs/scoring.md {FILE_HELP}",
    )
    return parser


def _printed(report: Callable[[argparse.Namespace], dict[str, Any]]) -> Callable[[argparse.Namespace], int]:
    def work(given: argparse.Namespace) -> int:
        print(json.dumps(report(given), ensure_ascii=False))
        return EXIT_DONE

    return work


def _evening(given: argparse.Namespace) -> dict[str, Any]:
    return traveller(read_text(given.file), _settings(given))


def _match(given: argparse.Namespace) -> dict[str, Any]:
    return home(read_text(given.file))


def _teams(given: argparse.Namespace) -> dict[str, Any]:
    try:
        method = "board_a_match" if given.board_a_match else "imps"
        return team_evening(read_text(given.file), scale=given.scale, method=method, bye=given.bye)
    except ScoreError as error:
        raise FileError([str(error)]) from error


def _points_of(text: str) -> Fraction:
    """Parse a number of victory points from the command line."""
    try:
        points = read_figure(text)
    except ValueError:
        points = None
    if points is None or not 0 <= points <= TOTAL_VPS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of victory points from 0 to {TOTAL_VPS}")
    return points


def _add_settings(sheet: argparse.ArgumentParser) -> None:
    def choice(name: str, words: str) -> None:
        choices = [key for key in CHOICES[name] if key]
        option = f"--{name.replace('_', '-')}"
        sheet.add_argument(option, choices=choices, type=_one_of(choices), default=choices[0], help=words)

    choice("method", "match points (usual), cross-IMPs or Butler IMPs")
    sheet.add_argument("--winners", type=int, choices=(1, 2), help="default: 2 if nobody sat in both directions")
    fewer = sheet.add_mutually_exclusive_group()
    fewer.set_defaults(fewer_results="neuberg")
    for option, value, words in FEWER_RESULTS:
        fewer.add_argument(option, dest="fewer_results", action="store_const", const=value, help=words)
    sheet.add_argument("--tiny-groups", action="store_true", help="65/60/55 percent and so on for very few results")
    choice("rounding", "of a board's scores: exact (usual), tenth (0.05 away from average), or tenth_to_average")
    choice("points", "show match points as two_one (usual) or one_half")
    choice("sections", "with a column section: apart (usual) or together")
    choice("field", "boards compared in the whole session (usual) or in the section")
    choice("imp_divisor", "of cross-IMPs: field (usual), mean, sum, or results")
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


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Accept any spelling of a choice, such as "cross-imps" or "Cross IMPs". Leave unknown choices to argparse."""

    def letters(text: str) -> str:
        return "".join(letter for letter in text.lower() if letter.isalnum())

    known = {letters(choice): choice for choice in choices}
    return lambda text: known.get(letters(text), text)


if __name__ == "__main__":
    sys.exit(main())
