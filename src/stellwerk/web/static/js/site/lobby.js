// The lobby follows what happens at tables; the strength of bots is kept as soon as it is chosen.

const PAUSE = 400; // milliseconds, so that several moves are one change
const ASLEEP = 20000; // milliseconds out of sight after which the stream is not trusted
const PARTS = ["lobby-mine", "lobby-lists", "lobby-arrived"];
const LONGEST = 30; // seconds of a pause before trying again
const HICCUP = 1500; // milliseconds that are not worth a word
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
  seen = Date.now();
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

// Where the connection breaks, the board says from when it is, and when it is tried again.
const lost = document.getElementById("lost");
let source = null;
let seen = Date.now();
let since = 0;
let tries = 0;
let next = 0;
let timer = 0;

const tell = () => {
  const now = Date.now();
  if (next && now >= next) {
    connect();
    return;
  }
  const shown = Boolean(since) && now - since >= HICCUP;
  if (lost.hidden !== !shown) {
    lost.hidden = !shown;
    const [says, lang] = [document.getElementById("lost-says"), document.documentElement.lang];
    const time = new Date(seen).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
    says.textContent = says.dataset.text.replace("{time}", time);
  }
  const when = document.getElementById("lost-when");
  const left = String(Math.ceil((next - now) / 1000));
  when.textContent = next ? when.dataset.text.replace("{seconds}", left) : "…";
};

const broken = () => {
  source?.close();
  source = null;
  if (!since) {
    since = Date.now();
    window.clearInterval(timer);
    timer = window.setInterval(tell, 250);
  }
  next = Date.now() + 1000 * Math.min(LONGEST, 2 ** tries);
  tries += 1;
  tell();
};

const opened = () => {
  const missed = Boolean(since);
  window.clearInterval(timer);
  tries = since = next = 0;
  seen = Date.now();
  tell();
  if (missed) soon();
};

const connect = () => {
  source?.close();
  next = 0;
  source = new EventSource(live.dataset.events);
  source.onopen = opened;
  source.onerror = broken;
  source.addEventListener("lobby", () => soon());
};

const again = () => {
  tries = 0;
  connect();
};

if (live) {
  connect();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (since || (hidden && Date.now() - hidden > ASLEEP)) {
      again();
      soon();
    }
  });
  window.addEventListener("offline", broken);
  window.addEventListener("online", () => {
    again();
    soon();
  });
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      again();
      soon();
    }
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#lost-now")) again();
  });
}

document.addEventListener("change", ({ target }) => {
  if (target.name === "strength") {
    document.cookie = `strength=${target.value}; path=/; max-age=31536000; samesite=lax`;
  }
});
