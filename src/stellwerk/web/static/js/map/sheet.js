// The sheet of all tiles below the map.
import { fragment } from "./fragment.js";

/** Show the sheet, or put it away. */
export const toggleSheet = async (href) => {
  const place = document.querySelector("[data-map-sheet-here]");
  if (!place || place.firstElementChild) {
    place?.replaceChildren();
    return;
  }
  try {
    place.innerHTML = await fragment(href);
  } catch {
    location.assign(href);
    return;
  }
  place.querySelector("[data-sheet-close]")?.addEventListener("click", (event) => {
    event.preventDefault();
    place.replaceChildren();
  });
  place.scrollIntoView({ block: "nearest" });
};
