from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "clubsite.results"

    def ready(self) -> None:
        from clubsite.results import receivers, tasks  # noqa: F401
