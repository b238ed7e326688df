// Where it is worth building: hex by hex the server says what a tile there would add to the best run at most.
//
// The figure stands in the hex, so no colour is needed; the more, the stronger the shade.
import { fragment } from "./fragment.js";

const SVG = "http://www.w3.org/2000/svg";
const SHADES = ["gain-0", "gain-1", "gain-2", "gain-3"];

export class Gains {
  constructor(board) {
    this.board = board;
    this.asked = 0;
    this.found = [];
  }

  get button() {
    return this.board.find("[data-map-gains]");
  }

  toggle() {
    this.asked += 1;
    const on = this.button.getAttribute("aria-pressed") !== "true";
    this.button.setAttribute("aria-pressed", String(on));
    this.found = [];
    this.draw();
    if (on) this.ask(this.asked);
  }

  /** One after the other: what is there already is shown. */
  async ask(mine) {
    const open = this.board.hexes.filter((hex) => hex.classList.contains("open"));
    for (const hex of open) {
      const href = hex.getAttribute("href").replace("/map/hex/", "/map/gain/");
      const told = await fragment(href).catch(() => ""); // nothing, if the game has moved on
      if (mine !== this.asked || !hex.isConnected) return;
      const box = document.createElement("div");
      box.innerHTML = told;
      const figure = box.querySelector("[data-gain]");
      if (figure) this.found.push({ hex, gain: Number(figure.dataset.gain), words: figure.textContent });
      this.draw();
    }
    const best = this.found.toSorted((a, b) => b.gain - a.gain)[0];
    const { none, best: words } = this.button.dataset;
    this.board.say(best ? words.replace("{hex}", best.hex.dataset.hex).replace("{gain}", best.words) : none);
  }

  draw() {
    const { layers, svg, box } = this.board;
    let layer = layers.get("map-gains");
    if (!layer) {
      layer = document.createElementNS(SVG, "g");
      layer.id = "map-gains";
      layers.get("map-preview").before(layer);
    }
    layer.replaceChildren();
    svg.classList.toggle("gaining", this.found.length > 0);
    box.querySelectorAll(".map-open .gain").forEach((old) => old.remove());
    const most = Math.max(1, ...this.found.map(({ gain }) => gain));
    for (const { hex, gain, words } of this.found) {
      const shade = gain > 0 ? Math.ceil(((SHADES.length - 1) * gain) / most) : 0;
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("transform", `translate(${hex.dataset.x} ${hex.dataset.y})`);
      const ground = hex.querySelector("polygon").cloneNode();
      ground.setAttribute("class", `gain-ground ${SHADES[shade]}`);
      const text = document.createElementNS(SVG, "text");
      text.setAttribute("class", "gain-text");
      text.setAttribute("y", "6");
      text.textContent = words;
      group.append(ground, text);
      layer.append(group);
      const link = box.querySelector(`.map-open [data-map-hex="${CSS.escape(hex.dataset.hex)}"]`);
      const figure = document.createElement("b");
      figure.className = "gain";
      figure.textContent = ` ${words}`;
      link?.append(figure);
    }
  }
}
