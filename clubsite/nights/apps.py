from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    name = "clubsite.nights"

    def ready(self) -> None:
        from clubsite.clubs.time_zones import register
        from clubsite.nights.selectors.sessions import zone_of_session

        register("results/", "public_id", zone_of_session)
        register("director/<str:session_id>/", "session_id", zone_of_session)
        register("leaderboard/", "session_id", zone_of_session)
