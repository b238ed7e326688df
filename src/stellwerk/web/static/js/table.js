// A table that stays up to date: events of the server, history, the market's preview, the bell.
"use strict";

(() => {
  const page = () => document.getElementById("page");
  const live = document.getElementById("live");
  const PATIENCE = 5000; // milliseconds until an answer is asked for once more
  let wanted = 0;
  let loading = false;
  let asked = 0;

  // -- refreshing ---------------------------------------------------------------------------------

  const refresh = () => {
    const here = page();
    if (!here || !window.htmx) return;
    if (loading && Date.now() - asked < PATIENCE) { wanted = Math.max(wanted, 1); return; }
    loading = true;
    asked = Date.now();
    window.htmx
      .ajax("GET", here.dataset.refresh, {
        target: "#page", select: "#page", swap: "outerHTML", headers: { "X-Live": "yes" },
      })
      .finally(() => {
        loading = false;
        if (wanted) { wanted = 0; refresh(); }
      });
  };

  // What somebody has filled in stays when the page is renewed under his hands.
  const filled = () => [...document.querySelectorAll("#page input.inp[id]")]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => [field.id, field.value, field === document.activeElement]);
  let kept = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    kept = loading && event.detail.target === page() ? filled() : [];
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, value, active] of kept) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.value = value;
      if (active) field.focus({ preventScroll: true });
    }
    kept = [];
  });

  const typingNow = () => {
    const active = document.activeElement;
    return active && active.matches("#chat-line, #note-text, .popcard input") && active.value;
  };

  const changed = (always) => {
    if (page().dataset.past === "yes") return;
    if (typingNow()) { window.setTimeout(() => changed(always), 1500); return; }
    refresh();
  };

  // Who has the page open: only the dots change.
  const dots = (seats) => {
    for (const seat of seats) {
      document.querySelectorAll("[data-seat-name]:not([data-bot])").forEach((dot) => {
        if (dot.dataset.seatName !== seat.name) return;
        dot.classList.toggle("away", !seat.present);
        dot.setAttribute("aria-label", seat.present ? dot.dataset.here : dot.dataset.away);
      });
    }
  };
  const presence = () => {
    fetch(`/api/v1/tables/${live.dataset.table}`, { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((info) => { if (info) dots(info.seats); })
      .catch(() => {});
  };

  const known = () => Number(page().dataset.version);

  if (live) {
    live.addEventListener("htmx:sseMessage", (event) => {
      const message = event.detail;
      if (message.type === "move") {
        const data = JSON.parse(message.data);
        const missing = () => { if (data.version > known()) changed(); };
        missing();
        window.setTimeout(missing, PATIENCE);
      } else if (message.type === "table") {
        const info = JSON.parse(message.data);
        const waits = page().dataset.status === "waiting";
        if (waits && info.status !== "waiting") window.location.assign(`/t/${live.dataset.table}`);
        else if (!waits || String(info.updated) !== page().dataset.updated) changed(true);
      } else if (message.type === "undo") changed(true);
      else if (message.type === "presence") presence();
      else if (message.type === "chat" && !JSON.parse(message.data).mine) changed(true);
    });

    // -- connection ---------------------------------------------------------------------------------

    const lost = document.getElementById("lost");
    let since = 0;
    let timer = 0;
    const tell = () => {
      lost.textContent = `${lost.dataset.text} ${Math.round((Date.now() - since) / 1000)} s`;
    };
    live.addEventListener("htmx:sseError", () => {
      if (!lost || since) return;
      since = Date.now();
      timer = window.setInterval(() => {
        lost.hidden = Date.now() - since < 1500;
        document.body.classList.toggle("is-lost", !lost.hidden);
        tell();
      }, 500);
    });
    live.addEventListener("htmx:sseOpen", () => {
      if (!since) return;
      since = 0;
      window.clearInterval(timer);
      lost.hidden = true;
      document.body.classList.remove("is-lost");
      refresh();
    });
  }

  // -- your turn ------------------------------------------------------------------------------------

  let mine = page() && page().dataset.turn === "yes";

  const ring = () => {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!Context) return;
    const audio = new Context();
    const now = audio.currentTime;
    for (const [pitch, volume, length] of [[660, 0.16, 1.6], [1320, 0.06, 0.9], [1985, 0.03, 0.5]]) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(volume, now);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(now);
      tone.stop(now + length);
    }
  };

  document.addEventListener("htmx:afterSettle", () => {
    const here = page();
    if (!here) return;
    const turn = here.dataset.turn === "yes";
    if (turn && !mine && document.body.dataset.bell === "on") ring();
    mine = turn;
    toEnd();
  });

  // -- the log shows its end ---------------------------------------------------------------------------

  const toEnd = () => {
    document.querySelectorAll("#log-lines, #chat-lines").forEach((list) => {
      if (!list.closest(".view-log")) list.scrollTop = list.scrollHeight;
    });
  };
  toEnd();

  // -- history -----------------------------------------------------------------------------------------

  document.addEventListener("input", (event) => {
    if (event.target.id !== "h-range") return;
    event.target.form.querySelector("output").textContent = `${event.target.value} / ${event.target.max}`;
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "h-range") event.target.form.requestSubmit();
  });

  // -- the market shows where a price would go -----------------------------------------------------------

  const preview = (event) => {
    document.querySelectorAll(".mkt .to, .lin .to, .hexm .to").forEach((cell) => cell.classList.remove("to"));
    const button = event.target.closest && event.target.closest("[data-cell]");
    if (!button || event.type === "pointerout" || event.type === "focusout") return;
    const cell = document.getElementById(`cell-${button.dataset.cell}`);
    if (cell) cell.classList.add("to");
  };
  for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) {
    document.addEventListener(name, preview);
  }
})();
