/* The map: pan, zoom, keys, and which of the server's fragments is shown. It knows no rules. */
(() => {
  "use strict";
  const HALF = (50 * Math.sqrt(3)) / 2;
  const phone = matchMedia("(max-width: 699px)");
  const SVG = "http://www.w3.org/2000/svg";
  // Marks that must outlive the replacing of parts of the page stand on its root.
  const root = document.documentElement;
  root.classList.add("map-live");

  const remember = (key, value) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      /* full or forbidden */
    }
  };
  const recall = (key) => {
    try {
      return JSON.parse(sessionStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const letters = () => document.body.dataset.keys !== "off";

  async function fragment(url) {
    const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" }, credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  class Board {
    constructor(box) {
      this.box = box;
      this.scroll = box.querySelector(".map-scroll");
      this.wrap = box.querySelector(".map-wrap");
      this.svg = box.querySelector("#map-svg");
      this.pickBox = box.querySelector("[data-map-pick]");
      this.slip = box.querySelector("[data-map-slip]");
      this.said = box.querySelector("[data-map-said]");
      this.key = `map:${box.dataset.table}`;
      this.zoom = 1;
      this.height = 0;
      this.start = null;
      this.moved = false;
      this.marks = this.layer("map-marks").innerHTML;
      this.hexes = [...this.svg.querySelectorAll(".hex")];
      this.restore();
      this.listen();
      this.layersOf(this.slip);
    }

    // -- view

    get base() {
      return phone.matches ? 860 : this.scroll.clientWidth;
    }

    restore() {
      const kept = recall(this.key);
      if (kept && kept.zoom !== 1) this.zoomTo(kept.zoom, null);
      if (kept) {
        this.scroll.scrollLeft = kept.left;
        this.scroll.scrollTop = kept.top;
      } else if (phone.matches)
        this.centreOn(
          this.svg.querySelector(".hex.open") ||
            (this.slip.querySelector('[data-layer="map-routes"] g') && this.layer("map-routes")) ||
            this.svg.querySelector('.hex[tabindex="0"]'),
        );
      this.numbers(recall("map:numbers") !== false);
      const area = recall(`${this.key}:area`);
      const wished = area && this.box.querySelector(`[name="map-area"][value="${CSS.escape(area)}"]`);
      if (wished) wished.checked = true;
    }

    keep() {
      remember(this.key, { zoom: this.zoom, left: this.scroll.scrollLeft, top: this.scroll.scrollTop });
    }

    zoomTo(zoom, point) {
      const least = phone.matches ? Math.min(1, this.scroll.clientWidth / 860) : 1;
      const target = Math.min(4, Math.max(least, zoom));
      if (Math.abs(target - this.zoom) < 0.001) return false;
      const rect = this.scroll.getBoundingClientRect();
      const at = point || { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
      const x = at.x - rect.left,
        y = at.y - rect.top;
      const share = {
        x: (this.scroll.scrollLeft + x) / this.wrap.offsetWidth,
        y: (this.scroll.scrollTop + y) / this.wrap.offsetHeight,
      };
      if (!phone.matches && !this.height) {
        this.height = this.scroll.offsetHeight;
      }
      this.zoom = target;
      const whole = Math.abs(target - 1) < 0.001;
      if (!phone.matches) this.scroll.style.height = whole ? "" : `${this.height}px`;
      if (whole) this.height = 0;
      this.wrap.style.width = whole ? "" : `${this.base * target}px`;
      this.scroll.scrollLeft = share.x * this.wrap.offsetWidth - x;
      this.scroll.scrollTop = share.y * this.wrap.offsetHeight - y;
      this.keep();
      this.place();
      return true;
    }

    centreOn(hex) {
      if (!hex) return;
      const outer = this.scroll.getBoundingClientRect(),
        inner = hex.getBoundingClientRect();
      this.scroll.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
      this.scroll.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    }

    listen() {
      const scroll = this.scroll;
      scroll.addEventListener("pointerdown", (event) => {
        if (event.pointerType !== "mouse" || event.button !== 0) return;
        this.start = { x: event.clientX, y: event.clientY, left: scroll.scrollLeft, top: scroll.scrollTop };
        this.moved = false;
      });
      scroll.addEventListener("dragstart", (event) => event.preventDefault());
      scroll.addEventListener(
        "click",
        (event) => {
          if (this.moved) {
            this.moved = false;
            event.preventDefault();
            event.stopPropagation();
          }
        },
        true,
      );
      scroll.addEventListener(
        "wheel",
        (event) => {
          if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
          const factor = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016));
          if (this.zoomTo(this.zoom * factor, { x: event.clientX, y: event.clientY })) event.preventDefault();
        },
        { passive: false },
      );
      let pinch = null;
      const apart = (touches) =>
        Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
      scroll.addEventListener(
        "touchstart",
        (event) => {
          pinch = event.touches.length === 2 ? { apart: apart(event.touches), zoom: this.zoom } : null;
        },
        { passive: true },
      );
      scroll.addEventListener(
        "touchmove",
        (event) => {
          if (!pinch || event.touches.length !== 2) return;
          event.preventDefault();
          const [a, b] = event.touches;
          this.zoomTo((pinch.zoom * apart(event.touches)) / pinch.apart, {
            x: (a.clientX + b.clientX) / 2,
            y: (a.clientY + b.clientY) / 2,
          });
        },
        { passive: false },
      );
      scroll.addEventListener(
        "scroll",
        () => {
          this.place();
        },
        { passive: true },
      );
      this.box.addEventListener("click", (event) => this.click(event));
      this.box.addEventListener("keydown", (event) => this.press(event));
      this.box.addEventListener("change", (event) => {
        if (event.target.name === "map-area") remember(`${this.key}:area`, event.target.value);
      });
      this.svg.addEventListener("focusin", (event) => this.ring(event.target.closest(".hex")));
      this.svg.addEventListener("focusout", () => this.ring(null));
    }

    drag(event) {
      if (!this.start) return;
      const dx = event.clientX - this.start.x,
        dy = event.clientY - this.start.y;
      if (!this.moved && Math.hypot(dx, dy) < 5) return;
      this.moved = true;
      this.box.classList.add("dragging");
      this.scroll.scrollLeft = this.start.left - dx;
      this.scroll.scrollTop = this.start.top - dy;
    }

    drop() {
      if (this.start && this.moved) this.keep();
      this.start = null;
      this.box.classList.remove("dragging");
    }

    // -- clicks and keys

    click(event) {
      // The page around the map has marks of its own: only what is in the box counts.
      const on = (selector) => {
        const node = event.target.closest(selector);
        return node && this.box.contains(node) ? node : null;
      };
      const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);
      let found;
      if ((found = on("[data-map-zoom]"))) {
        const way = found.dataset.mapZoom;
        this.zoomTo(
          way === "in" ? this.zoom * 1.35 : way === "out" ? this.zoom / 1.35 : phone.matches ? 0 : 1,
          null,
        );
      } else if (on("[data-map-numbers]")) {
        this.numbers(root.classList.contains("map-quiet"));
      } else if (!plain) {
        return;
      } else if ((found = on(".hex, [data-map-hex]"))) {
        event.preventDefault();
        this.choose(found.dataset.hex || found.dataset.mapHex, found.getAttribute("href"));
      } else if (on("[data-pick-close]")) {
        event.preventDefault();
        this.close(true);
      } else if ((found = on("[data-tile].tile-option"))) {
        this.tile(found);
      } else if ((found = on("[data-turn]"))) {
        this.turn(Number(found.dataset.turn));
      } else if ((found = on("[data-effect]"))) {
        event.preventDefault();
        this.effect(found);
      } else if ((found = on("[data-map-run], [data-map-last]"))) {
        event.preventDefault();
        found.closest("details")?.removeAttribute("open");
        this.run(found.getAttribute("href"));
      } else if (on("[data-run-close]")) {
        event.preventDefault();
        this.slip.replaceChildren();
        this.layer("map-routes").replaceChildren();
      } else if ((found = on("[data-map-sheet]"))) {
        event.preventDefault();
        this.sheet(found.getAttribute("href"));
      }
    }

    press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const hex = event.target.closest(".hex"),
        pick = event.target.closest(".picker");
      const steps = {
        ArrowLeft: [[-2, 0]],
        ArrowRight: [[2, 0]],
        ArrowUp: event.shiftKey
          ? [
              [-1, -1],
              [1, -1],
            ]
          : [
              [1, -1],
              [-1, -1],
            ],
        ArrowDown: event.shiftKey
          ? [
              [-1, 1],
              [1, 1],
            ]
          : [
              [1, 1],
              [-1, 1],
            ],
      };
      if (event.key === "Escape" && this.pickBox.firstElementChild) {
        event.preventDefault();
        event.stopPropagation();
        this.close(true);
      } else if (hex && steps[event.key]) {
        event.preventDefault();
        if (!steps[event.key].some(([across, down]) => this.step(hex, across, down)))
          this.leap(hex, ...steps[event.key][0]);
      } else if (hex && event.key === " ") {
        event.preventDefault();
        this.choose(hex.dataset.hex, hex.getAttribute("href"));
      } else if (event.target.closest(".tile-options") && /^Arrow/.test(event.key)) {
        event.preventDefault();
        const all = [...pick.querySelectorAll(".tile-option")],
          at = all.indexOf(event.target.closest(".tile-option"));
        this.tile(all[(at + (/Left|Up/.test(event.key) ? all.length - 1 : 1)) % all.length]);
      } else if ((pick || hex) && this.pickBox.querySelector(".positions") && letters()) {
        const number = /^[1-9]$/.test(event.key)
          ? this.pickBox.querySelectorAll(".tile-option")[event.key - 1]
          : null;
        const turned = { q: -1, e: 1 }[event.key.toLowerCase()];
        if (number) this.tile(number);
        else if (turned) this.turn(turned);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }
    }

    step(hex, across, down) {
      const x = Number(hex.dataset.x) + across * HALF,
        y = Number(hex.dataset.y) + down * 75;
      const next = this.hexes.find((other) => Math.hypot(other.dataset.x - x, other.dataset.y - y) < 10);
      if (next) this.focus(next);
      return Boolean(next);
    }

    // Over a gap, or to the other map: the nearest hex that lies that way.
    leap(hex, across, down) {
      const ahead = this.hexes
        .map((other) => {
          const x = other.dataset.x - hex.dataset.x,
            y = other.dataset.y - hex.dataset.y;
          const along = down ? y * down : (x * across) / 2;
          return { other, along, aside: Math.abs(down ? x : y) };
        })
        .filter(({ along, aside }) => along > 10 && aside <= along * 1.6);
      ahead.sort((a, b) => a.along + a.aside - b.along - b.aside);
      if (ahead.length) this.focus(ahead[0].other);
    }

    focus(hex) {
      this.svg.querySelector('.hex[tabindex="0"]')?.setAttribute("tabindex", "-1");
      hex.setAttribute("tabindex", "0");
      hex.focus();
    }

    // -- layers above the hexes

    layer(name) {
      return this.svg.querySelector(`#${name}`);
    }

    frame(layer, hex, kinds) {
      const here = this.layer(layer);
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

    ring(hex) {
      this.frame("map-focus", hex && hex.matches(":focus-visible") ? hex : null, ["sel0", "foc"]);
    }

    preview(picture) {
      const hex = this.svg.querySelector(`#hex-${CSS.escape(this.chosen)}`);
      const group = this.frame("map-preview", hex, ["sel0", "sel"]);
      const drawn = picture?.querySelector("svg > g");
      if (drawn) group.prepend(drawn.cloneNode(true));
    }

    numbers(shown) {
      root.classList.toggle("map-quiet", !shown);
      this.box.querySelector("[data-map-numbers]")?.setAttribute("aria-pressed", String(shown));
      remember("map:numbers", shown);
    }

    // -- the picker

    async choose(key, href) {
      const next = [...this.slip.querySelectorAll("[data-next]")];
      const here = next.filter((link) => link.dataset.next === key);
      if (next.length) {
        // a route is being made: the hex is a stop of it
        if (here.length === 1) await this.run(here[0].getAttribute("href"));
        else here[0]?.focus();
        return;
      }
      try {
        const html = await fragment(href);
        this.chosen = key;
        this.pickBox.innerHTML = html;
      } catch {
        location.assign(href);
        return;
      }
      this.box.querySelector(".map-open")?.removeAttribute("open");
      document.body.classList.add("has-pick");
      const pick = this.pickBox.querySelector(".picker");
      pick.classList.add("live");
      window.htmx?.process(this.pickBox);
      const hex = this.svg.querySelector(`#hex-${CSS.escape(key)}`);
      if (phone.matches) this.centreOn(hex);
      this.show(pick.querySelector("[data-position]"));
      if (!pick.querySelector("[data-position]"))
        this.preview(pick.querySelector("[data-station] [data-preview]"));
      for (const station of pick.querySelectorAll("[data-station]")) this.effects(station);
      this.side = "";
      this.place();
      this.reveal();
      const options = pick.querySelectorAll(".tile-option");
      (options.length > 1
        ? options[0]
        : pick.querySelector("[data-confirm]") || pick.querySelector("[data-pick-close]")
      ).focus({ preventScroll: true });
    }

    close(back) {
      const hex = this.chosen && this.svg.querySelector(`#hex-${CSS.escape(this.chosen)}`);
      this.pickBox.replaceChildren();
      this.layer("map-preview").replaceChildren();
      document.body.classList.remove("has-pick");
      this.chosen = "";
      if (back && hex) this.focus(hex);
    }

    show(position) {
      if (!position) return;
      const pick = position.closest(".picker"),
        held = pick.querySelector(".positions .on");
      const turning = document.activeElement?.dataset?.turn;
      held?.classList.remove("on");
      position.classList.add("on");
      for (const option of pick.querySelectorAll(".tile-option")) {
        const mine = option.dataset.tile === position.dataset.tile;
        option.setAttribute("aria-checked", String(mine));
        option.tabIndex = mine ? 0 : -1;
        if (mine)
          option
            .querySelector(".picture")
            .replaceChildren(position.querySelector(".tile-picture svg").cloneNode(true));
      }
      this.preview(position.querySelector("[data-preview]"));
      this.effects(position);
      if (turning) position.querySelector(`[data-turn="${turning}"]`)?.focus({ preventScroll: true });
      if (held) this.said.textContent = position.querySelector(".which").textContent;
      this.place();
    }

    tile(option) {
      const pick = option.closest(".picker");
      this.show(
        [...pick.querySelectorAll("[data-position]")].find((one) => one.dataset.tile === option.dataset.tile),
      );
      option.focus({ preventScroll: true });
    }

    turn(by) {
      const held = this.pickBox.querySelector(".positions .on");
      const same = [...this.pickBox.querySelectorAll("[data-position]")].filter(
        (one) => one.dataset.tile === held.dataset.tile,
      );
      this.show(same[(same.indexOf(held) + by + same.length) % same.length]);
    }

    // What is under the finger tells by itself what it would earn.
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

    // Beside the hex, wholly in sight, and where it hides the least of what one builds towards: the hexes
    // around, and those that can be chosen too. It may reach over the edge of the map.
    place() {
      const box = this.pickBox,
        pick = box.firstElementChild;
      if (!pick || phone.matches || !this.chosen) {
        box.style.left = box.style.top = "";
        return;
      }
      const hex = this.svg.querySelector(`#hex-${CSS.escape(this.chosen)}`).getBoundingClientRect();
      const stage = box.offsetParent.getBoundingClientRect();
      const w = pick.offsetWidth,
        h = pick.offsetHeight,
        gap = 12,
        rim = 6;
      const bar = document.getElementById("turn")?.getBoundingClientRect();
      const sight = {
        left: rim,
        right: root.clientWidth - rim,
        top: Math.max(0, bar ? bar.bottom : 0) + rim,
        bottom: innerHeight - rim,
      };
      const middle = { x: (hex.left + hex.right) / 2, y: (hex.top + hex.bottom) / 2 };
      const within = (value, least, most) => Math.max(least, Math.min(value, Math.max(least, most)));
      const across = [middle.x - w / 2, hex.right - w, hex.left].map((x) =>
        within(x, sight.left, sight.right - w),
      );
      const along = [
        middle.y - h / 2,
        hex.bottom - h,
        hex.top,
        hex.bottom + hex.height - h,
        hex.top - hex.height,
      ].map((y) => within(y, sight.top, sight.bottom - h));
      const spots = [];
      for (const ring of [0, 0.75, 1.5]) {
        for (const y of along) {
          spots.push(
            { side: "right", ring, x: hex.right + gap + ring * hex.width, y },
            { side: "left", ring, x: hex.left - gap - w - ring * hex.width, y },
          );
        }
        for (const x of across) {
          spots.push(
            { side: "above", ring, x, y: hex.top - gap - h - ring * hex.height },
            { side: "below", ring, x, y: hex.bottom + gap + ring * hex.height },
          );
        }
      }
      const others = this.hexes
        .filter((one) => one.dataset.hex !== this.chosen)
        .map((one) => {
          const rect = one.getBoundingClientRect();
          const far =
            Math.hypot((rect.left + rect.right) / 2 - middle.x, (rect.top + rect.bottom) / 2 - middle.y) /
            hex.width;
          return {
            rect,
            weight: (far < 1.2 ? 6 : far < 2.2 ? 2 : 0.2) + (one.classList.contains("open") ? 3 : 0),
          };
        });
      const cost = ({ x, y, side, ring }) => {
        const outside =
          Math.max(0, sight.top - y) +
          Math.max(0, y + h - sight.bottom) +
          Math.max(0, sight.left - x) +
          Math.max(0, x + w - sight.right);
        let hidden = 0;
        for (const { rect, weight } of others) {
          const wide = Math.min(rect.right, x + w) - Math.max(rect.left, x),
            high = Math.min(rect.bottom, y + h) - Math.max(rect.top, y);
          if (wide > 0 && high > 0) hidden += (weight * (wide * high)) / (rect.width * rect.height);
        }
        const off = x < stage.left || x + w > stage.right ? 1.5 : 0;
        return (
          outside * 2 +
          hidden +
          ring * 2 +
          off +
          Math.abs(middle.y - y - h / 2) / 400 -
          (side === this.side ? 1.5 : 0)
        );
      };
      const best = spots
        .map((spot) => ({ spot, sum: cost(spot) }))
        .reduce((a, b) => (b.sum < a.sum ? b : a)).spot;
      this.side = best.side;
      box.className = `map-pick ${best.ring ? "" : best.side}`;
      box.style.left = `${best.x - stage.left}px`;
      box.style.top = `${best.y - stage.top}px`;
      const upright = best.side === "above" || best.side === "below";
      const tip = upright ? within(middle.x - best.x, 14, w - 14) : within(middle.y - best.y, 14, h - 14);
      box.style.setProperty("--tip", `${tip}px`);
    }

    // A picker that has no room beside its hex is brought into sight.
    reveal() {
      if (phone.matches) return;
      const pick = this.pickBox.getBoundingClientRect();
      const top = document.getElementById("turn")?.getBoundingClientRect().bottom || 0;
      if (pick.bottom > innerHeight) scrollBy(0, Math.min(pick.bottom - innerHeight + 8, pick.top - top - 8));
      else if (pick.top < top) scrollBy(0, pick.top - top - 8);
    }

    // -- runs and tiles

    layersOf(slip) {
      const layers = slip.querySelectorAll("[data-layer]");
      for (const layer of layers) {
        if (layer.dataset.layer === "map-marks" && !layer.firstChild) continue;
        this.layer(layer.dataset.layer).innerHTML = layer.innerHTML;
      }
      const editing = slip.querySelector(".run-slip.editing");
      if (layers.length && !editing) this.layer("map-marks").innerHTML = this.marks;
    }

    async run(href) {
      const held = document.activeElement;
      const within = this.slip.contains(held)
        ? [...this.slip.querySelectorAll("a, button")].indexOf(held)
        : -1;
      try {
        this.slip.innerHTML = await fragment(href);
      } catch {
        location.assign(href);
        return;
      }
      this.close(false);
      window.htmx?.process(this.slip);
      this.layersOf(this.slip);
      const controls = [...this.slip.querySelectorAll("a, button")];
      const next = this.slip.querySelector("[data-next]") || controls[Math.min(within, controls.length - 1)];
      if (within >= 0) next?.focus({ preventScroll: true });
      const sum = this.slip.querySelector(".sum"),
        badge = this.slip.querySelector(".badge");
      this.said.textContent = [sum?.textContent, badge?.textContent].filter(Boolean).join(" ").trim();
    }

    async sheet(href) {
      const place = document.querySelector("[data-map-sheet-here]");
      if (!place || place.firstElementChild) {
        place?.replaceChildren();
        return;
      }
      try {
        place.innerHTML = await fragment(href);
      } catch {
        location.assign(href);
        return;
      }
      place.querySelector("[data-sheet-close]")?.addEventListener("click", (event) => {
        event.preventDefault();
        place.replaceChildren();
      });
      place.scrollIntoView({ block: "nearest" });
    }
  }

  // Pages replace their parts: whichever map is there now is the one that moves.
  let board = null;
  function begin() {
    const box = document.querySelector("[data-map]");
    if ((!board && !box) || board?.box === box) return;
    document.body.classList.remove("has-pick");
    board = box && new Board(box);
  }
  addEventListener("pointermove", (event) => board?.drag(event));
  addEventListener("pointerup", () => board?.drop());
  addEventListener("resize", () => board?.place());
  addEventListener("htmx:afterSettle", () => board?.numbers(recall("map:numbers") !== false));
  begin();
  new MutationObserver(begin).observe(root, { childList: true, subtree: true });
})();
