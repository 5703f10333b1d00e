from django.apps import AppConfig


class ScoresConfig(AppConfig):
    name = "clubsite.scores"

    def ready(self) -> None:
        from clubsite.scores import receivers  # noqa: F401
