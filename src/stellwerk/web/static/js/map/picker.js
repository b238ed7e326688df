// The picker of a hex: tiles and their positions, stations, and what they would earn.
import { fragment } from "./fragment.js";
import { Dock } from "./dock.js";

export class Picker {
  constructor(box, board) {
    this.box = box;
    this.board = board;
    this.dock = new Dock(box, board);
    this.chosen = "";
  }

  get open() {
    return Boolean(this.box.firstElementChild);
  }

  find(selector) {
    return this.box.querySelector(selector);
  }

  async choose(key, href) {
    const { layers } = this.board;
    try {
      // What is only a draft stands in the page already, and nobody is asked for it.
      const here = document.querySelector(`#main [data-pick-here="${CSS.escape(key)}"]:not(.live)`);
      const html = here ? "" : await fragment(href);
      this.chosen = key;
      if (here) this.box.replaceChildren(here.cloneNode(true));
      else this.box.innerHTML = html;
    } catch {
      location.assign(href);
      return;
    }
    this.board.find(".map-open")?.removeAttribute("open");
    document.body.classList.add("has-pick");
    const pick = this.find(".picker");
    pick.classList.add("live");
    window.htmx?.process(this.box);
    this.dock.open(layers.hex(key));
    const first = pick.querySelector("[data-position]");
    this.show(first);
    if (!first) layers.preview(key, pick.querySelector("[data-station] [data-preview]"));
    for (const station of pick.querySelectorAll("[data-station]")) this.effects(station);
    this.dock.reveal();
    const options = pick.querySelectorAll(".tile-option");
    const control =
      options.length > 1
        ? options[0]
        : pick.querySelector("[data-confirm]") || pick.querySelector("[data-pick-close]");
    control.focus({ preventScroll: true });
  }

  close(back) {
    const { layers } = this.board;
    const hex = this.chosen && layers.hex(this.chosen);
    this.box.replaceChildren();
    layers.clear("map-preview");
    document.body.classList.remove("has-pick");
    this.chosen = "";
    this.dock.close();
    if (back && hex) this.board.focus(hex);
  }

  // -- tiles and positions

  show(position) {
    if (!position) return;
    const pick = position.closest(".picker");
    const held = pick.querySelector(".positions .on");
    const turning = document.activeElement?.dataset?.turn;
    held?.classList.remove("on");
    position.classList.add("on");
    for (const option of pick.querySelectorAll(".tile-option")) {
      const mine = option.dataset.tile === position.dataset.tile;
      option.setAttribute("aria-checked", String(mine));
      option.tabIndex = mine ? 0 : -1;
      if (!mine) continue;
      const picture = position.querySelector(".tile-picture svg").cloneNode(true);
      option.querySelector(".picture").replaceChildren(picture);
    }
    this.board.layers.preview(this.chosen, position.querySelector("[data-preview]"));
    this.effects(position);
    if (turning) position.querySelector(`[data-turn="${turning}"]`)?.focus({ preventScroll: true });
    if (held) this.board.say(position.querySelector(".which").textContent);
  }

  positions(tile) {
    return [...this.box.querySelectorAll("[data-position]")].filter((one) => one.dataset.tile === tile);
  }

  tile(option) {
    this.show(this.positions(option.dataset.tile)[0]);
    option.focus({ preventScroll: true });
  }

  turn(by) {
    const held = this.find(".positions .on");
    const same = this.positions(held.dataset.tile);
    this.show(same[(same.indexOf(held) + by + same.length) % same.length]);
  }

  /** The tile before or after one, round and round. */
  beside(option, back) {
    const all = [...this.box.querySelectorAll(".tile-option")];
    this.tile(all[(all.indexOf(option) + (back ? all.length - 1 : 1)) % all.length]);
  }

  /** A letter or digit; whether it was one of the picker's. */
  press(key) {
    if (!this.find(".positions")) return false;
    const option = /^[1-9]$/.test(key) ? this.box.querySelectorAll(".tile-option")[key - 1] : null;
    const by = { q: -1, e: 1 }[key.toLowerCase()];
    if (option) this.tile(option);
    else if (by) this.turn(by);
    return Boolean(option || by);
  }

  // -- what is under the finger tells by itself what it would earn

  effects(place) {
    const link = place.querySelector("[data-effect]");
    if (link) this.effect(link);
  }

  async effect(link) {
    const place = link.parentElement;
    place.textContent = "…";
    try {
      place.innerHTML = await fragment(link.getAttribute("href"));
    } catch {
      place.textContent = "–";
    }
  }
}
