// A new question of the coach is in view, wherever the reader had scrolled to.
import { page } from "./refresh.js";

const RIM = 8; // between the coach and the bar of the turn
let version = page()?.dataset.version;
let parted = false; // whether the goodbye has been shown

document.addEventListener("htmx:afterSettle", () => {
  const here = page();
  const coach = document.getElementById("coach");
  if (!here || !coach || here.dataset.version === version) return;
  version = here.dataset.version;
  const goodbye = coach.querySelector("[data-goodbye]");
  if (goodbye ? parted : here.dataset.turn !== "yes") return;
  parted = Boolean(goodbye);
  const turn = document.getElementById("turn");
  const bar = turn && getComputedStyle(turn).position === "sticky" ? turn.offsetHeight : 0;
  const question = coach.querySelector("h3").getBoundingClientRect().top;
  if (question < bar || question > window.innerHeight / 2) {
    window.scrollBy(0, coach.getBoundingClientRect().top - bar - RIM);
  }
});
