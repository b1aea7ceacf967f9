"use strict";
(function () {
  var said = document.getElementById("said");

  // Theme
  var toggle = document.getElementById("theme");
  function label() { toggle.textContent = theme.now() === "dark" ? "Light" : "Dark"; }
  toggle.hidden = false;
  toggle.setAttribute("aria-label", "Switch between light and dark");
  toggle.addEventListener("click", function () {
    var next = theme.now() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    theme.keep(next);
    label();
  });
  label();

  // Copying: a page from a file may have no clipboard, then a text area serves
  function byTextArea(text) {
    var area = document.createElement("textarea");
    area.value = text;
    area.className = "hidden";
    area.setAttribute("aria-hidden", "true");
    document.body.appendChild(area);
    area.select();
    var done = document.execCommand("copy");
    area.remove();
    return done;
  }
  function show(button, done) {
    var before = button.dataset.label || button.textContent;
    button.dataset.label = before;
    button.textContent = done ? "Copied" : "Not copied";
    said.textContent = button.textContent;
    button.focus();
    setTimeout(function () { button.textContent = before; said.textContent = ""; }, 1500);
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest("button.copy");
    if (!button) { return; }
    var text = button.dataset.copy;
    if (navigator.clipboard && navigator.clipboard.writeText) {
      navigator.clipboard.writeText(text).then(function () { show(button, true); }, function () { show(button, byTextArea(text)); });
    } else {
      show(button, byTextArea(text));
    }
  });

  // Buttons that copy stand once on a page: at the formula or command that is pointed at, or that the arrow keys lead to
  var PLACES = "main .formula[data-latex], main .command", tools = document.createElement("span");
  tools.className = "tools";
  function copier(words, text, form) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = words;
    button.dataset.copy = text;
    if (form) { button.dataset.form = form; }
    button.setAttribute("aria-label", words + (form === "command" ? " the command " + text : ""));
    button.setAttribute("aria-description", "Arrow keys: the formula or command before or after this one");
    return button;
  }
  function offer(place) {
    if (!place || tools.parentElement === place) { return; }
    var typed = place.querySelector("data[value]"), code = place.querySelector("code");
    tools.replaceChildren(...(place.matches(".command") ? [copier("Copy", code.textContent, "command")]
      : [copier("Copy LaTeX", place.dataset.latex), ...(typed ? [copier("Copy text", typed.value, "text")] : [])]));
    place.append(tools);
  }
  function beside(step) {
    var all = [...document.querySelectorAll(PLACES)].filter(function (each) { return each.checkVisibility(); });
    offer(all[tools.isConnected ? all.indexOf(tools.parentElement) + step : 0]);
  }
  document.addEventListener("mouseover", function (event) { if (!tools.querySelector(":focus-visible")) { offer(event.target.closest(PLACES)); } });
  tools.addEventListener("keydown", function (event) {
    var step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) { return; }
    event.preventDefault();
    beside(step);
    tools.firstElementChild.focus();
  });
  beside(0);

  // What scrolls sideways can be reached by keyboard
  function reachable() {
    document.querySelectorAll(".scroll").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth + 1) {
        box.tabIndex = 0;
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", "Scrolls sideways");
      } else {
        box.removeAttribute("tabindex");
        box.removeAttribute("role");
        box.removeAttribute("aria-label");
      }
    });
  }
  reachable();
  addEventListener("resize", reachable);
  document.addEventListener("toggle", reachable, true);
  document.addEventListener("load", reachable, true);

  // The way back, once one has left the top
  var top = document.querySelector(".top");
  function away() { top.hidden = scrollY < 400; }
  addEventListener("scroll", away, { passive: true });
  away();

  // Symbols of formulas say what they are to whom points at them, and lead to where that is said
  var known = document.getElementById("symbols");
  var symbols = new Map(known ? Object.entries(JSON.parse(known.textContent)) : []);
  function meaning(event) {
    var symbol = event.target.closest(".formula mi"), box = symbol && symbol.closest(".formula");
    if (!box) { return null; }
    var isLeft = box.dataset.defined && symbol === box.querySelector("mi");
    var found = isLeft ? [box.dataset.says, box.dataset.defined] : symbols.get(symbol.textContent);
    box.title = found ? symbol.textContent + ": " + found[0] : "";
    symbol.style.cursor = found ? "help" : "";
    return found;
  }
  document.addEventListener("mouseover", meaning);
  document.addEventListener("click", function (event) { var found = meaning(event); if (found) { location.href = found[1]; } });

  // A link to something folded away opens it
  function unfold() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var each = target; each; each = each.parentElement) { if (each.tagName === "DETAILS") { each.open = true; } }
  }
  addEventListener("hashchange", unfold);
  unfold();
})();
