// The form of a new table is a dialog of the lobby. It closes by Escape, and keeps what was put in.

const dialog = () => document.querySelector("dialog#new");

const open = () => {
  if (!dialog() || dialog().open) return;
  dialog().showModal();
  dialog().querySelector("[data-game][aria-current]")?.focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!dialog()) return;
  if (event.target.closest("[data-open-dialog]")) {
    event.preventDefault();
    open();
  } else if (event.target === dialog() || event.target.closest("#new [data-close-dialog]")) {
    event.preventDefault();
    dialog().close();
  }
});

const asked = () => {
  if (window.location.hash === "#new") open();
};
window.addEventListener("hashchange", asked);
asked();
