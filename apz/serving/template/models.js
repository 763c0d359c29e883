// Looks again for a widget's model before reporting it missing. The widgets' script looks for it ten
// times per second for two seconds, then gives up without a last look, even if the model has arrived by then.
(() => {
  /** @param {any} manager */
  const once = (manager) => {
    const find = manager.get_model.bind(manager);
    manager.get_model = (/** @type {string} */ id) => find(id).catch((/** @type {unknown} */ missing) => {
      if (!manager.has_model(id)) throw missing;
      return find(id);
    });
  };
  const plugin = {
    id: "apz:models",
    autoStart: true,
    // don't wait: without a kernel there's no manager, and anything that isn't a widget is drawn anyway
    activate: (/** @type {any} */ app) => { app.widgetManagerPromise.promise.then(once); },
  };
  (/** @type {any} */ (window)._JUPYTERLAB ||= {}).apz = { init: () => {}, get: () => () => plugin };
})();
