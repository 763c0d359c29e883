// The rules for our JavaScript; `make lint` runs eslint from the top of the project.
import js from "@eslint/js";
import globals from "globals";

const page = ["widgets/base/js/*.js", "apz/serving/template/*.js", "apz/site/page/*.js"];

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      "default-case": "error",
      "eqeqeq": "error",
      "no-constructor-return": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-loop-func": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-rest-params": "error",
      "prefer-template": "error",
      "require-atomic-updates": "error",
    },
  },
  { files: page, languageOptions: { globals: globals.browser } },
  { files: ["apz/serving/template/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["apz/site/page/sw.js"], languageOptions: { globals: globals.serviceworker, sourceType: "script" } },
  { files: ["apz/site/*.mjs"], languageOptions: { globals: globals.node } },
  { // these run in browsers of any age, to say that they're too old
    files: ["apz/site/page/early.js", "apz/site/page/start.js"],
    languageOptions: { sourceType: "script" },
    rules: { "no-var": "off", "object-shorthand": "off", "prefer-template": "off" },
  },
  { files: ["tests/js/*.js"], languageOptions: { globals: { ...globals.node, document: "readonly" } } },
];
