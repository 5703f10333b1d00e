"""The doctor's check of the settings."""

from collections.abc import Iterator

from django.conf import settings

from clubsite.keeper.findings import Finding, check, fault, warning, well

SHORTEST_SECRET = 32
"""Characters in SECRET_KEY. A shorter one could be guessed."""


@check("settings")
def settings_look() -> Iterator[Finding]:
    """Check for settings with which a site starts but should not be run."""
    found = list(_faults_of_settings())
    yield from found or [well("settings", "The settings are as they should be.")]


def _faults_of_settings() -> Iterator[Finding]:
    if settings.DEBUG:
        yield fault(
            "settings.debug",
            "DEBUG is on: a page that fails shows its settings to everybody.",
            "Take DEBUG out of the environment and start the site again.",
        )
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        yield warning(
            "settings.secret-key",
            "SECRET_KEY is short, so the cookies of sign-ins could be forged.",
            "Set SECRET_KEY to 50 random letters and figures. Everybody signs in again.",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield warning(
            "settings.hosts",
            "ALLOWED_HOSTS lets any host name in, so links in mails could lead to another site.",
            "Set ALLOWED_HOSTS to the names of this site.",
        )
    if settings.PUBLIC_URL.startswith("https://") and not getattr(settings, "TLS", True):
        yield warning(
            "settings.tls",
            "PUBLIC_URL begins with https://, but TLS is false: cookies travel on plain HTTP too.",
            "Take TLS=false out of the environment.",
        )
    if settings.HUBS_NEARBY:
        yield warning(
            "settings.hubs-nearby",
            "HUBS_NEARBY is on: for events over many clubs this site asks servers of its own network too, and by http.",
            "Take HUBS_NEARBY out of the environment, unless the network is closed and its servers hold such events.",
        )
