from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "clubsite.events"

    def ready(self) -> None:
        from clubsite.clubs.time_zones import register
        from clubsite.events.selectors.event_pages import zone_of_event

        register("events/<str:public_id>/", "public_id", zone_of_event)
