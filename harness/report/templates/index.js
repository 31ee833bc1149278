(function () {
  "use strict";
  var all = window.assetQaAll;
  var source = document.getElementById("rows");
  var table = document.getElementById("cases");
  if (!source || !table) { return; }
  var rows = JSON.parse(source.textContent);
  var body = table.tBodies[0];
  var columns = table.tHead.rows[0].cells.length;
  var hasChange = table.classList.contains("with-change");
  var hasEngines = rows.some(function (row) { return row.e !== rows[0].e; });
  var find = document.getElementById("find");
  var order = document.getElementById("order");
  var chips = all("button.chip");
  var choices = all("select[data-choice]");
  var fields = { test: "s", engine: "e", code: "c", change: "g", owner: "o", tag: "x", signoff: "d" };
  var shown = rows;
  var current = -1;
  var height = 59;
  var isPrinting = false;

  rows.forEach(function (row, index) {
    row.i = index;
    row.z = [row.a, row.l, row.c.join(" "), row.r, row.s, row.e, row.o, row.x.join(" "), row.g].join(" ").toLowerCase();
  });

  // Rows

  var shapes = "http://www.w3.org/2000/svg";
  function element(tag, name, text) {
    var made = document.createElement(tag);
    if (name) { made.className = name; }
    if (text) { made.textContent = text; }
    return made;
  }
  function shape(tag, attributes) {
    var made = document.createElementNS(shapes, tag);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    return made;
  }
  function icon(name) {
    var made = shape("svg", { "class": "icon", "aria-hidden": "true", focusable: "false" });
    made.appendChild(shape("use", { href: "#i-" + name }));
    return made;
  }
  function bar(row) {
    var box = element("span", "bar-box");
    var drawing = shape("svg", { "class": "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" });
    drawing.appendChild(shape("rect", { "class": "track", width: 100, height: 8 }));
    drawing.appendChild(shape("rect", { "class": "fill fill-" + row.b, width: row.f || 0, height: 8 }));
    drawing.appendChild(shape("rect", { "class": "limit", x: 69.3, width: 1.4, height: 8 }));
    box.appendChild(drawing);
    box.appendChild(element("span", "use", row.u));
    return box;
  }
  function line(row, position) {
    var made = element("tr", "tone-" + row.t + (position === current ? " is-current" : ""));
    made.setAttribute("aria-rowindex", position + 2);
    made.dataset.at = position;
    var picture = made.appendChild(element("td", "c-thumb"));
    if (row.p) {
      var image = element("img");
      image.loading = "lazy";
      image.decoding = "async";
      image.alt = "";
      image.width = 64;
      image.height = 48;
      image.src = row.p;
      picture.appendChild(image);
    }
    var name = made.appendChild(element("th", "c-name"));
    name.scope = "row";
    var link = name.appendChild(element("a"));
    link.href = row.h;
    link.appendChild(element("bdi", "", row.a));
    var under = [row.s];
    if (hasEngines) { under.push(row.e); }
    if (row.o) { under.push(row.o); }
    if (row.q) { under.push("cached"); }
    name.appendChild(element("span", "sub", under.concat(row.x).join(" \u00b7 ")));
    var outcome = made.appendChild(element("td", "c-outcome"));
    var badge = outcome.appendChild(element("span", "badge tone-" + row.t));
    badge.appendChild(icon(row.t));
    badge.appendChild(document.createTextNode(row.l));
    if (row.d !== "none") { outcome.appendChild(element("span", "sub", row.d)); }
    var margin = made.appendChild(element("td", "c-margin", row.f === null ? "\u2013" : ""));
    if (row.f !== null) {
      margin.appendChild(bar(row));
      margin.appendChild(element("span", "sub", row.n));
    }
    if (hasChange) { made.appendChild(element("td", "c-change", (row.g || "\u2013").replace(/-/g, " "))); }
    var reason = made.appendChild(element("td", "c-reason"));
    reason.appendChild(element("span", "clip", row.r || "\u2013"));
    reason.title = row.r;
    return made;
  }

  // Only the rows near the window are in the document.
  function gap(count) {
    var made = element("tr", "gap");
    made.setAttribute("aria-hidden", "true");
    var cell = made.appendChild(element("td"));
    cell.colSpan = columns;
    cell.style.height = count * height + "px";
    return made;
  }
  var drawn = "";
  function draw(isForced) {
    var first = 0;
    var last = shown.length;
    if (!isPrinting && shown.length > 60) {
      var top = body.getBoundingClientRect().top;
      first = Math.max(0, Math.floor(-top / height) - 12);
      last = Math.min(shown.length, first + Math.ceil(window.innerHeight / height) + 24);
      first = Math.max(0, Math.min(first, last - 1));
    }
    var key = first + ":" + last;
    if (key === drawn && !isForced) { return; }
    drawn = key;
    var focused = document.activeElement && body.contains(document.activeElement) ? current : -1;
    var part = document.createDocumentFragment();
    if (first > 0) { part.appendChild(gap(first)); }
    for (var i = first; i < last; i += 1) { part.appendChild(line(shown[i], i)); }
    if (last < shown.length) { part.appendChild(gap(shown.length - last)); }
    body.replaceChildren(part);
    if (focused >= first && focused < last) { linkOf(focused).focus({ preventScroll: true }); }
  }
  function linkOf(position) {
    var row = body.querySelector("tr[data-at='" + position + "']");
    return row && row.querySelector("a");
  }

  // Filters

  function matches(row, tones, words, wanted) {
    if (tones.length && tones.indexOf(row.t) < 0) { return false; }
    for (var i = 0; i < wanted.length; i += 1) {
      var value = row[wanted[i][0]];
      if (Array.isArray(value) ? value.indexOf(wanted[i][1]) < 0 : value !== wanted[i][1]) { return false; }
    }
    return words.every(function (word) { return row.z.indexOf(word) >= 0; });
  }
  var orders = {
    margin: function (a, b) { return (a.m === null ? 1e9 : a.m) - (b.m === null ? 1e9 : b.m) || a.i - b.i; },
    name: function (a, b) { return a.a.localeCompare(b.a) || a.i - b.i; },
    warnings: function (a, b) { return b.w - a.w || a.i - b.i; },
  };
  function filter() {
    var kept = current >= 0 ? shown[current] : null;
    var tones = chips.filter(isPressed).map(function (chip) { return chip.dataset.filter; });
    var words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    var wanted = choices.filter(function (c) { return c.value; }).map(function (c) { return [fields[c.dataset.choice], c.value]; });
    shown = rows.filter(function (row) { return matches(row, tones, words, wanted); });
    if (orders[order.value]) { shown.sort(orders[order.value]); }
    current = kept ? shown.indexOf(kept) : -1;
    table.setAttribute("aria-rowcount", shown.length + 1);
    document.getElementById("no-match").hidden = shown.length > 0;
    document.getElementById("shown").textContent = shown.length === rows.length
      ? rows.length + (rows.length === 1 ? " case" : " cases")
      : shown.length + " of " + rows.length + " cases";
    draw(true);
    store();
  }
  function isPressed(chip) { return chip.getAttribute("aria-pressed") === "true"; }

  chips.forEach(function (chip) {
    chip.addEventListener("click", function () {
      chip.setAttribute("aria-pressed", String(!isPressed(chip)));
      filter();
    });
  });
  find.addEventListener("input", filter);
  choices.concat([order]).forEach(function (choice) { choice.addEventListener("change", filter); });
  function clear() {
    find.value = "";
    order.value = "";
    choices.forEach(function (choice) { choice.value = ""; });
    chips.forEach(function (chip) { chip.setAttribute("aria-pressed", "false"); });
    filter();
  }
  document.getElementById("clear").addEventListener("click", clear);

  // Deep links: the address holds the filter and the row.

  // Until the address has been read, nothing may be written into it.
  var isRestoring = true;
  function store() {
    if (isRestoring) { return; }
    var parts = [];
    function add(key, value) { if (value) { parts.push(key + "=" + encodeURIComponent(value)); } }
    add("outcome", chips.filter(isPressed).map(function (chip) { return chip.dataset.filter; }).join(","));
    choices.forEach(function (choice) { add(choice.dataset.choice, choice.value); });
    add("order", order.value);
    add("q", find.value.trim());
    add("row", current >= 0 ? shown[current].k : "");
    var hash = parts.length ? "#" + parts.join("&") : "#";
    if (hash !== (window.location.hash || "#")) { window.history.replaceState(null, "", hash); }
  }
  function restore() {
    if (/^#case-\d+$/.test(window.location.hash)) { return; }
    var values = {};
    window.location.hash.slice(1).split("&").forEach(function (pair) {
      var at = pair.indexOf("=");
      if (at > 0) {
        try { values[pair.slice(0, at)] = decodeURIComponent(pair.slice(at + 1)); } catch (error) { values[pair.slice(0, at)] = ""; }
      }
    });
    isRestoring = true;
    var tones = (values.outcome || "").split(",");
    chips.forEach(function (chip) { chip.setAttribute("aria-pressed", String(tones.indexOf(chip.dataset.filter) >= 0)); });
    choices.forEach(function (choice) {
      choice.value = values[choice.dataset.choice] || "";
      if (choice.selectedIndex < 0) { choice.value = ""; }
    });
    order.value = orders[values.order] ? values.order : "";
    find.value = values.q || "";
    current = -1;
    filter();
    if (values.row) {
      var at = shown.findIndex(function (row) { return row.k === values.row; });
      if (at >= 0) { select(at, false); }
    }
    isRestoring = false;
  }
  window.addEventListener("hashchange", restore);

  // Keyboard

  function select(position, isFocused) {
    current = Math.max(0, Math.min(shown.length - 1, position));
    var top = body.getBoundingClientRect().top + window.scrollY + current * height;
    var isAbove = top < window.scrollY + 60;
    if (isAbove || top > window.scrollY + window.innerHeight - 2 * height) {
      window.scrollTo(0, Math.max(0, top - window.innerHeight / 2));
    }
    draw(true);
    var link = linkOf(current);
    if (link && isFocused) { link.focus({ preventScroll: true }); }
    store();
  }
  document.addEventListener("keydown", function (event) {
    var isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "Escape") {
      if (isTyping) { event.target.blur(); }
      clear();
      return;
    }
    if (event.key === "ArrowDown" && event.target === find) { event.preventDefault(); select(0, true); return; }
    if (isTyping || !shown.length) { return; }
    var steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
    var isRow = body.contains(document.activeElement) || current >= 0;
    if (event.key === "/") {
      event.preventDefault();
      find.focus();
      find.select();
    } else if (event.key === "j" || event.key === "k" || (isRow && steps[event.key])) {
      event.preventDefault();
      select(current < 0 ? 0 : current + steps[event.key], true);
    } else if (isRow && event.key === "Home") {
      event.preventDefault();
      select(0, true);
    } else if (isRow && event.key === "End") {
      event.preventDefault();
      select(shown.length - 1, true);
    }
  });
  body.addEventListener("focusin", function (event) {
    var row = event.target.closest("tr[data-at]");
    if (row && Number(row.dataset.at) !== current) {
      all(".is-current", body).forEach(function (old) { old.classList.remove("is-current"); });
      current = Number(row.dataset.at);
      row.classList.add("is-current");
      store();
    }
  });
  body.addEventListener("click", function (event) {
    var row = event.target.closest("tr[data-at]");
    if (row && event.target.tagName !== "A" && !event.target.closest("a")) { row.querySelector("a").click(); }
  });

  var isWaiting = false;
  function later() {
    if (isWaiting) { return; }
    isWaiting = true;
    window.requestAnimationFrame(function () { isWaiting = false; draw(false); });
  }
  window.addEventListener("scroll", later, { passive: true });
  window.addEventListener("resize", later);
  window.addEventListener("beforeprint", function () { isPrinting = true; draw(true); });
  window.addEventListener("afterprint", function () { isPrinting = false; draw(true); });

  // The height of a row depends on the fonts of the machine.
  filter();
  var sample = body.querySelector("tr[data-at]");
  if (sample) { height = sample.getBoundingClientRect().height || height; }
  restore();
}());
