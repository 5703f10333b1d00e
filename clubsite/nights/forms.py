"""Forms shared by many of a session's pages."""

from typing import Any

from django import forms

from clubsite.core.forms import ButtonForm
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.sessions import section_for


class SectionForm(ButtonForm):
    """The section that a button or an address names by its letter, or the first section if there is no letter."""

    section = forms.CharField(required=False, strip=False)

    def __init__(self, data: Any, session: Session) -> None:
        super().__init__(data)
        self.fields["section"].validators = []  # an impossible letter means a section that does not exist
        self.session = session

    @property
    def named(self) -> str:
        """The section's letter as submitted, or ""."""
        return str(self.sent["section"])

    def chosen(self) -> Section:
        """Return the section. Raise Http404 if the session has no such section."""
        return section_for(self.session, self.named)
