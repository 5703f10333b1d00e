// What is said aloud: the page's title, and the one voice for screen readers.

import { whereWords } from "./words.js";

// A sentence has been read by then; a reader who looks through the page later does not meet it again.
const FORGOTTEN = 20000;

/** "Your turn: Board 15, Table 3". */
export function titleWords(c) {
  const where = whereWords(c.table);
  return c.table.state === "playing" && c.view && c.myTurn ? `Your turn: ${where}` : where;
}

/**
 * The page's only live region. Each sentence is a new line in it, so that the same words are heard again and none are
 * lost to the next ones.
 * @returns {(text: string) => void} says it
 */
export function createVoice(live) {
  return function say(text) {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    live.append(line);
    setTimeout(() => line.remove(), FORGOTTEN);
  };
}
