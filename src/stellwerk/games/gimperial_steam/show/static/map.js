// The map of cities: a tap shows a place without leaving the page, arrows go from city to city.

const phone = matchMedia("(max-width: 699px)");
const box = () => document.querySelector("[data-net]");

// A sheet covers the lower part of a narrow page: the place it tells of stays above it. Beside a wide map the
// card may have been scrolled away.
const uncover = (id) => {
  const slip = document.getElementById("slip");
  const mark = document.getElementById(id);
  if (!slip) return;
  if (getComputedStyle(slip).position !== "fixed") {
    slip.scrollIntoView({ block: "nearest" });
    return;
  }
  if (!mark) return;
  const { top, bottom } = mark.getBoundingClientRect();
  const room = window.innerHeight - slip.offsetHeight;
  if (bottom + 12 > room || top < 0) window.scrollBy(0, bottom + 12 - room);
};

const show = (href, id) => {
  if (!window.htmx) {
    window.location.assign(href);
    return;
  }
  window.htmx.ajax("GET", href, { target: "#page", select: "#page", swap: "outerHTML" }).then(() => {
    window.history.replaceState(null, "", href);
    const slip = document.getElementById("slip");
    const mark = document.getElementById(id);
    if (slip) {
      slip.focus({ preventScroll: true });
      requestAnimationFrame(() => setTimeout(uncover, 30, id)); // when everything stands where it stays
    } else if (mark) {
      mark.focus({ preventScroll: true });
    }
  });
};

document.addEventListener("click", (event) => {
  const place = event.target.closest("#net-svg a");
  if (!place || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(place.getAttribute("href"), place.id);
});

// -- arrows: the nearest city that lies rather in that direction ------------------------------------

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const here = event.target.closest && event.target.closest("#net-svg a");
  const way = WAYS[event.key];
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") {
    event.preventDefault();
    show(here.getAttribute("href"), here.id);
    return;
  }
  if (!way) return;
  event.preventDefault();
  let best = null;
  let least = Infinity;
  for (const other of document.querySelectorAll("#net-svg a.city")) {
    const x = other.dataset.x - here.dataset.x;
    const y = other.dataset.y - here.dataset.y;
    const along = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    if (other === here || along <= 0 || aside > along * 1.5) continue;
    const far = along + aside * 1.2;
    if (far < least) {
      least = far;
      best = other;
    }
  }
  if (best) best.focus();
});

// -- a phone shows a part of the map: first the part where one can act ------------------------------

const centre = () => {
  const here = box();
  if (!here || here.dataset.centred || !phone.matches) return;
  here.dataset.centred = "yes";
  const scroll = here.querySelector(".net-scroll");
  const chosen = here.querySelector("a[aria-current]");
  const mark = chosen || here.querySelector("a.open, #city-wien");
  if (!mark || (!chosen && (scroll.scrollLeft || scroll.scrollTop))) return;
  const outer = scroll.getBoundingClientRect();
  const inner = mark.getBoundingClientRect();
  const seen =
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom;
  if (seen) return;
  scroll.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  scroll.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
};
document.addEventListener("htmx:afterSettle", centre);
centre();
