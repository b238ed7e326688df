// One map with all that belongs to it; clicks and keys go to the part that they are meant for.
import { Gains } from "./gains.js";
import { Layers } from "./layers.js";
import { recall, remember } from "./memory.js";
import { Picker } from "./picker.js";
import { root } from "./screen.js";
import { toggleSheet } from "./sheet.js";
import { Slip } from "./slip.js";
import { View } from "./view.js";
import { isArrow, neighbour } from "./walk.js";

const NUMBERS = "map:numbers";
const letters = () => document.body.dataset.keys !== "off";

export class Board {
  constructor(box) {
    this.box = box;
    this.svg = box.querySelector("#map-svg");
    this.hexes = [...this.svg.querySelectorAll(".hex")];
    this.key = `map:${box.dataset.table}`;
    this.layers = new Layers(this.svg);
    this.picker = new Picker(document.querySelector("[data-map-pick]"), this);
    this.gains = new Gains(this);
    this.slip = new Slip(box.querySelector("[data-map-slip]"), this);
    this.view = new View(box, this.key);
    this.restore();
    this.view.listen();
    this.listen();
    this.slip.draw();
  }

  find(selector) {
    return this.box.querySelector(selector);
  }

  /** To those who hear the page. */
  say(words) {
    this.find("[data-map-said]").textContent = words;
  }

  restore() {
    this.view.restore(
      () =>
        this.svg.querySelector(".hex.open") ||
        (this.slip.hasRoutes && this.layers.get("map-routes")) ||
        this.svg.querySelector('.hex[tabindex="0"]'),
    );
    this.recallNumbers();
    const area = recall(`${this.key}:area`);
    const wished = area && this.find(`[name="map-area"][value="${CSS.escape(area)}"]`);
    if (wished) wished.checked = true;
  }

  listen() {
    for (const part of [this.box, this.picker.box]) {
      part.addEventListener("click", (event) => this.click(event));
      part.addEventListener("keydown", (event) => this.press(event));
    }
    this.box.addEventListener("change", (event) => {
      if (event.target.name === "map-area") remember(`${this.key}:area`, event.target.value);
    });
    this.svg.addEventListener("focusin", (event) => this.layers.focus(event.target.closest(".hex")));
    this.svg.addEventListener("focusout", () => this.layers.focus(null));
  }

  focus(hex) {
    this.svg.querySelector('.hex[tabindex="0"]')?.setAttribute("tabindex", "-1");
    hex.setAttribute("tabindex", "0");
    hex.focus();
  }

  // -- numbers of tiles

  numbers(shown) {
    root.classList.toggle("map-quiet", !shown);
    this.find("[data-map-numbers]")?.setAttribute("aria-pressed", String(shown));
    remember(NUMBERS, shown);
  }

  recallNumbers() {
    this.numbers(recall(NUMBERS) !== false);
  }

  // -- clicks

  /** While a route is being made, a hex is a stop of it; otherwise its picker opens. */
  async choose(key, href) {
    const { next } = this.slip;
    const here = next.filter((link) => link.dataset.next === key);
    if (!next.length) await this.picker.choose(key, href);
    else if (here.length === 1) await this.slip.show(here[0].getAttribute("href"));
    else here[0]?.focus();
  }

  /** What a click on a part of the map does; the first part that is hit counts. */
  get deeds() {
    const { picker, slip } = this;
    const href = (node) => node.getAttribute("href");
    return [
      [".hex, [data-map-hex]", (node) => this.choose(node.dataset.hex || node.dataset.mapHex, href(node))],
      ["[data-pick-close]", () => picker.close(true)],
      ["[data-tile].tile-option", (node) => picker.tile(node)],
      ["[data-turn]", (node) => picker.turn(Number(node.dataset.turn))],
      ["[data-effect]", (node) => picker.effect(node)],
      [
        "[data-map-run], [data-map-last]",
        (node) => {
          node.closest("details")?.removeAttribute("open");
          slip.show(href(node));
        },
      ],
      ["[data-run-close]", () => slip.close()],
      ["[data-map-sheet]", (node) => toggleSheet(href(node))],
    ];
  }

  click(event) {
    // The page around the map has marks of its own: only what is in the box or the picker counts.
    const on = (selector) => {
      const node = event.target.closest(selector);
      return [this.box, this.picker.box].some((part) => part.contains(node)) ? node : null;
    };
    const zoom = on("[data-map-zoom]");
    if (zoom) this.view.zoomBy(zoom.dataset.mapZoom);
    else if (on("[data-map-gains]")) this.gains.toggle();
    else if (on("[data-map-numbers]")) this.numbers(root.classList.contains("map-quiet"));
    else if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      for (const [selector, deed] of this.deeds) {
        const node = on(selector);
        if (!node) continue;
        if (node.matches("a, svg a")) event.preventDefault();
        deed(node);
        return;
      }
    }
  }

  // -- keys

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const hex = event.target.closest(".hex");
    const inPicker = event.target.closest(".picker");
    const option = event.target.closest(".tile-options") && event.target.closest(".tile-option");
    if (event.key === "Escape" && this.picker.open) {
      event.stopPropagation();
      this.picker.close(true);
    } else if (hex && isArrow(event.key)) {
      const next = neighbour(this.hexes, hex, event.key, event.shiftKey);
      if (next) this.focus(next);
    } else if (hex && event.key === " ") {
      this.choose(hex.dataset.hex, hex.getAttribute("href"));
    } else if (option && isArrow(event.key)) {
      this.picker.beside(option, /Left|Up/.test(event.key));
    } else if ((inPicker || hex) && letters() && this.picker.press(event.key)) {
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }
}
