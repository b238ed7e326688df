// What goes with an exchanged page goes quickly: htmx tells every single element that is taken away, twice,
// and nobody of ours listens. Drawings and tables, most of a page, are emptied before it counts them.
window.addEventListener("htmx:beforeSwap", (event) => {
  const { target, shouldSwap } = event.detail;
  if (!shouldSwap || target.id !== "page") return;
  for (const part of target.querySelectorAll("svg, tbody")) {
    if (!part.contains(document.activeElement)) part.replaceChildren();
  }
});
