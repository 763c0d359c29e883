// In place of the 900 kB that Voila loads to set formulas: there are none in the tutor.
/** @type {any} */ (window).MathJax = {
  Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } },
};
