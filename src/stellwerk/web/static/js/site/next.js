// After a move, what comes next is in sight.

const NEXT =
  "#main .asides button[name=action], #main button[name=priced], #run-accept, #map a.open, " +
  "#main .panel button[name=action]";
export const bringNext = () => {
  const bar = document.getElementById("turn");
  if (!bar) return;
  const places = [...document.querySelectorAll(NEXT)].filter((node) => node.getClientRects().length);
  const top = bar.getBoundingClientRect().bottom;
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    return middle > top && middle < window.innerHeight;
  };
  if (!places.length || places.some(seen)) return;
  const first = places[0].closest(".hex") ? places[0].closest("#map") : places[0];
  const box = first.getBoundingClientRect();
  const from =
    box.height > window.innerHeight - top ? top + 8 : top + (window.innerHeight - top - box.height) / 3;
  window.scrollBy(0, box.top - from);
};
