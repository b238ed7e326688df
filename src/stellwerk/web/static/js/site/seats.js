// The form of a new table shows as many seats as it has players, and what the chosen rulings are.

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
    const rulings = (form.querySelector("[name=rulings]:checked") || {}).value;
    form.querySelectorAll("[data-rulings]").forEach((text) => {
      text.hidden = text.dataset.rulings !== rulings;
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
