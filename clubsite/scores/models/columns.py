"""The columns of a result (`scoring.result.BoardResult`), defined once for every model that has them."""

from django.db import models


class TypedColumns(models.Model):
    """The result as typed. `declarer` is the player "S" or "N" (SOLO-11a), or any of the four players at a four-handed
    table. `tricks` is the number of tricks that declarer won.
    """

    contract = models.CharField(max_length=4, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    lead = models.CharField(max_length=2, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        abstract = True


class ResultColumns(TypedColumns):
    """The result that counts on a board, whether it was typed or is a ruling. `ns_score` is South's points."""

    ns_score = models.SmallIntegerField(null=True, blank=True)
    ruling = models.CharField(
        max_length=200,
        blank=True,
        help_text="A ruling: A5050 (50 % to each side), 60% 620, 40% -100 (weighted), 620 / -100 (split)",
    )
    group = models.CharField(
        max_length=10, blank=True, help_text="Of a fouled board: compared with lines of the same group only"
    )

    class Meta:
        abstract = True
