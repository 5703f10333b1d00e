// Whether a page is being left: it must not load again then, or the score that was pressed would never arrive.

const WITHIN = 8000;

export function createLeaving() {
  let since = -Infinity;
  return {
    /** A form was sent or a link pressed. */
    began: () => (since = Date.now()),
    /** It was not left after all. */
    stayed: () => (since = -Infinity),
    /** It will show nothing new any more. */
    ended: () => (since = Infinity),
    get now() {
      return Date.now() - since < WITHIN;
    },
  };
}
