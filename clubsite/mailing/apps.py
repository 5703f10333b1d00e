from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "clubsite.mailing"

    def ready(self) -> None:
        from clubsite.core import own_data
        from clubsite.mailing import receivers, tasks  # noqa: F401
        from clubsite.mailing.letters import CONFIRMATION, RESULTS
        from clubsite.mailing.own_data import MAIL, mail_end
        from clubsite.outbox import kinds

        kinds.register(CONFIRMATION, RESULTS)
        own_data.register(MAIL, end=mail_end)
