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

// The server says what will happen, in the reader's language.
let telling = 0;
const tellSoon = () => {
  window.clearTimeout(telling);
  telling = window.setTimeout(() => window.htmx?.trigger("#new-summary", "tell"), 250);
};

document.addEventListener("input", ({ target }) => {
  if (!isOurs(target)) return;
  keep(target);
  tellSoon();
});

const isExchange = (event) => event.detail.target?.id === "new-table";
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isExchange(event)) busy(true);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isExchange(event) || !event.target.isConnected) busy(false);
});

// What a game alone knows: its variant, and what of the form it gives a meaning.
const variants = new Map();
const chosen = () => form().querySelector("[data-game][aria-current]");
const meanings = () =>
  [...form().querySelectorAll("[data-variant][aria-current], [data-what]:checked")].map((node) => ({
    what: node.dataset.what,
    name: node.name || "variant",
    value: node.value,
  }));

document.addEventListener("htmx:configRequest", (event) => {
  const { game } = event.target.closest?.("#new-table [data-game]")?.dataset ?? {};
  if (game && variants.has(game)) event.detail.parameters.variant = variants.get(game);
});

const tell = (old, name, lost) => {
  const note = document.getElementById("changed-note");
  const fill = (text, what) =>
    text.replace("{old}", name).replace("{new}", chosen().dataset.name).replace("{what}", what);
  if (!note || old === chosen().dataset.game) return;
  const told = [fill(note.dataset.stays, ""), ...lost.map((what) => fill(note.dataset.lost, what))];
  note.textContent = told.join(" ");
  note.hidden = false;
};

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isExchange(event)) return;
  const active = document.activeElement;
  before = form() && {
    open: form().querySelector("#more").open,
    game: chosen().dataset.game,
    title: chosen().dataset.name,
    meant: meanings(),
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
  const { open, name, value, selection, game, title, meant } = before;
  before = null;
  form().querySelector("#more").open = open;
  for (const field of form().elements) {
    if (given.has(field.name) && field.type !== "hidden") put(field, given.get(field.name));
    if (name && field.name === name && (field.type !== "radio" || field.value === value)) {
      field.focus({ preventScroll: true });
      if (selection) field.setSelectionRange(...selection);
    }
  }
  const there = (one) =>
    one.name !== "variant" && [...form().elements].some((f) => f.name === one.name && f.value === one.value);
  tell(
    game,
    title,
    meant.filter((one) => !there(one)).map((one) => one.what),
  );
  tellSoon();
});

document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("#new-table [data-variant]");
  if (link) variants.set(chosen().dataset.game, link.dataset.variant);
});
