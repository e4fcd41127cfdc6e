import { z } from "zod";

/** `ogg` is Opus, to be played; `wav` is for download. */
export const ReadRecording = z.strictObject({
  format: z.enum(["ogg", "wav"]).default("ogg"),
  download: z.enum(["true", "false"]).default("false"),
});
export type ReadRecording = z.output<typeof ReadRecording>;

const Bars = z.array(z.number().min(0).max(1));
/** A waveform: the loudest sample of each bar. `started_ms` is where the recording begins, in the call's time. */
export const RecordingPeaks = z.object({
  started_ms: z.int(),
  duration_ms: z.int(),
  interval_ms: z.int(),
  caller: Bars,
  agent: Bars,
});
export type RecordingPeaks = z.output<typeof RecordingPeaks>;
