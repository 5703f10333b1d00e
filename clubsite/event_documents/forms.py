"""Forms for events of other servers: where the announcement is, a file of documents, a key from an envelope."""

import re

from django import forms

from clubsite.core.fields import LineField
from clubsite.event_documents.messages.documents import MAX_DOCUMENT_BYTES

HUB_PAGE = r"(https?://[^\s/]+)/events/(?:hub/)?([A-Za-z0-9]{6,20})/?"


class EventElsewhereForm(forms.Form):
    """Where an event of another server is announced."""

    address = LineField(
        max_length=200,
        label="Address of the event’s page",
        help_text="Of the organiser’s site, such as https://lantern.example/events/autumn2026ab/",
    )

    def clean_address(self) -> str:
        """Return the address of the announcement that belongs to the page."""
        match = re.fullmatch(HUB_PAGE, self.cleaned_data["address"], re.ASCII)
        if match is None:
            raise forms.ValidationError("Copy the address of the event’s page. It ends in /events/ and the event’s id.")
        return f"{match[1]}/events/hub/{match[2]}/"


class EnvelopeKeyForm(forms.Form):
    """The key from a sealed envelope."""

    key = LineField(max_length=100, label="Key from the sealed envelope", help_text="52 letters and figures")


class DocumentsForm(forms.Form):
    """A file of documents of another server."""

    file = forms.FileField(label="File of documents")

    def clean_file(self) -> bytes:
        """Return what is in the file."""
        return bytes(self.cleaned_data["file"].read(MAX_DOCUMENT_BYTES + 1))


class HandedDocumentsForm(forms.Form):
    """The documents of a file that was looked at, as they go back to be taken."""

    documents = forms.CharField(widget=forms.HiddenInput)

    def clean_documents(self) -> bytes:
        """Return the documents as they were in the file."""
        return str(self.cleaned_data["documents"]).encode("ascii", "replace")
