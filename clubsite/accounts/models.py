"""Users, who sign in; their second factors and browsers; and devices, which can be used without signing in."""

import time
import unicodedata
from base64 import b32decode, b32encode
from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from secrets import token_bytes
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from confusable_homoglyphs.utils import load
from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django_otp.oath import TOTP

from clubsite.core.data_map import SITE, DataOf, OwnPart, Until, declare
from clubsite.core.sealed_fields import Sealed, SealedTextField
from clubsite.core.tokens import hash_token

MAX_KEY = 300
ALIKE_ON_SCREEN = str.maketrans("i1|0", "lllo")
"""Signs that look alike in capitals or small letters, which Unicode’s lookalikes do not have."""


def name_key(name: str) -> str:
    """Return the skeleton of a sign-in name (Unicode TS 39, 4): the same for Paul, PAUI and a pаul in Cyrillic."""
    looks_like = _looks_like()
    spelling = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    skeleton = "".join(looks_like.get(sign, sign) for sign in spelling)
    return unicodedata.normalize("NFD", skeleton).casefold().translate(ALIKE_ON_SCREEN)[:MAX_KEY]


@cache
def _looks_like() -> dict[str, str]:
    """Return a map from each confusable character to the character that represents all its lookalikes.

    For a representative the library lists all its lookalikes; for each lookalike it lists only the representative.
    """
    confusables = {sign: [other["c"] for other in others] for sign, others in load("confusables.json").items()}
    table = {}
    for sign, others in confusables.items():
        if len(others) == 1:
            [other] = others
            table[sign] = min(sign, other) if len(confusables.get(other, [])) == 1 else other
    return table


NAME_TAKEN = "Somebody has this name already, or one that looks like it. Choose another."


class Users(UserManager):
    """The manager of users. It finds a user by sign-in name, ignoring case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> Any:
        return self.get(name_key=name_key(username or ""))


class User(AbstractUser):
    """A user who signs in: a director, or a member who wants to keep a history. Players need no account.

    `email` is confirmed. `email_wanted` is an address that was typed and is not confirmed yet, or "". `name_key` is
    the same for names that look alike.
    """

    data_of = DataOf(
        account="pk",
        own_data=OwnPart(
            order=10,
            key="account",
            title="Your account",
            why="So that you can sign in. The password is kept as a hash.",
            columns={
                "name to sign in with": "username",
                "e-mail address": "email",
                "address not confirmed yet": "email_wanted",
                "first name": "first_name",
                "last name": "last_name",
                "made": "date_joined",
                "last sign-in": "last_login",
            },
        ),
    )

    name_key = models.CharField(max_length=300, unique=True, editable=False)
    email_wanted = models.EmailField(blank=True, editable=False)

    objects: ClassVar[Users] = Users()

    device: "Device | None" = None
    """The browser that requested a director's page, None elsewhere. It is not stored."""

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the user. If the name is stored, store its key too."""
        self.name_key = name_key(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = [*update_fields, "name_key"]
        super().save(*args, update_fields=update_fields, **kwargs)

    def clean(self) -> None:
        """Raise ValidationError if another user has a name that looks like this one."""
        super().clean()
        if User.objects.filter(name_key=name_key(self.username)).exclude(pk=self.pk).exists():
            raise ValidationError({"username": NAME_TAKEN})


class Device(models.Model):
    """A browser that came to the site to play. Its token is in a cookie, and only a hash of it is stored."""

    data_of = DataOf(not_in_file="an import makes an empty one in place of each, which no browser holds")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now=True)
    label = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.label or f"device {self.pk}"


class AuthenticatorApp(models.Model):
    """A user's app that shows a new six-digit code every half minute (TOTP, RFC 6238). Its key is sealed.

    `drift` is the difference between the phone's clock and ours, in half minutes. `last_t` is the half minute of
    the last code that was used. `confirmed` is false until the app has shown its first right code.
    """

    data_of = DataOf(account="user")
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="authenticator_app")
    key = SealedTextField(place=["user_id"])
    confirmed = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    drift = models.SmallIntegerField(default=0)
    last_t = models.BigIntegerField(default=-1)

    class Meta:
        verbose_name = "app for codes"
        verbose_name_plural = "apps for codes"

    def __str__(self) -> str:
        return f"app {self.pk}"

    @staticmethod
    def new_key() -> Sealed:
        return Sealed.of(b32encode(token_bytes(20)).decode())

    @property
    def config_url(self) -> str:
        """The address that an app reads from the QR code. Raise KeyMissing if no server key opens the app's key."""
        issuer = settings.OTP_WEBAUTHN_RP_NAME
        facts = {"secret": self.key.open(), "algorithm": "SHA1", "digits": 6, "period": 30, "issuer": issuer}
        return f"otpauth://totp/{quote(f'{issuer}:{self.user.get_username()}')}?{urlencode(facts, quote_via=quote)}"

    def totp(self) -> TOTP:
        """Return this app's code generator, set to now. Raise KeyMissing if no server key opens the app's key."""
        codes = TOTP(b32decode(self.key.open()), drift=self.drift)
        codes.time = time.time()
        return codes

    def code_use(self, code: int) -> bool:
        """True if the app shows this code now, or half a minute earlier or later. A right code works only once."""
        codes = self.totp()
        if not codes.verify(code, tolerance=1, min_t=self.last_t + 1):
            return False
        self.last_t, self.drift, self.last_used_at = codes.t(), codes.drift, timezone.now()
        self.save()
        return True


class RecoveryCode(models.Model):
    """One code that lets its holder in when the app or the passkey is lost. It works once.

    `label` is the code's first characters, by which it is found. The rest is stored only as a salted hash.
    """

    data_of = DataOf(account="user")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    label = models.CharField(max_length=4)
    code_hash = models.CharField(max_length=128)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "label"], name="recovery_code_label_once")]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"


class BrowserSession(AbstractBaseSession):
    """One browser's session, filled by `session_store`. `browser` describes it. Other people use it too if `shared`."""

    data_of = DataOf(
        account="user",
        until=Until(
            91,
            "signed_in",
            "ended sessions of browsers deleted",
            # a club night in progress may keep one open that ended less than a day ago
            lambda before: Q(expire_date__lt=timezone.now() - timedelta(days=1)),
        ),
    )

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="browser_sessions")
    browser = models.CharField(max_length=80, blank=True)
    shared = models.BooleanField(default=False)
    signed_in_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        pass

    @classmethod
    def get_session_store_class(cls) -> Any:
        from clubsite.accounts.session_store import SessionStore

        return SessionStore

    def __str__(self) -> str:
        return self.browser or "a browser"

    @property
    def mark(self) -> str:
        """The name that pages use for this session. The key itself would let in anyone who reads it."""
        return hash_token(self.session_key)[:20]


declare(
    SITE,
    "admin.logentry",
    "auth.group",
    "auth.group_permissions",
    "auth.permission",
    "contenttypes.contenttype",
    "django_otp_webauthn.webauthnattestation",
    "django_otp_webauthn.webauthncredential",
    "django_otp_webauthn.webauthnuserhandle",
)
