// What the server tells of a table, and what the page does about it.
import { presence } from "./presence.js";
import { changed, page, PATIENCE, whenFree } from "./refresh.js";

export const waits = () => page().dataset.status === "waiting";
export const known = () => Number(page().dataset.version);

// Whoever is on the way to another page is not held up: a copy that was thrown away is gone, too. And an answer
// that is on its way may bring what is nowhere else: the cookie of somebody who has just sat down.
const UNDERWAY = 30000; // milliseconds
let leaving = -UNDERWAY;
window.addEventListener("beforeunload", () => {
  leaving = Date.now();
});
const unlessLeaving = (go) => {
  const left = leaving + UNDERWAY - Date.now();
  if (left > 0) window.setTimeout(unlessLeaving, left, go);
  else go();
};
/** The page as it is now. */
export const anew = () => unlessLeaving(() => window.location.reload());

/** What is done about each kind of event. */
export const answers = (live) => {
  const begin = () => unlessLeaving(() => window.location.assign(`/t/${live.dataset.table}`));

  return {
    move: (data) => {
      if (waits()) return;
      const missing = (pause) =>
        whenFree(() => {
          if (data.version <= known()) return;
          changed();
          window.setTimeout(missing, pause, Math.min(2 * pause, 12 * PATIENCE));
        });
      missing(PATIENCE);
    },
    table: (info) => {
      if (waits() && info.status !== "waiting") begin();
      else if (!waits() || String(info.updated) !== page().dataset.updated) changed();
    },
    undo: () => {
      if (!waits()) changed();
    },
    chat: (line) => {
      if (!waits() && !line.mine) changed();
    },
    hint: () => {
      if (document.querySelector("[data-hint-waits]")) changed();
    },
    presence: () => {
      if (!waits()) presence(live.dataset.table);
    },
    gone: () => anew(),
  };
};
