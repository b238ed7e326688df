// From hex to hex by arrow keys.

const HALF = (50 * Math.sqrt(3)) / 2; // half the width of a hex
const ROW = 75; // from one row of hexes to the next

const UP_RIGHT = [1, -1];
const UP_LEFT = [-1, -1];
const DOWN_RIGHT = [1, 1];
const DOWN_LEFT = [-1, 1];

/** The directions of a key, the first first: half hexes across, rows down. */
const directions = (key, shift) =>
  ({
    ArrowLeft: [[-2, 0]],
    ArrowRight: [[2, 0]],
    ArrowUp: shift ? [UP_LEFT, UP_RIGHT] : [UP_RIGHT, UP_LEFT],
    ArrowDown: shift ? [DOWN_LEFT, DOWN_RIGHT] : [DOWN_RIGHT, DOWN_LEFT],
  })[key];

export const isArrow = (key) => /^Arrow/.test(key);

const beside = (hexes, hex, [across, down]) => {
  const x = Number(hex.dataset.x) + across * HALF;
  const y = Number(hex.dataset.y) + down * ROW;
  return hexes.find((other) => Math.hypot(other.dataset.x - x, other.dataset.y - y) < 10);
};

/** Over a gap, or to the other map: the nearest hex that lies that way. */
const beyond = (hexes, hex, [across, down]) => {
  const ahead = hexes
    .map((other) => {
      const x = other.dataset.x - hex.dataset.x;
      const y = other.dataset.y - hex.dataset.y;
      const along = down ? y * down : (x * across) / 2;
      return { other, along, aside: Math.abs(down ? x : y) };
    })
    .filter(({ along, aside }) => along > 10 && aside <= along * 1.6);
  ahead.sort((a, b) => a.along + a.aside - b.along - b.aside);
  return ahead[0]?.other;
};

/** Where an arrow key leads from a hex. */
export const neighbour = (hexes, hex, key, shift) => {
  const ways = directions(key, shift);
  for (const way of ways) {
    const next = beside(hexes, hex, way);
    if (next) return next;
  }
  return beyond(hexes, hex, ways[0]);
};
