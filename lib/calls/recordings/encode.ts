import { Encoder } from "@evan/opus";
import { OPUS_RATE_HZ, oggWriter } from "./ogg";
import { CHANNELS, FRAME_BYTES, FRAME_MS, RATE_HZ } from "./sound";

/** Speech of two people, each in a channel of their own, is clear at this. */
const BITS_PER_S = 32_000;
/** What Opus looks ahead at 16 kHz: 6.5 ms (RFC 6716, 2.1.5, and the reference encoder's delay). */
const PRE_SKIP = 312;
/** Frames that are encoded in one go: about 20 ms of work, then others have their turn. */
const FRAMES_AT_ONCE = 50;

const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Makes Opus in Ogg of stereo PCM as it comes; the pieces in order are the file. */
export function makeEncoder() {
  const encoder = new Encoder({ channels: CHANNELS, sample_rate: RATE_HZ, application: "voip" });
  encoder.bitrate = BITS_PER_S;
  const ogg = oggWriter(
    { channels: CHANNELS, inputHz: RATE_HZ, preSkip: PRE_SKIP },
    (OPUS_RATE_HZ * FRAME_MS) / 1_000,
  );
  const pieces: Buffer[] = [ogg.head];
  return {
    /** `pcm` is whole frames. */
    async push(pcm: Buffer): Promise<void> {
      for (let at = 0, n = 1; at + FRAME_BYTES <= pcm.length; at += FRAME_BYTES, n++) {
        const made = ogg.push(Buffer.from(encoder.encode(pcm.subarray(at, at + FRAME_BYTES))));
        if (made !== null) pieces.push(made);
        if (n % FRAMES_AT_ONCE === 0) await breathe();
      }
    },
    finish(): Buffer {
      pieces.push(ogg.end());
      return Buffer.concat(pieces);
    },
  };
}
