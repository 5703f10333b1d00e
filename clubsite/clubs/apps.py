from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubsite.clubs"

    def ready(self) -> None:
        from clubsite.clubs.selectors import zone_of_slug
        from clubsite.clubs.time_zones import register

        for prefix in ("clubs/", "director/clubs/"):
            register(prefix, "slug", zone_of_slug)
