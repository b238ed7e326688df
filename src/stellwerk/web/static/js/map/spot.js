// Where the picker stands: beside its hex, wholly in sight, and where it hides the least of what one builds
// towards: the hexes around, and those that can be chosen too. It may reach over the edge of the map.

const GAP = 12; // between hex and picker
const RIM = 6; // between picker and window
const FARTHER = [0, 0.75, 1.5]; // hexes that lie between
const CORNER = 14; // the tip keeps off the corners

export const within = (value, least, most) => Math.max(least, Math.min(value, Math.max(least, most)));

const middleOf = (rect) => ({ x: (rect.left + rect.right) / 2, y: (rect.top + rect.bottom) / 2 });

/** What of the window is free of the banner. */
export const inSight = (width, height, banner) => ({
  left: RIM,
  right: width - RIM,
  top: Math.max(0, banner) + RIM,
  bottom: height - RIM,
});

const candidates = (hex, { w, h }, sight) => {
  const middle = middleOf(hex);
  const across = [middle.x - w / 2, hex.right - w, hex.left].map((x) =>
    within(x, sight.left, sight.right - w),
  );
  const along = [
    middle.y - h / 2,
    hex.bottom - h,
    hex.top,
    hex.bottom + hex.height - h,
    hex.top - hex.height,
  ].map((y) => within(y, sight.top, sight.bottom - h));
  return FARTHER.flatMap((ring) => [
    ...along.flatMap((y) => [
      { side: "right", ring, x: hex.right + GAP + ring * hex.width, y },
      { side: "left", ring, x: hex.left - GAP - w - ring * hex.width, y },
    ]),
    ...across.flatMap((x) => [
      { side: "above", ring, x, y: hex.top - GAP - h - ring * hex.height },
      { side: "below", ring, x, y: hex.bottom + GAP + ring * hex.height },
    ]),
  ]);
};

/** What other hexes are worth being seen. */
export const weighed = (hex, others) => {
  const middle = middleOf(hex);
  return others.map((one) => {
    const rect = one.getBoundingClientRect();
    const there = middleOf(rect);
    const far = Math.hypot(there.x - middle.x, there.y - middle.y) / hex.width;
    const near = far < 1.2 ? 6 : far < 2.2 ? 2 : 0.2;
    return { rect, weight: near + (one.classList.contains("open") ? 3 : 0) };
  });
};

/** The best spot for a picker of this size; `held` is the side where it stood before. */
export const bestSpot = ({ hex, size, sight, stage, others, held }) => {
  const { w, h } = size;
  const middle = middleOf(hex);
  const cost = ({ x, y, side, ring }) => {
    const outside =
      Math.max(0, sight.top - y) +
      Math.max(0, y + h - sight.bottom) +
      Math.max(0, sight.left - x) +
      Math.max(0, x + w - sight.right);
    let hidden = 0;
    for (const { rect, weight } of others) {
      const wide = Math.min(rect.right, x + w) - Math.max(rect.left, x);
      const high = Math.min(rect.bottom, y + h) - Math.max(rect.top, y);
      if (wide > 0 && high > 0) hidden += (weight * (wide * high)) / (rect.width * rect.height);
    }
    const off = x < stage.left || x + w > stage.right ? 1.5 : 0;
    const aside = Math.abs(middle.y - y - h / 2) / 400;
    return outside * 2 + hidden + ring * 2 + off + aside - (side === held ? 1.5 : 0);
  };
  const best = candidates(hex, size, sight)
    .map((spot) => ({ spot, sum: cost(spot) }))
    .reduce((a, b) => (b.sum < a.sum ? b : a)).spot;
  const upright = best.side === "above" || best.side === "below";
  const tip = upright
    ? within(middle.x - best.x, CORNER, w - CORNER)
    : within(middle.y - best.y, CORNER, h - CORNER);
  return { ...best, tip };
};
