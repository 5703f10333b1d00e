"""A club's ladder: everyone's running average from session to session."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scoring.errors import ScoreError
from scoring.figures import exact_sum
from scoring.ranking import Place, PlacedStanding, Standing, rank

Player = Hashable
Averages = dict[Player, tuple[Fraction, int]]
MAX_SESSIONS_COUNTED = 1000

# The sessions of a player that make up the average.
CHOSEN = {
    "last": "The latest sessions",
    "best": "The best sessions",
}


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The rules of a ladder. `sessions` is the number of a player's sessions that count (0: all of them); `chosen`
    says how they are chosen.

    A player needs `minimum` sessions to be on the ladder, including at least one of the club's last `within`
    sessions (0: no such rule).
    """

    sessions: int = 10
    minimum: int = 3
    within: int = 0
    chosen: str = "last"

    def to_json(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

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
            elif isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_SESSIONS_COUNTED:
                raise ScoreError(f"{name} is a whole number from 0 to {MAX_SESSIONS_COUNTED}, not {value!r}.")
        return cls(**stored)


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
            _climbed(earlier, place, row.entry),
        )
        for place, row in now
    ]
    on_it = {rung.player for rung in rungs}
    waiting = [player for player in figures if player not in on_it]
    return rungs + [Rung(p, "", figures[p][0], figures[p][1], played[p], None) for p in waiting]


def _climbed(earlier: Mapping[Player, int], place: int, player: Player) -> int | None:
    return earlier[player] - place if player in earlier else None


def _before(
    rules: LadderRules, sessions: Sequence[Mapping[Player, Fraction]], figures: Averages
) -> list[tuple[int, PlacedStanding]]:
    """Return the ladder before the last session. Only the averages of that session's players differ."""
    came = set(sessions[-1]) if sessions else set()
    earlier = [{player: one[player] for player in came & one.keys()} for one in sessions[:-1]]
    others = {player: average for player, average in figures.items() if player not in came}
    return _placed(rules, sessions[:-1], others | _averages(rules, earlier))


def _placed(
    rules: LadderRules, sessions: Sequence[Mapping[Player, Fraction]], figures: Averages
) -> list[tuple[int, PlacedStanding]]:
    """Return a numerical place and a row for everyone on the ladder."""
    played = _played(sessions)
    recent = sessions[-rules.within :] if rules.within else sessions
    active = {player for session in recent for player in session}
    one = Fraction(1)
    rows = rank(
        (
            Standing(player, average, one, one)
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
    found = {}
    for player, percentages in own.items():
        taken = _taken(rules, percentages)
        found[player] = (exact_sum(taken) / len(taken), len(taken))
    return found
