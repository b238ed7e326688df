// Naming a city is a draft in the browser: the map shows the way to it, and a page that is exchanged by itself has it
// still. It is forgotten when it is closed, when something was sent, and when somebody else acts.

const SVG = "http://www.w3.org/2000/svg";
const position = () => {
  const { acting, version } = document.getElementById("page")?.dataset ?? {};
  return `${acting} ${version}`;
};
const hexOf = (key) => document.getElementById(`hex-${key}`);
let draft = null;

/** Dots from the last city that is named to the one that might be the next. */
const drawWay = (key) => {
  const layer = document.getElementById("map-preview");
  const last = [...document.querySelectorAll("#map-signs .flag.numbered")].at(-1)?.closest("g[transform]");
  if (!layer || !last) return;
  const from = last.getAttribute("transform").match(/-?[\d.]+/g);
  const { x, y } = hexOf(key).dataset;
  const way = document.createElementNS(SVG, "path");
  way.setAttribute("class", "dotted-line");
  way.setAttribute("d", `M${from[0]} ${from[1]}L${x} ${y}`);
  layer.prepend(way);
};

const watch = () => {
  const box = document.querySelector("[data-map-pick]");
  const node = box?.querySelector(".draft");
  if (node) {
    if (node === draft?.node) return;
    draft = { node, box, key: node.dataset.pickHere, at: position() };
    drawWay(draft.key);
  } else if (draft && box) {
    const { key, at, box: before } = draft;
    draft = null;
    if (box !== before && at === position())
      hexOf(key)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
};
new MutationObserver(watch).observe(document.documentElement, { childList: true, subtree: true });

// A key that is held down opens a draft and does not send it.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.target.closest?.(".draft [data-confirm]")) event.preventDefault();
});
