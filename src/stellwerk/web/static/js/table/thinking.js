// How long a bot has been thinking: the server says since when, the page counts on.

let begun = 0;
let shown = null;

const count = () => {
  const node = document.querySelector("[data-thinking]");
  if (node !== shown) {
    shown = node;
    begun = node ? Date.now() - Number(node.dataset.thinking) : 0;
  }
  if (!node) return;
  const seconds = String(Math.floor((Date.now() - begun) / 1000));
  const text = node.dataset.text.replace("{seconds}", seconds);
  if (node.textContent !== text) node.textContent = text;
};

window.setInterval(count, 250);
