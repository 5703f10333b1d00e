"""What other servers ask this one for: the announcement of an event, and answers to documents that they post."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from clubsite.core.body_limits import takes_files
from clubsite.core.limits import HUB_DOCUMENTS
from clubsite.core.rate_limits import address_of
from clubsite.event_documents.messages.documents import MAX_DOCUMENT_BYTES, TOO_LARGE, documents_joined
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.services.incoming import announcement_document, document_take


@never_cache
@require_safe
def announcement(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the signed announcement of an event that is organised here."""
    if HUB_DOCUMENTS.exceeded(address_of(request)):
        return _words(HUB_DOCUMENTS.refusal(address_of(request)), HTTPStatus.TOO_MANY_REQUESTS)
    found = announcement_document(public_id=public_id)
    if found is None:
        return _words("No such event is organised on this server.", HTTPStatus.NOT_FOUND)
    return HttpResponse(documents_joined([found]), content_type="text/plain; charset=ascii")


@csrf_exempt  # a server posts a signed document, with no cookie
@never_cache
@require_POST
@takes_files(MAX_DOCUMENT_BYTES)
def hub(request: HttpRequest) -> HttpResponse:
    """Take a signed document of another server, and answer with signed documents, or with a sentence."""
    if HUB_DOCUMENTS.exceeded(address_of(request)):
        return _words(HUB_DOCUMENTS.refusal(address_of(request)), HTTPStatus.TOO_MANY_REQUESTS)
    data = request.read(MAX_DOCUMENT_BYTES + 1)
    if len(data) > MAX_DOCUMENT_BYTES:
        return _words(TOO_LARGE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        answers = document_take(data=data)
    except BadDocument as no:
        return _words(str(no), HTTPStatus.BAD_REQUEST)
    return HttpResponse(documents_joined(answers), content_type="text/plain; charset=ascii")


def _words(sentence: str, status: HTTPStatus) -> HttpResponse:
    response = HttpResponse(sentence + "\n", status=status, content_type="text/plain; charset=utf-8")
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        response["Retry-After"] = "60"
    return response
