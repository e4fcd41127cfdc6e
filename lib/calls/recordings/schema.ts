import { z } from "zod";

/** `ogg` is Opus, for playback; `wav` is for download. */
export const ReadRecording = z.strictObject({
  /** Format of the file: `ogg` is Opus and supports `Range`, `wav` is uncompressed. */
  format: z.enum(["ogg", "wav"]).default("ogg"),
  /** Whether the response asks a browser to save the file (`Content-Disposition: attachment`). */
  download: z.enum(["true", "false"]).default("false"),
});
export type ReadRecording = z.output<typeof ReadRecording>;

const Bars = z.array(z.number().min(0).max(1));
/**
 * A waveform: the loudest sample per bar. `started_ms` is the recording's start, in milliseconds of the call.
 */
export const RecordingPeaks = z.object({
  /** Position in the call at which the recording begins, in milliseconds. */
  started_ms: z.int(),
  /** Length of the recording in milliseconds. */
  duration_ms: z.int(),
  /** Length of audio for each value of the waveforms, in milliseconds. */
  interval_ms: z.int(),
  /** Loudest sample of each interval of the caller, from 0 to 1. Masked ranges are 0. */
  caller: Bars,
  /** Loudest sample of each interval of the agent, from 0 to 1. Masked ranges are 0. */
  agent: Bars,
});
export type RecordingPeaks = z.output<typeof RecordingPeaks>;
