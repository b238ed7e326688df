// Starting a company: arrows change the price from any of its buttons, and the chosen price stays.

let kept = null;

const prices = () => [...document.querySelectorAll("[data-start] [name=start-price]")];

/** Where the marker would stand at the chosen price. */
const mark = () => {
  document.querySelectorAll("[id^=cell-].chosen").forEach((cell) => cell.classList.remove("chosen"));
  const label = prices()
    .find((price) => price.checked)
    ?.closest("[data-cell]");
  if (label) document.getElementById(`cell-${label.dataset.cell}`)?.classList.add("chosen");
};
mark();

document.addEventListener("change", (event) => {
  if (event.target.name !== "start-price") return;
  mark();
  kept = { acting: document.getElementById("page").dataset.acting, value: event.target.value };
});

document.addEventListener("htmx:afterSwap", () => {
  if (kept?.acting !== document.getElementById("page")?.dataset.acting) kept = null;
  const same = kept && prices().find((price) => price.value === kept.value);
  if (same) same.checked = true;
  mark();
});

document.addEventListener("keydown", (event) => {
  const card = event.target.closest?.("[data-start] .start-card");
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || !by || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const all = prices();
  const next = all[all.findIndex((price) => price.checked) + by];
  if (!next) return;
  next.checked = true;
  next.dispatchEvent(new Event("change", { bubbles: true }));
  const button = [...card.querySelectorAll("button")].find((one) => one.offsetParent);
  (button || next).focus();
});
