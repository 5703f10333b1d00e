"""A response that contains a PDF."""

from django.http import HttpResponse


def pdf_answer(data: bytes, name: str) -> HttpResponse:
    """Return a response that the browser shows inline, with `name` as the file name for saving."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
