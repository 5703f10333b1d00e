// The keyboard of the table: typing, Enter, Escape, and the help sheet. It can be switched off in the menu.

import { callWords, capital, cardWords } from "../lib/cards.js";
import { elapsed } from "../lib/elapsed.js";
import { setting } from "./device.js";
import { readTyped, typedFor } from "./typing.js";

// Old unfinished typing is no part of what is typed now.
const LEFT = 6000;
const ON = ":not([disabled])";
// The yellow keys that go on; never one that answers an opponent.
const NEXT = `:is([data-key=ready], [data-key=agree], [data-key=confirm], [data-key=pick-send], [data-key=claim-send])${ON}`;
// Letters that are no part of a call or a card: the keys of the table that they press.
const KEYS = { l: "[data-key=last]", w: "[data-key=claim]", u: ":is([data-key=misclick], [data-key=undo])", m: "[data-key=menu]" };
const FIELDS = "input, select, textarea, [contenteditable]";

/**
 * @param {HTMLElement} root the table
 * @param {() => object | null} context of the screen; null while there is no table
 */
export function createKeyboard(root, context) {
  let text = "";
  let at = 0;
  let about = null;

  const press = (selector) => {
    const place = root.querySelector("[data-sheet]") || root;
    const key = place.querySelector(selector);
    if (key) key.click();
    return Boolean(key);
  };

  /** Forget the typing if its view is another one now, or it was long ago. */
  function forget(c) {
    if (about !== c.view || elapsed() - at > LEFT) text = "";
    about = c.view;
    at = elapsed();
  }

  function type(c, letter) {
    const kind = typedFor(c);
    if (!kind) {
      if (c.view && !c.paused && !c.sending) c.do.say(c.view.turn ? `${capital(c.opp.first)} is to act.` : "Nothing is asked now.");
      return;
    }
    if (kind === "answer") answer(c, letter);
    else take(c, kind, letter);
  }

  /** "y" and "n" are the two answers, a figure is the button at that place. */
  function answer(c, letter) {
    const keys = [...root.querySelectorAll(".turn .btn:not(.takeback)")];
    const place = letter === "y" ? 0 : letter === "n" && keys.length === 2 ? 1 : Number(letter) - 1;
    const key = keys[place];
    if (!key) c.do.say("Type y for the first answer, n for the second, or the number of a button.");
    else if (!key.disabled) key.click();
  }

  function take(c, kind, letter) {
    text += letter;
    let found = readTyped(c, kind, text);
    if (found.anew && text !== letter) {
      text = letter;
      found = readTyped(c, kind, text);
    }
    if (found.wrong) wrong(c, found.wrong);
    else if (found.open) begun(c, kind, found.open);
    else if (found.call) called(c, found.call);
    else played(found.card);
  }

  /** Drop what was typed before too: Enter must not send another call than the last one typed. */
  function wrong(c, why) {
    text = "";
    if (c.ui.pick) c.do.clear();
    c.do.say(why, "refused");
  }

  /** On an upright screen the key of the level shows the typing, and no note covers the cards. */
  function begun(c, kind, words) {
    if (kind !== "call" || c.wide) {
      c.do.say(`${words} …`, "typed");
      return;
    }
    c.do.level(words);
    c.do.aloud(words);
  }

  /** The yellow key says which call it sends. */
  function called(c, call) {
    if (c.ui.pick !== call) c.do.pick(call);
    c.do.aloud(`${capital(callWords(call))}: press Enter`);
  }

  function played(card) {
    text = "";
    const key = root.querySelector(`[data-key="${card}"]`);
    if (!key) return;
    key.focus();
    key.click();
  }

  /** Do what was typed. Return false if nothing was. */
  function enter(c) {
    const kind = typedFor(c);
    if (!text || !["call", "card", "pick"].includes(kind)) return false;
    const found = readTyped(c, kind, text);
    text = "";
    if (found.call && c.ui.pick === found.call) return press(`[data-key=confirm]${ON}`);
    if (found.only) played(found.only);
    else if (found.lack) c.do.say(found.lack, "refused");
    return true;
  }

  function escape(c) {
    if (text || c.ui.pick || c.ui.level || c.ui.lifted) {
      text = "";
      c.do.clear();
      c.do.say("Cleared.", "typed");
    } else if (c.sheet && c.ui.sheet) c.do.close();
  }

  /** Return whether the key was used. */
  function onKey(c, key, target) {
    if (key === "?") {
      c.do.open("keys");
      return true;
    }
    if (key === "r" && !text) return press(NEXT);
    if (key === "Enter") return (!c.sheet && enter(c)) || (!target.closest("button, a, summary, label") && press(NEXT));
    if (key === "Backspace") return back(c);
    if (c.sheet) return inSheet(c, key);
    if (!text && KEYS[key] && !(key === "m" && typedFor(c) === "call") && press(`${KEYS[key]}${ON}`)) return true;
    if (!/^[a-z0-9]$/.test(key)) return false;
    type(c, key);
    return true;
  }

  function back(c) {
    if (!text) return false;
    text = text.slice(0, -1);
    c.do.say(text ? `${text} …` : "Cleared.", "typed");
    return true;
  }

  /** In a sheet a figure or a letter presses the key that begins with it. */
  function inSheet(c, key) {
    if (c.sheet === "claim" && /^[1-9]$/.test(key)) return press(`[data-key="claim-${key}"]`);
    if (c.sheet === "joker" && /^[shdc]$/.test(key)) return press(`[data-key$=":${key.toUpperCase()}"]${ON}`);
    if (c.sheet === "undo" && /^[yn]$/.test(key)) return press(`[data-key="undo:${key === "y" ? "yes" : "no"}"]${ON}`);
    return false;
  }

  document.addEventListener("keydown", (event) => {
    const c = context();
    if (!c || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape(c);
    if (setting("keys") === "off" || event.repeat || event.target.closest(FIELDS)) return;
    forget(c);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (onKey(c, key, event.target)) event.preventDefault();
  });
}
