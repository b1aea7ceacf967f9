"use strict";
// Zoom of the dependency graph: buttons, keys + - 0, Ctrl and the wheel (which a pinch on a touchpad is), two fingers; dragged by mouse.
(function () {
  const LEAST = 0.1, MOST = 4, STEP = 1.25;
  const frame = document.querySelector(".graph-frame"), graph = frame.querySelector("svg");
  const width = graph.width.baseVal.value, height = graph.height.baseVal.value;
  let scale = 1;
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Dependency graph; zoom with the keys + - 0");
  function zoom(to, x, y) {  // what is at this place of the frame stays there
    const before = scale, left = frame.scrollLeft + x, top = frame.scrollTop + y;
    scale = Math.min(MOST, Math.max(LEAST, to));
    graph.setAttribute("width", width * scale);
    graph.setAttribute("height", height * scale);
    frame.scrollLeft = left * scale / before - x;
    frame.scrollTop = top * scale / before - y;
    document.getElementById("said").textContent = Math.round(100 * scale) + " %";
  }
  const ways = {
    "+": () => zoom(scale * STEP, 0, frame.clientHeight / 2),
    "-": () => zoom(scale / STEP, 0, frame.clientHeight / 2),
    "0": () => zoom(1, 0, 0),
    "fit": () => zoom(frame.clientWidth / width, 0, 0),
  };
  const bar = document.querySelector(".graph-zoom");
  bar.hidden = false;
  bar.addEventListener("click", event => { const button = event.target.closest("button"); if (button) { ways[button.dataset.zoom](); } });
  frame.addEventListener("keydown", function (event) {
    const way = ways[event.key === "=" ? "+" : event.key];
    if (way && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); way(); }
  });
  const place = at => { const box = frame.getBoundingClientRect(); return [at.clientX - box.left, at.clientY - box.top]; };
  frame.addEventListener("wheel", function (event) {
    if (!event.ctrlKey && !event.metaKey) { return; }
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), ...place(event));
  }, { passive: false });

  // Fingers pinch, a mouse drags; a click that did not move follows its link
  const fingers = new Map();
  let dragged = false;
  const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  frame.addEventListener("pointerdown", function (event) {
    if (event.pointerType !== "mouse" || event.button === 0) { fingers.set(event.pointerId, event); }
    dragged = false;
  });
  frame.addEventListener("pointermove", function (event) {
    const last = fingers.get(event.pointerId);
    if (!last) { return; }
    const before = [...fingers.values()];
    fingers.set(event.pointerId, event);
    const now = [...fingers.values()];
    if (now.length === 2) {
      zoom(scale * apart(now) / apart(before), ...place({ clientX: (now[0].clientX + now[1].clientX) / 2, clientY: (now[0].clientY + now[1].clientY) / 2 }));
    } else if (event.pointerType === "mouse") {
      dragged = dragged || Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) > 2;
      frame.scrollBy(last.clientX - event.clientX, last.clientY - event.clientY);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) { addEventListener(end, event => fingers.delete(event.pointerId)); }
  frame.addEventListener("click", event => { if (dragged) { event.preventDefault(); } }, true);
  frame.addEventListener("dragstart", event => event.preventDefault());
})();
