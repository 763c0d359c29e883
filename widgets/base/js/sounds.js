/* Sounds that the browser makes itself: gliding tones and bursts of noise, alone or one after another. */

/** A tone or noise: its first and last pitch in hertz, its length in milliseconds, its volume, and its delay in milliseconds.
 * @typedef {[wave: OscillatorType | "noise", from: number, to: number, time: number, loud: number, after?: number]} Voice */

/** @type {Record<string, Voice[]>} */
const SOUNDS = {
  slide: [["noise", 900, 2600, 140, 0.12]],
  tick: [["square", 1400, 1400, 18, 0.05]],
  thud: [["sine", 130, 55, 160, 0.5]],
  knock: [["triangle", 320, 180, 70, 0.35], ["triangle", 300, 170, 70, 0.3, 110]],
  hit: [["noise", 1800, 300, 110, 0.3], ["sine", 190, 70, 120, 0.4]],
  crack: [["noise", 4200, 700, 60, 0.35], ["noise", 2600, 400, 120, 0.25, 70]],
  bell: [["sine", 392, 392, 420, 0.25], ["sine", 1080, 1080, 260, 0.08]],
  up: [["triangle", 523, 523, 110, 0.2], ["triangle", 784, 784, 180, 0.2, 110]],
  down: [["triangle", 523, 523, 110, 0.2], ["triangle", 349, 349, 200, 0.2, 110]],
  win: [523, 659, 784, 1047].map((pitch, at) => ["triangle", pitch, pitch, at < 3 ? 150 : 520, 0.22, at * 150]),
};

/** @type {AudioContext | null} */
let audio = null;

/** Play a sound after `wait` milliseconds, if the browser has sound. Return a function that stops it.
 * @type {(name: string, wait?: number) => () => void} */
export function playSound(name, wait = 0) {
  if (!Object.hasOwn(SOUNDS, name) || !("AudioContext" in window)) return () => {};
  audio ??= new AudioContext();
  audio.resume().catch(() => {}); // browsers allow no sound before the first click
  const playing = SOUNDS[name].map((voice) => begin(/** @type {AudioContext} */ (audio), voice, wait));
  return () => { for (const each of playing) each.stop(); };
}

/** @type {(context: AudioContext, voice: Voice, wait: number) => AudioScheduledSourceNode} */
function begin(context, [wave, from, to, time, loud, after = 0], wait) {
  const start = context.currentTime + (wait + after) / 1000;
  const end = start + time / 1000;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  gain.connect(context.destination);
  const [source, pitch] = wave === "noise" ? noiseInto(context, gain) : toneInto(context, gain, wave);
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, end);
  source.start(start);
  source.stop(end);
  return source;
}

/** @type {(context: AudioContext, gain: GainNode, wave: OscillatorType) => [AudioScheduledSourceNode, AudioParam]} */
function toneInto(context, gain, wave) {
  const tone = context.createOscillator();
  tone.type = wave;
  tone.connect(gain);
  return [tone, tone.frequency];
}

/** @type {(context: AudioContext, gain: GainNode) => [AudioScheduledSourceNode, AudioParam]} */
function noiseInto(context, gain) {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  noise.connect(filter).connect(gain);
  return [noise, filter.frequency];
}
