"""`manage.py verify_log [KEY] [--all]`: compare chains with their rows (docs/operations.md)."""

from argparse import ArgumentParser
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from clubsite.chains.checking import Difference, chain_checked, site_checked
from clubsite.chains.facts import short_hash
from clubsite.chains.models import Chain, ChainHolder

DISCARDED = "A session that was discarded"


class Command(BaseCommand):
    help = "List what was changed, deleted, inserted or swapped directly in the database. Nothing is changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("key", nargs="?", help="a club's or a session's short name, as in its address")
        which.add_argument("--all", action="store_true", help="every club, every session and the plays at home")

    def handle(self, *args: Any, key: str | None, **options: Any) -> None:
        holders = _holders(key)
        if not holders and key is not None:
            raise CommandError(f"There is no club and no session {key}.")
        differences = sum(self._said(called, chain) for called, chain in holders)
        if key is None:
            at_home = site_checked()
            self._listed("Plays at home", at_home, "")
            differences += len(at_home)
        if differences:
            raise CommandError(f"Differences: {differences}. Compare with a backup from before.")
        self.stdout.write("Everything is in order.")

    def _said(self, called: str, chain: Chain) -> int:
        found = chain_checked(chain)
        counts = [f"{found.links} links, head {short_hash(found.head) or 'none yet'}"]
        counts += [f"{found.waiting} not in the chain yet"] if found.waiting else []
        counts += [f"{found.removed} removed by rule"] if found.removed else []
        counts += [f"came in a club file on {found.moved_at:%-d %B %Y}"] if found.moved_at else []
        self._listed(called, found.differences, "; ".join(counts))
        return len(found.differences)

    def _listed(self, called: str, differences: list[Difference], counts: str) -> None:
        state = "in order" if not differences else f"differences: {len(differences)}"
        self.stdout.write(f"{called}: {counts + ': ' if counts else ''}{state}")
        for difference in differences:
            self.stdout.write(f"  {difference.words(values=True)}")


def _holders(key: str | None) -> list[tuple[str, Chain]]:
    """Return chains with their names: those of the club or session `key` and its parts, or all if `key` is None."""
    rows = [
        row for model in apps.get_models() if issubclass(model, ChainHolder) for row in model._default_manager.all()
    ]
    named = {row.chain_id: row for row in rows}
    chosen = [row.chain_id for row in rows if key is None or getattr(row, row.CHAIN_KEY) == key]
    chains = (
        Chain.objects.order_by("pk") if key is None else Chain.objects.filter(Q(pk__in=chosen) | Q(part_of__in=chosen))
    )
    return [(str(named.get(chain.pk, DISCARDED)), chain) for chain in chains.order_by("pk")]
