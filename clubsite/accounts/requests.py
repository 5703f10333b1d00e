"""Types for the user of a request, who may be signed in or not."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from clubsite.accounts.models import User

AnyUser = User | AnonymousUser


class SignedInRequest(HttpRequest):
    """A request to a view that only lets in users who are signed in. It is for type checkers; nothing makes one."""

    user: User
