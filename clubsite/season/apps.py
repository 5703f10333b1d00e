from django.apps import AppConfig


class SeasonConfig(AppConfig):
    name = "clubsite.season"

    def ready(self) -> None:
        from clubsite.season import receivers  # noqa: F401
