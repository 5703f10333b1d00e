"""What lies on a director's desk about many nights: the forms, and what pressing their buttons does."""

from dataclasses import dataclass
from typing import Any

from clubsite.clubs.models import Club
from clubsite.night.director.season_forms import (
    LadderForm,
    NightForm,
    PointsForm,
    SeriesForm,
    SubstituteForm,
)
from clubsite.results.models import Series, SeriesNight
from clubsite.results.selectors import season as selectors
from clubsite.results.services.season import (
    SeasonRefused,
    ladder_save,
    nights_set,
    points_save,
    series_discard,
    series_save,
    substitute_set,
)

__all__ = [
    "SeasonRefused", "ladder_saved", "nights_saved", "points_saved", "pressed", "season_desk", "series_desk",
    "series_saved", "series_thrown_away", "substitute_saved",
]  # fmt: skip


@dataclass(slots=True)
class SeasonDesk:
    club: Club
    series: list[Series]
    ladder: LadderForm
    points: PointsForm


@dataclass(slots=True)
class SeriesDesk:
    """`series` is None, and there are no nights, while it is new."""

    club: Club
    series: Any
    form: SeriesForm
    nights: NightForm | None
    substitute: SubstituteForm | None
    played: list[SeriesNight]


def season_desk(club: Club, data: Any = None) -> SeasonDesk:
    """Of the two forms the one whose button was pressed is bound to `data`."""
    sent = data or {}
    ladder = LadderForm.showing(selectors.ladder_kept(club))
    points = PointsForm.showing(selectors.points_kept(club))
    return SeasonDesk(
        club,
        list(club.series.all()),
        LadderForm(data if "ladder" in sent else None, initial=ladder, prefix="ladder"),
        PointsForm(data if "points" in sent else None, initial=points, prefix="points"),
    )


def pressed(data: Any) -> str:
    """The button of a series' page that was pressed. The rules have a field called as the button of the nights."""
    return next((button for button in ("rules", "nights", "substitute") if button in (data or {})), "")


def series_desk(club: Club, series: Series | None, data: Any = None) -> SeriesDesk:
    """Of the forms the one whose button was pressed is bound to `data`."""
    button = pressed(data)
    form = SeriesForm.about(series, data if button == "rules" else None)
    if series is None:
        return SeriesDesk(club, None, form, None, None, [])
    played = selectors.nights_of(series)
    nights = NightForm(
        data if button == "nights" else None,
        nights=series.rules["nights"],
        choices=selectors.night_choices(club),
        initial=NightForm.showing(played),
    )
    substitute = SubstituteForm(
        data if button == "substitute" else None, nights=played, people=selectors.people_choices(club)
    )
    return SeriesDesk(club, series, form, nights, substitute, played)


def ladder_saved(desk: SeasonDesk, user: Any) -> None:
    """Raises SeasonRefused."""
    ladder_save(club=desk.club, user=user, rules=desk.ladder.rules(), since=desk.ladder.cleaned_data["since"])


def points_saved(desk: SeasonDesk, user: Any) -> None:
    """Raises SeasonRefused."""
    points_save(
        club=desk.club, user=user, scheme=desk.points.stored(), since=desk.points.cleaned_data["since"]
    )


def series_saved(desk: SeriesDesk, user: Any) -> None:
    """Raises SeasonRefused."""
    name, rules = desk.form.cleaned_data["name"], desk.form.rules()
    desk.series = series_save(club=desk.club, user=user, name=name, rules=rules, series=desk.series)


def nights_saved(desk: SeriesDesk, user: Any) -> None:
    """All of them or none. Raises SeasonRefused."""
    assert desk.nights is not None
    nights_set(series=desk.series, chosen=desk.nights.chosen(), user=user)


def substitute_saved(desk: SeriesDesk, user: Any) -> None:
    """Raises SeasonRefused."""
    assert desk.substitute is not None
    facts = desk.substitute.cleaned_data
    night = next(night for night in desk.played if str(night.number) == facts["night"])
    substitute_set(
        night=night, player_id=int(facts["player"]), stand_in_id=int(facts["stand_in"] or 0), user=user
    )


def series_thrown_away(series: Series, user: Any) -> str:
    """Returns the name that it had."""
    name = series.name
    series_discard(series=series, user=user)
    return name
