// The receipts of this device: what it keeps, and the buttons that hand it in.

import { html, nothing, render } from "../vendor/lit-html.js";
import { forgetNight, keptReceipts } from "../lib/receipts.js";

const place = document.getElementById("kept");

function paint() {
  const nights = Object.entries(keptReceipts()).sort((one, other) => other[1].date.localeCompare(one[1].date));
  render(nights.length ? nights.map(nightPart) : html`<div class="empty"><p>${place.dataset.none}</p></div>`, place);
}

function nightPart([session, night]) {
  const lines = Object.values(night.lines).map((receipt) => ({ receipt, says: JSON.parse(receipt.text) }));
  lines.sort((one, other) => one.says.board - other.says.board);
  return html`<section class="part">
    <h2>${night.name}, ${day(night.date)}</h2>
    <ul class="rows">${lines.map(({ says }) => html`<li><span class="what">Board ${says.board}, table ${says.table}</span><b class="num">${score(says)}</b></li>`)}</ul>
    ${forms(session, night, lines.map((line) => line.receipt))}
    <p><button class="btn" type="button" @click=${() => { forgetNight(session); paint(); }}>Delete these receipts from this device</button></p>
  </section>`;
}

/** The collections of the night's club, each as a form that hands in this night. */
function forms(session, night, receipts) {
  const open = [...document.querySelectorAll("form[data-club]")].filter((form) => form.dataset.club === night.club);
  return open.map((form) => {
    const own = form.cloneNode(true);
    own.hidden = false;
    own.removeAttribute("data-club");
    own.elements.receipts.value = JSON.stringify(receipts);
    own.querySelector("button").textContent = `Hand in ${receipts.length} score${receipts.length === 1 ? "" : "s"} for ${form.dataset.session}`;
    return own;
  }) || nothing;
}

function day(text) {
  return new Date(`${text}T12:00`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

function score(says) {
  if (says.ns_score === null) return says.ruling || says.status.replace("_", " ");
  return `N/S ${says.ns_score > 0 ? "+" : ""}${says.ns_score}`;
}

paint();
