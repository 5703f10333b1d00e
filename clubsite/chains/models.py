"""Chains of hashes over rows. Changing, deleting or inserting a row directly in the database breaks its chain."""

from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from secrets import token_hex
from typing import Any, ClassVar, Self

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from clubsite.chains.facts import facts_of, short_hash


class Chain(models.Model):
    """The chain of a club or of a session. `length` and `head` are the number and the hash of its last link."""

    part_of = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="parts", help_text="Of a session: its club's chain"
    )
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"chain {self.pk}"

    @property
    def short(self) -> str:
        """The hash of the last link as it is printed, or "" if no link has a number yet."""
        return short_hash(self.head)


class ChainLink(models.Model):
    """One link: the facts of a row when it was stored, or when it was changed (`replaces`).

    A row and its link are stored in one transaction. A job later gives the link its number and hash, so storing one
    row never waits for another. `facts` is empty if the site has removed the row.
    """

    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="links")
    kind = models.CharField(max_length=60, help_text="The label of the row's model")
    facts = models.JSONField()
    salt = models.CharField(max_length=32, default=partial(token_hex, 16))
    replaces = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="replaced_by")
    at = models.DateTimeField(default=timezone.now, editable=False)
    number = models.PositiveIntegerField(null=True)
    hash = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["chain", "number"], name="chain_link_number_once"),
            models.CheckConstraint(
                condition=Q(number=None, hash="") | Q(number__gte=1) & ~Q(hash=""), name="chain_link_numbered_with_hash"
            ),
        ]
        indexes = [models.Index(fields=["chain"], condition=Q(number=None), name="chain_links_waiting")]

    def __str__(self) -> str:
        return f"link {self.number} of chain {self.chain_id}"

    @property
    def short(self) -> str:
        """The hash as it is printed, or "" if the link has no number yet."""
        return short_hash(self.hash)

    @property
    def facts_here(self) -> dict[str, Any]:
        """The facts under the keys of this site. They differ from `facts` if the club was moved here."""
        moved: MovedLink | None = getattr(self, "moved", None)
        return self.facts if moved is None else moved.facts


class MovedLink(models.Model):
    """The facts of a link that came in a club file, under the keys that the rows have here.

    The link itself keeps its facts and its hash from where it was made, so digits that were printed there are found.
    The link of kind `services.MOVED` has a hash over these rows.
    """

    link = models.OneToOneField(ChainLink, primary_key=True, on_delete=models.PROTECT, related_name="moved")
    facts = models.JSONField()

    def __str__(self) -> str:
        return f"moved {self.link}"


class ChainHolder(models.Model):
    """A row that has a chain, created together with it. `CHAIN_KEY` is the field by which people refer to the row."""

    CHAIN_KEY: ClassVar[str]

    chain = models.OneToOneField(Chain, on_delete=models.PROTECT, related_name="%(class)s", editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        if self.chain_id is None:
            self.chain = Chain.objects.create(part_of_id=self.chain_part_of())
        super().save(*args, **options)

    def chain_part_of(self) -> int | None:
        """Return the key of the chain that this row's chain is a part of, or None."""
        return None


class Linked(models.Model):
    """A row whose facts are kept in a chain. Each `save` adds a link, so `QuerySet.update` is not allowed.

    `CHAIN` is the path from the row to its chain. `DIGESTS` are the columns of which the chain keeps digests only; the
    app's configuration sets it.
    """

    CHAIN: ClassVar[str]
    DIGESTS: ClassVar[frozenset[str]]

    chain_link = models.OneToOneField(ChainLink, on_delete=models.PROTECT, related_name="+", editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        link = self._next_link()
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "chain_link"}
        with transaction.atomic(savepoint=False):
            link.save(force_insert=True)
            self.chain_link = link
            super().save(*args, **options)

    @classmethod
    def save_all(cls, rows: Iterable[Self]) -> None:
        """Save several new rows with their links, using two queries."""
        rows = list(rows)
        with transaction.atomic(savepoint=False):
            links = ChainLink.objects.bulk_create([row._next_link() for row in rows])
            for row, link in zip(rows, links, strict=True):
                row.chain_link = link
            cls._base_manager.bulk_create(rows)

    def _next_link(self) -> ChainLink:
        """Return an unsaved link with this row's facts."""
        link = ChainLink(kind=self._meta.label_lower, replaces_id=self.chain_link_id)
        link.chain_id = attrgetter(f"{self.CHAIN.replace('__', '.')}_id")(self)
        link.facts = facts_of(self, link.salt)
        return link
