"""Types for a request's user, who may or may not be signed in."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from clubsite.accounts.models import User

AnyUser = User | AnonymousUser


class SignedInRequest(HttpRequest):
    """A request to a view that only lets in signed-in users. It is for type checkers; no instances are created."""

    user: User
