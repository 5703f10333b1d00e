"""Comparing a chain with its rows, to find what was changed, deleted, inserted or swapped directly in the database."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.apps import apps
from django.db.models import Model

from clubsite.chains.facts import facts_of, hash_of, plain
from clubsite.chains.models import Chain, ChainHolder, ChainLink, Linked
from clubsite.chains.services import MOVED, link_hash, moved_hash
from clubsite.core.snapshots import one_moment

ANOTHER_TEXT = "another text"


class DifferenceCode(StrEnum):
    """The kinds of differences between a chain and its rows. `DIFFERENCE_WORDS` has a sentence for each."""

    CHANGED = "changed"
    DELETED = "deleted"
    INSERTED = "inserted"
    LINK_CHANGED = "link_changed"
    LINK_DELETED = "link_deleted"
    HEAD = "head"


DIFFERENCE_SHORT = {
    DifferenceCode.CHANGED: "{row}: {field} was changed directly in the database.",
    DifferenceCode.LINK_CHANGED: "{row} was changed in the chain itself.",
    DifferenceCode.HEAD: "{row}: its last hash is not that of its links.",
}
"""Sentences without values, for readers who may not see every value. Other codes use `DIFFERENCE_WORDS`."""
DIFFERENCE_WORDS = {
    DifferenceCode.CHANGED: "{row}: {field} is {stored}, and the chain says {said}.",
    DifferenceCode.DELETED: "{row} was deleted, and not by a rule.",
    DifferenceCode.INSERTED: "{row} was inserted directly in the database: the chain does not have it.",
    DifferenceCode.LINK_CHANGED: "{row} was changed in the chain itself: its hash is {stored} and would be {said}.",
    DifferenceCode.LINK_DELETED: "{row} is missing from the chain.",
    DifferenceCode.HEAD: "{row}: its last hash is {stored}, and its links give {said}.",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `row` is the row's name for people; `stored` is its value now, and `said` the chain's value."""

    code: DifferenceCode
    row: str
    field: str = ""
    stored: str = ""
    said: str = ""

    def words(self, *, values: bool) -> str:
        """Return the difference as a sentence, with both values or without any."""
        text = DIFFERENCE_WORDS[self.code] if values else DIFFERENCE_SHORT.get(self.code, DIFFERENCE_WORDS[self.code])
        said = text.format(row=self.row, field=self.field, stored=self.stored or "empty", said=self.said or "empty")
        return said[0].upper() + said[1:]


@dataclass(slots=True)
class CheckedChain:
    """The result of checking a chain. `links` is the number of its last link and `head` its hash. `waiting` links have
    no number yet. `removed` rows were removed by a rule. `moved_at` is when the club came here in a club file.
    """

    links: int
    head: str
    waiting: int = 0
    removed: int = 0
    moved_at: datetime.datetime | None = None
    differences: list[Difference] = field(default_factory=list)

    @property
    def in_order(self) -> bool:
        return not self.differences


Check = Callable[[Chain, CheckedChain], Iterable[Difference]]
_checks: list[Check] = []


def chain_check(check: Check) -> Check:
    """Register the decorated function, which yields differences in data that a chain only refers to, such as play logs.

    The function may increase the `removed` count.
    """
    _checks.append(check)
    return check


SiteCheck = Callable[[], Iterable[Difference]]
_site_checks: list[SiteCheck] = []


def site_check(check: SiteCheck) -> SiteCheck:
    """Register the decorated function, which yields differences in data outside all chains, such as plays at home."""
    _site_checks.append(check)
    return check


def site_checked() -> list[Difference]:
    """Return the differences in data outside all chains, as they are at one moment."""
    with one_moment():
        return [difference for check in _site_checks for difference in check()]


def row_name(row: Model) -> str:
    """Return a row's name for people, such as "score entry 12"."""
    return f"{row._meta.verbose_name} {row.pk}"


def chain_checked(chain: Chain) -> CheckedChain:
    """Compare a chain with its rows and the data that they refer to, all as they are at one moment."""
    with one_moment():
        chain = Chain.objects.get(pk=chain.pk)
        links = list(chain.links.select_related("moved").order_by("number", "pk"))
        numbered = [link for link in links if link.number is not None]
        found = CheckedChain(chain.length, chain.head, len(links) - len(numbered))
        found.moved_at = max((link.at for link in numbered if link.kind == MOVED), default=None)
        found.differences += _part_differences(chain)
        found.differences += _link_differences(chain, numbered)
        found.differences += _row_differences(chain, links, found)
        for check in _checks:
            found.differences += check(chain, found)
    return found


def _part_differences(chain: Chain) -> Iterator[Difference]:
    """Yield a difference if the chain is no longer part of the chain that its session or club says."""
    for model in apps.get_models():
        if issubclass(model, ChainHolder):
            for holder in model._default_manager.filter(chain=chain):
                if (said := holder.chain_part_of()) != chain.part_of_id:
                    yield Difference(DifferenceCode.CHANGED, str(chain), "part_of", str(chain.part_of_id), str(said))


def _link_differences(chain: Chain, numbered: list[ChainLink]) -> Iterator[Difference]:
    before, expected = "", 1
    numbers = {link.pk: link.number for link in numbered}
    for link in numbered:
        for number in range(expected, link.number or 0):
            yield Difference(DifferenceCode.LINK_DELETED, f"link {number}")
        said = link_hash(before, link, numbers.get(link.replaces_id, 0) if link.replaces_id else None)
        if link.number == expected and said != link.hash:
            yield Difference(DifferenceCode.LINK_CHANGED, f"link {link.number}", "hash", link.hash, said)
        before, expected = link.hash, (link.number or 0) + 1
    for number in range(expected, chain.length + 1):
        yield Difference(DifferenceCode.LINK_DELETED, f"link {number}")
    if expected > chain.length + 1 or (expected == chain.length + 1 and chain.head != before):
        yield Difference(DifferenceCode.HEAD, str(chain), "head", chain.head, before)
    yield from _moved_differences(chain, numbered)


def _moved_differences(chain: Chain, numbered: list[ChainLink]) -> Iterator[Difference]:
    """Yield a difference if the facts under the keys here are not those that came in the last club file."""
    last = next((link for link in reversed(numbered) if link.kind == MOVED), None)
    said = hash_of([]) if last is None else last.facts.get("rows")
    if (here := moved_hash(chain.pk)) != said:
        what = "what came in a club file" if last is None else f"what came in a club file with link {last.number}"
        yield Difference(DifferenceCode.LINK_CHANGED, what, "hash", here, str(said))


def _row_differences(chain: Chain, links: list[ChainLink], found: CheckedChain) -> Iterator[Difference]:
    replaced = {link.replaces_id for link in links}
    kinds: dict[str, list[ChainLink]] = {}
    for link in links:
        if link.pk not in replaced:
            kinds.setdefault(link.kind, []).append(link)
    for model in apps.get_models():
        if issubclass(model, Linked):
            yield from _differences_of(model, chain, kinds.get(model._meta.label_lower, []), found)


def _differences_of(
    model: type[Linked], chain: Chain, links: list[ChainLink], found: CheckedChain
) -> Iterator[Difference]:
    """Yield the differences in the rows of one model. `links` holds the newest link of each row."""
    at = [link.pk for link in links]
    manager = model._base_manager
    rows: dict[int, Linked] = {row.chain_link_id: row for row in manager.filter(chain_link__chain=chain).order_by("pk")}
    known = {row.pk for row in rows.values()}
    for pk in manager.filter(**{model.CHAIN: chain}).order_by("pk").values_list("pk", flat=True):
        if pk not in known:
            yield Difference(DifferenceCode.INSERTED, f"{model._meta.verbose_name} {pk}")
    for pk in rows.keys() - set(at):
        yield Difference(DifferenceCode.CHANGED, row_name(rows[pk]), "chain_link", str(pk), "a newer one")
    for link in links:
        row = rows.get(link.pk)
        if not link.facts_here:
            found.removed += 1
        elif row is None:
            number = f"the {model._meta.verbose_name} of link {link.number}" if link.number else "a new row"
            yield Difference(DifferenceCode.DELETED, number)
        else:
            yield from _changes(row, link)


def _changes(row: Linked, link: ChainLink) -> Iterator[Difference]:
    now = facts_of(row, link.salt)
    for column in row._meta.concrete_fields:
        if column.name in now and now[column.name] != link.facts_here.get(column.name):
            stored = str(plain(getattr(row, column.attname)))
            said = ANOTHER_TEXT if column.name in row.DIGESTS else str(link.facts_here.get(column.name))
            yield Difference(DifferenceCode.CHANGED, row_name(row), column.name, stored, said)


def links_of_kind(chain: Chain, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the facts of all links of this kind in the chain. Links of these kinds have no row."""
    for link in chain.links.filter(kind=kind).select_related("moved"):
        yield link.facts_here
