"""A club's ladder: everyone's running average from session to session."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scoring.errors import ScoreError, SettingError
from scoring.figures import exact_sum
from scoring.ranking import Place, PlacedStanding, Standing, rank

Player = Hashable
Averages = dict[Player, tuple[Fraction, int]]
MAX_SESSIONS_COUNTED = 1000
MAX_GRADES, MAX_GRADE_LETTERS = 12, 12

# The sessions of a player that make up the average.
CHOSEN = {
    "last": "The latest sessions",
    "best": "The best sessions",
}


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade of a club's own scale, such as D, for averages of at least `least` percent."""

    name: str
    least: Fraction


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The rules of a ladder. `sessions` is the number of a player's sessions that count (0: all of them); `chosen`
    says how they are chosen.

    A player needs `minimum` sessions to be on the ladder, including at least one of the club's last `within`
    sessions (0: no such rule). `grades` is the club's own scale, highest first, or empty.
    """

    sessions: int = 10
    minimum: int = 3
    within: int = 0
    chosen: str = "last"
    grades: tuple[Grade, ...] = ()

    def to_json(self) -> dict[str, Any]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"grades": [[grade.name, str(grade.least)] for grade in self.grades]}

    def grade(self, average: Fraction) -> str:
        """Return the name of the highest grade that this average reaches, or "" if it reaches none."""
        return next((grade.name for grade in self.grades if average >= grade.least), "")

    @classmethod
    def from_json(cls, stored: Any) -> "LadderRules":
        """Return the rules in a JSON object, in which any key may be left out. Raise ScoreError for a wrong value."""
        if not isinstance(stored, Mapping):
            raise ScoreError("The rules of a ladder are a JSON object such as {}.")
        for name, value in stored.items():
            if name not in (names := [field.name for field in fields(cls)]):
                raise ScoreError(f"A ladder has no {name}: {', '.join(names)} are its rules.")
            if name == "chosen":
                if value not in list(CHOSEN):
                    raise ScoreError(f"chosen is {', '.join(CHOSEN)}, not {value!r}.")
            elif name == "grades":
                continue
            elif isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_SESSIONS_COUNTED:
                raise ScoreError(f"{name} is a whole number from 0 to {MAX_SESSIONS_COUNTED}, not {value!r}.")
        return cls(**{**stored, "grades": _grades(stored.get("grades", ()))})


def _grades(stored: Any) -> tuple[Grade, ...]:
    """Return the grades in a JSON list `[["D", "55"], ...]`. Raise SettingError if they are not a falling scale."""
    if not isinstance(stored, list | tuple) or len(stored) > MAX_GRADES:
        raise SettingError("grades", f"A scale has at most {MAX_GRADES} grades.")
    grades: list[Grade] = []
    for row in stored:
        grade = _grade(row)
        if grade.name in (before.name for before in grades):
            raise SettingError("grades", f"There are two grades {grade.name}: name each once.")
        if grades and grade.least >= grades[-1].least:
            raise SettingError(
                "grades", f"Grade {grade.name} comes after {grades[-1].name}, so it begins at a lower percentage."
            )
        grades.append(grade)
    return tuple(grades)


def _grade(stored: Any) -> Grade:
    try:
        name, least = stored
        grade = Grade(str(name).strip(), Fraction(str(least)))
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise SettingError("grades", f"{stored!r} is no grade: give its name and where it begins.") from error
    if not 1 <= len(grade.name) <= MAX_GRADE_LETTERS:
        raise SettingError("grades", f"The name of a grade has 1 to {MAX_GRADE_LETTERS} letters, such as D.")
    if not 0 <= grade.least <= 100:
        raise SettingError("grades", f"Grade {grade.name} begins at a percentage from 0 to 100.")
    return grade


@dataclass(frozen=True, slots=True)
class Rung:
    """A player's row: the exact average of the `sessions` sessions that count, out of `played` sessions in all.

    `climbed` is how many rungs the player has climbed since the previous session: negative for a fall, None for a
    player new to the ladder. Players who are not on the ladder yet have no `place`.
    """

    player: Player
    place: str
    average: Fraction
    sessions: int
    played: int
    climbed: int | None


def ladder(rules: LadderRules, sessions: Sequence[Mapping[Player, Fraction]]) -> list[Rung]:
    """Return the ladder after `sessions` (oldest first), each of which maps its players to their percentages."""
    figures = _averages(rules, sessions)
    now = _placed(rules, sessions, figures)
    earlier = {row.entry: place for place, row in _before(rules, sessions, figures)}
    played = _played(sessions)
    rungs = [
        Rung(
            row.entry,
            row.place,
            row.won,
            figures[row.entry][1],
            played[row.entry],
            earlier[row.entry] - place if row.entry in earlier else None,
        )
        for place, row in now
    ]
    on_it = {rung.player for rung in rungs}
    waiting = [player for player in figures if player not in on_it]
    return rungs + [Rung(p, "", figures[p][0], figures[p][1], played[p], None) for p in waiting]


def _before(
    rules: LadderRules, sessions: Sequence[Mapping[Player, Fraction]], figures: Averages
) -> list[tuple[int, PlacedStanding]]:
    """Return the ladder before the last session. Only the averages of that session's players differ."""
    came = set(sessions[-1]) if sessions else set()
    earlier = [{player: session[player] for player in came & session.keys()} for session in sessions[:-1]]
    others = {player: average for player, average in figures.items() if player not in came}
    return _placed(rules, sessions[:-1], others | _averages(rules, earlier))


def _placed(
    rules: LadderRules, sessions: Sequence[Mapping[Player, Fraction]], figures: Averages
) -> list[tuple[int, PlacedStanding]]:
    """Return a numerical place and a row for everyone on the ladder."""
    played = _played(sessions)
    recent = sessions[-rules.within :] if rules.within else sessions
    active = {player for session in recent for player in session}
    unit = Fraction(1)
    rows = rank(
        (
            Standing(player, average, unit, unit)
            for player, (average, _) in figures.items()
            if player in active and played[player] >= rules.minimum
        ),
        "won",
    )
    return [(place.number, row) for row in rows if (place := Place.read(row.place))]


def _taken(rules: LadderRules, percentages: list[Fraction]) -> list[Fraction]:
    """Return the percentages, oldest first, that count towards a player's average."""
    if not rules.sessions:
        return percentages
    return (sorted(percentages) if rules.chosen == "best" else percentages)[-rules.sessions :]


def _played(sessions: Sequence[Mapping[Player, Fraction]]) -> Counter[Player]:
    """Return the number of sessions that each player has played."""
    return Counter(player for session in sessions for player in session)


def _averages(rules: LadderRules, sessions: Sequence[Mapping[Player, Fraction]]) -> Averages:
    """Return everyone's average and the number of sessions that it includes."""
    own: dict[Player, list[Fraction]] = {}
    for session in sessions:
        for player, percentage in session.items():
            own.setdefault(player, []).append(percentage)
    averages = {}
    for player, percentages in own.items():
        taken = _taken(rules, percentages)
        averages[player] = (exact_sum(taken) / len(taken), len(taken))
    return averages
