"""The result of a board at one table: the contract played, or what happened instead."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from scoring.contracts import BOOK, PASSED_OUT, score
from scoring.lines import Line, Status, parse_score_text
from scoring.plausible import FOUR_LEADERS, FOUR_SIDES, TWO_LEADERS, TWO_SIDES


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The result of a board at a table.

    `contract` is `4SX`, `3N`, `PASS` or empty; `declarer` is N, E, S or W. `lead` has its suit first, `tricks` are
    declarer's, and `ns_score` is in points from N/S's point of view. `ruling` is an artificial score or a ruling in
    the form that `scoring.lines.parse_score_text` reads. If a board was fouled during the session, its lines are
    compared only with lines of the same `group`.
    """

    status: Status
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: int | None = None
    ns_score: int | None = None
    ruling: str = ""
    group: str = ""

    @classmethod
    def of_play(cls, outcome: Mapping[str, Any], vul: str) -> "BoardResult":
        """Return the result of a finished two-handed play from its outcome and the board's vulnerability."""
        contract, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
        return cls.of_contract(contract, declarer, tricks, vul, lead=outcome["lead"] or "")

    @classmethod
    def of_contract(
        cls,
        contract: str,
        declarer: str,
        tricks: int | None,
        vul: str,
        *,
        lead: str = "",
        four_handed: bool = False,
    ) -> "BoardResult":
        """Return the result of a contract, with its points. PASS means that the board was passed out.

        Raise ScoreError for an impossible contract or number of tricks.
        """
        if contract == PASSED_OUT:
            return cls(Status.PASSED_OUT, PASSED_OUT, ns_score=0)
        side = (FOUR_SIDES if four_handed else TWO_SIDES)[declarer]
        return cls(Status.PLAYED, contract, declarer, lead, tricks, score(contract, side, vul, tricks))

    @classmethod
    def of_columns(cls, row: Any) -> "BoardResult":
        """Return the result from a row whose columns have the names of the fields. Missing columns count as empty."""
        columns = {name: getattr(row, name) for name in RESULT_COLUMNS if hasattr(row, name)}
        return cls(**columns | {"status": Status(row.status)})

    def columns(self) -> dict[str, Any]:
        """Return the fields by name, as columns for a row."""
        return {name: getattr(self, name) for name in RESULT_COLUMNS}

    @property
    def over(self) -> int | None:
        """The number of tricks over the contract, negative if it went down, or None if no contract was played."""
        return None if self.tricks is None or not self.contract else self.tricks - int(self.contract[0]) - BOOK

    def leader(self, four_handed: bool) -> str:
        """Return the seat on opening lead (SOLO-13; Law 41A if four-handed), or "" if nothing was played."""
        return (FOUR_LEADERS if four_handed else TWO_LEADERS).get(self.declarer, "")

    def line(self, key: Hashable, times: int = 1) -> Line:
        """Return the result as `times` equal lines for scoring. Raise ScoreError for a ruling that cannot be read."""
        if not self.ruling:
            return Line(key, self.status, self.ns_score, group=self.group, times=times)
        given = parse_score_text(self.ruling)
        return Line(
            key=key,
            status=self.status,
            ns_score=given.ns_score if self.status is Status.ASSIGNED and self.ns_score is None else self.ns_score,
            ns_pct=given.ns_pct,
            ew_pct=given.ew_pct,
            ns_parts=given.ns_parts,
            ew_parts=given.ew_parts,
            group=self.group,
            times=times,
        )


RESULT_COLUMNS = tuple(field.name for field in fields(BoardResult))
"""The columns of a result, in the one order in which tables, JSON and comparisons have them."""
