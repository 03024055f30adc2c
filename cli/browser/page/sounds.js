// Short tones: on the player's turn and on UNO.

/** @type {Record<string, [number, number][]>} notes as hertz and seconds */
const TONES = { turn: [[587.33, 0.09], [880, 0.16]], uno: [[987.77, 0.08], [987.77, 0.08], [1318.51, 0.18]] };
/** @type {AudioContext | null} */
let audio = null;

/** @param {string} name */
export function play(name) {
  try {
    audio = audio || new AudioContext();
    let at = audio.currentTime;
    for (const [hertz, seconds] of TONES[name] || []) {
      const note = audio.createOscillator(), loudness = audio.createGain();
      note.type = "triangle";
      note.frequency.value = hertz;
      loudness.gain.setValueAtTime(0.0001, at);
      loudness.gain.exponentialRampToValueAtTime(0.16, at + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
      note.connect(loudness).connect(audio.destination);
      note.start(at);
      note.stop(at + seconds);
      at += seconds;
    }
  } catch {
    // A browser without sound.
  }
}
