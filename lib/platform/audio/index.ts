export { alaw, type Companding, ulaw } from "./companding";
export { FRAME_MS, FRAME_SAMPLES, RATE_HZ } from "./frame";
export { createFramer, type Framer } from "./framer";
export { dbfs, rms } from "./level";
export { createResampler, type RateHz } from "./resample";
export type { Resampler } from "./stream-input";
export { type WavFormat, wavHeader } from "./wav";
