// An act that came second, because somebody else was quicker, is given again while the same is still asked: at Umbrage both
// decide at once.

/** What a view asks of this player. */
const question = ({ view }) => JSON.stringify(view && [view.turn, view.legal, view.choices, view.pick, view.prompt, view.claim, view.undo]);

export function createAgain(act) {
  const asked = new Map();
  let late = null;
  return {
    /** An act was sent on what this message shows. */
    sent(said, message) {
      asked.clear();
      asked.set(said.id, question(message));
    },
    /** It was refused, in whatever words. */
    refused(id, sent, code) {
      const before = asked.get(id);
      asked.delete(id);
      if (sent && before && code === "stale") late = { ...sent, before };
    },
    /** Give it again on what is on the screen now. Returns true if it was. */
    attempt(message) {
      if (!late || !message || message.play !== late.play || message.seq === late.seq) return false;
      const { a, before } = late;
      late = null;
      if (question(message) !== before) return false;
      act(a);
      return true;
    },
  };
}
