import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["node_modules/", ".venv/", "src/stellwerk/web/static/vendor/"] },
  js.configs.recommended,
  {
    files: ["src/stellwerk/web/static/js/**/*.js", "**/show/static/**/*.js", "tests/browser/*.js"],
    languageOptions: { globals: { ...globals.browser, htmx: "readonly" }, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "consistent-return": "error",
      "default-param-last": "error",
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
