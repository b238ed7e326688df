// What goes with an exchanged page goes quickly: htmx tells every single element that is taken away, twice,
// and nobody of ours listens. All of it goes before htmx counts it. What asked for the page stays until then,
// with all that it lies in: there htmx reads how to exchange; and so does what has the focus, to get it again. A
// drawing with the focus stays whole: it is told when the focus goes.
const emptied = (node, kept) => {
  for (const part of [...node.childNodes]) {
    if (!kept.has(part)) part.remove();
    else if (part.tagName !== "svg") emptied(part, kept);
  }
};

window.addEventListener("htmx:beforeSwap", (event) => {
  const { target, shouldSwap, requestConfig } = event.detail;
  if (!shouldSwap || target.id !== "page") return;
  const kept = new Set();
  for (let node of [document.activeElement, requestConfig.elt]) {
    for (; target.contains(node) && node !== target; node = node.parentNode) kept.add(node);
  }
  emptied(target, kept);
});
