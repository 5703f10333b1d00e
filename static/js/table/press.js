// Thick fingers: which taps count, and how a tapped card travels.

import { elapsed } from "../lib/elapsed.js";

const TOGETHER = 100; // ms
const TWICE = 500; // ms
const NEAR = 20; // px
const KEYS = "[data-key], a, button, label, summary";

/**
 * A press that began on one key and ended on another (the picture moved under the finger) is no tap. Browsers make no
 * click of a press that slips, or while another finger rests on the screen. Such a press is a tap all the same.
 *
 * @returns {(pointer: number) => object} the press of a pointer. Whoever drags it sets `ours`, so that a click of the
 *   browser does not count, and `key` to null if it is no tap wherever it ends
 */
export function guardPresses(root) {
  const down = new Map();
  let pressed = null;
  let lifted = { others: [], timer: 0 };
  let last = { detail: 0, at: -TWICE, x: 0, y: 0 };
  const keyAt = (target) => (target && target.closest && root.contains(target) ? target.closest(KEYS) : null);
  const nameOf = (key) => (key && key.dataset.key) || "";

  function begin({ button, pointerId, target }) {
    if (button !== 0) return;
    const key = keyAt(target);
    pressed = nameOf(key);
    down.set(pointerId, { key, began: key, name: pressed, ours: false, taps: false });
    if (down.size > 1) for (const press of down.values()) press.ours = true;
  }

  function end({ pointerId, clientX, clientY }) {
    const press = down.get(pointerId);
    down.delete(pointerId);
    if (!press || !press.ours) return;
    if (press.began) pressed = undefined;
    const key = press.key && keyAt(document.elementFromPoint(clientX, clientY));
    press.taps = Boolean(key) && (press.name ? nameOf(key) === press.name : key === press.key);
    if (!press.taps) return;
    const twice = elapsed() - last.at < TWICE && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
    last = { detail: twice ? last.detail + 1 : 1, at: elapsed(), x: clientX, y: clientY };
    tap(press, key, last.detail);
  }

  /** Click as a browser does, which counts quick taps at one place. The picture may have changed meanwhile. */
  function click(key, name, detail) {
    if (nameOf(key) !== name || key.disabled) return;
    const before = pressed;
    pressed = name;
    key.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
    pressed = before;
  }

  /** Tap the key, unless a finger on another key lifts together with this one. One that stays down rests. */
  function tap(press, key, detail) {
    const others = [...down.values()].filter((each) => each.key);
    const rest = () => others.forEach((each) => (each.key = null));
    if (lifted.others.includes(press)) {
      clearTimeout(lifted.timer);
      rest();
      return;
    }
    for (const other of others) if (other.key === press.key) other.key = null;
    lifted = { others, timer: setTimeout(() => (rest(), click(key, press.name, detail)), others.some((each) => each.key) ? TOGETHER : 0) };
  }

  addEventListener("pointerdown", begin, true);
  addEventListener("pointerup", end, true);
  addEventListener("pointercancel", ({ pointerId }) => down.delete(pointerId), true);
  root.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0) return;
      const began = pressed;
      pressed = null;
      if (began === null || began === nameOf(keyAt(event.target))) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  return (pointer) => down.get(pointer);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Paint, and let each new card of the trick travel there from its old place; a card that comes back travels the same way. */
export function travelling(root, paint) {
  if (still.matches || !Element.prototype.animate) return paint();
  const places = new Map();
  for (const card of root.querySelectorAll("[data-card]")) {
    places.set(card.dataset.card, { box: card.getBoundingClientRect(), laid: Boolean(card.closest(".mid .trick")) });
  }
  const hidden = root.querySelector(".opp .backs");
  const hiddenBox = hidden && hidden.getBoundingClientRect();
  const first = places.size === 0;
  paint();
  if (first) return undefined;
  for (const card of root.querySelectorAll("[data-card]")) {
    const laid = Boolean(card.closest(".mid .trick"));
    const from = places.get(card.dataset.card) || (laid && hiddenBox && { box: hiddenBox, laid: false });
    if (!from || from.laid === laid) continue;
    const to = card.getBoundingClientRect();
    const x = from.box.left + from.box.width / 2 - to.left - to.width / 2;
    const y = from.box.top + from.box.height / 2 - to.top - to.height / 2;
    card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 3 }, { transform: "none", zIndex: 3 }], { duration: 180, easing: "ease-out" });
  }
  return undefined;
}
