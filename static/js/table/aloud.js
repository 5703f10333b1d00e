// What is said without being looked at: the page's title, and the words for a screen reader.

import { personal, spoken, whereWords } from "./words.js";

/** "Your turn: Board 15, Table 3". */
export function titleWords(c) {
  const where = whereWords(c.table);
  return c.table.state === "playing" && c.view && c.myTurn ? `Your turn: ${where}` : where;
}

/** Into `live` what is new on the screen `root` since the message `before` of the same play (null for none). */
export function announce(root, live, before, next, c) {
  const { table, view } = next;
  if (table.state === "result" && table.result && (!before || before.table.state !== "result")) {
    const came = `${table.result.text}. ${table.result.score_text}.`;
    live.textContent = `${personal(table.checked || "", c)} ${c.home ? personal(came, c) : came}`.trim();
  } else if (view && table.state === "playing") {
    const changed = !before || before.seq !== next.seq || before.table.state !== "playing";
    if (changed) live.textContent = `${personal(table.checked || "", c)} ${spoken(before && before.view, view, c)}`.trim();
  } else {
    const head = root.querySelector("[data-head]");
    if (head && live.textContent !== head.textContent) live.textContent = head.textContent;
  }
}
