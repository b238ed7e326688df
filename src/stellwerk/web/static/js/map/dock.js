// Where the picker stands: beside the map, below it, or as a sheet at the foot of a phone. It never lies on the map,
// and the hex that it is about is in sight with those around it.
import { phone, wide } from "./screen.js";

const RIM = 8; // between what is shown and the bar of the turn
const LEAST = 160; // of a map that makes room for the picker below it

/** What the bar of the turn takes of the screen when the page is scrolled. */
const bar = () => {
  const turn = document.getElementById("turn");
  return turn && getComputedStyle(turn).position === "sticky" ? turn.offsetHeight : 0;
};

export class Dock {
  constructor(box, board) {
    this.box = box;
    this.board = board;
    this.from = null;
    this.hex = null;
    // Figures come later than the picker, and then it is higher.
    this.sizes = new ResizeObserver(() => {
      this.fit();
      if (board.box.classList.contains("cropped")) board.view.centreOn(this.hex);
    });
  }

  /** The page's columns, where there is one for the picker. */
  get columns() {
    return wide.matches ? this.board.box.closest("main.table") : null;
  }

  /** Put the picker where it belongs on this screen. */
  open(hex) {
    this.hex = hex;
    this.from ??= { y: scrollY, to: scrollY };
    this.settle();
    this.sizes.observe(this.box);
  }

  settle() {
    const { columns, box, board } = this;
    if (columns && box.parentElement !== columns) columns.append(box);
    else if (!columns && box.previousElementSibling !== board.box) board.box.after(box);
    this.fit();
  }

  /** The column leaves room for the picker; or else the map does, if both are to be seen at once. */
  fit() {
    const { box, board, columns } = this;
    const high = box.firstElementChild ? box.offsetHeight : 0;
    columns?.style.setProperty("--dock", `${high}px`);
    const below = high && !columns && !phone.matches;
    board.box.classList.toggle("cropped", Boolean(below));
    if (!below) return;
    const tools = board.box.offsetHeight - board.find(".map-scroll").offsetHeight;
    const room = innerHeight - bar() - high - tools - 3 * RIM;
    board.box.style.setProperty("--room", `${Math.max(LEAST, room)}px`);
  }

  /** Show the hex and those around it. */
  reveal() {
    const { board, box, hex } = this;
    if (!hex) return;
    const scroll = board.find(".map-scroll").getBoundingClientRect();
    const at = hex.getBoundingClientRect();
    const hidden =
      at.left < scroll.left || at.right > scroll.right || at.top < scroll.top || at.bottom > scroll.bottom;
    if (phone.matches || hidden) board.view.centreOn(hex);
    if (board.box.classList.contains("cropped")) {
      board.view.centreOn(hex);
      scrollBy(0, board.box.getBoundingClientRect().top - bar() - RIM);
    } else {
      const floor = phone.matches ? box.getBoundingClientRect().top : innerHeight;
      const now = hex.getBoundingClientRect();
      const around = now.height / 2;
      if (now.top - around < bar() || now.bottom + around > floor)
        scrollBy(0, (now.top + now.bottom - bar() - floor) / 2);
    }
    this.from.to = scrollY;
  }

  /** The page lies again as it did before, unless somebody has moved it meanwhile. */
  close() {
    this.sizes.disconnect();
    this.fit();
    const { from } = this;
    this.from = this.hex = null;
    if (from && scrollY === from.to) scrollTo(0, from.y);
  }
}
