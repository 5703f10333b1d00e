// Dragging a card to the trick, beside tapping it: a copy of the card follows the finger, the hand stays as it is until
// the drop. Each finger drags for itself.

const FAR = 12; // px from where it began: less is a tap
const BACK = { duration: 150, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {HTMLElement} root
 * @param {{may: (card: string) => boolean, play: (card: string) => void, pressOf: (pointer: number) => object}} acts
 *   `may`: true if this card can be played now; `pressOf`: see `press.js`, which makes a tap of a drag that ends on its
 *   own card
 */
export function createDrag(root, { may, play, pressOf }) {
  const drags = new Map();

  function begin({ button, pointerId: id, target, clientX: x, clientY: y }) {
    if (button !== 0) return;
    const key = target.closest("button.card.yes");
    const card = key && key.dataset.card;
    if (card && may(card)) drags.set(id, { card, key, id, x, y, press: pressOf(id), copy: null });
  }

  function lift(drag) {
    const { key } = drag;
    const box = key.getBoundingClientRect();
    const copy = key.cloneNode(true);
    for (const name of ["data-card", "data-key", "aria-label"]) copy.removeAttribute(name);
    copy.classList.add("dragged");
    copy.inert = true;
    Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    root.after(copy);
    key.style.opacity = ".3";
    root.classList.add("dragging");
    drag.copy = copy;
    drag.press.ours = true;
  }

  function move(event) {
    const drag = drags.get(event.pointerId);
    if (!drag) return;
    if (!holds(drag)) {
      end(drag);
      return;
    }
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.copy && Math.hypot(x, y) < FAR) return;
    if (!drag.copy) lift(drag);
    drag.copy.style.transform = `translate(${x}px, ${y}px)`;
    const over = overTrick(event);
    root.classList.toggle("over", over);
    // A card that is taken back from the trick is no tap: its player has thought again.
    if (over) drag.press.key = null;
  }

  /** The picture may have changed meanwhile: another card may be where this one was. */
  const holds = ({ key, card }) => key.isConnected && key.dataset.card === card && may(card);

  function overTrick({ clientX, clientY }) {
    const at = document.elementFromPoint(clientX, clientY);
    return Boolean(at && at.closest(".mid") && !at.closest(".common"));
  }

  function drop(event) {
    const drag = drags.get(event.pointerId);
    if (!drag) return;
    const { card, key, copy, press } = drag;
    if (!copy || press.taps) {
      end(drag);
      return;
    }
    if (!holds(drag) || !overTrick(event)) {
      goBack(drag);
      return;
    }
    // The played card continues from where the finger let it go.
    key.style.transform = copy.style.transform;
    end(drag);
    play(card);
    key.style.transform = "";
  }

  function goBack(drag) {
    const { copy } = drag;
    const away = copy.style.transform;
    drag.copy = null;
    end(drag);
    copy.style.transform = "";
    if (still.matches) copy.remove();
    else copy.animate([{ transform: away }, { transform: "none" }], BACK).finished.finally(() => copy.remove());
  }

  function end(drag) {
    drag.key.style.opacity = "";
    if (drag.copy) drag.copy.remove();
    drags.delete(drag.id);
    root.classList.toggle("dragging", [...drags.values()].some((each) => each.copy));
    root.classList.remove("over");
  }

  root.dataset.drags = "";
  root.addEventListener("pointerdown", begin);
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", ({ pointerId }) => drags.has(pointerId) && end(drags.get(pointerId)));
}
