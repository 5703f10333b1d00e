// Says in words what is wrong in the picture of the table. For `test_room_on_screen.py`, on the page of the harness.

window.look = () => {
  const found = [];
  const box = (e) => e.getBoundingClientRect();
  const all = (css, of = document) => [...of.querySelectorAll(css)].filter((e) => box(e).width && !e.closest(".vh"));
  const name = (e) => `${(e.getAttribute("class") || e.tagName).trim()} ${e.dataset.card || e.dataset.key || ""}`.trim();
  const round = (r) => [r.left, r.top, r.right, r.bottom].map(Math.round).join(" ");
  const inside = (r, of, by = 1) => r.left >= of.left - by && r.top >= of.top - by && r.right <= of.right + by && r.bottom <= of.bottom + by;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const hits = (e, x, y) => { const hit = document.elementFromPoint(x, y); return Boolean(hit) && (e.contains(hit) || hit.contains(e) && hit.matches("label")); };
  const sheet = document.querySelector(".sheet");
  scrollTo(0, 0);
  if (document.documentElement.scrollWidth > innerWidth) found.push(`it is ${document.documentElement.scrollWidth} px wide`);
  // A card shows its left edge with its rank; the rest may be under the next card of its hand.
  if (!sheet) for (const card of all(".hand .card")) {
    const r = box(card);
    if (!inside(r, screen)) found.push(`${name(card)} sticks out of the screen: ${round(r)}`);
    else for (const y of [r.top + 4, (r.top + r.bottom) / 2, r.bottom - 4]) if (!hits(card, r.left + 5, y)) { found.push(`${name(card)} is covered`); break; }
  }
  const keys = sheet ? all(".sheet .doit .btn, .sheet .doit a, .suits .key") : all(".box button, .turn button, .topbar button, .link, .card.yes, .room > .doit .btn, .room > .doit a");
  for (const key of keys) {
    const r = box(key);
    const low = Math.min(r.width, r.height);
    if (low < 43.9) found.push(`${name(key)} is ${r.width.toFixed(1)} x ${r.height.toFixed(1)}`);
    if (!inside(r, screen)) found.push(`${name(key)} sticks out of the screen: ${round(r)}`);
    else if (!(key.matches(".link") && document.querySelector(".note")) && !hits(key, r.left + Math.min(r.width / 2, 20), (r.top + r.bottom) / 2)) found.push(`${name(key)} is covered`);
    if (key.scrollWidth > key.clientWidth + 2 && !key.matches(".card")) found.push(`the words of ${name(key)} are cut`);
  }
  if (sheet) {
    for (const words of all("h2, .center", sheet)) if (sheet.matches(".last") && !inside(box(words), screen)) found.push(`${name(words)} of the sheet is out of sight`);
    if (sheet.scrollWidth > sheet.clientWidth + 1) found.push("the sheet scrolls sideways");
    return [...new Set(found)];
  }
  const parts = all(".table > *").filter((e) => !e.matches(".notes"));
  parts.forEach((one, i) => parts.slice(i + 1).forEach((other) => {
    if (one.matches(".topbar") && other.matches(".opp") || other.matches(".room > .doit")) return;
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${name(one)} and ${name(other)} lie on each other`);
  }));
  for (const part of parts) for (const e of all(".card, .callbox, .who, .board, .corner, .place, .label, p, li", part)) {
    if (e.closest(".callbox") && !e.matches(".callbox")) continue;
    if (part.matches(".say, .doit") || e.closest(".notes")) continue;
    if (!inside(box(e), box(part), e.matches(".card") ? 8 : 3)) found.push(`${name(e)} does not fit into ${name(part)}: ${round(box(e))} in ${round(box(part))}`);
  }
  // Words and cards in the middle, and those in the top bar, are beside one another.
  const meet = (these) => these.forEach((one, i) => these.slice(i + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const [a, b] = [box(one), box(other)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 3 && high > 3) found.push(`${name(one)} lies on ${name(other)}`);
  }));
  meet(all(".mid .corner > *, .mid .corner:not(:has(*)), .trick .card, .trick > .slot, .trick > .board, .turned-up, .place .label, .pack, .looked, .course, .callbox, .kitty, .mid > .board, .count-of, .asides > *"));
  meet(all(".topbar > *, .opp .who, .opp .seat .backs"));
  const range = document.createRange();
  for (const e of all(".label span, .turn span, .corner, .key, .btn, th")) if (box(e).width > 1) for (const text of e.childNodes) if (text.nodeType === 3) {
    for (const word of text.data.matchAll(/\w+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(`${word[0]} of ${name(e)} is broken`);
    }
  }
  const now = document.querySelector("td.now, td.wait");
  if (now && box(now).width) {
    const frame = box(now.closest(".callbox"));
    if (box(now).top < frame.top - 1 || box(now).bottom > frame.bottom + 2) found.push("the call that is awaited is out of sight");
    const head = box(document.querySelector(".calls thead")).bottom;
    const rows = all(".calls tbody tr");
    if (rows.filter((row) => box(row).top > head - 1).length < Math.min(rows.length, 2)) found.push("the last call is out of sight");
  }
  return [...new Set(found)];
};
// Draws the page in a font of `vendor/fonts/fonts.css`, once all of them are loaded.
window.drawIn = async (font) => {
  document.documentElement.dataset.font = font;
  await Promise.all([...document.fonts].map((face) => face.load()));
};
// All texts of the pictures so far.
const shown = new Set();
const readTexts = () => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) shown.add(texts.currentNode.data.trim());
};
// Says in words which of the texts are wider or higher in a font of the tests than in the largest, and which letters
// are in none of them.
window.lookAtFonts = () => {
  const found = [...shown].join("").match(/[^ -~\u00A0-\u00FF–—‘’“”…]/gu) || [];
  const pen = document.createElement("canvas").getContext("2d");
  const measure = (text, weight, font) => {
    pen.font = `${weight} 100px "Test ${font}"`;
    const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = pen.measureText(text);
    return [width, fontBoundingBoxAscent, fontBoundingBoxDescent];
  };
  // Only the J is wider in Liberation Sans and Roboto: a few px, in a rank or a name.
  for (const text of [...shown].map((text) => text.replaceAll("J", "")).filter((text) => text.length > 4)) for (const weight of [400, 700]) {
    const largest = measure(text, weight, "Largest");
    for (const font of ["DejaVu", "Liberation", "Noto", "Roboto"]) {
      if (measure(text, weight, font).some((size, i) => size > largest[i] + 1)) found.push(`${text} is larger in ${font}, ${weight}`);
    }
  }
  return { texts: shown.size, faults: found };
};
// What waits for its turn is shown at once.
Object.defineProperty(document, "hidden", { get: () => true });
window.lookAtAll = (states) => {
  const found = [];
  for (const { name, message, taps } of states) {
    for (const open of document.querySelectorAll("[data-key=close], .note")) open.click();
    window.rev = (window.rev || 100) + 1;
    harness.say({ ...message, rev: window.rev, play: message.view ? `p${window.rev}` : null });
    for (const css of taps) {
      const key = document.querySelector(css);
      if (key) key.click();
      else found.push(`${name}: nothing to tap: ${css}`);
    }
    readTexts();
    found.push(...look().map((fault) => `${name}${taps.length ? ", tapped" : ""}: ${fault}`));
  }
  return [...new Set(found)];
};
