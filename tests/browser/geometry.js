(rail) => {
  const found = [];
  const shown = (box) => box.width > 0 && box.height > 0;
  const words = (node) => node.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
  const named = (node) =>
    `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} "${words(node)}"`;

  // -- labels of drawings: the ink of a text, or the plate it stands on
  const pen = document.createElement("canvas").getContext("2d");
  const inkOf = (node) => {
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden" || !node.getNumberOfChars()) return null;
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const size = pen.measureText(node.textContent);
    const start = node.getStartPositionOfChar(0);
    const end = node.getEndPositionOfChar(node.getNumberOfChars() - 1);
    return {
      x: start.x,
      y: start.y - size.actualBoundingBoxAscent,
      width: end.x - start.x,
      height: size.actualBoundingBoxAscent + size.actualBoundingBoxDescent,
    };
  };
  const onScreen = (node, box) => {
    const matrix = node.getScreenCTM();
    const a = new DOMPoint(box.x, box.y).matrixTransform(matrix);
    const b = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix);
    return {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(b.x - a.x),
      height: Math.abs(b.y - a.y),
    };
  };
  const PLATES = ".value-disc, .marker, .phase, .cost-box, .premium, .harbour, .market-plate";
  const round = (node) => node.tagName === "circle";
  const gap = (circle, box) => {
    // How deep a box reaches into a circle.
    const x = circle.x + circle.width / 2;
    const y = circle.y + circle.height / 2;
    const away = Math.hypot(
      x - Math.min(Math.max(x, box.x), box.x + box.width),
      y - Math.min(Math.max(y, box.y), box.y + box.height),
    );
    return circle.width / 2 - away;
  };
  const deep = (one, other) => {
    const wide =
      Math.min(one.box.x + one.box.width, other.box.x + other.box.width) - Math.max(one.box.x, other.box.x);
    const high =
      Math.min(one.box.y + one.box.height, other.box.y + other.box.height) - Math.max(one.box.y, other.box.y);
    let depth = Math.min(wide, high);
    if (depth <= 0) return depth;
    if (one.round && other.round)
      return (
        (one.box.width + other.box.width) / 2 -
        Math.hypot(
          one.box.x + one.box.width / 2 - other.box.x - other.box.width / 2,
          one.box.y + one.box.height / 2 - other.box.y - other.box.height / 2,
        )
      );
    if (one.round) depth = Math.min(depth, gap(one.box, other.box));
    if (other.round) depth = Math.min(depth, gap(other.box, one.box));
    return depth;
  };
  for (const drawing of document.querySelectorAll("svg")) {
    const frame = drawing.getBoundingClientRect();
    if (!shown(frame) || drawing.closest(".visually-hidden")) continue;
    const unit = drawing.viewBox.baseVal?.width ? frame.width / drawing.viewBox.baseVal.width : 1;
    const labels = [];
    for (const node of drawing.querySelectorAll("text")) {
      const ink = inkOf(node);
      if (ink && words(node))
        labels.push({ node, box: onScreen(node, ink), text: words(node), round: false });
    }
    for (const node of drawing.querySelectorAll(PLATES)) {
      if (!node.getBBox) continue;
      const box = onScreen(node, node.getBBox());
      if (shown(box)) labels.push({ node, box, text: "", round: round(node) });
    }
    labels.sort((one, other) => one.box.x - other.box.x);
    const wide = Math.max(0, ...labels.map((one) => one.box.width));
    labels.forEach((one, number) => {
      for (const other of labels.slice(number + 1)) {
        if (other.box.x > one.box.x + wide) break;
        if (!one.text && !other.text) continue;
        // A text and its own plate: it stands right behind it.
        const plate = one.text ? other : one;
        const text = one.text ? one : other;
        if (!plate.text) {
          const mine = text.node.previousElementSibling;
          if (mine === plate.node || mine?.previousElementSibling === plate.node) continue;
        }
        const depth = deep(one, other) / unit;
        if (depth > 1) {
          const names = [one, other].map((label) => `${label.node.getAttribute("class")} "${label.text}"`);
          const near = text.node.closest("[id^=hex], [id^=cell]")?.id ?? "";
          found.push(`label: ${names.join(" lies on ")} by ${depth.toFixed(1)} ${near}`);
        }
      }
      const out = Math.max(
        frame.left - one.box.x,
        one.box.x + one.box.width - frame.right,
        frame.top - one.box.y,
        one.box.y + one.box.height - frame.bottom,
      );
      if (one.text && out > 1 && getComputedStyle(drawing).overflow !== "visible")
        found.push(`label: ${one.node.getAttribute("class")} "${one.text}" leaves its drawing`);
    });
  }

  // -- texts of the page
  const hiding = (style) => /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
  const scrolls = (style) => /auto|scroll/.test(style.overflowX);
  const veiled = (node) =>
    node.closest(".visually-hidden, noscript, script, style, [hidden], template, option");
  const PLACES = "td, th, li, dd, dt, button, .button, p, .panel, .picker, .turn, header";
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || !holder || holder.closest("svg") || veiled(holder) || !holder.checkVisibility())
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!shown(box) || getComputedStyle(holder).visibility === "hidden") continue;
    const clipped = getComputedStyle(holder);
    if (clipped.clipPath !== "none" && holder.clientWidth <= 1) continue;
    for (let place = holder; place && place !== document.body; place = place.parentElement) {
      const style = getComputedStyle(place);
      if (style.clipPath === "inset(50%)") break;
      const edge = place.getBoundingClientRect();
      if (hiding(style)) {
        const cut = Math.max(
          box.right - edge.right,
          edge.left - box.left,
          box.bottom - edge.bottom - 2,
          edge.top - box.top - 2,
        );
        if (cut > 1.5 && !seen.has(place)) {
          seen.add(place);
          found.push(`cut: ${named(place)}`);
        }
        if (style.textOverflow === "ellipsis" && place.scrollWidth > place.clientWidth && !seen.has(place)) {
          seen.add(place);
          found.push(`cut: ${named(place)}`);
        }
      }
      if (place.matches(PLACES)) {
        const out = Math.max(box.right - edge.right, edge.left - box.left);
        if (out > 1.5 && !seen.has(place)) {
          seen.add(place);
          found.push(`runs out: "${words(node)}" of ${named(place)} by ${out.toFixed(0)}`);
        }
      }
      if (scrolls(style) || style.position === "fixed" || style.position === "absolute") break;
    }
  }

  // -- the bar of the turn: its parts do not touch, and nothing of it is below its edge
  const bar = document.querySelector("#turn");
  if (bar) {
    const parts = [
      ...bar.querySelectorAll(".sign, .ask, .money > div, .steps li, .actions .button, .actions summary"),
    ]
      .map((node) => ({ node, box: node.getBoundingClientRect() }))
      .filter(({ box }) => shown(box));
    const edge = bar.getBoundingClientRect();
    parts.forEach(({ node, box }, number) => {
      const docked = getComputedStyle(node.closest(".dock") ?? node).position === "fixed";
      if (!docked && (box.bottom > edge.bottom + 1 || box.top < edge.top - 1))
        found.push(`bar: ${named(node)} leaves it`);
      for (const other of parts.slice(number + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (wide > 1 && high > 1 && !node.contains(other.node) && !other.node.contains(node))
          found.push(`bar: ${named(node)} lies on ${named(other.node)}`);
      }
    });
  }

  // -- what is pressed: 24 pixels both ways, but for links within a text
  const PRESSED = "button, a, summary, select, textarea, input:not([type=hidden])";
  for (const node of document.querySelectorAll(PRESSED)) {
    if (veiled(node) || node.matches(".skip") || node.closest("svg.map") || !node.checkVisibility()) continue;
    if (node.matches("a") && getComputedStyle(node).display === "inline") continue;
    const box = (
      node.matches("input") && node.closest("label") ? node.closest("label") : node
    ).getBoundingClientRect();
    if (shown(box) && Math.min(box.width, box.height) < 23.5)
      found.push(`small: ${named(node)} ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`);
  }

  // -- tables and the page
  if (rail) {
    for (const place of document.querySelectorAll(".rail *, .asides *, .main *")) {
      const style = getComputedStyle(place);
      if (
        scrolls(style) &&
        place.scrollWidth > place.clientWidth + 1 &&
        shown(place.getBoundingClientRect()) &&
        !place.matches(".map-scroll, input, textarea")
      )
        found.push(`wider than its panel: ${named(place)} by ${place.scrollWidth - place.clientWidth}`);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth}`);
  return found;
};
