"""Storing the figures for both players from a play's analysis."""

from dataclasses import asdict
from typing import Any

from clubsite.analysis.models import PlayAnalysis
from clubsite.nights.models import TableBoard
from clubsite.history.dummy_craft import craft_of
from clubsite.history.models import PlayFigures
from clubsite.history.play_costs import costs_of
from games.deals import Deal
from games.players import PLAYERS
from solver import Position
from solver.tables import leader_against


def figures_make(analysis: PlayAnalysis) -> None:
    """Store the figures for both players in a club's play, in the caller's transaction. Plays at home have none."""
    rows = TableBoard.objects.select_related("ns", "ew", "round__section__session")
    row = rows.filter(play=analysis.play_id).first()
    if row is None:
        return
    robots = {"S": row.ns.robot, "N": row.ew.robot}
    PlayFigures.objects.bulk_create(
        PlayFigures(
            play_id=analysis.play_id,
            player=player,
            club_id=row.round.section.session.club_id,
            robot=robots[player],
            **columns_of(analysis, player),
        )
        for player in PLAYERS
    )


def columns_of(analysis: PlayAnalysis, player: str) -> dict[str, Any]:
    """Return the values for the fields of one player's `PlayFigures` row."""
    outcome = analysis.play.outcome or {}
    declarer = outcome.get("declarer")
    calls, cards = costs_of(analysis.calls, player), costs_of(analysis.cards, player)
    found: dict[str, Any] = {
        "declaring": None if not declarer else declarer == player,
        "calls": calls.decisions,
        "calls_free": calls.free,
        "calls_points": calls.points,
        "cards": cards.decisions,
        "cards_free": cards.free,
        "cards_points": cards.points,
        "cards_tricks": cards.tricks,
    }
    if not declarer:
        return found
    hands = Deal.from_setup(analysis.play.setup).all_hands
    start = Position.of(hands, outcome["contract"][1], leader_against(declarer))
    return found | asdict(craft_of(start, analysis.cards, player))
