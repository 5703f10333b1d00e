"""The settings for scoring a session: an immutable value that the site stores as JSON and a command line can set."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scoring.errors import ScoreError
from scoring.figures import exact_text, read_figure
from scoring.handicap import Handicap, handicap_from_json

# The name of each choice for people, by field and value, the usual one first.
CHOICES: dict[str, dict[str, str]] = {
    "method": {
        "match_points": "Match points",
        "cross_imps": "Cross-IMPs: against every other result",
        "butler": "Butler IMPs: against the average result",
    },
    "winners": {
        "": "As the movement has it",
        "1": "One winner",
        "2": "Two winners, one in each direction",
    },
    "fewer_results": {
        "neuberg": "Neuberg's formula",
        "factoring": "In proportion to the full top",
        "own_top": "Out of the board's own top",
    },
    "rounding": {
        "exact": "Exact fractions",
        "tenth": "To 0.1, halves away from average",
        "tenth_to_average": "To 0.1, halves towards average",
    },
    "points": {
        "two_one": "2 for a score beaten, 1 for a tie",
        "one_half": "1 for a score beaten, ½ for a tie",
    },
    "field": {"session": "With every section that plays the boards", "section": "Within the section"},
    "sections": {"apart": "A ranking for each section", "together": "One ranking for all sections"},
    "imp_divisor": {
        "field": "Mean, scaled to the field",
        "mean": "Mean of the comparisons",
        "sum": "Sum, scaled to the field",
        "results": "Sum divided by the number of results",
    },
    "sit_outs": {"factored": "Totals factored to a full session", "raw": "Totals as they are"},
    "ties": {"shared": "Shared", "split": "Split by head to head, then count-back"},
    "strata_rank": {
        "upwards": "Lower strata are ranked in the higher ones too",
        "apart": "Each stratum by itself",
    },
}
MOST_TRIMMED = 5
LARGEST_CARRY_OVER = 10


class SettingsError(ScoreError):
    """An error for wrong settings. `problems` maps each field to a sentence that says what value to enter."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class ScoringSettings:
    """Everything that can be chosen about the scoring of a session. The defaults give a club's ordinary match points.

    `winners` is None to follow the movement. `fewer_results` says how to score a board with fewer comparable scores
    than the field. If `tiny_groups` is True, one to three results get 65/60/55 percent and so on in a field at least
    three times as large. `rounding` says how a board's score is rounded, and `points` how match points are shown.
    `field` says who is compared on a board, and `sections` whether sections are ranked together. `imp_divisor` is the
    divisor for cross-IMPs. `butler_trim` scores are dropped at each end before the datum is computed. `sit_outs` says
    how totals with missing boards are compared, and `ties` whether a tie for first place is split. `strata` are named
    from the top down; `strata_rank` says who is ranked in each. `handicap` is the scheme. `carry_over` is the number
    of sessions that the earlier result counts as (0: none).
    """

    method: str = "match_points"
    winners: int | None = None
    fewer_results: str = "neuberg"
    tiny_groups: bool = False
    rounding: str = "exact"
    points: str = "two_one"
    field: str = "session"
    sections: str = "apart"
    imp_divisor: str = "field"
    butler_trim: int = 1
    sit_outs: str = "factored"
    ties: str = "shared"
    strata: tuple[str, ...] = ()
    strata_rank: str = "upwards"
    handicap: Handicap | None = None
    carry_over: Fraction = Fraction(0)

    @property
    def imps(self) -> bool:
        """True if scores are IMPs, which have no top."""
        return self.method != "match_points"

    def to_json(self) -> dict[str, Any]:
        """Return the settings that differ from the defaults, in the form that `from_json` reads.

        Cross-IMPs always name their divisor, so that a later default changes nothing that is stored.
        """
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        named = {"imp_divisor"} if self.method == "cross_imps" else set()
        changed = {name: value for name, value in given.items() if name in named or value != getattr(ORDINARY, name)}
        return {name: _plain(value) for name, value in changed.items()}

    @classmethod
    def from_json(cls, stored: Any) -> "ScoringSettings":
        """Return settings from a JSON object in which any key may be left out. Raise SettingsError naming each bad
        field.
        """
        if not isinstance(stored, Mapping):
            raise SettingsError({"scoring": "The scoring of a session is a JSON object such as {}."})
        values: dict[str, Any] = {}
        problems: dict[str, str] = {}
        for name, value in stored.items():
            try:
                values[name] = _read(str(name), value)
            except ScoreError as error:
                problems[str(name)] = str(error)
        made = cls(**values)
        if made.handicap is not None and made.imps:
            problems["handicap"] = "A handicap is in percent and needs match points. Leave it out with IMPs."
        if problems:
            raise SettingsError(problems)
        return made


ORDINARY = ScoringSettings()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, Handicap):
        return value.to_json()
    return list(value) if isinstance(value, tuple) else value


def _read(name: str, value: Any) -> Any:
    reader = _READERS.get(name, _choice if name in CHOICES else None)
    if reader is None:
        raise ScoreError(f"{name} is no setting of the scoring: {', '.join(_NAMES)} are.")
    return reader(name, value)


def _choice(name: str, value: Any) -> str:
    if not isinstance(value, str) or value not in CHOICES[name]:
        raise ScoreError(f"{name} is {', '.join(CHOICES[name])}, not {value!r}.")
    return value


def _winners(name: str, value: Any) -> int | None:
    if value in (None, ""):
        return None
    if isinstance(value, bool) or str(value) not in CHOICES[name]:
        raise ScoreError(f"winners is 1 or 2, or empty: then the movement decides. It is not {value!r}.")
    return int(value)


def _yes_or_no(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ScoreError(f"{name} is true or false, not {value!r}.")
    return value


def _trim(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_TRIMMED:
        raise ScoreError(f"{name} is a whole number from 0 to {MOST_TRIMMED}, not {value!r}.")
    return int(value)


def _strata(name: str, value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list | tuple) else [None]
    if not all(isinstance(stratum, str) and stratum.strip() for stratum in names) or len(set(names)) < len(names):
        raise ScoreError(f"{name} is a list of different names, the highest first, such as A, B, C.")
    return tuple(names)


def _handicap(name: str, value: Any) -> Handicap | None:
    return handicap_from_json(value)


def _carry_over(name: str, value: Any) -> Fraction:
    try:
        share = read_figure(value)
    except ValueError:
        share = None
    if share is None or not 0 <= share <= LARGEST_CARRY_OVER:
        raise ScoreError(f"{name} is how many sessions the earlier result is worth, such as 1 or 1/2, not {value!r}.")
    return share


_READERS = {
    "winners": _winners,
    "tiny_groups": _yes_or_no,
    "butler_trim": _trim,
    "strata": _strata,
    "handicap": _handicap,
    "carry_over": _carry_over,
}
_NAMES = tuple(field.name for field in fields(ScoringSettings))
