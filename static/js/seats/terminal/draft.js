// A score that is being typed: its answers, its present screen, and what comes after each answer.

import { resultOf, unlikely } from "./score.js";

export const STEPS = ["board", "contract", "lead", "tricks", "whole"];
const PARTS = { contract: ["level", "strain", "doubled", "declarer", "passed"], lead: ["lead"], tricks: ["tricks"] };
const STEP_OF = { contract: "contract", declarer: "contract", lead: "lead", tricks: "tricks" };

/** Nothing typed yet for a board at a seating. `entry`: the id of the score that counts there, 0 for none. */
export function begun(seating, board) {
  return {
    round: seating.round,
    table: seating.table.id,
    ns: seating.ns.id,
    ew: seating.ew.id,
    side: seating.side,
    board: board.number,
    vul: board.vul,
    seen: (board.entry && board.entry.id) || 0,
    step: "contract",
    answers: { doubled: "no" },
    suit: "",
    fault: "",
    sure: false,
  };
}

export const contractWhole = ({ answers }) => Boolean(answers.level && answers.strain && answers.declarer);

/** Return the draft with one more answer. A lead or a number of tricks leads on; answers that are asked again are forgotten. */
export function answered(draft, name, value) {
  const answers = { ...draft.answers, [name]: value };
  const next = { ...draft, answers, fault: "" };
  if (name === "passed") return { ...next, answers: { passed: "1" }, step: "whole" };
  if (name === "lead") return { ...next, step: "tricks", suit: "" };
  if (name === "tricks") return { ...next, step: "whole", sure: false };
  return next;
}

/** Return the screen before this one; null if the board itself is asked. */
export function back(draft) {
  if (draft.step === "lead" && draft.suit) return { ...draft, suit: "", fault: "" };
  if (draft.step === "whole" && draft.answers.passed) return { ...draft, step: "contract", answers: { doubled: "no" } };
  const at = STEPS.indexOf(draft.step);
  return at > 1 ? { ...draft, step: STEPS[at - 1], fault: "" } : null;
}

/** Ask again because the site has refused an answer; the others stay. `problems`: field -> sentence. */
export function refusedAt(draft, problems) {
  const [name, fault] = Object.entries(problems)[0] || ["contract", ""];
  const step = STEP_OF[name] || "contract";
  const answers = { ...draft.answers };
  if (step !== "contract") for (const part of PARTS[step]) delete answers[part];
  return { ...draft, answers: { doubled: "no", ...answers }, step, suit: "", fault, sure: false };
}

/** The result that is read back. */
export const resultOfDraft = (draft, pairs) => resultOf(draft.answers, draft.vul, pairs);

/** Return the question before the read-back: "13 down redoubled"; "" if there is none. */
export const doubtful = (draft) => {
  if (draft.step !== "whole" || draft.sure || draft.answers.passed) return "";
  return unlikely(resultOf(draft.answers, draft.vul, false));
};
