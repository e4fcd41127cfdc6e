import { FRAME_SAMPLES } from "./frame";

/** Cuts a stream of samples, in pieces of any length, into frames. */
export type Framer = {
  /** The frames that these samples complete; a piece that is a whole frame is handed on as it is. */
  push(samples: Int16Array): Int16Array[];
  /** The last frame, filled up with silence; null where nothing is left. */
  flush(): Int16Array | null;
};

export function createFramer(size = FRAME_SAMPLES): Framer {
  let frame = new Int16Array(size);
  let filled = 0;
  return {
    push(samples) {
      if (filled === 0 && samples.length === size) return [samples];
      const frames: Int16Array[] = [];
      for (let at = 0; at < samples.length; ) {
        const copied = Math.min(size - filled, samples.length - at);
        frame.set(samples.subarray(at, at + copied), filled);
        filled += copied;
        at += copied;
        if (filled < size) break;
        frames.push(frame);
        frame = new Int16Array(size);
        filled = 0;
      }
      return frames;
    },
    flush() {
      if (filled === 0) return null;
      const last = frame;
      frame = new Int16Array(size);
      filled = 0;
      return last;
    },
  };
}
