// Letters press what carries them, Escape closes what is open.
import { closeNote } from "./note.js";

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
