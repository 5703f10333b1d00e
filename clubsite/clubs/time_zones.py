"""A club's time zone: every page under one of the club's addresses shows times in the club's own zone.

Session dates are dates without a zone and never move. The public API writes times with their offset, in the
zone of each session's club (`clubsite.api.serializers`).
"""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

if TYPE_CHECKING:
    from clubsite.clubs.models import Club

Find = Callable[[str], str | None]
# Places where people live, by the zone database's own names. The rest are other names for the same clocks.
WORLD_PARTS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
_finders: dict[str, tuple[str, Find]] = {}


def register(prefix: str, argument: str, find: Find) -> None:
    """Register the pages whose route begins with `prefix`.

    `find` takes the value of `argument` in the address and returns a zone's name, "" for the site's zone, or None
    if the address does not exist. In that case the page responds with 404.
    """
    _finders[prefix] = (argument, find)


@lru_cache(maxsize=1)
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return [("Pacific", [("Pacific/Auckland", "Auckland (Pacific)"), ...]), ...], as choices for a list."""
    parts: dict[str, list[tuple[str, str]]] = {part: [] for part in WORLD_PARTS}
    for name in sorted(available_timezones()):
        part, _, place = name.partition("/")
        if place and part in parts:
            parts[part].append((name, f"{place} ({part})".replace("/", ", ").replace("_", " ")))
    return list(parts.items())


def zone_known(name: str) -> None:
    """Raise ValidationError if this is not the name of a time zone."""
    if _zone(name) is None:
        raise ValidationError("Choose a time zone from the list, for example Pacific/Auckland.")


def zone_named(name: str) -> ZoneInfo:
    """Return the zone with this name, or the site's for "" or a name that this machine's zone database lacks."""
    return (_zone(name) if name else None) or ZoneInfo(settings.TIME_ZONE)


def zone_of(club: "Club") -> ZoneInfo:
    return zone_named(club.time_zone)


def clock_of(zone: ZoneInfo) -> str:
    """Return the name of a zone's clock, such as "Auckland time" for Pacific/Auckland."""
    return f"{zone.key.rpartition('/')[2].replace('_', ' ')} time"


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None  # no such file, a name that leads outside, a folder


class ClubTime:
    """Middleware that sets the time zone of the club in the address, or the site's on other pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        route = request.resolver_match.route if request.resolver_match else ""
        for prefix, (argument, find) in _finders.items():
            if route.startswith(prefix) and argument in kwargs:
                timezone.activate(WhenAsked(find, str(kwargs[argument])))
                return


class WhenAsked(tzinfo):
    """A time zone that is looked up only when a time is formatted, because most pages show dates only."""

    def __init__(self, find: Find, argument: str) -> None:
        self._find, self._argument = find, argument

    @cached_property
    def zone(self) -> ZoneInfo:
        """The time zone, or the site's zone if `find` names none."""
        return zone_named(self._find(self._argument) or "")

    def utcoffset(self, at: datetime | None) -> timedelta | None:
        return self.zone.utcoffset(self._there(at))

    def dst(self, at: datetime | None) -> timedelta | None:
        return self.zone.dst(self._there(at))

    def tzname(self, at: datetime | None) -> str | None:
        return self.zone.tzname(self._there(at))

    def fromutc(self, at: datetime) -> datetime:
        return self.zone.fromutc(at.replace(tzinfo=self.zone))

    def __str__(self) -> str:
        return self.zone.key

    def _there(self, at: datetime | None) -> datetime | None:
        return None if at is None else at.replace(tzinfo=self.zone)
