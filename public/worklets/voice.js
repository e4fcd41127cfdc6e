// The microphone and the loudspeaker of a call, in the browser's audio thread (components/voice opens them). The wire
// is PCM, 16 bits, mono, 16,000 samples a second, in frames of 20 ms (docs/voice.md); here the context's rate is known.

const WIRE_HZ = 16_000;
const FRAME = 320;
const FULL = 32_768;
/** Enough of them that what is beyond half of the lower rate is 60 dB down. */
const LOBES = 16;
/** Places between two samples at which the filter is kept; in between the nearest is taken. */
const PHASES = 256;
/** A block is 128 samples; a frame of the wire is 960 of them at 48 kHz. */
const MOST_HELD = 8_192;

/** The loudness of samples of -1 to 1. */
const rms = (samples) => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
};

/** Blackman's window over -1 to 1. */
const windowed = (x) => 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);

/** Makes samples of one rate out of those of another, by a windowed sinc. */
export class Resampler {
  constructor(fromHz, toHz) {
    this.step = fromHz / toHz;
    // A little below half of the lower rate, where the filter's slope begins.
    const cutoff = Math.min(1, toHz / fromHz) * 0.94;
    this.half = Math.ceil(LOBES / cutoff);
    this.taps = 2 * this.half;
    this.table = Array.from({ length: PHASES }, (_, phase) => this.filter(cutoff, phase / PHASES));
    this.held = new Float32Array(MOST_HELD);
    this.count = this.half - 1;
    this.at = this.half - 1;
  }

  /** The weights of the samples around a place that lies `part` behind one of them; they sum to 1. */
  filter(cutoff, part) {
    const weights = new Float32Array(this.taps);
    let sum = 0;
    for (let k = 0; k < this.taps; k++) {
      const x = k - this.half + 1 - part;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
      weights[k] = Math.abs(x) < this.half ? sinc * windowed(x / this.half) : 0;
      sum += weights[k];
    }
    return weights.map((weight) => weight / sum);
  }

  /** What can be said by now; the filter needs some samples more than it has answered. */
  push(samples) {
    this.held.set(samples, this.count);
    this.count += samples.length;
    const made = new Float32Array(Math.ceil(samples.length / this.step) + 2);
    let n = 0;
    for (; this.at + this.half < this.count; this.at += this.step) {
      const first = Math.floor(this.at);
      const weights = this.table[Math.floor((this.at - first) * PHASES)];
      let sum = 0;
      for (let k = 0; k < this.taps; k++) sum += this.held[first - this.half + 1 + k] * weights[k];
      made[n++] = sum;
    }
    const done = Math.floor(this.at) - this.half + 1;
    this.held.copyWithin(0, done, this.count);
    this.count -= done;
    this.at -= done;
    return made.subarray(0, n);
  }
}

/** Cuts a microphone's blocks into frames of the wire. */
export class Framer {
  constructor(rateHz) {
    this.resampler = new Resampler(rateHz, WIRE_HZ);
    this.frame = new Int16Array(FRAME);
    this.count = 0;
  }

  push(block) {
    const frames = [];
    for (const sample of this.resampler.push(block)) {
      this.frame[this.count++] = Math.max(-FULL, Math.min(FULL - 1, Math.round(sample * FULL)));
      if (this.count < FRAME) continue;
      frames.push(this.frame);
      this.frame = new Int16Array(FRAME);
      this.count = 0;
    }
    return frames;
  }
}

/** What is sent ahead (three frames): so much is there at once, and packets may come that much late. */
const BEGIN_S = 0.06;
/** A connection that stood still gives all at once what it kept; what is older than this is not worth hearing. */
const MOST_S = 2;
/** How a sound that is cut off fades, per sample at 48 kHz: within 5 ms, so that nothing clicks. */
const FADE = 0.985;

/** Sound that has come and is not played yet, at the context's rate. */
export class Jitter {
  constructor(rateHz) {
    this.resampler = new Resampler(WIRE_HZ, rateHz);
    this.begin = Math.round(rateHz * BEGIN_S);
    this.ring = new Float32Array(Math.round(rateHz * MOST_S));
    this.from = 0;
    this.count = 0;
    this.playing = false;
    this.waited = 0;
    this.last = 0;
  }

  push(frame) {
    const samples = Float32Array.from(frame, (sample) => sample / FULL);
    for (const sample of this.resampler.push(samples)) {
      this.ring[(this.from + this.count) % this.ring.length] = sample;
      if (this.count < this.ring.length) this.count++;
      else this.from = (this.from + 1) % this.ring.length;
    }
  }

  clear() {
    this.count = 0;
    this.playing = false;
    this.waited = 0;
  }

  /** Fills a block with what is due; a sound begins when enough of it is there, or what there is has waited. */
  pull(block) {
    if (!this.playing && this.count > 0) {
      this.waited += block.length;
      this.playing = this.count >= this.begin || this.waited >= this.begin;
    }
    for (let i = 0; i < block.length; i++) {
      if (this.playing && this.count > 0) {
        this.last = this.ring[this.from];
        this.from = (this.from + 1) % this.ring.length;
        this.count--;
      } else this.last *= FADE;
      block[i] = this.last;
    }
    if (this.playing && this.count === 0) {
      this.playing = false;
      this.waited = 0;
    }
  }
}

/** Blocks between two reports of how loud it is: about 50 ms. */
const BLOCKS_PER_LEVEL = 16;

/** Posts `{ frame }` each 20 ms, with how loud it is. */
class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.framer = new Framer(sampleRate);
    this.silence = new Float32Array(128);
  }

  process([input]) {
    // A microphone that is gone is silence: the other side goes on hearing time.
    for (const frame of this.framer.push(input?.[0] ?? this.silence)) {
      const level = rms(frame) / FULL;
      this.port.postMessage({ frame: frame.buffer, level }, [frame.buffer]);
    }
    return true;
  }
}

/** Plays what it is posted: a frame's bytes, or "clear". Posts `{ level }`. */
class Loudspeaker extends AudioWorkletProcessor {
  constructor() {
    super();
    this.jitter = new Jitter(sampleRate);
    this.blocks = 0;
    this.loudest = 0;
    this.port.onmessage = ({ data }) => {
      if (data === "clear") this.jitter.clear();
      else this.jitter.push(new Int16Array(data));
    };
  }

  process(_, [output]) {
    const [first, ...others] = output;
    this.jitter.pull(first);
    for (const channel of others) channel.set(first);
    this.loudest = Math.max(this.loudest, rms(first));
    if (++this.blocks === BLOCKS_PER_LEVEL) {
      this.port.postMessage({ level: this.loudest });
      this.blocks = 0;
      this.loudest = 0;
    }
    return true;
  }
}

registerProcessor("parley-microphone", Microphone);
registerProcessor("parley-loudspeaker", Loudspeaker);
