from django.apps import AppConfig


class SimulationConfig(AppConfig):
    name = "clubsite.simulation"
