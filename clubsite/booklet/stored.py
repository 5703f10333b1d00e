"""Pages as JSON values, for an app that makes them once and shows them often. Sentences are stored as clauses."""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any, get_args

from clubsite.analysis.selectors.solutions import Solution
from clubsite.booklet.clauses import BookletSentence, Clause, TurnsAlike
from clubsite.booklet.frequencies import Frequency, PlayedContract
from clubsite.booklet.pages import BookletPage
from games.deals import Deal
from scoring.figures import exact_text

Json = dict[str, Any]
KINDS = {kind.__name__: kind for kind in get_args(Clause)}


def page_json(page: BookletPage) -> Json:
    """Return the page as JSON values that `page_of` reads. They hold the names that strangers may read."""
    return {
        **page.deal.to_setup(page.number, page.dealer, page.vulnerability),
        "solution": asdict(page.solution) if page.solution else None,
        "frequencies": [_frequency_json(one) for one in page.frequencies],
        "sentences": [[_clause_json(clause) for clause in sentence.clauses] for sentence in page.sentences],
    }


def page_of(stored: Mapping[str, Any]) -> BookletPage:
    """Return a page that `page_json` has stored. Raise KeyError or TypeError if it was stored by another version."""
    return BookletPage(
        number=stored["board"],
        dealer=stored["dealer"],
        vulnerability=stored["vul"],
        deal=Deal.from_setup(stored),
        solution=_solution(stored["solution"]),
        frequencies=tuple(_frequency(one) for one in stored["frequencies"]),
        sentences=tuple(BookletSentence(tuple(map(_clause, clauses))) for clauses in stored["sentences"]),
    )


def _clause_json(clause: Clause) -> Json:
    return {"kind": type(clause).__name__, **asdict(clause)}


def _clause(stored: Mapping[str, Any]) -> Clause:
    values = {name: _tuples(value) for name, value in stored.items() if name != "kind"}
    if "alike" in values:
        values["alike"] = TurnsAlike(values["alike"])
    found: Clause = KINDS[stored["kind"]](**values)
    return found


def _tuples(value: Any) -> Any:
    """Return the value with tuples in place of lists, which JSON makes of them."""
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def _frequency_json(one: Frequency) -> Json:
    percents = {name: getattr(one, name) for name in ("percent_south", "percent_north")}
    return asdict(one) | {name: None if share is None else exact_text(share) for name, share in percents.items()}


def _frequency(stored: Mapping[str, Any]) -> Frequency:
    south, north = (
        None if stored[name] is None else Fraction(stored[name]) for name in ("percent_south", "percent_north")
    )
    played = tuple(PlayedContract(**one) for one in stored["played"])
    return Frequency(stored["score"], stored["count"], played, south, north, stored["words"])


def _solution(stored: Mapping[str, Any] | None) -> Solution | None:
    if stored is None:
        return None
    contracts = [(contract, declarer) for contract, declarer in stored["contracts"]]
    return Solution(stored["values"], stored["points"], contracts, stored["line"])
