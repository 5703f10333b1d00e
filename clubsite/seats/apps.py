from django.apps import AppConfig


class SeatsConfig(AppConfig):
    name = "clubsite.seats"

    def ready(self) -> None:
        from clubsite.core import own_data, retention
        from clubsite.play.models import SeatKind
        from clubsite.play.seat_resolvers import register
        from clubsite.seats import receivers, tasks  # noqa: F401
        from clubsite.seats.own_data import PARTS, seats_end
        from clubsite.seats.retention import RULES
        from clubsite.seats.seat_resolver import SessionSeatResolver

        register(SessionSeatResolver(), SeatKind.CONTESTANT, SeatKind.TABLE)
        retention.register(*RULES)
        own_data.register(*PARTS, end=seats_end)
