// The layers above the hexes: frames, previews, routes and marks.

const SVG = "http://www.w3.org/2000/svg";

export class Layers {
  constructor(svg) {
    this.svg = svg;
  }

  get(name) {
    return this.svg.querySelector(`#${name}`);
  }

  hex(key) {
    return this.svg.querySelector(`#hex-${CSS.escape(key)}`);
  }

  clear(name) {
    this.get(name).replaceChildren();
  }

  /** Frames around a hex instead of what the layer has; without a hex none. */
  frame(name, hex, kinds) {
    const here = this.get(name);
    here.replaceChildren();
    if (!hex) return here;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("transform", `translate(${hex.dataset.x} ${hex.dataset.y})`);
    for (const kind of kinds) {
      const ring = hex.querySelector("polygon").cloneNode();
      ring.setAttribute("class", kind);
      group.append(ring);
    }
    here.append(group);
    return group;
  }

  focus(hex) {
    this.frame("map-focus", hex && hex.matches(":focus-visible") ? hex : null, [
      "chosen-casing",
      "focus-frame",
    ]);
  }

  /** The chosen hex with the tile that would lie there. */
  preview(key, picture) {
    const group = this.frame("map-preview", this.hex(key), ["chosen-casing", "chosen-frame"]);
    const drawn = picture?.querySelector("svg > g");
    if (drawn) group.prepend(drawn.cloneNode(true));
  }
}
