from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "clubsite.duplicate"

    def ready(self) -> None:
        from clubsite.duplicate import receivers  # noqa: F401
