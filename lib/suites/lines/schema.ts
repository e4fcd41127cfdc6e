import { z } from "zod";
import { LINE_CODECS, NOISE_KINDS } from "./values";

/** The line over which the agent hears a caller whose words are synthesized. */
export const CaseLine = z.strictObject({
  /**
   * Background noise: `babble` is several people who talk, `hum` an electric hum with its harmonics, `pink` noise as of a fan or
   * traffic.
   */
  noise: z.enum(NOISE_KINDS).default("none"),
  /** Level of the speech above the noise, in dB. Without noise, it has no effect. */
  snr_db: z.union([z.literal(20), z.literal(10)]).default(20),
  /** Codec of the line: `mulaw` is that of a telephone (8 kHz), `none` the full band of a browser. */
  codec: z.enum(LINE_CODECS).default("mulaw"),
});
export type CaseLine = z.output<typeof CaseLine>;
