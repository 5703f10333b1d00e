"""The director's pages about many sessions: the forms, and the effects of their buttons."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.season.manage.forms import (
    LadderForm,
    PointsForm,
    SeriesForm,
    SeriesSessionsForm,
    SubstituteForm,
)
from clubsite.season.models import Series, SeriesSession, SeriesSubstitute
from clubsite.season.selectors.ladder import ladder_kept
from clubsite.season.selectors.master_points import points_kept
from clubsite.season.selectors.season import people_choices, session_choices
from clubsite.season.selectors.series import DIFFERS, WAITS, series_for, series_heads, sessions_of_series
from clubsite.season.services.series import (
    series_begin,
    series_change,
    series_discard,
    series_sessions_set,
    substitute_set,
)
from clubsite.season.services.standings import ladder_save, points_save


@dataclass(slots=True)
class SeasonForms:
    club: Club
    series: list[Series]
    ladder: LadderForm
    points: PointsForm


@dataclass(slots=True)
class SeriesForms:
    """The forms of a series. A new one has `series` None and no sessions."""

    club: Club
    series: Any
    form: SeriesForm
    sessions: SeriesSessionsForm | None
    substitute: SubstituteForm | None
    played: list[SeriesSession]
    held_up: list[str]
    """Reasons why a chosen session does not count yet, or not at all."""

    @property
    def substitutes(self) -> list[tuple[SeriesSession, SeriesSubstitute]]:
        """The substitutes that are noted, each with its session."""
        return [(session, one) for session in self.played for one in session.substitutes.all()]


def season_forms(club: Club, data: Any = None) -> SeasonForms:
    """Return the two forms. The one whose button was pressed is bound to `data`."""
    sent = data or {}
    ladder = LadderForm.showing(ladder_kept(club))
    points = PointsForm.showing(points_kept(club))
    return SeasonForms(
        club,
        list(club.series.all()),
        LadderForm(data if "ladder" in sent else None, initial=ladder, prefix="ladder"),
        PointsForm(data if "points" in sent else None, initial=points, prefix="points"),
    )


def pressed(data: Any) -> str:
    """Return the pressed button of a series' page. The rules have a field with the name of the sessions' button."""
    return next((button for button in ("rules", "sessions", "substitute") if button in (data or {})), "")


def series_forms(club: Club, series: Series | None, data: Any = None) -> SeriesForms:
    """Return the forms. The one whose button was pressed is bound to `data`."""
    button = pressed(data)
    form = SeriesForm.about(series, data if button == "rules" else None)
    if series is None:
        return SeriesForms(club, None, form, None, None, [], [])
    played = sessions_of_series(series)
    sessions = SeriesSessionsForm(
        data if button == "sessions" else None,
        sessions=series.rules["sessions"],
        choices=session_choices(club, series),
        played=played,
    )
    substitute = SubstituteForm(data if button == "substitute" else None, sessions=played, people=people_choices(club))
    return SeriesForms(club, series, form, sessions, substitute, played, _held_up(series))


def _held_up(series: Series) -> list[str]:
    [page] = series_heads([series])
    words = {
        WAITS: "Night {}: the results are not published.",
        DIFFERS: "Night {} is scored in another way than the series goes by, and does not count.",
    }
    return [words[column.state].format(column.number) for column in page.columns if column.state in words]


def ladder_saved(page: SeasonForms, user: User) -> None:
    """Save the ladder. Raise Refused."""
    ladder_save(club=page.club, user=user, rules=page.ladder.rules(), since=page.ladder.cleaned_data["since"])


def points_saved(page: SeasonForms, user: User) -> None:
    """Save the master points. Raise Refused."""
    points_save(club=page.club, user=user, scheme=page.points.stored(), since=page.points.cleaned_data["since"])


def series_saved(page: SeriesForms, user: User) -> None:
    """Save the series. Raise Refused."""
    name, rules = page.form.cleaned_data["name"], page.form.rules()
    if page.series is None:
        idempotency_key = page.form.data.get("idempotency_key", "")
        page.series = series_begin(club=page.club, user=user, name=name, rules=rules, idempotency_key=idempotency_key)
    else:
        page.series = series_change(series=page.series, user=user, name=name, rules=rules)


def sessions_saved(page: SeriesForms, user: User) -> None:
    """Save all sessions or none. Raise Refused."""
    assert page.sessions is not None
    series_sessions_set(series=page.series, chosen=page.sessions.chosen(), user=user, shown=page.sessions.shown())


def substitute_saved(page: SeriesForms, user: User) -> None:
    """Save a substitute. Raise Refused."""
    assert page.substitute is not None
    facts = page.substitute.cleaned_data
    played = next(one for one in page.played if str(one.number) == facts["session"])
    substitute_set(
        series_session=played,
        player_id=int(facts["player"]),
        stand_in_id=int(facts["stand_in"] or 0),
        user=user,
    )


def series_thrown_away(club: Club, public_id: str, user: User) -> str:
    """Throw a series away and return what to say, also if it is gone already (the button was pressed twice)."""
    try:
        series = series_for(club, public_id)
    except Http404:
        return "That series is no more."
    series_discard(series=series, user=user)
    return f"{series.name} is no more. Its nights and their results are where they were."
