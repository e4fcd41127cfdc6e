/** Changes the rate of a stream, piece by piece; what it holds back between two pieces is a few milliseconds. */
export type Resampler = { push(samples: Int16Array): Int16Array };

/** The pieces of most streams are frames, at most; longer ones are made room for. */
export const PIECE_SAMPLES = 960;

/** The retained end of a stream, followed by the next piece. The buffer is reused for each piece. */
export class Input {
  samples: Float64Array;
  length: number;

  constructor(retainedSamples: number) {
    this.samples = new Float64Array(retainedSamples + PIECE_SAMPLES);
    this.length = retainedSamples;
  }

  add(more: Int16Array): void {
    if (this.length + more.length > this.samples.length) {
      const larger = new Float64Array((this.length + more.length) * 2);
      larger.set(this.samples.subarray(0, this.length));
      this.samples = larger;
    }
    this.samples.set(more, this.length);
    this.length += more.length;
  }

  drop(count: number): void {
    this.samples.copyWithin(0, count, this.length);
    this.length -= count;
  }
}

/** A sample of 16 bits. */
export const clamp = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));
