// What every page gains with a script: copying, the note of a rule, shortcuts, focus that stays.
"use strict";

(() => {
  document.documentElement.classList.add("scripted");

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
      const done = () => {
        copier.textContent = copier.dataset.done;
      };
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
    const wanted =
      key && [...document.querySelectorAll("[data-key]")].find((node) => node.dataset.key === key);
    if (wanted && !wanted.classList.contains("off")) {
      event.preventDefault();
      wanted.click();
    }
  });

  // -- a second click of a double click is meant for what was there before -------------------------
  //
  // Of a mouse only: fingers do not click twice by habit, and two quick taps are two.

  let pressed = null;
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest(
        "#page form button:not([type=button]), #page summary, #page a[href]",
      );
      if (event.detail < 2 || event.pointerType === "touch") {
        pressed = button && { button, id: button.id };
        return;
      }
      if (!button || !button.closest("form")) return;
      const same = pressed && (button === pressed.button || (button.id && button.id === pressed.id));
      if (!same) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );

  // -- the curtain: a key that is still held opens nothing ------------------------------------------

  const HELD = 600; // milliseconds
  let fell = 0;
  const curtain = () => {
    const button = document.getElementById("unveil");
    if (!button || button.dataset.fell) return;
    button.dataset.fell = "yes";
    fell = performance.now();
    window.scrollTo(0, 0);
    button.focus({ preventScroll: true });
  };
  document.addEventListener(
    "click",
    (event) => {
      // A click that a key makes has no count.
      if (event.target.id === "unveil" && !event.detail && performance.now() - fell < HELD)
        event.preventDefault();
    },
    true,
  );
  document.addEventListener("htmx:afterSettle", curtain);
  curtain();

  // -- after a move, what comes next is in sight ----------------------------------------------------

  const NEXT =
    "#main .asides button[name=action], #main button[name=priced], #run-accept, #map-svg .hex.open, " +
    "#net-svg a.open, #main .panel button[name=action]";
  const bringNext = () => {
    const bar = document.getElementById("turn");
    if (!bar) return;
    const places = [...document.querySelectorAll(NEXT)].filter((node) => node.getClientRects().length);
    const top = bar.getBoundingClientRect().bottom;
    const seen = (node) => {
      const box = node.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      return middle > top && middle < window.innerHeight;
    };
    if (!places.length || places.some(seen)) return;
    const first = places[0].closest(".hex") ? places[0].closest("#map") : places[0];
    const box = first.getBoundingClientRect();
    const from =
      box.height > window.innerHeight - top ? top + 8 : top + (window.innerHeight - top - box.height) / 3;
    window.scrollBy(0, box.top - from);
  };

  // -- the page is exchanged: focus and scrolling stay where they were --------------------------

  let before = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "page") return;
    const active = document.activeElement;
    before = {
      id: active && active !== document.body ? active.id : "",
      had: Boolean(active && active.closest("#page")),
      own: !event.detail.requestConfig.headers["X-Live"],
      sent: event.detail.requestConfig.verb === "post",
      scrolls: [...document.querySelectorAll("[data-keep-scroll]")].map((n) => [
        n.id,
        n.scrollLeft,
        n.scrollTop,
      ]),
    };
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const kept = before;
    before = null;
    for (const [id, left, top] of kept.scrolls) {
      const node = document.getElementById(id);
      if (node) {
        node.scrollLeft = left;
        node.scrollTop = top;
      }
    }
    const refusal = kept.own && document.getElementById("refusal");
    const same = kept.id && document.getElementById(kept.id);
    if (refusal) refusal.focus();
    else if (same) same.focus({ preventScroll: true });
    else if (kept.had) {
      const first = [
        "#main button[name=action]",
        "#turn .levers button",
        "#turn .actions button",
        "#turn .actions a",
      ]
        .map((where) => document.querySelector(where))
        .find((node) => node && node.offsetParent);
      if (first) first.focus({ preventScroll: true });
    }
    if (kept.own && kept.sent && !refusal) bringNext();
  });

  // -- the form of a new table -------------------------------------------------------------------

  const chairs = () => {
    const form = document.getElementById("new-table");
    if (form) {
      const count = Number((form.querySelector("[name=count]:checked") || {}).value || 0);
      form.querySelectorAll("[data-seat]").forEach((row) => {
        row.hidden = Number(row.dataset.seat) >= count;
      });
      form.querySelectorAll("[data-count]").forEach((text) => {
        text.classList.toggle("on", Number(text.dataset.count) === count);
      });
      form.querySelectorAll(".seat-row").forEach((row) => {
        const kind = row.querySelector("select").value;
        row.querySelector("input.input").disabled = kind === "open";
      });
    }
  };
  document.addEventListener("change", (event) => {
    if (event.target.closest("#new-table")) chairs();
  });
  document.addEventListener("htmx:afterSettle", chairs);
  chairs();
})();
