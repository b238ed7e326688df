// What is being written stays.
//
// What somebody says or notes belongs to that person, whoever acts; figures of a move belong to the seat that
// acts, and are never put before another. What has been sent is written no longer.
import { beforeExchange, page } from "./refresh.js";

const OWN = "#chat-line, #note-text, #undo-reason, #vote-reason";
const drafts = new Map();
const sent = new Set();
let kept = null;

const written = () =>
  [...document.querySelectorAll("#page input.input[id], #page textarea[id]")]
    .filter((field) => field.value !== field.defaultValue && !sent.has(field.id))
    .map((field) => ({
      id: field.id,
      value: field.value,
      own: field.matches(OWN),
      active: field === document.activeElement,
      from: field.selectionStart,
      to: field.selectionEnd,
    }));

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.target.matches || !event.target.matches("#page form[method=post]")) return;
  for (const field of event.target.querySelectorAll("[id]")) {
    sent.add(field.id);
    drafts.delete(field.id);
  }
});
beforeExchange(({ byItself, status }) => {
  if (status >= 400) sent.clear(); // it was refused, and may be sent again
  const found = written();
  for (const field of found) if (field.own) drafts.set(field.id, field.value);
  kept = {
    acting: page().dataset.acting,
    fields: found.filter((field) => field.own || byItself || status >= 400),
    open: [...document.querySelectorAll("#page details.pop[id][open]")].map((node) => node.id),
  };
  if (!byItself) sent.clear();
});
document.addEventListener("htmx:afterSwap", () => {
  for (const [id, value] of drafts) {
    const field = document.getElementById(id);
    if (field) {
      field.value = value;
      drafts.delete(id);
    }
  }
  if (!kept) return;
  const { acting, fields, open } = kept;
  kept = null;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const { id, value, own: personal, active, from, to } of fields) {
    const field = document.getElementById(id);
    if (!field || (!personal && page().dataset.acting !== acting)) continue;
    field.value = value;
    if (!active) continue;
    field.focus({ preventScroll: true });
    if (from !== null) field.setSelectionRange(from, to);
  }
});
