// The device's sounds, told apart by rhythm: [frequency in Hz or 0, milliseconds] one after the other.

const SOUNDS = {
  tick: [[2200, 8]],
  yes: [[880, 60], [0, 40], [1320, 90]],
  no: [[300, 70], [0, 50], [300, 70], [0, 50], [300, 70]],
  turn: [[660, 160]],
  end: [[523, 140], [659, 140], [784, 140], [0, 60], [1047, 400]],
};
const VOLUME = 0.08;

let context = null;

/** Plays one of the sounds by name; unknown ones are silent. */
export function play(name) {
  const notes = SOUNDS[name];
  if (!notes || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const gain = context.createGain();
  gain.gain.value = VOLUME;
  gain.connect(context.destination);
  let time = context.currentTime + 0.01;
  for (const [frequency, ms] of notes) {
    if (frequency) {
      const tone = context.createOscillator();
      tone.type = "square";
      tone.frequency.value = frequency;
      tone.connect(gain);
      tone.start(time);
      tone.stop(time + ms / 1000);
    }
    time += ms / 1000;
  }
}
