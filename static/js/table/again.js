// An act that came second, because somebody else was quicker, is sent again while the question is still the same: at
// Umbrage both decide at once.

/** The question of a view to this player. */
const question = ({ view }) => JSON.stringify(view && [view.turn, view.legal, view.choices, view.pick, view.prompt, view.claim, view.undo]);

export function createAgain(act) {
  const asked = new Map();
  let late = null;
  return {
    /** An act was sent in answer to this message. */
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
    /** Send it again on the present screen. Return true if it was sent. */
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
