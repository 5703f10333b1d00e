"""A PDF as a response."""

from django.http import HttpResponse


def pdf_answer(data: bytes, name: str) -> HttpResponse:
    """Return a response that the browser shows, and that it saves under `name`."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
