/**
 * A recording is 16-bit PCM at 16 kHz in two channels, the caller on the left and the agent on the right, in
 * frames of 20 ms.
 */
export const SAMPLE_RATE_HZ = 16_000;
export const CHANNELS = 2;
export const FRAME_MS = 20;
/** Samples of one channel in a frame. */
export const FRAME_SAMPLES = (SAMPLE_RATE_HZ * FRAME_MS) / 1_000;
/** Bytes of a frame with both channels. */
export const FRAME_BYTES = FRAME_SAMPLES * CHANNELS * 2;
