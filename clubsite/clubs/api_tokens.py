"""Tokens for programs that use the API for a club."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, Club
from clubsite.clubs.services import club_locked, name_as_kept
from clubsite.core.idempotency import idempotent_token
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token, new_token

READ, WRITE = "nights:read", "nights:write"

KEPT_TOKENS = 20

TOKEN_SEEN_SECONDS = 60


def token_make(*, club: Club, user: User, name: str, write: bool, idempotency_key: str = "") -> tuple[ApiToken, str]:
    """Make a token for a program. Return it with its secret, which is never stored. Raise Refused if `name` is empty.

    A request submitted twice with the same `idempotency_key` makes one token, and returns its secret both times.
    """
    name = name_as_kept(name)[:60].rstrip()
    if not name:
        raise Refused("Write which program the token is for, so that you know it again later.", "name")
    secret = f"club_{idempotent_token(idempotency_key, 'token', club.pk, user.pk, name, write)}"
    with transaction.atomic():
        club_locked(club.pk)
        made = club.api_tokens.filter(token_hash=hash_token(secret)).first()
        if made is not None and made.revoked_at is None:
            return made, secret
        secret = f"club_{new_token()}" if made else secret
        kept = club.api_tokens.filter(revoked_at=None)
        if kept.filter(name=name).exists():
            raise Refused(f"A token named “{name}” is in use. Take it back first, or choose a name.", "name")
        if kept.count() >= KEPT_TOKENS:
            raise Refused(f"A club has at most {KEPT_TOKENS} tokens. Take back one that is not used.", "name")
        token = ApiToken.objects.create(
            club=club,
            user=user,
            name=name,
            scopes=f"{READ} {WRITE}" if write else READ,
            token_hash=hash_token(secret),
        )
        audit_add(club=club, action=AuditAction.API_TOKEN_MADE, subject=name, user=user, scopes=token.scopes)
    return token, secret


def token_revoke(*, token: ApiToken, user: User) -> None:
    """Revoke a token permanently. Revoking it again has no effect."""
    with transaction.atomic():
        taken = ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
        if taken:
            audit_add(club=token.club, action=AuditAction.API_TOKEN_REVOKED, subject=token.name, user=user)


def token_seen(token: ApiToken) -> None:
    """Record when a token was last used, to the minute."""
    now = timezone.now()
    if token.used_at is None or (now - token.used_at).total_seconds() >= TOKEN_SEEN_SECONDS:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
