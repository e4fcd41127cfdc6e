import { Encoder } from "@evan/opus";
import { CHANNELS, FRAME_BYTES, FRAME_MS, SAMPLE_RATE_HZ } from "./audio-format";
import { createOggWriter, OPUS_RATE_HZ } from "./ogg";

/** Enough for clear speech of two people in separate channels. */
const BITS_PER_S = 32_000;
/** Opus look-ahead at 16 kHz: 6.5 ms (RFC 6716, 2.1.5, and the reference encoder's delay). */
const PRE_SKIP = 312;
/** Frames encoded before yielding to the event loop: about 20 ms of work. */
const FRAMES_AT_ONCE = 50;

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Encodes streamed stereo PCM as Opus in Ogg. The returned pieces, in order, are the file. */
export function createEncoder() {
  const encoder = new Encoder({ channels: CHANNELS, sample_rate: SAMPLE_RATE_HZ, application: "voip" });
  encoder.bitrate = BITS_PER_S;
  const ogg = createOggWriter(
    { channels: CHANNELS, inputHz: SAMPLE_RATE_HZ, preSkip: PRE_SKIP },
    (OPUS_RATE_HZ * FRAME_MS) / 1_000,
  );
  const pieces: Buffer[] = [ogg.head];
  return {
    /** `pcm` must contain whole frames. */
    async push(pcm: Buffer): Promise<void> {
      for (let at = 0, n = 1; at + FRAME_BYTES <= pcm.length; at += FRAME_BYTES, n++) {
        const piece = ogg.push(Buffer.from(encoder.encode(pcm.subarray(at, at + FRAME_BYTES))));
        if (piece !== null) pieces.push(piece);
        if (n % FRAMES_AT_ONCE === 0) await breathe();
      }
    },
    finish(): Buffer {
      pieces.push(ogg.end());
      return Buffer.concat(pieces);
    },
  };
}
