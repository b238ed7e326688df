// The note of a rule is closed, links are copied.

const note = () => document.getElementById("note");
export const closeNote = () => {
  if (note() && note().innerHTML) note().innerHTML = "";
};

document.addEventListener("click", (event) => {
  const closer = event.target.closest("[data-close-note]");
  if (closer) closeNote();
  const copier = event.target.closest("[data-copy]");
  if (copier) {
    const field = document.querySelector(copier.dataset.copy);
    field.select();
    const done = () => {
      copier.textContent = copier.dataset.done;
    };
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
    else if (document.execCommand("copy")) done();
  }
});
