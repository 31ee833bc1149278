(function () {
  "use strict";
  var all = window.assetQaAll;
  var run = document.body.dataset.run || "";
  var key = "asset-qa-signoff:" + run;
  var memory = {};

  // Browsers may forbid storage for pages from a folder; decisions then last as long as the page.
  function read() {
    try { return JSON.parse(window.localStorage.getItem(key) || "{}"); } catch (error) { return memory; }
  }
  function write(value) {
    memory = value;
    try { window.localStorage.setItem(key, JSON.stringify(value)); } catch (error) { return; }
  }
  function rememberName(name) {
    try { window.localStorage.setItem("asset-qa-reviewer", name); } catch (error) { return; }
  }
  function download(name, decisions) {
    var file = { schema_version: 1, run_id: run, decisions: decisions, is_complete_record: true };
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2) + "\n"], { type: "application/json" }));
    link.download = name;
    document.body.appendChild(link);
    link.click();
    link.remove();
    window.setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }

  all(".signoff").forEach(function (box) {
    var reviewer = box.querySelector(".reviewer");
    var comment = box.querySelector(".comment");
    var status = box.querySelector(".decided");
    var save = box.querySelector(".download");

    function show() {
      var decision = read()[box.dataset.case];
      var isFresh = decision && decision.verdict_digest === box.dataset.digest;
      all("[data-decision]", box).forEach(function (button) {
        button.setAttribute("aria-pressed", String(Boolean(isFresh) && button.dataset.decision === decision.decision));
      });
      save.disabled = !isFresh;
      if (!isFresh) { return; }
      comment.value = decision.comment;
      status.textContent = "Noted on this computer: " + decision.decision + ". Download it and merge it with: asset-qa signoff RUN FILE";
    }
    try { reviewer.value = window.localStorage.getItem("asset-qa-reviewer") || ""; } catch (error) { reviewer.value = ""; }
    all("[data-decision]", box).forEach(function (button) {
      button.addEventListener("click", function () {
        var decisions = read();
        decisions[box.dataset.case] = {
          case: box.dataset.case,
          verdict_digest: box.dataset.digest,
          decision: button.dataset.decision,
          reviewer: reviewer.value.trim(),
          comment: comment.value.trim(),
          decided_at: new Date().toISOString().replace(/\.\d+Z$/, "+00:00"),
        };
        write(decisions);
        rememberName(reviewer.value.trim());
        show();
      });
    });
    save.addEventListener("click", function () {
      var decision = read()[box.dataset.case];
      if (decision) { download("signoff-" + box.dataset.asset.replace(/[^\w.-]+/g, "_") + ".json", [decision]); }
    });
    show();
  });

  var strip = document.getElementById("signoff-bar");
  if (strip) {
    var decisions = read();
    var names = Object.keys(decisions).sort();
    if (names.length) {
      strip.hidden = false;
      strip.textContent = names.length + (names.length === 1 ? " decision" : " decisions") + " noted on this computer ";
      var button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.textContent = "Download signoff.json";
      button.addEventListener("click", function () {
        download("signoff.json", names.map(function (name) { return decisions[name]; }));
      });
      strip.appendChild(button);
    }
  }
}());
