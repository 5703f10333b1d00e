"""A browser translates the page while cards are played: it puts each text into elements of its own."""

from playwright.sync_api import expect

from tests.browser.seats import until
from tests.browser.table_harness import Deal, HomeTable

TRANSLATOR = """
  const texts = (node) => (node.nodeType === 3 ? [node] : [...node.childNodes].flatMap(texts));
  const isKept = ({ parentElement: at, data }) => !data.trim() || at.closest("[translate=no], font, head, script");
  const translate = (text) => {
    const font = document.createElement("font");
    font.append(document.createElement("font"));
    font.firstChild.append(text.data);
    text.replaceWith(font);
  };
  new MutationObserver(() => texts(document).filter((text) => !isKept(text)).forEach(translate))
    .observe(document, { childList: true, subtree: true, characterData: true });
"""
SHOWN = """() => [document.getElementById("table").innerText,
  ...[...document.querySelectorAll("[data-card]")].map((card) => `${card.dataset.card}: ${card.textContent.trim()}`)]"""


def test_a_translated_table_shows_after_six_cards_what_a_fresh_page_shows(files, make_context):
    deal = Deal("solo", "table").play_until(lambda deal: deal.view("S")["phase"] == "play")
    table = HomeTable(deal, answering=True)
    table.others_act()
    context = make_context()
    context.add_init_script(TRANSLATOR)
    page = table.open(context, files.url)
    page.evaluate("document.body.append('The translator works')")
    expect(page.locator("body > font > font")).to_have_text("The translator works")
    for _ in range(6):
        before = len(deal.log)
        page.locator("button.card.yes").first.click()
        until(page, lambda before=before: len(deal.log) > before, "the card")
        page.wait_for_function("rev => harness.rev >= rev", arg=table.rev)
    fresh = table.open(make_context(), files.url)
    until(page, lambda: page.evaluate(SHOWN) == fresh.evaluate(SHOWN), "the picture of a fresh page")
