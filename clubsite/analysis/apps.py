from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "clubsite.analysis"

    def ready(self) -> None:
        from clubsite.analysis import receivers, tasks  # noqa: F401
