// A soft bell when it is one's turn.
import { page } from "./refresh.js";

let mine = page() && page().dataset.turn === "yes";

const ring = () => {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  const audio = new Context();
  const now = audio.currentTime;
  for (const [pitch, volume, length] of [
    [660, 0.16, 1.6],
    [1320, 0.06, 0.9],
    [1985, 0.03, 0.5],
  ]) {
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
  if (turn && !mine && document.body.dataset.bell === "on") ring();
  mine = turn;
});
