// Looks once more for the model of a widget before it is said to be missing. The script of the widgets looks for it ten
// times a second, for two seconds, and then gives up without a last look: not even one that has come since is found.
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
    // not waited for: without a kernel there is no manager, and what is no widget is drawn nevertheless
    activate: (/** @type {any} */ app) => { app.widgetManagerPromise.promise.then(once); },
  };
  (/** @type {any} */ (window)._JUPYTERLAB ||= {}).apz = { init: () => {}, get: () => () => plugin };
})();
