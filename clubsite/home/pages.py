"""The data for a match's pages, read all at once."""

from collections.abc import Iterable, Mapping
from typing import Any

from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.home.forms import ReportForm
from clubsite.home.models import Against, HomeMatch, HomeSeat, MatchState
from clubsite.home.questions import CLAIMS_CHECKED, GAMES, clock_words, options_in_words
from clubsite.home.selectors.challenges import challenge_of
from clubsite.home.selectors.club_boards import same_deals
from clubsite.home.selectors.lobby import other_person
from clubsite.home.selectors.matches import finished_play, finished_plays, personal_best
from clubsite.home.selectors.positions import BothResults, both_results
from clubsite.play.models import Play
from clubsite.play.robot_names import STRENGTHS
from clubsite.play.room_states import log_of
from games.players import DIRECTOR
from games.registry import rules_for
from games.replay import states
from games.wording import plain, seat_name


def match_page(match: HomeMatch, seat: HomeSeat) -> dict[str, Any]:
    """Return the score sheet and everything shown around it, as one of the match's players sees it.

    `columns` has the players' names, the reader's own first.
    """
    game = GAMES[match.game]
    seats = sorted(match.seats.all(), key=lambda each: each.player)
    names = {each.player: each.name for each in seats}
    if game.alone:
        names["N"] = "The stock"
    order = [seat.player, *(player for player in ("S", "N") if player != seat.player)]
    columns = [names.get(player, "Your friend") for player in order]
    sheet, called = match.standing["sheet"], rules_for(match.game).names

    def in_columns(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        return [_in_columns(row, order, called) for row in rows]

    return {
        "match": match,
        "seat": seat,
        "game": game,
        "headline": _headline(match, seat),
        "seating": "" if game.alone else " ".join(_sits(each, seat) for each in seats),
        "columns": columns,
        "sheet": sheet,
        "lines": [
            row | {"cells": list(zip(columns, row["points"], strict=True))} for row in in_columns(sheet["lines"])
        ],
        "above": in_columns(reversed(sheet.get("above", []))),
        "games": [
            {**each, "rows": in_columns(each["rows"]), "sums": [each["totals"][player] for player in order]}
            for each in sheet.get("games", [])
        ],
        "totals": [(name, sheet["totals"][player]) for name, player in zip(columns, order, strict=True)],
        "terms": match_terms(match),
        "over": match.state == MatchState.OVER,
        "waiting": match.state == MatchState.WAITING,
        "best": personal_best(seat.device, seat.user) if game.alone else None,
        "both": _both(match),
        "same": same_deals(match),
        "challenge": challenge_of(match) if match.against == Against.ROBOT else None,
        "other": other_person(seat),
        "report": ReportForm(),
    }


def _both(match: HomeMatch) -> BothResults | None:
    """Return the first result beside the one from here, or None without a position or before the deal is over."""
    deals = finished_plays(match) if match.position is not None else []
    return both_results(match, deals[0].outcome or {}) if deals else None


def match_terms(match: HomeMatch) -> list[str]:
    of_match = {} if match.is_practice else match.match_options  # practice is one deal
    terms = options_in_words(match.game, {**match.options, **of_match})
    robot = f"A robot, {STRENGTHS[match.strength]}, plays the same deals after you." if match.robot_plays_too else ""
    others = [CLAIMS_CHECKED if match.claims_checked else "", clock_words(match.clock), robot]
    return [*terms, *filter(None, others)]


def _headline(match: HomeMatch, seat: HomeSeat) -> str:
    """Return the reader's result, or the current standing if the match is still going on."""
    standing = match.standing
    if match.state != MatchState.OVER or match.is_practice:
        return str(standing["summary"])
    if standing["winner"] is None:
        return "Nobody won"
    return "You won" if standing["winner"] == seat.player else "You lost"


def _sits(seat: HomeSeat, reader: HomeSeat) -> str:
    """Return `You sit South.`, `Ann sits North.` or `Robot, expert, sits North.`"""
    if seat == reader:
        return f"You sit {seat_name(seat.player)}."
    strength = "," if seat.robot and seat.match.strength else ""
    return f"{seat.name}{strength} sits {seat_name(seat.player)}."


def _in_columns(row: dict[str, Any], order: list[str], called: Mapping[str, str]) -> dict[str, Any]:
    """Return a row of the score sheet with its points in column order and the declarer's name in `by`."""
    by = called[row["declarer"]] if row.get("declarer") else ""
    return {**row, "text": plain(row["text"]), "points": [row.get(player) for player in order], "by": by}


def replay_verdicts(match: HomeMatch, seat: HomeSeat | None, number: int) -> tuple[Play | None, dict[str, Any] | None]:
    """Return a finished deal and, if it has been analysed, the cost of its calls and cards in words for the reader in
    this seat, or for a reader who did not play it.
    """
    play = finished_play(match, number)
    if play is None:
        return None, None
    names = {each.player: each.name for each in match.seats.all()}
    return play, verdicts(play, names, seat.player if seat is not None else None)


def replay_steps(match: HomeMatch, seat: HomeSeat, number: int, *, own: bool = True) -> dict[str, Any] | None:
    """Return every position of a finished deal with all cards visible, seen from this seat. Return None if the deal is
    not over. If the seat is not the reader's `own`, its player is called by name.
    """
    play = finished_play(match, number)
    if play is None:
        return None
    rules = rules_for(play.game)
    names = {each.player: each.name for each in match.seats.all()}
    steps = [
        {
            "actor": event["actor"] if event else None,
            "a": event["a"] if event else None,
            "view": rules.view(state, DIRECTOR),
        }
        for event, state in states(rules, play.setup, play.options, log_of(play))
    ]
    return {"seat": seat.player, "own": own, "names": names, "game": play.game, "steps": steps}
