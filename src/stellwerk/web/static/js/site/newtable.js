// The form of a new table is exchanged for that of another game: what somebody has chosen or typed stays, also
// what came while the answer was under way. What does not fit the other game waits for one that it fits.

const given = new Map();
let before = null;

const form = () => document.getElementById("new-table");
const isOurs = (node) => node?.form?.id === "new-table";

const put = (field, value) => {
  if (field.type === "radio") field.checked ||= field.value === value;
  else if (field.type === "checkbox") field.checked = value;
  else if (field.tagName !== "SELECT") field.value = value;
  else if ([...field.options].some((option) => option.value === value)) field.value = value;
};

const busy = (now) => form()?.setAttribute("aria-busy", String(now));

const keep = (field) => given.set(field.name, field.type === "checkbox" ? field.checked : field.value);

const isTouched = (field) =>
  field.type === "checkbox" || field.type === "radio"
    ? field.checked && !field.defaultChecked
    : field.tagName === "SELECT"
      ? !field.selectedOptions[0]?.defaultSelected
      : field.value !== field.defaultValue;

// What came before this script, or was restored by the browser.
for (const field of form()?.elements ?? []) if (field.name && isTouched(field)) keep(field);

document.addEventListener("input", ({ target }) => {
  if (isOurs(target)) keep(target);
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.closest("#new-table")) busy(true);
});
document.addEventListener("htmx:afterRequest", () => busy(false));

document.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement;
  before = form() && {
    open: form().querySelector("details").open,
    name: isOurs(active) ? active.name : "",
    value: active.value,
    selection:
      isOurs(active) && Number.isInteger(active.selectionStart)
        ? [active.selectionStart, active.selectionEnd]
        : null,
  };
});

document.addEventListener("htmx:afterSwap", () => {
  if (!before || !form()) return;
  const { open, name, value, selection } = before;
  before = null;
  form().querySelector("details").open = open;
  for (const field of form().elements) {
    if (given.has(field.name) && field.type !== "hidden") put(field, given.get(field.name));
    if (name && field.name === name && (field.type !== "radio" || field.value === value)) {
      field.focus({ preventScroll: true });
      if (selection) field.setSelectionRange(...selection);
    }
  }
});
