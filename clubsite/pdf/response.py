"""A PDF as an answer."""

from django.http import HttpResponse


def pdf_answer(data: bytes, name: str) -> HttpResponse:
    """Shown in the browser, saved as `name`."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
