// Replaces the 900 kB that Voila loads to typeset formulas: the tutor has none.
/** @type {any} */ (window).MathJax = {
  Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } },
};
