// The picker of a hex: tiles and their positions, stations, and what they would earn.
import { fragment } from "./fragment.js";
import { phone, root } from "./screen.js";
import { bestSpot, inSight, weighed } from "./spot.js";

const banner = () => document.getElementById("turn")?.getBoundingClientRect().bottom || 0;

export class Picker {
  constructor(box, board) {
    this.box = box;
    this.board = board;
    this.chosen = "";
    this.side = "";
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
      const html = await fragment(href);
      this.chosen = key;
      this.box.innerHTML = html;
    } catch {
      location.assign(href);
      return;
    }
    this.board.find(".map-open")?.removeAttribute("open");
    document.body.classList.add("has-pick");
    const pick = this.find(".picker");
    pick.classList.add("live");
    window.htmx?.process(this.box);
    if (phone.matches) this.board.view.centreOn(layers.hex(key));
    const first = pick.querySelector("[data-position]");
    this.show(first);
    if (!first) layers.preview(key, pick.querySelector("[data-station] [data-preview]"));
    for (const station of pick.querySelectorAll("[data-station]")) this.effects(station);
    this.side = "";
    this.place();
    this.reveal();
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
    this.place();
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
    this.place();
  }

  // -- where it stands

  place() {
    const { box } = this;
    const pick = box.firstElementChild;
    if (!pick || phone.matches || !this.chosen) {
      box.style.left = box.style.top = "";
      return;
    }
    // An answer may come when the page has been exchanged: then there is no place to stand.
    const { layers, hexes } = this.board;
    const drawn = layers.hex(this.chosen);
    if (!box.offsetParent || !drawn) return;
    const hex = drawn.getBoundingClientRect();
    const stage = box.offsetParent.getBoundingClientRect();
    const spot = bestSpot({
      hex,
      stage,
      size: { w: pick.offsetWidth, h: pick.offsetHeight },
      sight: inSight(root.clientWidth, innerHeight, banner()),
      others: weighed(
        hex,
        hexes.filter((one) => one.dataset.hex !== this.chosen),
      ),
      held: this.side,
    });
    this.side = spot.side;
    box.className = `map-pick ${spot.ring ? "" : spot.side}`;
    box.style.left = `${spot.x - stage.left}px`;
    box.style.top = `${spot.y - stage.top}px`;
    box.style.setProperty("--tip", `${spot.tip}px`);
  }

  /** A picker that has no room beside its hex is brought into sight. */
  reveal() {
    if (phone.matches) return;
    const pick = this.box.getBoundingClientRect();
    const top = banner();
    if (pick.bottom > innerHeight) scrollBy(0, Math.min(pick.bottom - innerHeight + 8, pick.top - top - 8));
    else if (pick.top < top) scrollBy(0, pick.top - top - 8);
  }
}
