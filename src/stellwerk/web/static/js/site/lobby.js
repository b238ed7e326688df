// The lobby follows what happens at tables; the strength of bots is kept as soon as it is chosen.

const PAUSE = 400; // milliseconds, so that several moves are one change
const ASLEEP = 20000; // milliseconds out of sight after which the stream is not trusted
const PARTS = ["lobby-mine", "lobby-lists"];
const live = document.getElementById("lobby-live");
let wanted = 0;
let hidden = 0;

// Nothing is exchanged under somebody who is about to press something there.
const inUse = () =>
  PARTS.some((id) => {
    const part = document.getElementById(id);
    const typed = part?.contains(document.activeElement) && document.activeElement.matches("input");
    return part?.querySelector("details[open]") || typed;
  });

const refresh = async () => {
  wanted = 0;
  if (inUse()) {
    soon(PAUSE * 5);
    return;
  }
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer || !answer.ok || inUse()) {
    soon(PAUSE * 10);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = fresh.title;
  for (const id of PARTS) {
    const [part, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (!part || !now || part.innerHTML === now.innerHTML) continue;
    const focus = part.contains(document.activeElement) ? document.activeElement.id : "";
    part.replaceWith(document.adoptNode(now));
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  }
};

const soon = (pause = PAUSE) => {
  if (!wanted) wanted = window.setTimeout(refresh, pause);
};

if (live) {
  let source = null;
  const connect = () => {
    source?.close();
    source = new EventSource(live.dataset.events);
    source.addEventListener("lobby", () => soon());
  };
  connect();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (hidden && Date.now() - hidden > ASLEEP) {
      connect();
      soon();
    }
  });
  window.addEventListener("online", () => {
    connect();
    soon();
  });
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      connect();
      soon();
    }
  });
}

document.addEventListener("change", ({ target }) => {
  if (target.name === "strength") {
    document.cookie = `strength=${target.value}; path=/; max-age=31536000; samesite=lax`;
  }
});
