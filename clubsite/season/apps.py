from django.apps import AppConfig


class SeasonConfig(AppConfig):
    name = "clubsite.season"

    def ready(self) -> None:
        from clubsite.core import own_data
        from clubsite.season import receivers  # noqa: F401
        from clubsite.season.own_data import AWARDS

        own_data.register(AWARDS)
