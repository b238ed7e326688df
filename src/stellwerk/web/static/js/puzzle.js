// A puzzle: its map moves, a tap on a hex is a tap on the stop or the choice there, Enter goes on.
import { root } from "./map/screen.js";
import { View } from "./map/view.js";
import { isArrow, neighbour } from "./map/walk.js";

root.classList.add("map-live");

class PuzzleMap {
  constructor(box) {
    this.box = box;
    this.svg = box.querySelector("#map-svg");
    this.hexes = [...this.svg.querySelectorAll(".hex")];
    this.view = new View(box, `puzzle:${box.dataset.puzzle}`, () => {});
    this.view.restore(() => this.svg.querySelector(".hex.open") || this.hexes[0]);
    this.view.listen();
    box.addEventListener("click", (event) => this.click(event));
    box.addEventListener("keydown", (event) => this.press(event));
  }

  click(event) {
    const zoom = event.target.closest("[data-map-zoom]");
    const hex = event.target.closest(".hex");
    if (zoom) this.view.zoomBy(zoom.dataset.mapZoom);
    else if (hex && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      event.preventDefault();
      this.choose(hex.dataset.hex);
    }
  }

  /** The one stop there is taken; of two, or of a choice that would be the answer, the first has the focus. */
  choose(key) {
    const steps = [...document.querySelectorAll(`[data-next="${CSS.escape(key)}"]`)];
    const choice = document.querySelector(`[data-choice="${CSS.escape(key)}"]`);
    if (steps.length === 1) {
      this.view.keep();
      steps[0].click();
    } else (steps[0] ?? choice)?.focus();
  }

  press(event) {
    const hex = event.target.closest(".hex");
    if (!hex || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key)) {
      const next = neighbour(this.hexes, hex, event.key, event.shiftKey);
      if (next) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.choose(hex.dataset.hex);
    else return;
    event.preventDefault();
  }

  focus(hex) {
    this.svg.querySelector('.hex[tabindex="0"]')?.setAttribute("tabindex", "-1");
    hex.setAttribute("tabindex", "0");
    hex.focus();
  }
}

// Each stop of a run exchanges the middle of the page: whichever map is there now is the one that moves.
let map = null;
const begin = () => {
  const box = document.querySelector("[data-puzzle]");
  if (map?.box !== box) map = box && new PuzzleMap(box);
};
addEventListener("pointermove", (event) => map?.view.drag(event));
addEventListener("pointerup", () => map?.view.drop());
addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.defaultPrevented || event.target.closest("a, button, input, summary"))
    return;
  const enter = document.querySelector("[data-enter]");
  if (!enter || document.body.dataset.keys === "off") return;
  event.preventDefault();
  enter.click();
});
begin();
new MutationObserver(begin).observe(root, { childList: true, subtree: true });
