from django.apps import AppConfig


class NightConfig(AppConfig):
    name = "clubsite.night"

    def ready(self) -> None:
        from clubsite.night import receivers  # noqa: F401
        from clubsite.night.claims import EntryClaim, SideClaim
        from clubsite.play.claims import register

        register("entry", EntryClaim())
        register("side", SideClaim())
