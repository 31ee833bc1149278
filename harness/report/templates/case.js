(function () {
  "use strict";
  var all = window.assetQaAll;
  var waiting = [];
  var loads = {};

  // A page that is opened from a folder may load scripts, but not read data: the data file calls this function.
  window.assetQaReplayData = function (data) {
    var take = waiting.shift();
    if (take) { take(data); }
  };

  function load(address, done) {
    var script = document.createElement("script");
    script.src = address;
    script.onload = function () { done(true); };
    script.onerror = function () { done(false); };
    document.head.appendChild(script);
  }

  function withViewer(done) {
    if (window.AssetQaReplay) { done(true); return; }
    var address = document.body.dataset.viewer;
    if (!address) { done(false); return; }
    if (loads.viewer) { loads.viewer.push(done); return; }
    loads.viewer = [done];
    load(address, function (isThere) {
      loads.viewer.forEach(function (next) { next(isThere); });
      loads.viewer = null;
    });
  }

  // Charts, video and replay of one case move together.
  all(".case").forEach(function (box) {
    var video = box.querySelector("video");
    var panel = box.querySelector(".replay");
    var tabs = all("[role=tab]", box);
    var charts = all("svg.chart", box);
    var readout = box.querySelector(".readout");
    var hint = readout ? readout.textContent : "";
    var replay = null;
    var wanted = 0;
    var samples = charts.length && charts[0].dataset.samples
      ? charts[0].dataset.samples.split(";").map(function (pair) { return pair.split(",").map(Number); })
      : [];

    function isReplayShown() { return panel && !panel.hidden; }

    function show(time) {
      wanted = time;
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
      if (replay) { replay.seek(time); }
      if (!video || isReplayShown()) { return; }
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
      var area = chart.getBoundingClientRect();
      var x = (event.clientX - area.left) * chart.viewBox.baseVal.width / area.width;
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
        var isIdle = (!video || video.paused) && !(replay && replay.isPlaying());
        if (isIdle) { show(timeAt(chart, event)); }
      });
      chart.addEventListener("pointerleave", function () {
        if (isReplayShown() && replay) {
          show(replay.time());
        } else if (video && video.readyState > 0) {
          show(video.currentTime);
        } else if (readout) {
          readout.textContent = hint;
        }
      });
    });
    if (video) {
      var follow = function () {
        if (!isReplayShown()) { show(video.currentTime); }
        if (!video.paused && !video.ended) { window.requestAnimationFrame(follow); }
      };
      video.addEventListener("play", follow);
      video.addEventListener("seeked", follow);
    }

    // Views

    function say(text) {
      panel.textContent = "";
      var note = document.createElement("p");
      note.className = "no-video";
      note.textContent = text;
      panel.appendChild(note);
    }

    function begin(data) {
      if (data.reason) { say("No 3D replay. " + data.reason); return; }
      panel.textContent = "";
      try {
        replay = window.AssetQaReplay.mount(panel, data, show);
        replay.seek(wanted);
      } catch (error) {
        say("This browser cannot draw the 3D replay: " + error.message);
      }
    }

    function open() {
      if (replay || panel.dataset.isOpen) { return; }
      panel.dataset.isOpen = "1";
      say("Loading the replay\u2026");
      withViewer(function (isThere) {
        if (!isThere) {
          say("The viewer (static/replay-viewer.js) is missing. Copy the whole run folder.");
          delete panel.dataset.isOpen;
          return;
        }
        var inline = box.querySelector(".replay-data");
        if (inline) { begin(JSON.parse(inline.textContent)); return; }
        waiting.push(begin);
        load(panel.dataset.src, function (isLoaded) {
          if (!isLoaded) { waiting.shift(); say("The data of the replay (replay3d.js) are missing."); }
        });
      });
    }

    function choose(name) {
      tabs.forEach(function (tab) {
        var isChosen = tab.dataset.view === name;
        tab.setAttribute("aria-selected", String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
      });
      if (name === "replay") {
        if (video) { video.pause(); }
        open();
        if (replay) { replay.seek(wanted); replay.resize(); }
      } else if (replay) {
        replay.pause();
        if (video && video.readyState > 0) { video.currentTime = Math.min(wanted, video.duration || wanted); }
      }
    }
    tabs.forEach(function (tab, index) {
      tab.addEventListener("click", function () { choose(tab.dataset.view); });
      tab.addEventListener("keydown", function (event) {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") { return; }
        event.preventDefault();
        var next = tabs[(index + 1) % tabs.length];
        next.focus();
        choose(next.dataset.view);
      });
    });
    if (tabs.length && !video && box.tagName === "ARTICLE") { choose("replay"); }

    // Deep link to a moment: #t=1.5, and #view=replay
    function readHash() {
      var match = /(?:^#|&)t=([\d.]+)/.exec(window.location.hash);
      if (/(?:^#|&)view=replay(?:&|$)/.test(window.location.hash) && tabs.length) { choose("replay"); }
      if (match && box.tagName === "ARTICLE") { seek(Number(match[1])); }
    }
    if (box.tagName === "ARTICLE") {
      readHash();
      window.addEventListener("hashchange", readHash);
    }
  });

  function openTarget() {
    var id = window.location.hash.slice(1);
    var target = id && document.getElementById(id);
    if (target && target.tagName === "DETAILS") {
      target.open = true;
      target.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();

  document.addEventListener("keydown", function (event) {
    var back = document.getElementById("to-index");
    if (event.key === "u" && back && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && !event.ctrlKey && !event.metaKey) {
      back.click();
    }
  });

  // Paper shows what is folded inside the cases that are open.
  window.addEventListener("beforeprint", function () {
    all(".body details").forEach(function (fold) {
      var box = fold.closest("details.case");
      if (!box || box.open) { fold.open = true; }
    });
  });
}());
