"""The candidate movements for a field: at most a few different numbers of rounds from each family."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from movements.barometer import barometer_rounds
from movements.catalogue import FAMILIES, build
from movements.howell import MAX_TABLES as MOST_HOWELL_TABLES
from movements.howell import MIN_TABLES as FEWEST_HOWELL_TABLES
from movements.howell import howell_lengths
from movements.mitchell import skip_rounds
from movements.plan import Plan
from movements.sections import sections_for, split, together
from movements.switch import arrow_switch, best_switch

FEWEST_TO_SWITCH = 4  # rounds
FEWEST_TO_HESITATE, FEWEST_FOR_SECTIONS = 5, 14  # tables


@dataclass(frozen=True, slots=True)
class Evening:
    """Limits on the number of boards per contestant, for a short, a full and the longest possible evening."""

    short: int
    full_from: int
    full_to: int
    longest: int


USUAL = Evening(20, 24, 28, 36)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan, with facts that the plan itself does not show.

    `switched` is the number of arrow-switched rounds. `cyclic` is True for a Howell in which each contestant always
    follows the same other contestant. `parts` lists the sections that were put together.
    """

    plan: Plan
    switched: int = 0
    cyclic: bool = False
    parts: tuple[Plan, ...] = ()


@dataclass(slots=True)
class Candidates:
    """The candidates for a field. Each plan is made once and used for every number of boards per round."""

    contestants: int
    live: bool = True
    physical: bool = False
    _made: dict[tuple[str, int], list[Candidate]] = field(default_factory=dict)

    @property
    def tables(self) -> int:
        """The number of tables that the field needs."""
        return (self.contestants + 1) // 2

    def found(self, per_round: int, evening: Evening) -> Iterator[Candidate]:
        """Yield all candidates for `per_round` boards a round. Each two-winner plan also comes with an arrow switch."""
        fitting = max(1, evening.full_to // per_round)
        most = max(1, evening.longest // per_round)
        for name, lengths in self._lengths(fitting, most).items():
            for rounds in sorted(lengths):
                yield from self._of(name, rounds)

    def _lengths(self, fitting: int, most: int) -> dict[str, set[int]]:
        tables = self.tables
        if tables == 1:
            return {"mitchell": {1}}
        # For two tables that share boards freely, half-rounds are no more even and not worth a long evening.
        halves = FAMILIES["half-rounds"].rounds(tables)[-1:]
        lengths = {
            "howell": self._howells(fitting, most),
            "half-rounds": {r for r in halves if r <= (fitting if self.live and tables == 2 else most)},
        }
        plain = "mitchell" if tables % 2 else "skip-mitchell"
        if tables > 2:
            lengths[plain] = self._mitchells(fitting, most)
            lengths["relay-mitchell"] = {r for r in (tables,) if tables % 2 == 0 and r <= most}
            hesitating = tables % 2 == 1 and tables >= FEWEST_TO_HESITATE
            lengths["hesitation"] = {r for r in (tables + 1,) if hesitating and r <= most}
            lengths["web"] = self._webs(fitting, most)
            lengths["sections"] = self._sections(fitting)
        if self.live and tables > 2:
            lengths["barometer"] = {min(barometer_rounds(tables), fitting)}
        # Very long rounds leave most sets of any movement unplayed. Then a few rounds of a Mitchell have to
        # do.
        return lengths if any(lengths.values()) else {plain: {min(fitting, skip_rounds(tables))}}

    def _mitchells(self, fitting: int, most: int) -> set[int]:
        """Return the numbers of rounds to offer for a Mitchell.

        These are the full number, unless it is far too long, and the largest number that fits, unless most sets
        would go unplayed.
        """
        full = self.tables if self.tables % 2 else skip_rounds(self.tables)
        fit = min(full, fitting)
        return {
            *([fit] if 2 * fit >= self.tables or self.tables < 5 else []),
            *([full] if full <= most else []),
        }

    def _howells(self, fitting: int, most: int) -> set[int]:
        """Return the lengths of the two longest Howells that fit, and of a longer Howell that is not far too long.

        If no Howell qualifies, return the length of a Howell that is cut short.
        """
        if not FEWEST_HOWELL_TABLES <= self.tables <= MOST_HOWELL_TABLES:
            return set()
        lengths = howell_lengths(self.tables)
        fit = [r for r in lengths if r <= fitting][-2 if self.tables > 2 else -1 :]
        over = [r for r in lengths if fitting < r <= most][-1:]
        return {*fit, *over} or {fitting}

    def _webs(self, fitting: int, most: int) -> set[int]:
        lengths = FAMILIES["web"].rounds(self.tables)
        fit = [r for r in lengths if r <= fitting][-1:]
        return set(fit or [r for r in lengths if r <= most][:1])

    def _sections(self, fitting: int) -> set[int]:
        """Return the largest number of rounds that fits, if there are too many tables for one web of that length."""
        if self.tables < FEWEST_FOR_SECTIONS:
            return set()
        odd = (r for r in range(fitting - (fitting % 2 == 0), 2, -2))
        return set([r for r in odd if self.tables > 2 * r + 1 and sections_for(self.contestants, r)][:1])

    def _of(self, name: str, rounds: int) -> list[Candidate]:
        key = name, rounds
        if key not in self._made:
            self._made[key] = list(self._make(name, rounds))
        return self._made[key]

    def _make(self, name: str, rounds: int) -> Iterator[Candidate]:
        if name == "sections":
            count = sections_for(self.contestants, rounds) or 1
            parts = split(self.contestants, count, rounds)
            plan = together(parts)
        else:
            parts = ()
            plan = build(name, self.tables, rounds, self.contestants)
        if name != "hesitation":
            yield Candidate(plan, parts=parts)
        if FAMILIES[name].switchable and rounds >= FEWEST_TO_SWITCH:
            switched = best_switch(plan)
            yield Candidate(arrow_switch(plan, switched), switched, parts=parts)
        if self.physical and name == "howell" and rounds in howell_lengths(self.tables, cyclic=True):
            yield Candidate(build(name, self.tables, rounds, self.contestants, cyclic=True), cyclic=True)
