"""Adding links that have no row, and giving links their numbers and hashes."""

from typing import Any

from django.db import transaction

from clubsite.chains.facts import hash_of, plain
from clubsite.chains.models import Chain, ChainLink, Linked

LINKS_AT_ONCE = 500


def link_add(*, chain_id: int, kind: str, facts: dict[str, Any]) -> ChainLink:
    """Add a link that records facts but has no row. Runs in the caller's transaction."""
    return ChainLink.objects.create(chain_id=chain_id, kind=kind, facts=facts)


def removal_note(*, instance: Linked, **_: Any) -> None:
    """Add a link that records that the site removed this row. A receiver of `pre_delete`."""
    last = instance.chain_link
    ChainLink.objects.create(chain_id=last.chain_id, kind=last.kind, facts={}, replaces=last)


def link_hash(before: str, link: ChainLink) -> str:
    """Return the hash of a numbered link. `before` is the hash of the link before it."""
    return hash_of([before, link.number, link.kind, link.facts, link.replaces_id, plain(link.at)])


def links_number(chain_id: int) -> Chain:
    """Give every waiting link of this chain its number and hash, in the order in which they were stored.

    Doing it again changes nothing. Storing a link never waits for this lock.
    """
    while True:
        with transaction.atomic():
            chain = Chain.objects.select_for_update(no_key=True).get(pk=chain_id)
            waiting = list(chain.links.filter(number=None).order_by("pk")[:LINKS_AT_ONCE])
            for link in waiting:
                link.number = chain.length + 1
                link.hash = link_hash(chain.head, link)
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
