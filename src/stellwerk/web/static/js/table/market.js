// The market shows where a price would go.

const preview = (event) => {
  document
    .querySelectorAll(".market-table .target, .price-line .target, .hex-market .target")
    .forEach((cell) => cell.classList.remove("target"));
  const button = event.target.closest && event.target.closest("[data-cell]");
  if (!button || event.type === "pointerout" || event.type === "focusout") return;
  const cell = document.getElementById(`cell-${button.dataset.cell}`);
  if (cell) cell.classList.add("target");
};
for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) {
  document.addEventListener(name, preview);
}
