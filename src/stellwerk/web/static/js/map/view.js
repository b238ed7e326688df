// Which part of the map is seen: dragging, wheel, pinch and buttons. It comes back with the page.
import { recall, remember } from "./memory.js";
import { phone, PHONE_WIDTH } from "./screen.js";

const MOST = 4; // times the whole map
const STEP = 1.35; // of the buttons
const DRAG = 5; // pixels below which a click is meant
const SAME = 0.001;

const middleOf = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

export class View {
  constructor(box, key) {
    this.box = box;
    this.scroll = box.querySelector(".map-scroll");
    this.wrap = box.querySelector(".map-wrap");
    this.key = key;
    this.zoom = 1;
    this.height = 0;
    this.start = null;
    this.dragged = false;
  }

  get base() {
    return phone.matches ? PHONE_WIDTH : this.scroll.clientWidth;
  }

  // -- what comes back

  /** As it was; or else, on a phone, with `first` in the middle. */
  restore(first) {
    const kept = recall(this.key);
    if (kept && kept.zoom !== 1) this.zoomTo(kept.zoom, null);
    if (kept) {
      this.scroll.scrollLeft = kept.left;
      this.scroll.scrollTop = kept.top;
    } else if (phone.matches) this.centreOn(first());
  }

  keep() {
    remember(this.key, { zoom: this.zoom, left: this.scroll.scrollLeft, top: this.scroll.scrollTop });
  }

  // -- zoom

  /** Zoom, with the point where it is; whether anything changed. */
  zoomTo(zoom, point) {
    const { scroll, wrap } = this;
    const least = phone.matches ? Math.min(1, scroll.clientWidth / PHONE_WIDTH) : 1;
    const target = Math.min(MOST, Math.max(least, zoom));
    if (Math.abs(target - this.zoom) < SAME) return false;
    const rect = scroll.getBoundingClientRect();
    const at = point || middleOf(rect);
    const x = at.x - rect.left;
    const y = at.y - rect.top;
    const share = {
      x: (scroll.scrollLeft + x) / wrap.offsetWidth,
      y: (scroll.scrollTop + y) / wrap.offsetHeight,
    };
    if (!phone.matches && !this.height) this.height = scroll.offsetHeight;
    this.zoom = target;
    const whole = Math.abs(target - 1) < SAME;
    if (!phone.matches) scroll.style.height = whole ? "" : `${this.height}px`;
    if (whole) this.height = 0;
    wrap.style.width = whole ? "" : `${this.base * target}px`;
    scroll.scrollLeft = share.x * wrap.offsetWidth - x;
    scroll.scrollTop = share.y * wrap.offsetHeight - y;
    this.keep();
    return true;
  }

  /** By a button: in, out, or all. */
  zoomBy(way) {
    const whole = phone.matches ? 0 : 1;
    this.zoomTo({ in: this.zoom * STEP, out: this.zoom / STEP }[way] ?? whole, null);
  }

  centreOn(node) {
    if (!node) return;
    const outer = middleOf(this.scroll.getBoundingClientRect());
    const inner = middleOf(node.getBoundingClientRect());
    this.scroll.scrollLeft += inner.x - outer.x;
    this.scroll.scrollTop += inner.y - outer.y;
  }

  // -- mouse and fingers

  listen() {
    const { scroll } = this;
    scroll.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      this.start = { x: event.clientX, y: event.clientY, left: scroll.scrollLeft, top: scroll.scrollTop };
      this.dragged = false;
    });
    scroll.addEventListener("dragstart", (event) => event.preventDefault());
    scroll.addEventListener("click", (event) => this.click(event), true);
    scroll.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.listenToFingers();
  }

  listenToFingers() {
    let pinch = null;
    const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    this.scroll.addEventListener(
      "touchstart",
      ({ touches }) => {
        pinch = touches.length === 2 ? { apart: apart(touches), zoom: this.zoom } : null;
      },
      { passive: true },
    );
    this.scroll.addEventListener(
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
  }

  /** The click that ends a drag is none. */
  click(event) {
    if (!this.dragged) return;
    this.dragged = false;
    event.preventDefault();
    event.stopPropagation();
  }

  wheel(event) {
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const factor = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016));
    if (this.zoomTo(this.zoom * factor, { x: event.clientX, y: event.clientY })) event.preventDefault();
  }

  drag(event) {
    if (!this.start) return;
    const dx = event.clientX - this.start.x;
    const dy = event.clientY - this.start.y;
    if (!this.dragged && Math.hypot(dx, dy) < DRAG) return;
    this.dragged = true;
    this.box.classList.add("dragging");
    this.scroll.scrollLeft = this.start.left - dx;
    this.scroll.scrollTop = this.start.top - dy;
  }

  drop() {
    if (this.start && this.dragged) this.keep();
    this.start = null;
    this.box.classList.remove("dragging");
  }
}
