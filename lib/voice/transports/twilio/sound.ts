import { createFramer, createResampler, RATE_HZ, ulaw } from "../../audio";
import { inOrder } from "./in-order";
import { MEDIA_FORMAT, type StreamSaid } from "./protocol";

/** Silence in µ-law. */
const SILENCE = 0xff;

/** One track of a media stream, in order, as frames. */
export function makeSound(out: (frame: Int16Array) => void) {
  const framer = createFramer();
  const rise = createResampler(MEDIA_FORMAT.sampleRate, RATE_HZ);
  const chunks = inOrder((codes) => {
    for (const frame of framer.push(rise.push(ulaw.decode(codes)))) out(frame);
  }, SILENCE);
  return {
    push: ({ payload, chunk }: (StreamSaid & { event: "media" })["media"]) =>
      chunks.push(Buffer.from(payload, "base64"), chunk),
  };
}
