// Sounds made on the spot: no files. Silent until the person has touched the page, as browsers ask.
import { settings } from "../app/settings.ts";

let context: AudioContext | null = null;
/** Everything goes through it, as loud as it is wanted. */
let master: GainNode | null = null;

function audio(): AudioContext | null {
  const volume = settings.volume.value;
  if (volume === 0) return null;
  if (!context) {
    if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return null;
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (master) master.gain.value = volume / 70;
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(
  at: AudioContext,
  hertz: number,
  start: number,
  length: number,
  loud: number,
  shape: OscillatorType = "sine",
): void {
  const [wave, gain] = [at.createOscillator(), at.createGain()];
  const begin = at.currentTime + start;
  wave.type = shape;
  wave.frequency.value = hertz;
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  wave.connect(gain).connect(master ?? at.destination);
  wave.start(begin);
  wave.stop(begin + length);
}

/** Wood on wood: a very short burst of noise through a narrow band, and a low knock. */
function clack(at: AudioContext, pitch: number): void {
  const length = 0.06;
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 6;
  const [source, band, gain] = [at.createBufferSource(), at.createBiquadFilter(), at.createGain()];
  source.buffer = buffer;
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 1.4;
  gain.gain.value = 0.9;
  source
    .connect(band)
    .connect(gain)
    .connect(master ?? at.destination);
  source.start();
  tone(at, pitch / 8, 0, 0.07, 0.25);
}

type Sound = "move" | "capture" | "check" | "end" | "low" | "offer";

const made: Record<Sound, (at: AudioContext) => void> = {
  move: (at) => clack(at, 2200),
  capture: (at) => clack(at, 1500),
  check: (at) => {
    clack(at, 2200);
    tone(at, 660, 0.06, 0.12, 0.12, "triangle");
    tone(at, 880, 0.16, 0.16, 0.12, "triangle");
  },
  end: (at) => {
    for (const [i, hertz] of [392, 494, 587, 784].entries()) tone(at, hertz, i * 0.12, 0.7, 0.12, "triangle");
  },
  low: (at) => tone(at, 1050, 0, 0.06, 0.14),
  offer: (at) => {
    tone(at, 523, 0, 0.14, 0.12, "triangle");
    tone(at, 659, 0.12, 0.18, 0.12, "triangle");
  },
};

export function play(sound: Sound): void {
  const at = audio();
  if (at) made[sound](at);
}
