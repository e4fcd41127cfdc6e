import { z } from "zod";

/** `ogg` is Opus, for playback; `wav` is for download. */
export const ReadRecording = z.strictObject({
  format: z.enum(["ogg", "wav"]).default("ogg"),
  download: z.enum(["true", "false"]).default("false"),
});
export type ReadRecording = z.output<typeof ReadRecording>;

const Bars = z.array(z.number().min(0).max(1));
/**
 * A waveform: the loudest sample per bar. `started_ms` is the recording's start, in milliseconds of the call.
 */
export const RecordingPeaks = z.object({
  started_ms: z.int(),
  duration_ms: z.int(),
  interval_ms: z.int(),
  caller: Bars,
  agent: Bars,
});
export type RecordingPeaks = z.output<typeof RecordingPeaks>;
