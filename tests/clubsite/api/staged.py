"""A club for the API: published sessions with every kind of result, a season, and a session in play."""

from dataclasses import dataclass

import pytest
from django.test import Client

from clubsite.clubs.models import Club
from clubsite.clubs.services import token_make
from clubsite.nights.models import Session, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.models import Publication
from clubsite.rankings.services.publications import publish
from clubsite.season.models import Series
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from tests.clubsite.published_payloads import publish_payload
from tests.kit.typed_scores import enter_score


@dataclass(frozen=True, slots=True)
class Staged:
    """A staged club. The session `played` was played on screens and is published; `waiting` has no scores yet.
    `secret` is the secret of a token with write access.
    """

    club: Club
    series: Series
    published: Session
    played: TableBoard
    running: Session
    waiting: TableBoard
    secret: str

    @property
    def program(self) -> Client:
        return bearer(self.secret)


@pytest.fixture
def staged(night, open_boards, play_out, make_night, club, dee):
    played, *typed = open_boards()
    play_out(played)
    for row in typed:
        enter_score(row, dee, "1N S 8")
    session_end(session=night.session, user=dee)
    series = _season(club, dee, publish(night.session, dee))
    tonight = make_night()
    waiting = TableBoard.objects.filter(round__section=tonight.section).first()
    secret = token_make(club=club, user=dee, name="Scorer", write=True)[1]
    return Staged(club, series, night.session, played, tonight.session, waiting, secret)


def _season(club, dee, publication: Publication) -> Series:
    since = publication.session.date
    series = series_begin(club=club, user=dee, name="Autumn", rules={"sessions": 3}, prize="Dinner for two")
    series_sessions_set(series=series, chosen={1: publication.session_id}, user=dee)
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=since)
    points_save(club=club, user=dee, scheme="abf_club_e", since=since)
    first, second = (row["contestant"] for row in publication.payload["sections"][0]["rankings"][0]["rows"][:2])
    row = {"place": "1", "vps": "12/1", "played": 1, "won": 1, "drawn": 0, "lost": 0, "net": "2/1"}
    match = {"first": 1, "second": 2, "round": None, "boards": 2, "net": "2/1", "vps": ["12/1", "8/1"]}
    rows = [row | {"team": team, "entries": [pk]} for team, pk in ((1, first), (2, second))]
    section = publication.payload["sections"][0] | {"teams": {"rows": rows, "matches": [match]}}
    payload = publication.payload | {"sections": [section]}
    publish_payload(publication.session, payload, user=dee)
    return series


def bearer(secret: str) -> Client:
    """Return a program that sends this secret."""
    return Client(headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def reader(club, dee):
    return bearer(token_make(club=club, user=dee, name="Scoreboard", write=False)[1])
