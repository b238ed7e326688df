// The slip of a run: its routes are drawn on the map, and it can be altered stop by stop.
import { fragment } from "./fragment.js";

export class Slip {
  constructor(box, board) {
    this.box = box;
    this.board = board;
    this.marks = board.layers.get("map-marks").innerHTML;
  }

  /** Links that lead on from the last stop, while a route is being made. */
  get next() {
    return [...this.box.querySelectorAll("[data-next]")];
  }

  get hasRoutes() {
    return Boolean(this.box.querySelector('[data-layer="map-routes"] g'));
  }

  /** What the slip brings for the layers of the map. */
  draw() {
    const { layers } = this.board;
    const brought = this.box.querySelectorAll("[data-layer]");
    for (const layer of brought) {
      if (layer.dataset.layer === "map-marks" && !layer.firstChild) continue;
      layers.get(layer.dataset.layer).innerHTML = layer.innerHTML;
    }
    const editing = this.box.querySelector(".run-slip.editing");
    if (brought.length && !editing) layers.get("map-marks").innerHTML = this.marks;
  }

  async show(href) {
    const held = document.activeElement;
    const controls = () => [...this.box.querySelectorAll("a, button")];
    const at = this.box.contains(held) ? controls().indexOf(held) : -1;
    try {
      this.box.innerHTML = await fragment(href);
    } catch {
      location.assign(href);
      return;
    }
    this.board.picker.close(false);
    window.htmx?.process(this.box);
    this.draw();
    const there = controls();
    const next = this.next[0] || there[Math.min(at, there.length - 1)];
    if (at >= 0) next?.focus({ preventScroll: true });
    const told = [".sum", ".badge"].map((part) => this.box.querySelector(part)?.textContent);
    this.board.say(told.filter(Boolean).join(" ").trim());
  }

  close() {
    this.box.replaceChildren();
    this.board.layers.clear("map-routes");
  }
}
