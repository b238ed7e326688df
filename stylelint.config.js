/** Names and form of the styles. Their layout (indents, line breaks) is Prettier's. */
export default {
  extends: ["stylelint-config-standard"],
  ignoreFiles: ["src/stellwerk/web/static/vendor/**"],
  rules: {
    // Colours have names, and stand in tokens.css alone: the site's, and each title's own.
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": [/^(rgb|hsl|hwb|lab|lch|oklab|oklch)a?$/, "light-dark", "color", "color-mix"],
    // The order of rules follows the page, and layers say what wins.
    "no-descending-specificity": null,
    // Safari knows these by their old names alone.
    "property-no-vendor-prefix": [true, { ignoreProperties: [/^-webkit-(user-select|text-size-adjust)$/] }],
    // Names of type faces are written as their makers write them.
    "value-keyword-case": ["lower", { camelCaseSvgKeywords: true, ignoreKeywords: [/^[A-Z]/] }],
  },
  overrides: [
    {
      files: ["**/tokens.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
  ],
};
