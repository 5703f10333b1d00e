"""A person's profile: one year at a club, based on published results and analysed plays of closed boards."""

import datetime
from dataclasses import dataclass

from clubsite.clubs.models import Club, Person
from clubsite.core.not_found import found_or_404
from clubsite.history.selectors.accuracy import Accuracy, accuracy_of, robots_of
from clubsite.history.selectors.lines import boards_between, plays_on_screens, sessions_of, year_of
from clubsite.history.selectors.rivals import Rivals, rivals_of
from clubsite.history.selectors.season_curve import SeasonCurve, season_curve
from clubsite.rankings.selectors.hidden_boards import hidden_boards
from clubsite.rankings.selectors.person_results import person_with_results
from clubsite.readers.visitor import ClubVisitor
from scoring.spread import Compared, compare
from solver.thread_engines import solves_whole_deals


@dataclass(slots=True)
class Profile:
    """A profile. `years` lists the years with published results, newest first. `boards` is the number of boards played
    in the year.

    `screens` is how many of those boards were played on screens and are closed; `accuracy` covers the boards that
    have been analysed. `robots` holds each robot and how the person compares with it.
    """

    club: Club
    person: Person
    called: str
    year: int
    years: list[int]
    curve: SeasonCurve
    boards: int
    screens: int
    accuracy: Accuracy
    robots: list[tuple[Accuracy, Compared | None]]
    rivals: Rivals
    solver: bool
    """True if this server analyses plays."""


def profile(visitor: ClubVisitor, pk: int, year: str = "") -> Profile:
    """Return the profile of this person in the visitor's club, for the newest year if no year is given.

    Raise Http404 for a person who has no published results (in that year), has been forgotten, or is not shown to
    this reader. Raise MembersOnly if the reader may not read the club's results.
    """
    person, called = person_with_results(visitor, pk)
    sessions = sessions_of(person)
    years = sorted({played.date.year for played in sessions}, reverse=True)
    chosen = found_or_404(next((one for one in years if str(one) == year or not year), None), "No results of that year")
    found = year_of(person, [played for played in sessions if played.date.year == chosen])
    days = datetime.date(chosen, 1, 1), datetime.date(chosen, 12, 31)
    leave = set(hidden_boards(boards_between(visitor.club, *days)))
    closed = [one for one in found.boards if one.played and one.board not in leave]
    accuracy = accuracy_of(plays_on_screens(closed))
    robots = robots_of(visitor.club, *days, leave) if accuracy.boards else []
    return Profile(
        visitor.club,
        person,
        called,
        chosen,
        years,
        season_curve(found),
        sum(one.played for one in found.boards),
        sum(one.play is not None for one in closed),
        accuracy,
        [(robot, compare(accuracy.points, robot.points)) for robot in robots],
        rivals_of(found, visitor, leave),
        solves_whole_deals(),
    )
