from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "clubsite.duplicate"

    def ready(self) -> None:
        from clubsite.clubs.time_zones import register
        from clubsite.core import own_data
        from clubsite.duplicate import receivers, tasks  # noqa: F401
        from clubsite.duplicate.own_data import SESSIONS
        from clubsite.duplicate.selectors.sessions import zone_of_session

        register("results/", "public_id", zone_of_session)
        register("director/<str:session_id>/", "session_id", zone_of_session)
        register("leaderboard/", "session_id", zone_of_session)
        own_data.register(SESSIONS)
