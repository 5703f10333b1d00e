from django.apps import AppConfig


class EventDocumentsConfig(AppConfig):
    name = "clubsite.event_documents"
