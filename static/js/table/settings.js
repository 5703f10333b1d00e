// The sheet for this device's table settings, and its key, which says the present values.

import { html, nothing } from "../vendor/lit-html.js";
import { suit } from "../lib/cards.js";
import { SETTINGS, canVibrate, setting } from "./device.js";
import { closeKey, title } from "./sheet-bits.js";

const symbols = (suits) => html`<span class="nowrap">${[...suits].map(suit)}</span>`;

// For each setting: its name, then for each value the words on its key and in the line of present values.
const WORDS = {
  taps: ["Playing a card", { one: ["One tap", "one tap plays"], two: ["Two taps", "two taps play"] }],
  order: ["Order of the suits", { suits: [symbols("SHDC"), "spades, hearts, diamonds, clubs"], colours: [symbols("SHCD"), "red and black by turns"], trumps: ["Trumps first", "trumps first"] }],
  cardSize: ["Size of the cards", { small: ["Small", "small cards"], usual: ["Usual", "usual cards"], large: ["Large", "large cards"] }],
  sound: ["Sound on your turn", { off: ["Off", "no sound"], on: ["On", "sound on your turn"] }],
  vibration: ["Vibration on your turn", { off: ["Off", "no vibration"], on: ["On", "vibration on your turn"] }],
  keys: ["Typing calls and cards", { on: ["On", "calls and cards can be typed"], off: ["Off", "nothing is typed"] }],
  theme: ["Light or dark", { auto: ["As the device", "light or dark as the device"], light: ["Light", "light"], dark: ["Dark", "dark"] }],
  suits: ["Colours of the suits", { four: ["Four colours", "four colours"], two: ["Two colours", "two colours"] }],
};
const HINTS = {
  taps: { two: "The first tap lifts the card, the second plays it." },
  order: { trumps: "Red and black by turns after them, and while there is no trump suit." },
};

const nowWords = (name) => WORDS[name][1][setting(name)][1];

/** The key in the menu. */
export const settingsKey = (c) => html`<button type="button" class="btn prefkey" data-key="settings" @click=${() => c.do.open("settings")}>
  <b>Settings of this device</b><small>${["taps", "order", "cardSize", "sound"].map(nowWords).join(", ")}</small></button>`;

export function settingsSheet(c) {
  return html`${title("Settings of this device")}
    <div class="prefs">${Object.keys(SETTINGS).map((name) => choice(c, name))}</div>
    <div class="doit">${closeKey(c, "Back to the table")}</div>`;
}

function choice(c, name) {
  const [words, values] = WORDS[name];
  if (name === "vibration" && !canVibrate()) return html`<fieldset><legend>${words}</legend><p class="hint">This device cannot vibrate.</p></fieldset>`;
  const hint = HINTS[name] && HINTS[name][setting(name)];
  return html`<fieldset><legend>${words}</legend>
    <div class="opts">${Object.keys(values).map((value) => key(name, value, values[value]))}</div>
    ${hint ? html`<p class="hint">${hint}</p>` : nothing}
    ${name === "keys" ? html`<button type="button" class="btn" data-key="keys" @click=${() => c.do.open("keys")}>What can be typed</button>` : nothing}</fieldset>`;
}

const key = (name, value, [words]) => html`<label class="pick"><input type="radio" name="pref-${name}" value=${value} data-pref=${name} data-key="pref-${name}-${value}" .checked=${setting(name) === value}><span>${words}</span></label>`;
