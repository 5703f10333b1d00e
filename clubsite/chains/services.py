"""Adding links that have no row, and giving links their numbers and hashes."""

from typing import Any

from django.db import transaction

from clubsite.chains.facts import hash_of, plain
from clubsite.chains.models import Chain, ChainLink, Linked, MovedLink

LINKS_AT_ONCE = 500
MOVED = "chains.moved"
"""The kind of a link that says that everything before it came in a club file."""


def link_add(*, chain_id: int, kind: str, facts: dict[str, Any]) -> ChainLink:
    """Add a link that records facts but has no row. Runs in the caller's transaction."""
    return ChainLink.objects.create(chain_id=chain_id, kind=kind, facts=facts)


def removal_note(*, instance: Linked, **_: Any) -> None:
    """Add a link that records that the site removed this row. A receiver of `pre_delete`."""
    last = instance.chain_link
    ChainLink.objects.create(chain_id=last.chain_id, kind=last.kind, facts={}, replaces=last)


def link_hash(before: str, link: ChainLink, replaced: int | None) -> str:
    """Return the hash of a numbered link. `before` is the hash of the link before it, and `replaced` the number of the
    link that it replaces. No key of the database is in it, so a club keeps its hashes when it moves to another site.
    """
    return hash_of([before, link.number, link.kind, link.facts, replaced, plain(link.at)])


def moved_note(chain_id: int, *, head: str) -> None:
    """Add a link that ends what was moved here: its last hash elsewhere, and a hash over its facts under the keys here.

    Runs in the caller's transaction, after the last MovedLink of the chain was stored.
    """
    links_number(chain_id)
    link_add(chain_id=chain_id, kind=MOVED, facts={"head": head, "rows": moved_hash(chain_id)})
    links_number(chain_id)


def moved_hash(chain_id: int) -> str:
    """Return the hash over everything in this chain that has other keys here than where it came from."""
    rows = MovedLink.objects.filter(link__chain=chain_id).order_by("link__number")
    return hash_of(rows.values_list("link__number", "facts"))


def links_number(chain_id: int) -> Chain:
    """Give every waiting link of this chain its number and hash, in the order in which the links were stored.

    Calling this again changes nothing. Storing a link never waits for the lock that this takes.
    """
    while True:
        with transaction.atomic():
            chain = Chain.objects.select_for_update(no_key=True).get(pk=chain_id)
            waiting = list(chain.links.filter(number=None).order_by("pk")[:LINKS_AT_ONCE])
            replaced = [link.replaces_id for link in waiting if link.replaces_id]
            numbers = dict(ChainLink.objects.filter(pk__in=replaced).values_list("pk", "number"))
            for link in waiting:
                link.number = numbers[link.pk] = chain.length + 1
                link.hash = link_hash(chain.head, link, numbers.get(link.replaces_id or 0))
                chain.length, chain.head = link.number, link.hash
            if waiting:
                ChainLink.objects.bulk_update(waiting, ["number", "hash"])
                chain.save(update_fields=["length", "head"])
        if len(waiting) < LINKS_AT_ONCE:
            return chain


def links_sweep() -> None:
    """Number the waiting links of every chain."""
    for chain_id in ChainLink.objects.filter(number=None).order_by("chain").values_list("chain", flat=True).distinct():
        links_number(chain_id)
