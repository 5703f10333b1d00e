from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "clubsite.results"

    def ready(self) -> None:
        from clubsite.duplicate.standings import register
        from clubsite.results import receivers, tasks  # noqa: F401
        from clubsite.results.services.order import order_of

        register(order_of)
