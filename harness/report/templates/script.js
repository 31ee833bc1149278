(function () {
  "use strict";
  document.documentElement.classList.add("js");

  function all(selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  }

  // Charts and video of one case move together.
  all(".case").forEach(function (box) {
    var video = box.querySelector("video");
    var charts = all("svg.chart", box);
    var readout = box.querySelector(".readout");
    var hint = readout ? readout.textContent : "";
    var samples = charts.length && charts[0].dataset.samples
      ? charts[0].dataset.samples.split(";").map(function (pair) { return pair.split(",").map(Number); })
      : [];

    function show(time) {
      charts.forEach(function (chart) {
        var cursor = chart.querySelector(".cursor");
        var left = Number(chart.dataset.left);
        var share = Math.min(Math.max(time / Number(chart.dataset.end), 0), 1);
        var x = left + (Number(chart.dataset.right) - left) * share;
        cursor.setAttribute("x1", x);
        cursor.setAttribute("x2", x);
        cursor.setAttribute("visibility", "visible");
      });
      if (!samples.length || !readout) { return; }
      var nearest = samples.reduce(function (best, sample) {
        return Math.abs(sample[0] - time) < Math.abs(best[0] - time) ? sample : best;
      });
      readout.textContent = "At " + nearest[0].toFixed(3) + " s the lowest point is "
        + Math.abs(nearest[1] * 1000).toFixed(1) + " mm " + (nearest[1] < 0 ? "below" : "above") + " the floor.";
    }

    function seek(time) {
      show(time);
      if (!video) { return; }
      if (video.readyState > 0) {
        video.pause();
        video.currentTime = Math.min(time, video.duration || time);
      } else {
        video.addEventListener("loadedmetadata", function () { seek(time); }, { once: true });
        video.preload = "metadata";
        video.load();
      }
    }

    function timeAt(chart, event) {
      var box = chart.getBoundingClientRect();
      var x = (event.clientX - box.left) * chart.viewBox.baseVal.width / box.width;
      var left = Number(chart.dataset.left);
      var share = (x - left) / (Number(chart.dataset.right) - left);
      return Math.min(Math.max(share, 0), 1) * Number(chart.dataset.end);
    }

    all(".jump", box).forEach(function (button) {
      button.addEventListener("click", function () { seek(Number(button.dataset.time)); });
    });
    charts.forEach(function (chart) {
      chart.addEventListener("click", function (event) { seek(timeAt(chart, event)); });
      chart.addEventListener("pointermove", function (event) {
        if (!video || video.paused) { show(timeAt(chart, event)); }
      });
      chart.addEventListener("pointerleave", function () {
        if (video && video.readyState > 0) { show(video.currentTime); } else if (readout) { readout.textContent = hint; }
      });
    });
    if (video) {
      var follow = function () {
        show(video.currentTime);
        if (!video.paused && !video.ended) { window.requestAnimationFrame(follow); }
      };
      video.addEventListener("play", follow);
      video.addEventListener("seeked", follow);
    }
  });

  all(".copy").forEach(function (button) {
    button.addEventListener("click", function () {
      var area = document.createElement("textarea");
      area.value = button.dataset.copy;
      area.className = "hidden";
      document.body.appendChild(area);
      area.select();
      var isDone = document.execCommand("copy");
      area.remove();
      button.focus();
      button.textContent = isDone ? "Copied" : "Press Ctrl+C";
      window.setTimeout(function () { button.textContent = "Copy"; }, 2000);
    });
  });

  // Index: filter by outcome and name.
  var find = document.getElementById("find");
  var rows = all(".index tbody tr");
  function filter() {
    var tones = all(".chip[aria-pressed=true]").map(function (chip) { return chip.dataset.filter; });
    var text = find ? find.value.trim().toLowerCase() : "";
    var shown = 0;
    rows.forEach(function (row) {
      var isShown = (!tones.length || tones.indexOf(row.dataset.tone) >= 0) && row.dataset.name.indexOf(text) >= 0;
      row.hidden = !isShown;
      shown += isShown ? 1 : 0;
    });
    document.getElementById("no-match").hidden = shown > 0;
  }
  all("button.chip").forEach(function (chip) {
    chip.addEventListener("click", function () {
      chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") === "true" ? "false" : "true");
      filter();
    });
  });
  if (find) { find.addEventListener("input", filter); }

  function openTarget() {
    var target = window.location.hash && document.getElementById(window.location.hash.slice(1));
    if (target && target.tagName === "DETAILS") {
      target.open = true;
      target.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();

  // Paper shows what is folded inside the cases that are open.
  window.addEventListener("beforeprint", function () {
    all(".body details").forEach(function (fold) {
      var box = fold.closest("details.case");
      if (!box || box.open) { fold.open = true; }
    });
  });
}());
