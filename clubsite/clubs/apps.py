from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubsite.clubs"

    def ready(self) -> None:
        from clubsite.accounts import retention
        from clubsite.clubs.retention import TOKENS
        from clubsite.clubs.selectors import zone_of_slug
        from clubsite.clubs.zones import register

        for prefix in ("clubs/", "director/clubs/"):
            register(prefix, "slug", zone_of_slug)
        retention.register(TOKENS)
