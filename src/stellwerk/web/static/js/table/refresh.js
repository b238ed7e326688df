// The page follows the game.
//
// What somebody has asked for goes before what others did: while that request is under way nothing is exchanged
// beneath it, and a page that was asked for before its answer came is not shown any more. Nor is anything
// exchanged under a finger or a mouse button that is down: no click would come of it.

export const page = () => document.getElementById("page");
export const PATIENCE = 5000; // milliseconds until an answer is asked for once more
let wanted = false;
let loading = false;
let asked = 0;

const LONG = 3000; // milliseconds after which something pressed is no click any more
let own = 0;
let pressed = 0;
let answered = 0;
const later = new Set();
const busy = () => own > 0 || Date.now() - pressed < LONG;
export const whenFree = (check) => {
  if (busy()) later.add(check);
  else check();
};
const free = () => {
  if (busy()) return;
  const checks = [...later];
  later.clear();
  checks.forEach((check) => check());
};
document.addEventListener(
  "pointerdown",
  () => {
    pressed = Date.now();
    window.setTimeout(free, LONG + 1);
  },
  true,
);
for (const end of ["pointerup", "pointercancel"]) {
  // The click itself follows this event.
  document.addEventListener(
    end,
    () => {
      window.setTimeout(() => {
        pressed = 0;
        free();
      }, 0);
    },
    true,
  );
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr, target, requestConfig } = event.detail;
  if (target !== page() || requestConfig.headers["X-Live"]) return;
  own += 1;
  xhr.addEventListener("loadend", () => {
    own -= 1;
    free();
  });
});

const refresh = () => {
  const here = page();
  if (!here || !window.htmx) return;
  if (busy()) {
    later.add(refresh);
    return;
  }
  if (loading && Date.now() - asked < PATIENCE) {
    wanted = true;
    return;
  }
  loading = true;
  asked = Date.now();
  window.htmx
    .ajax("GET", here.dataset.refresh, {
      target: "#page",
      select: "#page",
      swap: "outerHTML",
      headers: { "X-Live": "yes" },
    })
    .catch(() => {})
    .finally(() => {
      loading = false;
      // An answer to something of one's own that came first has taken the place of this one.
      if (wanted || answered >= asked) {
        wanted = false;
        refresh();
      }
    });
};
export const changed = () => {
  whenFree(() => {
    if (page().dataset.past !== "yes") refresh();
  });
};

const exchanges = [];

/** Have something done before each exchange of the page, told whether it came by itself, and its status. */
export const beforeExchange = (told) => {
  exchanges.push(told);
};

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== page()) return;
  const byItself = Boolean(event.detail.requestConfig.headers["X-Live"]);
  const { status } = event.detail.xhr;
  if (byItself && (status >= 500 || status === 429)) {
    event.detail.shouldSwap = false;
    return;
  }
  if (byItself && (busy() || answered >= asked)) {
    event.detail.shouldSwap = false;
    wanted = true;
    return;
  }
  if (!byItself) answered = Date.now();
  exchanges.forEach((told) => told({ byItself, status }));
});
