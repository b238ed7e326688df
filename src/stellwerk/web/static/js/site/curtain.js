// The curtain: a key that is still held opens nothing.

const HELD = 600; // milliseconds
let fell = 0;
const curtain = () => {
  const button = document.getElementById("unveil");
  if (!button || button.dataset.fell) return;
  button.dataset.fell = "yes";
  fell = performance.now();
  window.scrollTo(0, 0);
  button.focus({ preventScroll: true });
};
document.addEventListener(
  "click",
  (event) => {
    // A click that a key makes has no count.
    if (event.target.id === "unveil" && !event.detail && performance.now() - fell < HELD)
      event.preventDefault();
  },
  true,
);
document.addEventListener("htmx:afterSettle", curtain);
curtain();
