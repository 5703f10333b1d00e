"""What follows a sign-in."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from clubsite.accounts.second_factor.confirming import confirm_keep


@receiver(user_logged_in)
def sign_in_confirms(request: HttpRequest, **kwargs: Any) -> None:
    """Count a sign-in as a confirmation."""
    confirm_keep(request)
