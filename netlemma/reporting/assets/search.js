"use strict";
(function () {
  var box = document.getElementById("search");
  var list = document.getElementById("results");
  var found = document.getElementById("found");
  var MOST = 100;
  var entries = window.netlemmaIndex.map(function (each) {
    return { kind: each[0], title: each[1], address: each[2], words: each[3], all: each.join(" ").toLowerCase() };
  });
  function search() {
    var words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.textContent = "";
    if (!words.length) { found.textContent = ""; return; }
    var hits = entries.filter(function (each) {
      return words.every(function (word) { return each.all.indexOf(word) >= 0; });
    });
    function distance(each) {  // words that the title lacks; then how much else it says
      var title = each.title.toLowerCase();
      return words.filter(function (word) { return title.indexOf(word) < 0; }).length * 1000 + title.length;
    }
    hits.sort(function (one, other) { return distance(one) - distance(other); });
    found.textContent = hits.length + (hits.length === 1 ? " result" : " results") + (hits.length > MOST ? ", the first " + MOST + " shown" : "");
    hits.slice(0, MOST).forEach(function (each) {
      var item = document.createElement("li");
      var link = document.createElement("a");
      link.href = each.address;
      link.textContent = each.title;
      var kind = document.createElement("span");
      kind.className = "kind";
      kind.textContent = each.kind;
      var words = document.createElement("p");
      words.className = "small";
      words.textContent = each.words;
      item.append(link, " ", kind, words);
      list.append(item);
    });
  }
  box.value = new URLSearchParams(location.search).get("q") || "";
  box.addEventListener("input", search);
  search();
})();
