// A table that stays up to date: events of the server, history, the market's preview, the bell.
"use strict";

(() => {
  const page = () => document.getElementById("page");
  const live = document.getElementById("live");
  const PATIENCE = 5000; // milliseconds until an answer is asked for once more
  let wanted = false;
  let loading = false;
  let asked = 0;

  // -- refreshing ---------------------------------------------------------------------------------
  //
  // What somebody has asked for himself goes before what others did: while his request is under way nothing
  // is exchanged beneath it, and a page that was asked for before his answer came is not shown any more.
  // Nor is anything exchanged under a finger or a mouse button that is down: no click would come of it.

  const LONG = 3000; // milliseconds after which something pressed is no click any more
  let own = 0;
  let pressed = 0;
  let answered = 0;
  const later = new Set();
  const busy = () => own > 0 || Date.now() - pressed < LONG;
  const whenFree = (check) => {
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
  const changed = () => {
    whenFree(() => {
      if (page().dataset.past !== "yes") refresh();
    });
  };

  // -- what is being written stays -------------------------------------------------------------------
  //
  // What somebody says or notes is his, whoever acts; figures of a move belong to the seat that acts, and
  // are never put before another. What has been sent is written no longer.

  const OWN = "#chat-line, #note-text, #undo-reason, #vote-reason";
  const drafts = new Map();
  const sent = new Set();
  let kept = null;

  const written = () =>
    [...document.querySelectorAll("#page input.input[id], #page textarea[id]")]
      .filter((field) => field.value !== field.defaultValue && !sent.has(field.id))
      .map((field) => ({
        id: field.id,
        value: field.value,
        own: field.matches(OWN),
        active: field === document.activeElement,
        from: field.selectionStart,
        to: field.selectionEnd,
      }));

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches || !event.target.matches("#page form[method=post]")) return;
    for (const field of event.target.querySelectorAll("[id]")) {
      sent.add(field.id);
      drafts.delete(field.id);
    }
  });
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
    if (status >= 400) sent.clear(); // it was refused, and may be sent again
    const found = written();
    for (const field of found) if (field.own) drafts.set(field.id, field.value);
    kept = {
      acting: page().dataset.acting,
      fields: found.filter((field) => field.own || byItself || status >= 400),
      open: [...document.querySelectorAll("#page details.pop[id][open]")].map((node) => node.id),
    };
    if (!byItself) sent.clear();
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, value] of drafts) {
      const field = document.getElementById(id);
      if (field) {
        field.value = value;
        drafts.delete(id);
      }
    }
    if (!kept) return;
    const { acting, fields, open } = kept;
    kept = null;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const { id, value, own: personal, active, from, to } of fields) {
      const field = document.getElementById(id);
      if (!field || (!personal && page().dataset.acting !== acting)) continue;
      field.value = value;
      if (!active) continue;
      field.focus({ preventScroll: true });
      if (from !== null) field.setSelectionRange(from, to);
    }
  });

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
      .then((info) => {
        if (info) dots(info.seats);
      })
      .catch(() => {});
  };

  const known = () => Number(page().dataset.version);

  if (live) {
    const waits = () => page().dataset.status === "waiting";

    // Who is on his way to another page is not held up: a copy that he threw away is gone, too. And an answer
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
    const anew = () => unlessLeaving(() => window.location.reload());
    const begin = () => unlessLeaving(() => window.location.assign(`/t/${live.dataset.table}`));

    const heard = {
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
      presence: () => {
        if (!waits()) presence();
      },
      gone: () => anew(),
    };

    // -- connection ---------------------------------------------------------------------------------
    //
    // A stream that breaks is opened again after pauses that grow; at once when the network is back, or
    // when somebody looks at the page again.

    const LONGEST = 30; // seconds of a pause
    const HICCUP = 1500; // milliseconds that are not worth a word
    const ASLEEP = 20000; // milliseconds out of sight after which a stream is not trusted
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
      for (const [kind, answer] of Object.entries(heard)) {
        source.addEventListener(kind, (event) => answer(JSON.parse(event.data || "{}")));
      }
    };

    const opened = () => {
      const missed = Boolean(since);
      window.clearInterval(timer);
      tries = since = next = 0;
      tell();
      if (missed) changed();
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
    document.addEventListener("click", (event) => {
      if (event.target.closest("#lost-now")) again();
    });
    connect();
  }

  // -- your turn ------------------------------------------------------------------------------------

  let mine = page() && page().dataset.turn === "yes";

  const ring = () => {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!Context) return;
    const audio = new Context();
    const now = audio.currentTime;
    for (const [pitch, volume, length] of [
      [660, 0.16, 1.6],
      [1320, 0.06, 0.9],
      [1985, 0.03, 0.5],
    ]) {
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
    document
      .querySelectorAll(".market-table .target, .price-line .target, .hex-market .target")
      .forEach((cell) => cell.classList.remove("target"));
    const button = event.target.closest && event.target.closest("[data-cell]");
    if (!button || event.type === "pointerout" || event.type === "focusout") return;
    const cell = document.getElementById(`cell-${button.dataset.cell}`);
    if (cell) cell.classList.add("target");
  };
  for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) {
    document.addEventListener(name, preview);
  }
})();
