"""Series, ladder and master points of a club: begin, change, end. All of it is worked out anew when it is read."""

import datetime
from typing import Any

from django.db import transaction

from clubsite.clubs.models import Club, Person
from clubsite.clubs.services import audit_add
from clubsite.duplicate.models import Session
from clubsite.results.models import Ladder, PointScheme, Series, SeriesNight, SeriesSubstitute
from scoring.errors import ScoreError
from scoring.ladder import LadderRules
from scoring.masterpoints import scheme_from_json
from scoring.series import SeriesRules


class SeasonRefused(ValueError):
    """A sentence for the director; `field` is where."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def series_save(
    *, club: Club, user: Any, name: str, rules: dict[str, int], series: Series | None = None
) -> Series:
    """Begin a series, or change its name and rules. Raises SeasonRefused."""
    checked = _rules(rules)
    if not name.strip():
        raise SeasonRefused("Give the series a name.", "name")
    with transaction.atomic():
        if series is None:
            series = Series(club=club, created_by=user)
        elif series.nights.filter(number__gt=checked.nights).exists():
            raise SeasonRefused(
                f"It has a night after the {checked.nights}. already: take that night out first.", "nights"
            )
        series.name, series.rules = name.strip()[:120], checked.to_json()
        verb = "changed a series" if series.pk else "began a series"
        series.save()
        audit_add(club=club, verb=verb, subject=series.name, user=user, rules=series.rules)
    return series


def _rules(rules: dict[str, int]) -> SeriesRules:
    try:
        return SeriesRules.from_json(rules)
    except ScoreError as error:
        field, _, sentence = str(error).partition(": ")
        known = field in ("nights", "best", "minimum", "substitutes")
        raise SeasonRefused(sentence[:1].upper() + sentence[1:] if known else str(error), field) from error


def series_discard(*, series: Series, user: Any) -> None:
    """Throw a series away; the nights and their results stay."""
    with transaction.atomic():
        audit_add(club=series.club, verb="threw a series away", subject=series.name, user=user)
        series.delete()


def nights_set(*, series: Series, chosen: dict[int, int | None], user: Any) -> None:
    """Make sessions the nights of a series, by number; None: still to come. All or none. Raises SeasonRefused.

    A night that keeps its session keeps its substitutes.
    """
    rules = SeriesRules.from_json(series.rules)
    sessions = Session.objects.filter(club=series.club).in_bulk([pk for pk in chosen.values() if pk])
    seen: dict[int, int] = {}
    for number, pk in chosen.items():
        if not 1 <= number <= rules.nights:
            raise SeasonRefused(f"The series has {rules.nights} nights.", f"night{number}")
        if pk is not None and pk not in sessions:
            raise SeasonRefused("Choose one of the club's nights.", f"night{number}")
        if pk is not None and pk in seen:
            raise SeasonRefused(f"That night is night {seen[pk]} already.", f"night{number}")
        if pk is not None:
            seen[pk] = number
    with transaction.atomic():
        kept = {(night.number, night.session_id) for night in series.nights.all()}
        for number, pk in chosen.items():
            if (number, pk) not in kept:
                series.nights.filter(number=number).delete()
        for number, pk in chosen.items():
            if pk is not None and (number, pk) not in kept:
                SeriesNight.objects.create(series=series, number=number, session=sessions[pk])
        audit_add(
            club=series.club,
            verb="set the nights of a series",
            subject=series.name,
            user=user,
            nights={str(number): str(sessions[pk]) for number, pk in chosen.items() if pk},
        )


def substitute_set(*, night: SeriesNight, player_id: int, stand_in_id: int, user: Any) -> None:
    """Let somebody's score count for a player on this night; 0: nobody's any longer. Raises SeasonRefused."""
    club = night.series.club
    people = Person.objects.filter(club=club).in_bulk([player_id, stand_in_id])
    player, stand_in = people.get(player_id), people.get(stand_in_id)
    if player is None:
        raise SeasonRefused("Choose for whom somebody played.", "player")
    if player == stand_in:
        raise SeasonRefused("Nobody can stand in for himself: choose two different people.", "stand_in")
    with transaction.atomic():
        SeriesSubstitute.objects.filter(night=night, player=player).delete()
        if stand_in is not None:
            if SeriesSubstitute.objects.filter(night=night, stand_in=stand_in).exists():
                raise SeasonRefused(f"{stand_in.name} stands in for somebody else on this night.", "stand_in")
            SeriesSubstitute.objects.create(night=night, player=player, stand_in=stand_in)
        audit_add(
            club=club,
            verb="named a substitute" if stand_in else "took a substitute back",
            subject=f"{stand_in or 'nobody'} for {player}, {night}",
            user=user,
        )


def ladder_save(*, club: Club, user: Any, rules: dict[str, Any] | None, since: datetime.date) -> None:
    """Keep a ladder by these rules since a day, or with None none. Raises SeasonRefused."""
    with transaction.atomic():
        if rules is None:
            Ladder.objects.filter(club=club).delete()
        else:
            try:
                checked = LadderRules.from_json(rules)
            except ScoreError as error:
                raise SeasonRefused(str(error)) from error
            Ladder.objects.update_or_create(club=club, defaults={"rules": checked.to_json(), "since": since})
        audit_add(club=club, verb="set the ladder", user=user, rules=rules)


def points_save(*, club: Club, user: Any, scheme: Any, since: datetime.date) -> None:
    """Give master points by this scheme since a day, or with None none. Raises SeasonRefused."""
    with transaction.atomic():
        if scheme is None:
            PointScheme.objects.filter(club=club).delete()
        else:
            try:
                checked = scheme_from_json(scheme)
            except ScoreError as error:
                raise SeasonRefused(str(error), "table") from error
            PointScheme.objects.update_or_create(
                club=club, defaults={"scheme": checked.to_json(), "since": since}
            )
        audit_add(club=club, verb="set the master points", user=user, scheme=scheme)
