"""Receivers of signals: a heat's night starts, takes other boards, seats people or is scored; a person is forgotten."""

from typing import Any

from django.dispatch import receiver

from clubsite.clubs.models import Person
from clubsite.clubs.signals import account_joined
from clubsite.duplicate.models import BoardSet, Session
from clubsite.duplicate.signals import boards_made, players_changed, session_starting, start_asked
from clubsite.events.selectors.events import front_page_events_of
from clubsite.events.selectors.heats import heat_of
from clubsite.events.selectors.places import here_and_over_all, wider_ranking
from clubsite.events.services import heat_put, heat_sessions
from clubsite.events.services.at_hub_keys import heat_key_fetch
from clubsite.events.services.at_hub_sweep import hub_heats_hurry
from clubsite.events.services.scoring import heat_scored
from clubsite.leaderboard.wider import wider_ranking_register
from clubsite.privacy.signals import person_forgotten
from clubsite.rankings.signals import ranking_changed
from clubsite.results.front_page import events_from
from clubsite.results.over_all import cards_over_all_from

events_from(front_page_events_of)
wider_ranking_register(wider_ranking)
cards_over_all_from(here_and_over_all)


@receiver(session_starting, dispatch_uid="events.session_starting")
def give_the_cards(session: Session, **_: Any) -> None:
    """Give a heat's session its cards, within the transaction that starts it."""
    heat_sessions.heat_start(session=session)


@receiver(boards_made, dispatch_uid="events.boards_made")
def let_the_heat_go(board_set: BoardSet, **_: Any) -> None:
    """Take a session that gets other boards out of the event."""
    heat_sessions.heat_boards_check(session=board_set.session)


@receiver(players_changed, dispatch_uid="events.players_changed")
def check_the_newcomers(session: Session, **_: Any) -> None:
    """Refuse a change that seats somebody who may not play in the heat."""
    heat_put.newcomers_check(session=session)


@receiver(account_joined, dispatch_uid="events.account_joined")
def know_the_player(person: Person, **_: Any) -> None:
    """Recognise a player who has an account from now on."""
    heat_put.person_accounts_follow(person=person)


@receiver(ranking_changed, dispatch_uid="events.ranking_changed")
def score_the_event(session_id: str, **_: Any) -> None:
    """Score the event of a heat whose session has new figures, after these were committed."""
    heat_scored(session_id)


@receiver(start_asked, dispatch_uid="events.start_asked")
def fetch_the_key(session: Session, **_: Any) -> None:
    """Ask the hub of another server's event for the key of the boards, before the transaction that starts a heat."""
    if heat := heat_of(session):
        heat_key_fetch(heat=heat)


@receiver(person_forgotten, dispatch_uid="events.person_forgotten")
def tell_the_hubs(person: Person, **_: Any) -> None:
    """Let the hubs of other servers' events take a person's name away."""
    hub_heats_hurry(person=person)
