(function () {
  "use strict";
  document.documentElement.classList.add("js");

  function all(selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  }
  window.assetQaAll = all;

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
}());
