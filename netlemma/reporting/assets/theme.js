"use strict";
// The chosen theme is set before the page is painted. Storage may be refused to files: then the choice lasts for the page.
var theme = {
  kept: function () {
    try { return localStorage.getItem("netlemma-theme"); } catch (refused) { return null; }
  },
  keep: function (name) {
    try { localStorage.setItem("netlemma-theme", name); } catch (refused) { return; }
  },
  now: function () {
    var set = document.documentElement.dataset.theme;
    return set || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  },
};
if (theme.kept()) { document.documentElement.dataset.theme = theme.kept(); }
