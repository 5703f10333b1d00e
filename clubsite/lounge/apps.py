from django.apps import AppConfig


class LoungeConfig(AppConfig):
    name = "clubsite.lounge"

    def ready(self) -> None:
        from clubsite.core import retention
        from clubsite.lounge import receivers, tasks  # noqa: F401
        from clubsite.lounge.retention import RULES
        from clubsite.lounge.seat_resolver import HomeSeatResolver
        from clubsite.play.seat_resolvers import register

        register(HomeSeatResolver(), "home")
        retention.register(*RULES)
