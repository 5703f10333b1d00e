// What this device was told about the table. `lib/theme.js` keeps it and puts it on the page's root.

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

/** What a setting is now. */
export const setting = (name) => document.documentElement.dataset[name] || SETTINGS[name][0];

/** `then` is called with the name of a setting that was changed on this page, with null after a change in another tab. */
export function onSetting(then) {
  document.addEventListener("change", (event) => {
    if (event.target.dataset && event.target.dataset.pref in SETTINGS) then(event.target.dataset.pref);
  });
  addEventListener("storage", () => then(null));
}

/** Whether this device can shake. */
export const canVibrate = () => typeof navigator.vibrate === "function";
