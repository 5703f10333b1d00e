"""The options for a session's game, which its director chooses until the first cards are shown."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights import signals
from clubsite.nights.models import Section, Session, SessionStatus, TableBoard
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.tables import SESSION_GAME
from clubsite.play.game_options import SOLO_OPTIONS, unusual
from games.errors import BadSetup
from games.options import checked, usual
from games.registry import rules_for

OPTIONS_AFTER_START = "The first cards have been shown: the game stays as it is until the end of the night."
OPTIONS_AFTER_END = "The night is over: this is how it was played."


def options_of(session: Session) -> dict[str, str]:
    """Return every option of the game with its value for this session."""
    known = rules_for(SESSION_GAME).options
    return checked(known, {name: value for name, value in session.options.items() if name in known})


def options_fixed(session: Session) -> str:
    """Return a sentence that says why the game's options can no longer be chosen, or ""."""
    if session.status == SessionStatus.ENDED:
        return OPTIONS_AFTER_END
    shown = TableBoard.objects.filter(round__section__session=session, play__isnull=False)
    return OPTIONS_AFTER_START if shown.exists() else ""


def options_choose(*, session: Session, user: User, chosen: dict[str, str]) -> Session:
    """Play the session with these options. Any options that are left out get their default values.

    Raise Refused if the game does not have an option, or if the options can no longer be chosen.
    """
    known = rules_for(SESSION_GAME).options
    try:
        options = {name: value for name, value in checked(known, chosen).items() if value != known[name][0]}
    except BadSetup as no:
        raise Refused(f"{no}.") from no
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        # A board is opened under its section's lock, and reads the options after that.
        list(Section.objects.select_for_update().filter(session=session).order_by("pk"))
        if fixed := options_fixed(session):
            raise Refused(fixed)
        before, session.options = session.options, options
        if before == options:
            return session
        session.save(update_fields=["options"])
        session_audit_add(session, AuditAction.OPTIONS_CHOSEN, str(session), user=user, before=before, after=options)
        signals.options_chosen.send(sender=Session, session=session)
    return session


def options_words(options: dict[str, str]) -> str:
    """Return options that differ from the usual ones, as sentences."""
    return " ".join(unusual(SOLO_OPTIONS, options, usual(rules_for(SESSION_GAME).options))) or "as usual"
