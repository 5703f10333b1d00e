from django.apps import AppConfig


class NightConfig(AppConfig):
    name = "clubsite.night"

    def ready(self) -> None:
        from clubsite.accounts import retention
        from clubsite.night import receivers, tasks  # noqa: F401
        from clubsite.night.claims import NightSeats
        from clubsite.night.retention import RULES
        from clubsite.play.claims import register

        register(NightSeats(), "entry", "side")
        retention.register(*RULES)
