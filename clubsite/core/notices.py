"""One-time messages about an act, such as "Your new password is set", kept until the next page shows them."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NoticeCookie(CookieStorage):
    """Django's cookie storage of messages, with the cookie name that TLS needs."""

    cookie_name = f"{settings.HOST_COOKIE}messages"


class Notices(FallbackStorage):
    """Django's default storage of messages: in the cookie, and in the session if they do not fit."""

    storage_classes = (NoticeCookie, SessionStorage)
