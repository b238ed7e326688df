// What every page gains with a script: copying, the note of a rule, shortcuts, focus that stays.
"use strict";

(() => {
  document.documentElement.classList.add("js-on");

  const note = () => document.getElementById("note");
  const closeNote = () => {
    if (note() && note().innerHTML) note().innerHTML = "";
  };

  document.addEventListener("click", (event) => {
    const closer = event.target.closest("[data-close-note]");
    if (closer) closeNote();
    const copier = event.target.closest("[data-copy]");
    if (copier) {
      const field = document.querySelector(copier.dataset.copy);
      field.select();
      const done = () => { copier.textContent = copier.dataset.done; };
      if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
      else if (document.execCommand("copy")) done();
    }
  });

  // -- keys -----------------------------------------------------------------------------------

  const typing = (node) => node.closest("input:not([type=range]), textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      closeNote();
      document.querySelectorAll("details.pop[open]").forEach((open) => open.removeAttribute("open"));
      return;
    }
    if (document.body.dataset.keys === "off" || typing(event.target)) return;
    if (event.key === "?" && window.htmx) {
      window.htmx.ajax("GET", "/help", { target: "#note", swap: "innerHTML" });
      return;
    }
    const key = event.key.length === 1 ? event.key.toUpperCase() : "";
    const wanted = key && [...document.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
    if (wanted && !wanted.classList.contains("off")) {
      event.preventDefault();
      wanted.click();
    }
  });

  // -- the page is exchanged: focus and scrolling stay where they were --------------------------

  let before = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "page") return;
    const active = document.activeElement;
    before = {
      id: active && active !== document.body ? active.id : "",
      had: Boolean(active && active.closest("#page")),
      own: !event.detail.requestConfig.headers["X-Live"],
      scrolls: [...document.querySelectorAll("[data-keep-scroll]")].map((n) => [n.id, n.scrollLeft, n.scrollTop]),
    };
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const kept = before;
    before = null;
    for (const [id, left, top] of kept.scrolls) {
      const node = document.getElementById(id);
      if (node) { node.scrollLeft = left; node.scrollTop = top; }
    }
    const refusal = kept.own && document.getElementById("refusal");
    const same = kept.id && document.getElementById(kept.id);
    if (refusal) refusal.focus();
    else if (same) same.focus({ preventScroll: true });
    else if (kept.had) {
      const first = ["#main button[name=action]", "#turn .levers button", "#turn .acts button", "#turn .acts a"]
        .map((where) => document.querySelector(where))
        .find((node) => node && node.offsetParent);
      if (first) first.focus({ preventScroll: true });
    }
  });

  // -- the form of a new table -------------------------------------------------------------------

  const form = document.getElementById("new-table");
  if (form) {
    const show = () => {
      const count = Number((form.querySelector("[name=count]:checked") || {}).value || 0);
      form.querySelectorAll("[data-seat]").forEach((row) => { row.hidden = Number(row.dataset.seat) >= count; });
      form.querySelectorAll("[data-count]").forEach((text) => {
        text.classList.toggle("on", Number(text.dataset.count) === count);
      });
      form.querySelectorAll(".seatrow").forEach((row) => {
        const kind = row.querySelector("select").value;
        row.querySelector("input.inp").disabled = kind === "open";
      });
    };
    form.addEventListener("change", show);
    show();
  }
})();
