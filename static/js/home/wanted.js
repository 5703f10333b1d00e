// The key that comes next on the way to an action: a card, a call in the box, one of several cards, a button. Pure.

const PICKS = /^(?:keep|draw|discard|secret):(.*)$/;

/** True if both name the same action. The cards of a choice may be listed in any order. */
export function sameAction(one, other) {
  const ordered = (action) => action.split("/").map((part) => part.split(":").at(-1).split(".").sort().join(".")).join("/");
  return one === other || (PICKS.test(one) && PICKS.test(other) && ordered(one) === ordered(other));
}

/**
 * @param {string} action what the step wants: "p:S7", "c:2H", "keep:SA.HK/DQ", "accept"
 * @param {object} now { chosen: {cards, top} of the cards chosen so far, level and pick of the bidding box, bid(text) }
 * @returns {string[]} `data-key` of the keys that would do, the best first: the page marks the first that is there
 */
export function wanted(action, { chosen, level, pick, bid }) {
  if (action.startsWith("p:")) return [action.split(":")[1]];
  if (action.startsWith("c:")) return callKeys(action.slice(2), { level, pick, bid });
  const [, listed] = PICKS.exec(action) || [];
  if (listed === undefined || listed === "all") return [action];
  return cardKeys(listed, chosen);
}

function callKeys(text, { level, pick, bid }) {
  if (pick === text) return ["confirm"];
  const asked = bid(text);
  if (!asked) return [`key-${text}`];
  return [`key-${text}`, level === asked.level ? `strain-${asked.strain}` : `level-${asked.level}`];
}

function cardKeys(listed, { cards, top }) {
  const [named, onTop] = listed.split("/");
  const all = named ? named.split(".") : [];
  const wrong = cards.find((card) => !all.includes(card));
  if (wrong) return [wrong];
  const next = all.find((card) => !cards.includes(card));
  if (next) return [next];
  if (onTop && top !== onTop) return [onTop];
  return ["pick-send"];
}
