"""The ranking so far, shown to everyone while a session is being played."""

from django.conf import settings
from django.db import models

from clubsite.nights.models import Session


class Leaderboard(models.Model):
    """A leaderboard that a director shows to everyone. Its page exists as long as this row does."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="leaderboard")
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"leaderboard of {self.session}"
