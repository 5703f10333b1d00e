"""Receivers that run after a sign-in."""

import time
from datetime import timedelta
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from clubsite.accounts.cookies import known_browser
from clubsite.accounts.decorators import confirm_keep
from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import User
from clubsite.accounts.session_store import BROWSER, SHARED, SIGNED_IN_AT, browser_words
from clubsite.core.origins import base_of

JUST_MADE = timedelta(minutes=10)  # an account made this recently has no browser that was used before


@receiver(user_logged_in)
def session_begins(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note in the session when and in which browser it began. Signing in counts as confirming one's identity."""
    request.session[SIGNED_IN_AT], request.session[BROWSER] = time.time(), browser_words(request)
    if user.is_staff:  # a keeper sees everything: their session is as short as on a shared device
        request.session[SHARED] = True
    confirm_keep(request)


@receiver(user_logged_in)
def new_browser_tell(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Tell the user by mail about a sign-in in a browser that has not been used for this account before."""
    if user.email and timezone.now() - user.date_joined > JUST_MADE and not known_browser(request, user.get_username()):
        notice_add(user, Notice.NEW_BROWSER, base_of(request))
