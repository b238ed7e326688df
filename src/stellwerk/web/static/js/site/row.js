// All tables in a row: when one's turn is over, the next table that waits is opened.

const PAUSE = 4; // seconds in which somebody can stay
const KEY = "in-a-row";
const bar = document.getElementById("in-a-row");
const table = () => document.getElementById("live")?.dataset.table;
let left = 0;
let timer = 0;

const active = () => sessionStorage.getItem(KEY) === "yes";
const go = () => window.location.assign(`/next?after=${table() ?? ""}`);

const tick = () => {
  left -= 1;
  if (left <= 0) {
    window.clearInterval(timer);
    go();
  } else show();
};

const show = () => {
  const says = document.getElementById("in-a-row-says");
  says.textContent = says.dataset.next.replace("{seconds}", String(left));
};

// One's turn goes on behind a curtain, and while one looks at the history.
const over = () => {
  const { turn, past } = document.getElementById("page").dataset;
  return turn === "no" && past !== "yes" && !document.getElementById("unveil");
};

const look = () => {
  if (!bar || !table()) return;
  bar.hidden = !active() || !over();
  if (bar.hidden) {
    window.clearInterval(timer);
    timer = 0;
  } else if (!timer) {
    left = PAUSE;
    timer = window.setInterval(tick, 1000);
    show();
  }
};

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-in-a-row]")) sessionStorage.setItem(KEY, "yes");
  if (target.closest("#in-a-row-stop")) {
    sessionStorage.removeItem(KEY);
    look();
  } else if (target.closest("#in-a-row-next")) go();
});
document.addEventListener("htmx:afterSettle", look);
if (document.getElementById("lobby-live")) sessionStorage.removeItem(KEY);
look();
