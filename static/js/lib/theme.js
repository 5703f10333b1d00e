// The settings of this device: colours, and how the table is played. They are stored here and are data-... attributes
// of the page's root; a usual value has none. Loaded in the head and not as a module, so that the first paint already
// has them.
(function () {
  "use strict";
  const root = document.documentElement;
  const usual = { theme: "auto", suits: "four", taps: "one", order: "suits", cardSize: "usual", sound: "off", vibration: "off", keys: "on" };

  function stored(name) {
    try {
      return localStorage.getItem("pref-" + name) || usual[name];
    } catch {
      return root.dataset[name] || usual[name];
    }
  }

  function apply(name, value) {
    if (value === usual[name]) delete root.dataset[name];
    else root.dataset[name] = value;
  }

  function mark() {
    for (const input of document.querySelectorAll("input[data-pref]")) {
      input.checked = input.value === stored(input.dataset.pref);
    }
  }

  function applyAll() {
    for (const name of Object.keys(usual)) apply(name, stored(name));
  }

  applyAll();
  document.addEventListener("DOMContentLoaded", mark);
  document.addEventListener("change", (event) => {
    const name = event.target.dataset && event.target.dataset.pref;
    if (!(name in usual)) return;
    try {
      localStorage.setItem("pref-" + name, event.target.value);
    } catch {
      // A browser without storage still obeys until the page is left.
    }
    apply(name, event.target.value);
  });
  // The setting was changed in another tab.
  addEventListener("storage", () => {
    applyAll();
    mark();
  });
})();
