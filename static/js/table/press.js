// Thick fingers and keyboards: what a tap counts for, where the focus stays, how arrows move.

/** A press that began on one key and ended on another (the picture moved under the finger) is no tap. */
export function guardPresses(root) {
  let pressed = null;
  const keyOf = (target) => {
    const key = target.closest && target.closest("[data-key]");
    return key ? key.dataset.key : "";
  };
  root.addEventListener("pointerdown", (event) => (pressed = keyOf(event.target)), true);
  root.addEventListener(
    "click",
    (event) => {
      const began = pressed;
      pressed = null;
      if (began === null || event.detail === 0 || began === keyOf(event.target)) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}

/** Arrow keys inside a group marked data-arrows; its value is the number of rows of a grid that runs in columns. */
export function arrowKeys(root) {
  root.addEventListener("keydown", (event) => {
    const group = event.target.closest("[data-arrows]");
    if (!group) return;
    const rows = Number(group.dataset.arrows) || 0;
    const step = { ArrowRight: rows || 1, ArrowLeft: -(rows || 1), ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const keys = Array.from(group.querySelectorAll("button"));
    let at = keys.indexOf(event.target) + step;
    while (keys[at] && keys[at].disabled) at += step;
    if (keys[at]) keys[at].focus();
  });
}

/** Paint, and give the focus back to the key that had it, whichever element shows that key now. */
export function createFocusKeeper(root) {
  let wanted = null;
  let sheetBefore = null;
  let opener = null;
  let adrift = false;

  const find = (key) => root.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`);
  const current = () => {
    const at = document.activeElement;
    return at && root.contains(at) && at.dataset.key ? at.dataset.key : null;
  };

  return function keeping(paint) {
    const had = current();
    if (had) wanted = had;
    else if (document.activeElement && document.activeElement !== document.body && !root.contains(document.activeElement)) wanted = null;
    paint();
    const sheet = root.querySelector("[data-sheet]");
    const name = sheet ? sheet.dataset.sheet : null;
    if (name !== sheetBefore) {
      if (name) {
        if (!sheetBefore) opener = wanted;
        sheet.querySelector("#sheet-title").focus({ preventScroll: true });
        wanted = null;
      } else if (opener) wanted = opener;
      sheetBefore = name;
      if (name) return;
    }
    if (!wanted || current() === wanted) {
      adrift = false;
      return;
    }
    // A card that was played has left its key: the focus waits for the next that may be played.
    adrift = adrift || (had && !find(wanted));
    const again = find(wanted) || (adrift && root.querySelector(".card.yes"));
    if (!again) return;
    adrift = false;
    again.focus({ preventScroll: true });
  };
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Paint, and let each card that is new in the trick travel there from where it lay; one that comes back, the same way. */
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
