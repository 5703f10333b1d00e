// The settings of this device for the table. `lib/theme.js` stores them and puts them on the page's root.

/** Each setting with its values, the usual one first. */
export const SETTINGS = {
  taps: ["one", "two"],
  order: ["suits", "colours", "trumps"],
  cardSize: ["usual", "small", "large"],
  sound: ["off", "on"],
  vibration: ["off", "on"],
  keys: ["on", "off"],
  theme: ["auto", "light", "dark"],
  suits: ["four", "two"],
};

/** Return the present value of a setting. */
export const setting = (name) => document.documentElement.dataset[name] || SETTINGS[name][0];

/** Call `then` with the name of a setting that was changed on this page, or with null after a change in another tab. */
export function onSetting(then) {
  document.addEventListener("change", (event) => {
    if (event.target.dataset && event.target.dataset.pref in SETTINGS) then(event.target.dataset.pref);
  });
  addEventListener("storage", () => then(null));
}

/** True if this device can vibrate. */
export const canVibrate = () => typeof navigator.vibrate === "function";
