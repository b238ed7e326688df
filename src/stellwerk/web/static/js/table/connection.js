// The stream of events.
//
// One that breaks is opened again after pauses that grow; at once when the network is back, or when somebody
// looks at the page again.
import { anew, known, waits } from "./answers.js";
import { changed } from "./refresh.js";

const LONGEST = 30; // seconds of a pause
const HICCUP = 1500; // milliseconds that are not worth a word
const ASLEEP = 20000; // milliseconds out of sight after which a stream is not trusted

/** Keep the stream of a table open, and hand what it tells to the answers. */
export const follow = (live, answers) => {
  const lost = document.getElementById("lost");
  const when = document.getElementById("lost-when");
  let source = null;
  let tries = 0;
  let since = 0;
  let next = 0;
  let timer = 0;
  let hidden = 0;

  const tell = () => {
    const now = Date.now();
    if (next && now >= next) {
      connect();
      return;
    }
    const shown = Boolean(since) && now - since >= HICCUP;
    document.body.classList.toggle("is-lost", shown);
    if (!lost) return;
    if (lost.hidden === shown) lost.hidden = !shown;
    when.textContent = next
      ? when.dataset.text.replace("{seconds}", String(Math.ceil((next - now) / 1000)))
      : "…";
  };

  const connect = () => {
    if (source) source.close();
    next = 0;
    source = new EventSource(live.dataset.events + (waits() ? "" : `?since=${known()}`));
    source.onopen = opened;
    source.onerror = broken;
    for (const [kind, answer] of Object.entries(answers)) {
      source.addEventListener(kind, (event) => answer(JSON.parse(event.data || "{}")));
    }
  };

  const opened = () => {
    const missed = Boolean(since);
    window.clearInterval(timer);
    tries = since = next = 0;
    tell();
    if (missed) changed();
    else if (waits()) begun();
  };

  // A page that waits for players may have been made just before the game began.
  const begun = () => {
    fetch(`/api/v1/tables/${live.dataset.table}`, { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : { status: "waiting" }))
      .then((table) => {
        if (table.status !== "waiting" && waits()) anew();
      })
      .catch(() => {});
  };

  const broken = () => {
    if (source) source.close();
    source = null;
    if (!since) {
      since = Date.now();
      window.clearInterval(timer);
      timer = window.setInterval(tell, 250);
    }
    next = Date.now() + 1000 * Math.min(LONGEST, 2 ** tries);
    tries += 1;
    if (tries > 1 && navigator.onLine) gone();
    tell();
  };

  // The server is there and says no: the page as it is now tells why.
  const gone = () => {
    fetch(`/api/v1/tables/${live.dataset.table}`, { headers: { Accept: "application/json" } })
      .then((answer) => {
        if ([401, 403, 404].includes(answer.status)) anew();
      })
      .catch(() => {});
  };

  const again = () => {
    tries = 0;
    connect();
  };

  window.addEventListener("offline", broken);
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (since || (hidden && Date.now() - hidden > ASLEEP)) again();
  });
  window.addEventListener("pagehide", () => {
    if (source) source.close();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      again();
      changed();
    }
  });
  // This form may be the end of the table: news of it would only lead to questions that nobody can answer.
  document.addEventListener("submit", (event) => {
    if (source && event.target.matches("form[data-leaves]")) source.close();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#lost-now")) again();
  });
  connect();
};
