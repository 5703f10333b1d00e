"""Who asks: somebody who is signed in, or anybody."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from clubsite.accounts.models import User

Visitor = User | AnonymousUser


class SignedInRequest(HttpRequest):
    """A request to a view that only lets in users who are signed in. For type checkers: nothing makes one."""

    user: User
