// The log shows its end, but for who reads what lies before it.

const NEAR = 40; // pixels
const lists = () => document.querySelectorAll("#log-lines, #chat-lines");
const below = (list) => list.scrollHeight - list.scrollTop;
let read = new Map();

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "page") return;
  const older = /[?&]older=/.test(event.detail.pathInfo?.requestPath ?? "");
  read = new Map();
  for (const list of lists())
    if (below(list) - list.clientHeight > NEAR) read.set(list.id, older ? below(list) : 0);
});

const show = () => {
  for (const list of lists()) {
    const kept = read.get(list.id);
    // What is put before it must not push away what is read; otherwise the page keeps its place by itself.
    if (kept) list.scrollTop = list.scrollHeight - kept;
    else if (kept === undefined) list.scrollTop = list.scrollHeight;
  }
};
show();
document.addEventListener("htmx:afterSettle", show);
