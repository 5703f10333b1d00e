from django.apps import AppConfig


class SimultaneousConfig(AppConfig):
    name = "clubsite.simultaneous"

    def ready(self) -> None:
        from clubsite.clubs.time_zones import register
        from clubsite.simultaneous.selectors.event_pages import zone_of_event

        register("events/<str:public_id>/", "public_id", zone_of_event)
