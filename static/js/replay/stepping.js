// The position that a step leads to in a replay. Position 0 is before the first event, `last` after the last one.

export const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/** Return the nearest possible position. */
export const within = (to, last) => Math.min(last, Math.max(0, to));

/**
 * Return the position that a step leads to.
 * @param {"first"|"back"|"next"|"trick"|"last"} where
 * @param {number} at
 * @param {{last: number, stops: number[]}} play `stops`: the positions where the step "trick" stops, in order
 */
export function target(where, at, { last, stops }) {
  const next = stops.find((stop) => stop > at);
  const places = { first: 0, back: at - 1, next: at + 1, trick: next === undefined ? last : next, last };
  return within(places[where], last);
}

/** True if a step leads anywhere from here. */
export const leads = (where, at, { last }) => (where === "first" || where === "back" ? at > 0 : at < last);
