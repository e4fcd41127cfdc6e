/** Inside, audio is PCM of 16 bits, mono, in frames of 20 ms. Who speaks another rate resamples at its own edge. */
export const RATE_HZ = 16_000;

/** The packet time of telephony (RFC 3551, 4.2): short enough to interrupt by, long enough to be cheap. */
export const FRAME_MS = 20;

/** 320 samples. */
export const FRAME_SAMPLES = (RATE_HZ * FRAME_MS) / 1000;
