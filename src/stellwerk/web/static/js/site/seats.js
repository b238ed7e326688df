// The form of a new table shows as many seats as it has players, and what the chosen rulings are. Seats beyond what
// a game has room for are struck through: another game may have it.

const form = () => document.getElementById("new-table");
let wished = 0;

const chairs = () => {
  if (!form()) return;
  const count = Number(form().querySelector("[name=count]:checked")?.value ?? 0);
  const high = Number(form().dataset.high);
  form()
    .querySelectorAll("[data-seat]")
    .forEach((row) => {
      const number = Number(row.dataset.seat);
      const beyond = number >= high && number < wished;
      row.hidden = number >= count && !beyond;
      row.classList.toggle("beyond", beyond);
      row.querySelectorAll("input, select").forEach((field) => {
        field.disabled = beyond;
      });
      const kind = row.querySelector("[type=radio]:checked")?.value;
      row.querySelector("input.input").disabled = beyond || kind === "open";
    });
  form()
    .querySelectorAll("[data-count]")
    .forEach((text) => {
      text.classList.toggle("on", Number(text.dataset.count) === count);
    });
  const rulings = form().querySelector("[name=rulings]:checked")?.value;
  form()
    .querySelectorAll("[data-rulings]")
    .forEach((text) => {
      text.hidden = text.dataset.rulings !== rulings;
    });
  const add = document.getElementById("add-seat");
  if (add) add.disabled = count >= high;
};

/** Choose as a person does: so everybody hears of it. */
const choose = (field) => {
  field.checked = true;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

document.addEventListener("change", ({ target }) => {
  if (!target.closest("#new-table")) return;
  if (target.name === "count") wished = Number(target.value);
  chairs();
});

document.addEventListener("click", ({ target }) => {
  if (target.id === "add-seat") {
    const count = Number(form().querySelector("[name=count]:checked").value);
    const next = form().querySelector(`[name=count][value="${count + 1}"]`);
    if (next) choose(next);
  } else if (target.id === "fill-bots") {
    form()
      .querySelectorAll("[data-seat]:not([hidden], .beyond)")
      .forEach((row) => {
        const kind = row.querySelector("[type=radio]:checked")?.value;
        const named = row.querySelector("input.input").value;
        if (kind === "open" || (kind === "hotseat" && !named)) choose(row.querySelector("[value=bot]"));
      });
  }
});

document.addEventListener("htmx:afterSettle", chairs);
chairs();
