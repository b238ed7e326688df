// The page is exchanged: focus and scrolling stay where they were.
import { bringNext } from "./next.js";

let before = null;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "page") return;
  const active = document.activeElement;
  before = {
    id: active && active !== document.body ? active.id : "",
    had: Boolean(active && active.closest("#page")),
    own: !event.detail.requestConfig.headers["X-Live"],
    sent: event.detail.requestConfig.verb === "post",
    acting: event.detail.target.dataset.acting,
    scrolls: [...document.querySelectorAll("[data-keep-scroll]")].map((n) => [
      n.id,
      n.scrollLeft,
      n.scrollTop,
    ]),
  };
});

/** Whether somebody else is to act at this screen: a key still held must not press a choice of theirs. */
const passedOn = (kept) =>
  kept.own &&
  kept.sent &&
  document.getElementById("turn") &&
  kept.acting !== document.getElementById("page").dataset.acting;

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
  else if (passedOn(kept)) document.getElementById("turn").focus({ preventScroll: true });
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
