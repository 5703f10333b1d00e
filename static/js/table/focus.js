// Where the focus goes: to what is asked for next, and never to nothing.

import { elapsed } from "../lib/elapsed.js";
import { stopOf } from "./roving.js";

// A press that was meant for the earlier question is not one for the present one.
const SETTLES = 400;
const PRESSES = ["Enter", " "];
// Sheets with a harmless question: the focus goes to the key. Others are read first.
const ASKING = ["result", "claim", "joker", "undo"];
const ON = ":not([disabled])";

const stopIn = (root, selector) => {
  const group = root.querySelector(selector);
  return group && stopOf(group);
};

/** Return the element that the player is asked for, or null if there is no question. */
export function asked(root) {
  const sheet = root.querySelector("[data-sheet]");
  if (sheet) return inSheet(sheet);
  const picking = root.querySelector(".turn.pick");
  if (picking) return (picking.matches(".full") && picking.querySelector(`.main${ON}`)) || stopIn(root, ".held.picking");
  return (
    root.querySelector(`.box [data-key=confirm]${ON}`) ||
    stopIn(root, ".box .st[data-arrows]") ||
    stopIn(root, ".box") ||
    root.querySelector(`.turn .btn${ON}:not(.off, .takeback)`) ||
    stopIn(root, "[data-arrows]:has(.card.yes)") ||
    root.querySelector(`.doit button.main${ON}, .doit a.main`)
  );
}

function inSheet(sheet) {
  const name = sheet.dataset.sheet;
  const head = sheet.querySelector("#sheet-title");
  if (!ASKING.includes(name)) return head;
  return sheet.querySelector(`.main${ON}`) || stopIn(sheet, "[data-arrows]") || sheet.querySelector(".waiting") || head;
}

/** Return where the focus rests without a question: at the words that say what is waited for, or at the player's cards. */
function rest(root) {
  return root.querySelector(".box .waiting, .doit .waiting") || stopIn(root, ".held[data-arrows]") || root.querySelector(".callbox, [data-head]") || root.closest("main");
}

/**
 * Paints, and sets the focus. The returned function takes `paint` and the subject of the screen: `server` grows with
 * everything that the server says about the play, `own` with the player's choices.
 */
export function createFocusKeeper(root) {
  const before = { server: null, own: null, sheet: null };
  // The key that had the focus before this painting, and the one that will have it.
  let had = null;
  let wanted = null;
  let opener = null;
  // A reloaded page goes on where its player was.
  let used = performance.getEntriesByType("navigation").some(({ type }) => type === "reload") ? "reload" : null;
  let moved = { to: null, at: 0 };

  const find = (key) => root.querySelector(`[data-key="${CSS.escape(key)}"]${ON}`);
  const current = () => {
    const at = document.activeElement;
    return at && root.contains(at) && at.dataset.key ? at.dataset.key : null;
  };
  const lost = () => !document.activeElement || document.activeElement === document.body || document.activeElement.disabled;
  const elsewhere = () => !lost() && !root.contains(document.activeElement) && document.activeElement !== root.closest("main");

  for (const name of ["keydown", "pointerdown"]) addEventListener(name, () => (used = name), true);
  addEventListener("keydown", (event) => {
    // A player who moves there by their own keys means it.
    if (event.key === "Tab" || event.key.startsWith("Arrow")) moved = { to: null, at: 0 };
  });
  root.addEventListener("keydown", (event) => {
    if (!PRESSES.includes(event.key)) return;
    if (event.repeat || (event.target === moved.to && elapsed() - moved.at < SETTLES)) event.preventDefault();
  });

  function go(to, sudden) {
    if (!to || (to === document.activeElement && (to.dataset.key || null) === had)) return;
    // The same element may show another key now. It is only read out if the focus comes to it again.
    if (to === document.activeElement) to.blur();
    // Under a finger the page must not slide.
    to.focus({ preventScroll: used === "pointerdown" });
    moved = sudden ? { to, at: elapsed() } : { to: null, at: 0 };
  }

  /** The key that had the focus, whichever element shows it now; else the question; else a place to rest. */
  const settle = () => go((wanted && find(wanted)) || asked(root) || rest(root));

  return function keeping(paint, { server, own }) {
    had = current();
    wanted = had || wanted;
    paint();
    const sheet = root.querySelector("[data-sheet]");
    const name = sheet ? sheet.dataset.sheet : null;
    const news = server !== before.server;
    const other = name !== before.sheet;
    const closed = other && !name;
    const chose = own !== before.own;
    if (name && !before.sheet) opener = news ? null : wanted;
    Object.assign(before, { server, own, sheet: name });
    // A page begins at its top, and a reader in another place stays there.
    if (!used || elsewhere()) return;
    const back = closed && !news && opener && find(opener);
    // A sheet that the player opened to read stays open, whatever comes meanwhile.
    const reading = name && opener && !other && !chose;
    const next = !reading && (news || other || chose) && asked(root);
    if (back) go(back);
    else if (next) go(next, news);
    else if (lost() || (wanted && current() !== wanted)) settle();
    wanted = current();
  };
}
