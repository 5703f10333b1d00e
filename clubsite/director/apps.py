from django.apps import AppConfig


class DirectorConfig(AppConfig):
    name = "clubsite.director"

    def ready(self) -> None:
        from clubsite.director import receivers  # noqa: F401
