"""Services for a club's series: beginning, changing and deleting one, and setting its sessions and substitutes."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Person
from clubsite.core.refused import Refused
from clubsite.core.tokens import idempotent_public_id
from clubsite.nights.models import Contestant, Session, SessionStatus
from clubsite.rankings.selectors.person_results import people_of_contestants
from clubsite.rankings.selectors.rankings import settings_of
from clubsite.season.models import Series, SeriesSession, SeriesSubstitute
from clubsite.season.selectors.series import goes_by, way_of
from scoring.errors import ScoreError, SettingError
from scoring.series import SeriesRules

Chosen = Mapping[int, int | None]
SCORING_WORDS = {
    "match_points": "match points",
    "butler": "Butler IMPs",
    "cross_imps field": "cross-IMPs, the mean scaled to the field",
    "cross_imps mean": "cross-IMPs, the mean of the comparisons",
    "cross_imps sum": "cross-IMPs, the sum scaled to the field",
    "cross_imps results": "cross-IMPs, divided by the number of results",
}
MOST_PRIZE_LETTERS = 200
SERIES_GONE = "This series has been thrown away meanwhile."


def series_begin(
    *, club: Club, user: User, name: str, rules: dict[str, Any], prize: str = "", idempotency_key: str = ""
) -> Series:
    """Begin a series. If the same page (`idempotency_key`) is submitted twice, only one series is begun.

    Raise Refused if the name is missing or the rules are impossible.
    """
    name, checked, prize = _named(name), _rules(rules), prize.strip()[:MOST_PRIZE_LETTERS]
    public_id = idempotent_public_id(idempotency_key, "series", club.pk, user.pk, name, checked, prize)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        begun = club.series.filter(public_id=public_id).first()
        if begun is not None:
            return begun
        series = Series.objects.create(
            club=club, created_by=user, public_id=public_id, name=name, rules=checked.to_json(), prize=prize
        )
        facts = {"rules": series.rules, "prize": prize}
        audit_add(club=club, action=AuditAction.SERIES_BEGUN, subject=name, user=user, **facts)
    return series


def series_change(*, series: Series, user: User, name: str, rules: dict[str, Any], prize: str) -> Series:
    """Change the name, the rules and the prize of a series.

    Raise Refused if the name is missing, the rules are impossible, or a session of the series does not fit them.
    """
    name, checked, prize = _named(name), _rules(rules), prize.strip()[:MOST_PRIZE_LETTERS]
    with transaction.atomic():
        series = _locked(series)
        sessions = list(series.sessions.select_related("session"))
        if any(series_session.number > checked.sessions for series_session in sessions):
            raise Refused(
                f"It has a night after the {checked.sessions}. already: take that night out first.", "sessions"
            )
        for night in sessions:
            if not goes_by(checked, _way(night.session)):
                raise Refused(
                    f"Night {night.number} is scored by {_way_words(night.session)}: "
                    "take it out first, or leave this as it is.",
                    "figure",
                )
        if (series.name, series.rules, series.prize) != (name, checked.to_json(), prize):
            series.name, series.rules, series.prize = name, checked.to_json(), prize
            series.save(update_fields=["name", "rules", "prize"])
            facts = {"rules": series.rules, "prize": series.prize}
            audit_add(club=series.club, action=AuditAction.SERIES_CHANGED, subject=name, user=user, **facts)
    return series


def _named(name: str) -> str:
    if not (kept := name.strip()[:120]):
        raise Refused("Give the series a name.", "name")
    return kept


def _rules(rules: dict[str, Any]) -> SeriesRules:
    try:
        return SeriesRules.from_json(rules)
    except SettingError as error:
        raise Refused(error.sentence, error.field) from error
    except ScoreError as error:
        raise Refused(str(error)) from error


def _locked(series: Series) -> Series:
    """Return the current state of the series, locked. Raise Refused if someone has deleted it."""
    rows = Series.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    row = rows.filter(pk=series.pk).first()
    if row is None:
        raise Refused(SERIES_GONE)
    return row


def series_discard(*, series: Series, user: User) -> None:
    """Delete a series. Its sessions and their results stay. Deleting it again is harmless."""
    with transaction.atomic():
        row = Series.objects.select_for_update(of=("self",)).filter(pk=series.pk).first()
        if row is not None:
            audit_add(club=series.club, action=AuditAction.SERIES_DISCARDED, subject=row.name, user=user)
            row.delete()


def series_sessions_set(*, series: Series, chosen: Chosen, user: User, shown: Chosen | None = None) -> None:
    """Set either all or none of the sessions of a series, by number. None means that the session is still to come.

    A number that keeps its session also keeps its substitutes. `shown` has the sessions that the page showed. A
    number that the director did not change keeps its current session, whatever another page has changed in the
    meantime. Raise Refused for an impossible session, or for a number that another page has also changed.
    """
    with transaction.atomic():
        series = _locked(series)
        rules = SeriesRules.from_json(series.rules)
        now = {series_session.number: series_session.session_id for series_session in series.sessions.all()}
        wanted = _changes(chosen, shown or {}, now)
        after = {number: pk for number, pk in (now | wanted).items() if pk is not None}
        sessions = Session.objects.filter(club=series.club_id).in_bulk(list(after.values()))
        _check_sessions(rules, wanted, after, sessions)
        if not wanted:
            return
        series.sessions.filter(number__in=wanted).delete()
        SeriesSession.objects.bulk_create(
            SeriesSession(series=series, number=number, session_id=pk)
            for number, pk in wanted.items()
            if pk is not None
        )
        facts: dict[str, Any] = {"sessions": {str(number): str(sessions[pk]) for number, pk in sorted(after.items())}}
        audit_add(club=series.club, action=AuditAction.SERIES_SESSIONS_SET, subject=series.name, user=user, **facts)


def _changes(chosen: Chosen, shown: Chosen, now: Mapping[int, int]) -> dict[int, int | None]:
    """Return the sessions to be changed. Raise Refused for a number that another page has also changed."""
    wanted: dict[int, int | None] = {}
    for number, pk in chosen.items():
        if (number in shown and shown[number] == pk) or now.get(number) == pk:
            continue
        if number in shown and shown[number] != now.get(number):
            raise Refused(
                "Somebody else has changed this night meanwhile. Open the page again and choose again.",
                f"session{number}",
            )
        wanted[number] = pk
    return wanted


def _check_sessions(
    rules: SeriesRules, wanted: Chosen, after: Mapping[int, int], sessions: Mapping[int, Session]
) -> None:
    """Raise Refused at the first impossible session."""
    for number, pk in wanted.items():
        field = f"session{number}"
        if not 1 <= number <= rules.sessions:
            raise Refused(f"The series has {rules.sessions} nights.", field)
        if pk is None:
            continue
        if pk not in sessions:
            raise Refused("Choose one of the club's nights.", field)
        other = next((n for n, at in sorted(after.items()) if at == pk and n != number), None)
        if other is not None:
            raise Refused(f"That night is night {other} already.", field)
        _check_way(rules, number, after, sessions)


def _check_way(rules: SeriesRules, number: int, after: Mapping[int, int], sessions: Mapping[int, Session]) -> None:
    series_session = sessions[after[number]]
    way = _way(series_session)
    if not goes_by(rules, way):
        goes = "IMPs" if rules.imps else "percentages"
        raise Refused(
            f"This night is scored by {_way_words(series_session)}, and the series goes by {goes}. "
            "Choose another night, or begin a series of its own for nights like this one.",
            f"session{number}",
        )
    for other, pk in sorted(after.items()):
        if other != number and pk in sessions and _way(sessions[pk]) != way:
            raise Refused(
                f"This night is scored by {_way_words(series_session)}, night {other} by {_way_words(sessions[pk])}: "
                "these IMPs are not of one size and cannot be counted together.",
                f"session{number}",
            )


def _way(session: Session) -> str:
    return way_of(settings_of(session))


def _way_words(session: Session) -> str:
    return SCORING_WORDS[_way(session)]


def substitute_set(*, series_session: SeriesSession, player_id: int, stand_in_id: int, user: User) -> None:
    """Count the score of person `stand_in_id` for a player in this session. Passing 0 removes the substitute.

    Raise Refused if the session is no longer in the series, for an unknown person, or for a substitute who could never
    count.
    """
    with transaction.atomic():
        series = _locked(series_session.series)
        current = series.sessions.select_related("session").filter(pk=series_session.pk).first()
        if current is None:
            raise Refused("Another night is in its place by now. Open the page again.", "session")
        people = Person.objects.filter(club=series.club_id).in_bulk([player_id, stand_in_id])
        player, stand_in = people.get(player_id), people.get(stand_in_id)
        if player is None:
            raise Refused("Choose for whom somebody played.", "player")
        if stand_in_id and stand_in is None:
            raise Refused("Choose somebody of the club, or nobody.", "stand_in")
        stands = SeriesSubstitute.objects.filter(series_session=current)
        if stands.filter(player=player).values_list("stand_in_id", flat=True).first() == (stand_in_id or None):
            return
        if stand_in is not None:
            _check_substitute(current, player, stand_in)
        stands.filter(player=player).delete()
        if stand_in is not None:
            SeriesSubstitute.objects.create(series_session=current, player=player, stand_in=stand_in)
        action = AuditAction.SUBSTITUTE_NAMED if stand_in else AuditAction.SUBSTITUTE_TAKEN_BACK
        facts = {"player": player.name, "stand_in": stand_in.name if stand_in else ""}
        audit_add(club=series.club, action=action, subject=str(current), user=user, **facts)


def _check_substitute(series_session: SeriesSession, player: Person, stand_in: Person) -> None:
    """Raise Refused for a substitute who could never count."""
    if player == stand_in:
        raise Refused("Nobody can stand in for themselves: choose two different people.", "stand_in")
    others = SeriesSubstitute.objects.filter(series_session=series_session, stand_in=stand_in)
    if others.exclude(player=player).exists():
        raise Refused(f"{stand_in.name} stands in for somebody else on this night.", "stand_in")
    if series_session.session.status != SessionStatus.ENDED:
        return
    contestants = Contestant.objects.filter(section__session=series_session.session_id).values_list("pk", flat=True)
    played = {person for people in people_of_contestants(list(contestants)).values() for person in people}
    if player.pk in played:
        raise Refused(f"{player.name} played on night {series_session.number}: nobody stands in that night.", "player")
    if stand_in.pk not in played:
        raise Refused(f"{stand_in.name} did not play on night {series_session.number}.", "stand_in")
