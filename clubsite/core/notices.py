"""The notices of one act, such as "Your new password is set", until the next page shows them."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NoticeCookie(CookieStorage):
    """Django's cookie of messages, under the name that TLS asks for."""

    cookie_name = f"{settings.HOST_COOKIE}messages"


class Notices(FallbackStorage):
    """Django's default storage: the cookie, and the session for what does not fit into it."""

    storage_classes = (NoticeCookie, SessionStorage)
