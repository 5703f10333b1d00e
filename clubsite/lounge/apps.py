from django.apps import AppConfig


class LoungeConfig(AppConfig):
    name = "clubsite.lounge"

    def ready(self) -> None:
        from clubsite.core import own_data, retention
        from clubsite.lounge import receivers, tasks  # noqa: F401
        from clubsite.lounge.own_data import MATCHES, matches_end
        from clubsite.lounge.retention import RULES
        from clubsite.lounge.seat_resolver import HomeSeatResolver
        from clubsite.play.models import SeatKind
        from clubsite.play.seat_resolvers import register

        register(HomeSeatResolver(), SeatKind.HOME)
        retention.register(*RULES)
        own_data.register(MATCHES, end=matches_end)
