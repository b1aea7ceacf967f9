"use strict";
// Search in the entries of the site: words may be misspelt, called otherwise, or symbols.
const netlemmaSearch = (function () {
  const MOST = 60;
  const SMALL = new Set(["of", "the", "in", "for", "a", "an", "and", "or", "vs", "versus", "on", "with", "is", "can"]);  // words that say nothing, but alone
  function said(text) { const all = words(text), some = all.filter(each => !SMALL.has(each)); return some.length ? some : all; }
  function words(text) {
    return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[_.\-\/*,;:()"'’]+/g, " ").split(/\s+/).filter(Boolean);
  }
  function distance(one, other, most) {  // edits from one word to the other; more than most if there are more
    if (Math.abs(one.length - other.length) > most) { return most + 1; }
    let before, row = Array.from({ length: other.length + 1 }, (_, i) => i);
    let last = null;
    for (let i = 1; i <= one.length; i++) {
      [last, before, row] = [before, row, [i]];
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1] ? 0 : 1;
        row[j] = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + same);
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) { row[j] = Math.min(row[j], last[j - 2] + 1); }
      }
    }
    return row[other.length];
  }
  function prepared(index) {
    const counts = new Map();  // how often each word stands there
    const count = word => counts.set(word, (counts.get(word) || 0) + 1);
    const entries = index.entries.map(function ([kind, title, address, text, extra, weight]) {
      const entry = { kind, title, address, text, weight: weight || 0, titleWords: said(title), extraWords: words(extra), textWords: words(text) };
      for (const each of [entry.titleWords, entry.extraWords, entry.textWords]) { each.forEach(count); }
      return entry;
    });
    const names = index.names.map(([name, ...others]) => [words(name), others.map(words)]);
    names.forEach(([name, others]) => [name, ...others].forEach(each => each.forEach(count)));
    return { entries, names, counts, vocabulary: [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one)) };
  }
  function forms(asked, known) {  // the words as they are, two as one, one as two, in the singular
    const found = [asked];
    const instead = (i, several, ...others) => found.push([...asked.slice(0, i), ...others, ...asked.slice(i + several)]);
    asked.forEach(function (word, i) {
      if (i + 1 < asked.length && known.has(word + asked[i + 1])) { instead(i, 2, word + asked[i + 1]); }
      for (let at = 3; !known.has(word) && at <= word.length - 3; at++) {
        if (known.has(word.slice(0, at)) && known.has(word.slice(at))) { instead(i, 1, word.slice(0, at), word.slice(at)); }
      }
      if (word.length > 4 && word.endsWith("s") && known.has(word.slice(0, -1))) { instead(i, 1, word.slice(0, -1)); }
    });
    return found;
  }
  function spelt(word, vocabulary, known) {  // the word, or the nearest known one, of these the most frequent
    if (known.has(word) || word.length < 4 || /\d/.test(word) || vocabulary.some(each => each.startsWith(word))) { return word; }
    const most = word.length > 6 ? 2 : 1;
    let best = word, least = most + 1;
    for (const each of vocabulary) {
      const edits = distance(word, each, most);
      if (edits < least) { [best, least] = [each, edits]; }
    }
    return best;
  }
  const has = (list, run) => list.some((_, i) => run.every((word, j) => list[i + j] === word));
  function without(list, run) {
    const at = list.findIndex((_, i) => run.every((word, j) => list[i + j] === word));
    return [...list.slice(0, at), ...list.slice(at + run.length)];
  }
  function variants(asked, names) {  // the query, and the same with other names replaced by the names of the site
    const found = [[asked, 0]];
    for (const [name, others] of names) {
      for (const other of others) {
        if (other.length && has(asked, other)) { found.push([[...new Set([...without(asked, other), ...name])], other.length + 1]); }
      }
    }
    return found;
  }
  function score(entry, asked) {
    let total = entry.weight;
    for (const word of asked) {
      const inside = list => list.includes(word) ? 1 : word.length > 1 && list.some(each => each.startsWith(word)) ? 0.7 : 0;
      const best = Math.max(20 * inside(entry.titleWords), 9 * inside(entry.extraWords), 4 * inside(entry.textWords));
      if (!best) { return 0; }
      total += best;
    }
    const exact = entry.titleWords.length === asked.length && asked.every(word => entry.titleWords.includes(word));
    return total + (exact ? 15 : 0) - entry.titleWords.length * 0.8;
  }
  function search(index, query) {  // entries with all words, else those with all but one, and so on
    const all = [said(query)];
    let found = [], some = all;
    while (!found.length && some[0].length) {
      found = ranked(some.flatMap(asked => scored(index, asked)));
      const fewer = some.flatMap(asked => asked.map((_, i) => asked.filter((_, j) => j !== i)));
      found.partial = some !== all;
      some = [...new Map(fewer.map(asked => [asked.join(" "), asked])).values()];
    }
    return found;
  }
  function ranked(scores) {
    const best = new Map();
    for (const [entry, points] of scores) { if (points > (best.get(entry) || 0)) { best.set(entry, points); } }
    return [...best].sort((a, b) => b[1] - a[1] || a[0].title.length - b[0].title.length).map(each => each[0]);
  }
  function scored(index, asked) {
    const known = index.counts;
    const found = [], meant = forms(asked, known).map(form => form.map(word => spelt(word, index.vocabulary, known)));
    for (const [variant, bonus] of meant.flatMap(form => variants(form, index.names))) {
      for (const entry of index.entries) {
        const points = score(entry, variant);
        if (points > 0) { found.push([entry, points + bonus]); }
      }
    }
    return found;
  }
  return { prepared, search, MOST };
})();
if (typeof module !== "undefined") { module.exports = netlemmaSearch; }

if (typeof document !== "undefined") {
  (function () {
    const box = document.getElementById("search");
    const panel = document.getElementById("hits");
    const root = box.form.dataset.root;
    const onPage = document.getElementById("results");
    let index = null, loading = false;
    function find() {  // what is in the box, once the index is there
      if (index) { show(); return; }
      if (loading) { return; }
      loading = true;
      load("assets/index.js", function () { index = netlemmaSearch.prepared(window.netlemmaIndex); show(); });
      load("assets/found.js", function () { if (index) { show(); } });
    }
    function load(file, then) { document.head.append(Object.assign(document.createElement("script"), { src: root + file, onload: then })); }
    function item(entry) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root + entry.address;
      link.textContent = entry.title;
      const kind = document.createElement("span");
      kind.className = "kind";
      kind.textContent = entry.kind;
      const text = document.createElement("p");
      text.className = "small";
      const formula = (window.netlemmaFormulas || {})[entry.address];
      text.textContent = !formula ? entry.text : entry.kind === "claim" ? entry.text.split(": ")[0] : "";
      item.append(link, " ", kind, text);
      if (formula) { const box = document.createElement("div"); box.className = "found"; box.innerHTML = formula; item.append(box); }
      return item;
    }
    function show() {
      const hits = netlemmaSearch.search(index, box.value);
      const list = onPage || panel;
      list.replaceChildren(...hits.slice(0, onPage ? netlemmaSearch.MOST : 8).map(item));
      panel.hidden = Boolean(onPage) || !box.value.trim();
      if (!panel.hidden && !hits.length) { const none = document.createElement("li"); none.textContent = "No result"; panel.append(none); }
      const found = document.getElementById("found") || document.getElementById("said");
      found.textContent = !box.value.trim() ? "" : hits.length + (hits.length === 1 ? " result" : " results") + (hits.partial && hits.length ? " with some of the words" : "") + (onPage && hits.length > netlemmaSearch.MOST ? ", the first " + netlemmaSearch.MOST + " shown" : "");
    }
    box.addEventListener("focus", find);
    box.addEventListener("input", find);
    document.addEventListener("keydown", function (event) {
      if (event.key === "Escape") { panel.hidden = true; }
      if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
    });
    document.addEventListener("click", function (event) { if (!event.target.closest("form[role=search]")) { panel.hidden = true; } });
    if (onPage) { box.value = new URLSearchParams(location.search).get("q") || ""; find(); }
  })();
}
