import { createFramer, createResampler, FRAME_MS, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { inOrder } from "./in-order";
import { MEDIA_FORMAT, type StreamSaid } from "./protocol";

/** Silence in µ-law. */
const SILENCE = 0xff;
/** Size of a carrier's media message. */
const CHUNK = (MEDIA_FORMAT.sampleRate * FRAME_MS) / 1_000;

/** One track of a media stream, in order, as frames; a chunk is as long as a frame. */
export function makeSound(emit: (frame: Int16Array) => void, onGap?: (frames: number) => void) {
  const framer = createFramer();
  const rise = createResampler(MEDIA_FORMAT.sampleRate, RATE_HZ);
  const low = new Int16Array(CHUNK);
  const chunks = inOrder(
    (codes) => {
      const samples = codes.length === CHUNK ? ulaw.decode(codes, low) : ulaw.decode(codes);
      for (const frame of framer.push(rise.push(samples))) emit(frame);
    },
    SILENCE,
    onGap,
  );
  return {
    push: ({ payload, chunk }: (StreamSaid & { event: "media" })["media"]) =>
      chunks.push(Buffer.from(payload, "base64"), chunk),
  };
}
