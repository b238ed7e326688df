// A second click of a double click is meant for what was there before.
//
// Of a mouse only: fingers do not click twice by habit, and two quick taps are two.

let pressed = null;
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#page form button:not([type=button]), #page summary, #page a[href]");
    if (event.detail < 2 || event.pointerType === "touch") {
      pressed = button && { button, id: button.id };
      return;
    }
    if (!button || !button.closest("form")) return;
    const same = pressed && (button === pressed.button || (button.id && button.id === pressed.id));
    if (!same) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);
