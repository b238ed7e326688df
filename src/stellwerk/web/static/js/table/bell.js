// A soft bell when it is one's turn, and a tick at moves of others for those who want it.
import { page } from "./refresh.js";

let mine = page() && page().dataset.turn === "yes";
let version = page() ? page().dataset.version : "";

const BELL = [
  [660, 0.16, 1.6],
  [1320, 0.06, 0.9],
  [1985, 0.03, 0.5],
];
const TICK = [[990, 0.05, 0.08]];

const sound = (tones) => {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  const audio = new Context();
  const now = audio.currentTime;
  for (const [pitch, volume, length] of tones) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(now);
    tone.stop(now + length);
  }
};

document.addEventListener("htmx:afterSettle", () => {
  const here = page();
  if (!here) return;
  const turn = here.dataset.turn === "yes";
  const wish = document.body.dataset.bell;
  const others = here.dataset.version !== version && here.dataset.past !== "yes" && !mine;
  if (turn && !mine && wish !== "off") sound(BELL);
  else if (others && wish === "all") sound(TICK);
  mine = turn;
  version = here.dataset.version;
});
