"""Rows about the other side of an event on two servers: the hub, which organises, and the server of a heat."""

import datetime

from django.db import models
from django.utils import timezone

from clubsite.core.sealed_fields import SealedTextField
from clubsite.events.models.events import OF_EVENT
from clubsite.events.models.heats import Heat

INVITATION_LIVES = datetime.timedelta(days=14)
MAX_KEPT_STATES = 20


class HeatInvitation(models.Model):
    """The one-time key with which an invited club's server takes over its heat as it is named. Its hash is stored."""

    data_of = OF_EVENT
    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="invitation")
    key_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation of {self.heat}"

    @classmethod
    def usable(cls) -> models.QuerySet["HeatInvitation"]:
        """Return the invitations whose keys open something."""
        return cls.objects.filter(used_at=None, made_at__gt=timezone.now() - INVITATION_LIVES)

    @property
    def lives_until(self) -> datetime.datetime:
        return self.made_at + INVITATION_LIVES


class HeatAccess(models.Model):
    """A hub's row about the server of a heat. `names` is False if the club lets strangers read no name.

    `waiting` is a state that loses lines after the window, until the organiser takes it or refuses it, or None.
    """

    data_of = OF_EVENT
    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="access")
    token_hash = models.CharField(max_length=64, unique=True)
    server = models.CharField(max_length=200, blank=True)
    software = models.CharField(max_length=60, blank=True)
    names = models.BooleanField(default=True)
    seen_from = models.CharField(max_length=45, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    waiting = models.JSONField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "heat accesses"

    def __str__(self) -> str:
        return f"token of {self.heat}"


class KeptState(models.Model):
    """One of the last states of a heat of another server as it was sent, without names: JSON, compressed by zlib."""

    data_of = OF_EVENT
    heat = models.ForeignKey(Heat, on_delete=models.CASCADE, related_name="kept_states")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    body = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["heat", "-number"]
        constraints = [models.UniqueConstraint(fields=["heat", "number"], name="kept_state_number_once")]

    def __str__(self) -> str:
        return f"state {self.number} of {self.heat}"


class HubHeat(models.Model):
    """A club's side of a heat in another server's event: its token there, or "" if all goes by hand, and what is known.

    `told_number` is the number of the last state that the hub took (its ETag), and `sent_digest` is of the last one
    that was sent, answered or not. `told_names` and `told_plans` are digests. `silence` says why the hub did not
    answer, and `refusal` why it refused something; `refused_digest` is the mark of a refused state. `conflict` has the
    places of lines that the state here would take away there, until a person decides. `due_at` is when to ask next,
    after so many `tries` in vain, and `held_until` keeps two processes from asking at once.
    """

    data_of = OF_EVENT
    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="at_hub")
    token = SealedTextField(place=["heat__public_id"], help_text="Of the heat at its hub")
    told_number = models.PositiveIntegerField(default=0)
    told_digest = models.CharField(max_length=64, blank=True)
    told_confirmed = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True, blank=True)
    sent_digest = models.CharField(max_length=64, blank=True)
    told_names = models.CharField(max_length=64, blank=True)
    told_plans = models.CharField(max_length=64, blank=True)
    facts_etag = models.CharField(max_length=80, blank=True)
    silence = models.CharField(max_length=300, blank=True)
    refusal = models.TextField(blank=True)
    refused_digest = models.CharField(max_length=64, blank=True)
    conflict = models.JSONField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)
    ranking_at = models.DateTimeField(null=True, blank=True)
    ranking_etag = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"{self.heat} at its hub"

    @property
    def is_connected(self) -> bool:
        return bool(self.token)
