"""What many pages of a session ask."""

from typing import Any

from django import forms

from clubsite.core.forms import ButtonForm
from clubsite.duplicate.models import Section, Session
from clubsite.duplicate.selectors.sessions import section_for


class SectionForm(ButtonForm):
    """The section that a button or an address is about, by its letter; without one the first."""

    section = forms.CharField(required=False, strip=False)

    def __init__(self, data: Any, session: Session) -> None:
        super().__init__(data)
        self.fields["section"].validators = []  # a letter that cannot be is a section that is not there
        self.session = session

    @property
    def named(self) -> str:
        """Its letter as it was sent; empty for none."""
        return str(self.sent["section"])

    def chosen(self) -> Section:
        """Raises Http404 where the session has no such section."""
        return section_for(self.session, self.named)
