"""A response that contains a PDF, and the choice of its paper size."""

from django.http import HttpRequest, HttpResponse

from clubsite.pdf.paper import PaperSize


def pdf_answer(data: bytes, name: str) -> HttpResponse:
    """Return a response that the browser shows inline, with `name` as the file name for saving."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def size_asked(request: HttpRequest, usual: str) -> PaperSize:
    """Return the paper size named in the request's address (`?paper=letter`), or the club's `usual` size."""
    paper = request.GET.get("paper", "")
    return PaperSize(paper if paper in list(PaperSize) else usual)
