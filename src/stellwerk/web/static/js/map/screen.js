// The screen that the map is on.

export const phone = matchMedia("(max-width: 699px)");
export const wide = matchMedia("(min-width: 1200px)");
export const PHONE_WIDTH = 860; // of the map, on a phone

/** Marks that must outlive the replacing of parts of the page stand on its root. */
export const root = document.documentElement;
