from django.apps import AppConfig


class LoungeConfig(AppConfig):
    name = "clubsite.lounge"

    def ready(self) -> None:
        from clubsite.accounts import retention
        from clubsite.lounge import receivers, tasks  # noqa: F401
        from clubsite.lounge.claims import HomeSeats
        from clubsite.lounge.retention import RULES
        from clubsite.play.claims import register

        register(HomeSeats(), "home")
        retention.register(*RULES)
