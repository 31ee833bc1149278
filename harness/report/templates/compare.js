(function () {
  "use strict";
  var all = window.assetQaAll;

  all(".pair").forEach(function (box) {
    var videos = all("video", box);
    var bar = box.querySelector(".step-bar");
    if (!bar || videos.length !== 2) { return; }
    var play = bar.querySelector(".step-play");
    var slider = bar.querySelector(".step-time");
    var label = bar.querySelector(".step-text");
    var chart = box.querySelector("svg.chart");
    var isPlaying = false;

    // Both clips start when the asset is let go, so equal times are equal moments.
    function end() {
      return Math.max.apply(null, videos.map(function (video) { return video.duration || 0; }));
    }
    function show(time) {
      slider.max = String(end() || 1);
      slider.value = String(time);
      label.textContent = time.toFixed(2) + " s";
      if (!chart) { return; }
      var cursor = chart.querySelector(".cursor");
      var left = Number(chart.dataset.left);
      var x = left + (Number(chart.dataset.right) - left) * Math.min(time / Number(chart.dataset.end), 1);
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
      cursor.setAttribute("visibility", "visible");
    }
    function seek(time) {
      videos.forEach(function (video) { video.currentTime = Math.min(time, video.duration || time); });
      show(time);
    }
    function pause() {
      isPlaying = false;
      play.textContent = "Play both";
      videos.forEach(function (video) { video.pause(); });
    }
    function follow() {
      if (!isPlaying) { return; }
      var longest = videos[0].duration >= videos[1].duration ? videos[0] : videos[1];
      var other = longest === videos[0] ? videos[1] : videos[0];
      if (!other.ended && Math.abs(other.currentTime - longest.currentTime) > 0.08 && longest.currentTime < other.duration) {
        other.currentTime = longest.currentTime;
      }
      show(longest.currentTime);
      if (longest.ended) { pause(); return; }
      window.requestAnimationFrame(follow);
    }
    play.addEventListener("click", function () {
      if (isPlaying) { pause(); return; }
      if (Number(slider.value) >= end() - 0.05) { seek(0); }
      isPlaying = true;
      play.textContent = "Pause";
      videos.forEach(function (video) {
        var started = video.play();
        if (started && started.catch) { started.catch(pause); }
      });
      window.requestAnimationFrame(follow);
    });
    slider.addEventListener("input", function () { pause(); seek(Number(slider.value)); });
    all(".step-jump", bar).forEach(function (button) {
      button.addEventListener("click", function () { pause(); seek(Number(button.dataset.time)); });
    });
    videos.forEach(function (video) {
      video.addEventListener("loadedmetadata", function () { show(Number(slider.value)); });
    });
  });

  var chips = all("button.chip");
  chips.forEach(function (chip) {
    chip.addEventListener("click", function () {
      chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true"));
      var kinds = chips.filter(function (c) { return c.getAttribute("aria-pressed") === "true"; })
        .map(function (c) { return c.dataset.kind; });
      all(".pair").forEach(function (box) { box.hidden = kinds.length > 0 && kinds.indexOf(box.dataset.kind) < 0; });
    });
  });

  function openTarget() {
    var target = window.location.hash && document.getElementById(window.location.hash.slice(1));
    if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView(); }
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();
}());
