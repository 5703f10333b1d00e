"""What is printed: slips with every card of E and W in order, table cards, the movement."""

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.duplicate.models import Board, ContestantPerson


@pytest.fixture
def page(dee: Any, client: Client) -> Client:
    client.force_login(dee)
    return client


def text_of(answer: Any) -> str:
    assert answer["Content-Type"] == "application/pdf"
    return "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(answer.content)).pages)


def test_slips_show_every_dummy_in_its_order_and_no_hand_of_a_player(page: Client, night: Any) -> None:
    text = text_of(page.post(f"/director/{night.session.public_id}/print/slips.pdf"))
    boards = list(Board.objects.all())
    assert boards
    for board in boards:
        assert board.east in text
        assert board.west in text
        assert board.north not in text
        assert board.south not in text


def test_a_slips_big_ranks_of_40_points_lie_left_to_right_as_the_sequence(night: Any) -> None:
    from clubsite.pdf.dummy_slips import slips

    board = Board.objects.get(number=1)
    drawn: list[tuple[float, float, str]] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        # The place of a piece of text is `tm` seen through `cm`.
        x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
        if size >= 35 and text.strip() in ("A", "K", "Q", "J", *map(str, range(2, 11))):
            drawn.append((round(y, 1), x, text.strip()))

    PdfReader(io.BytesIO(slips("Tuesday", [board.setup()]))).pages[0].extract_text(visitor_text=visit)
    west, east = (
        [rank for _, _, rank in sorted((row for row in drawn if row[0] == y), key=lambda row: row[1])]
        for y in sorted({y for y, _, _ in drawn}, reverse=True)
    )
    for ranks, hand in ((west, board.west), (east, board.east)):
        assert ranks == [card[1].replace("T", "10") for card in hand.split()]


def test_printing_slips_is_noted(page: Client, night: Any) -> None:
    page.post(f"/director/{night.session.public_id}/print/slips.pdf")
    entry = AuditEntry.objects.get(action=AuditAction.SLIPS_PRINTED)
    assert entry.session_ref == night.session.public_id
    assert entry.actor == "dee"


def test_a_director_who_plays_gets_no_slips(page: Client, night: Any, dee: Any) -> None:
    person = ContestantPerson.objects.get(contestant=night.contestant(1)).person
    person.user = dee
    person.save()
    answer = page.post(f"/director/{night.session.public_id}/print/slips.pdf", follow=True)
    assert "You play in this session yourself" in answer.content.decode()
    assert not AuditEntry.objects.filter(action=AuditAction.SLIPS_PRINTED).exists()
    page.post(f"/director/{night.session.public_id}/act/end/")
    assert (
        page.post(f"/director/{night.session.public_id}/print/slips.pdf")["Content-Type"] == "application/pdf"
    )


def test_table_cards_carry_code_and_address(page: Client, night: Any, settings: Any) -> None:
    settings.PUBLIC_URL = "http://192.168.1.40:8000"
    text = text_of(page.get(f"/director/{night.session.public_id}/print/table-cards.pdf"))
    for table in night.section.tables.all():
        assert f"http://192.168.1.40:8000/join/{table.code}/" in text
        assert f"{table.code[:3]} {table.code[3:]}" in text


def test_the_movement_sheet_names_everybody(page: Client, night: Any) -> None:
    text = text_of(page.get(f"/director/{night.session.public_id}/print/movement.pdf"))
    for name in ("Bo", "Flo", "Gus", "Ann", "Hal", "Ivy", "Table 3", "Rd 3"):
        assert name in text


def test_names_of_every_language_can_be_printed(page: Client, night: Any) -> None:
    person = ContestantPerson.objects.get(contestant=night.contestant(1)).person
    person.name = "Tāne Ōkāhu 李"
    person.save()
    assert "Tane Okahu" in text_of(page.get(f"/director/{night.session.public_id}/print/movement.pdf"))
