// The map: pan, zoom, keys, and which of the server's fragments is shown. It knows no rules.
import { Board } from "./map/board.js";
import { root } from "./map/screen.js";

root.classList.add("map-live");

// Pages replace their parts: whichever map is there now is the one that moves.
let board = null;
const begin = () => {
  const box = document.querySelector("[data-map]");
  if ((!board && !box) || board?.box === box) return;
  document.body.classList.remove("has-pick");
  board = box && new Board(box);
};
addEventListener("pointermove", (event) => board?.view.drag(event));
addEventListener("pointerup", () => board?.view.drop());
addEventListener("resize", () => board?.picker.dock.settle());
addEventListener("htmx:afterSettle", () => board?.recallNumbers());
begin();
new MutationObserver(begin).observe(root, { childList: true, subtree: true });
