"""Pages of long lists. The response is the list itself; its position and links are in the headers."""

from typing import Any

from django.core.paginator import Paginator
from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from clubsite.api.parameters import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE


class LinkPagination(PageNumberPagination):
    """Pages with `Total-Count`, and `Link` (RFC 8288) to the first, previous, next and last page."""

    page_size = DEFAULT_PAGE_SIZE
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE

    def get_page_number(self, request: Request, paginator: Paginator) -> int:
        number = int(super().get_page_number(request, paginator))
        if number > paginator.num_pages:
            raise NotFound(f"There is no page {number}: the last is {paginator.num_pages}.")
        return number

    def get_paginated_response(self, data: Any) -> Response:
        assert self.page is not None and self.request is not None
        pages, number = self.page.paginator, self.page.number
        address = self.request.build_absolute_uri()
        numbers = {"first": 1, "prev": number - 1, "next": number + 1, "last": pages.num_pages}
        links = [
            f'<{replace_query_param(address, "page", to)}>; rel="{rel}"'
            for rel, to in numbers.items()
            if to in pages.page_range
        ]
        return Response(data, headers={"Total-Count": str(pages.count), "Link": ", ".join(links)})
