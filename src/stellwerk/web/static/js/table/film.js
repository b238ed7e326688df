// The film of a game: its slider follows the finger, Space plays, Shift with an arrow goes from round to round.
//
// Every picture is the page of that action, so map, market and papers are those of one moment. Nothing slides:
// who wants less motion sees the same pictures.

const PAUSE = 1000; // milliseconds that a picture stays

let playing = false;
let timer = 0;

const film = () => document.querySelector("[data-film]");
const slider = () => film()?.querySelector("input[type=range]");
const marks = () => [...film().querySelectorAll("[data-at]")];

/** What the slider says of an action, before its picture has come. */
const tell = (range) => {
  const round =
    marks().findLast((mark) => Number(mark.dataset.at) <= Number(range.value))?.dataset.round ?? "";
  const words = range.dataset.text.replace("{at}", range.value).replace("{round}", round);
  range.setAttribute("aria-valuetext", words);
  range.form.querySelector("output").textContent = `${range.value} / ${range.max}`;
};

const go = (at) => {
  const range = slider();
  if (!range || Number(range.value) === at) return;
  range.value = at;
  tell(range);
  range.form.requestSubmit();
};

const show = () => {
  const button = film()?.querySelector("[data-film-play]");
  if (!button) return;
  button.setAttribute("aria-pressed", String(playing));
  button.textContent = playing ? button.dataset.stop : button.dataset.play;
};

const stop = () => {
  playing = false;
  window.clearTimeout(timer);
  show();
};

const step = () => {
  const range = slider();
  if (!playing || !range) return;
  if (Number(range.value) >= Number(range.max)) stop();
  else go(Number(range.value) + 1);
};

const play = () => {
  const range = slider();
  if (!range) return;
  playing = !playing;
  window.clearTimeout(timer);
  show();
  if (!playing) return;
  // At the end there is nothing to show: it begins with the last round.
  if (range.value === range.max) {
    const last = marks().at(-1);
    const from = Number(last?.dataset.at ?? range.min);
    go(from < Number(range.max) ? from : Math.max(Number(range.min), Number(range.max) - 10));
  } else step();
};

document.addEventListener("input", (event) => {
  if (event.target === slider()) tell(event.target);
});
document.addEventListener("change", (event) => {
  if (event.target === slider()) event.target.form.requestSubmit();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-film-play]")) play();
  else if (playing) stop();
});
document.addEventListener("keydown", (event) => {
  const range = slider();
  if (!range || !event.target.closest?.("[data-film]") || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (event.key === " " && event.target === range) play();
  else if (event.shiftKey && /^Arrow(Left|Right)$/.test(event.key)) {
    const here = Number(range.value);
    const rounds = marks().map((mark) => Number(mark.dataset.at));
    const next =
      event.key === "ArrowLeft" ? rounds.findLast((at) => at < here) : rounds.find((at) => at > here);
    go(next ?? Number(event.key === "ArrowLeft" ? range.min : range.max));
  } else return;
  event.preventDefault();
});
document.addEventListener("htmx:afterSettle", () => {
  if (!playing) return;
  show();
  window.clearTimeout(timer);
  timer = window.setTimeout(step, PAUSE);
});
