"""The mail server: whether this site sends mail, and the meaning of its errors."""

from smtplib import SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings

PERMANENT = 500  # replies from here on are final (RFC 5321, 4.2.1)


def mail_here() -> bool:
    """True if mail can be requested: there is a mail server, or mails are written to the console."""
    return bool(settings.MAIL_ON or settings.MAIL_TO_CONSOLE)


def refused_for_good(fault: Exception) -> bool:
    """True if the server said that there is no such address."""
    if not isinstance(fault, SMTPRecipientsRefused):
        return False
    return all(code >= PERMANENT for code, _ in fault.recipients.values())


def of_this_mail_alone(fault: Exception) -> bool:
    """True if the server refused only this mail, so that the next one may be sent at once."""
    return isinstance(fault, (SMTPRecipientsRefused, SMTPResponseException))
