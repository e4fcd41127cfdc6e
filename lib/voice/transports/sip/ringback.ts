import { FRAME_MS, FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio";

/** The North American ringing tone: 440 and 480 Hz, 2 s on and 4 s off (ITU-T E.180, supplement 2). */
const TONES_HZ = [440, 480] as const;
const ON_MS = 2_000;
const PERIOD_MS = 6_000;
/** Quiet enough to talk over: -22 dBFS for each tone. */
const AMPLITUDE = 2_600;

/** The frame of the ringing tone that begins at a time. */
function ringbackFrame(startMs: number): Int16Array {
  const frame = new Int16Array(FRAME_SAMPLES);
  if (startMs % PERIOD_MS >= ON_MS) return frame;
  const first = (startMs / 1_000) * RATE_HZ;
  for (let index = 0; index < FRAME_SAMPLES; index++) {
    const angle = (2 * Math.PI * (first + index)) / RATE_HZ;
    const sum = TONES_HZ.reduce((total, hz) => total + Math.sin(angle * hz), 0);
    frame[index] = Math.round(AMPLITUDE * sum);
  }
  return frame;
}

/** Plays the ringing tone to a waiting caller until the returned function is called. */
export function startRingback(send: (frame: Int16Array) => void): () => void {
  let playedMs = 0;
  const timer = setInterval(() => {
    send(ringbackFrame(playedMs));
    playedMs += FRAME_MS;
  }, FRAME_MS);
  return () => clearInterval(timer);
}
