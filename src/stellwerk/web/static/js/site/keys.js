// Letters press what carries them, digits go to one of the choices, Escape closes what is open.
import { closeNote } from "./note.js";

const typing = (node) => node.closest("input:not([type=range]), textarea, select, [contenteditable]");

/** Go to the first button of the so-maniest choice that is open; Enter then presses it. */
const goTo = (number) => {
  const rows = [...document.querySelectorAll("#main .offer > li, #main .start-card, #main .payout-column")];
  const buttons = rows
    .map((row) => [...row.querySelectorAll("button[name=action], button[name=priced]")].find(seen))
    .filter(Boolean);
  buttons[number - 1]?.focus();
  return Boolean(buttons[number - 1]);
};
const seen = (node) => node.getClientRects().length > 0;

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
  const within = document.querySelector("dialog[open]") ?? document;
  const pressed = (node) => node.dataset.key === key && !node.closest("[hidden]");
  // What belongs to the turn stands further down than the views, and goes before them.
  const wanted = key && [...within.querySelectorAll("[data-key]")].findLast(pressed);
  if (wanted && !wanted.classList.contains("off")) {
    event.preventDefault();
    wanted.click();
  } else if (/^[1-9]$/.test(key) && goTo(Number(key))) event.preventDefault();
});
