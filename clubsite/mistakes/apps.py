from django.apps import AppConfig


class MistakesConfig(AppConfig):
    name = "clubsite.mistakes"

    def ready(self) -> None:
        from clubsite.core import own_data, retention
        from clubsite.mistakes import receivers  # noqa: F401
        from clubsite.mistakes.own_data import PUZZLES, puzzles_end
        from clubsite.mistakes.retention import ANSWERS_RULE

        retention.register(ANSWERS_RULE)
        own_data.register(PUZZLES, end=puzzles_end)
