/**
 * Delays of speech providers and of a model as published, read on 2026-11-27. The sources give medians; the spread (`SIGMA`, of a
 * log-normal distribution, so that the 95th percentile is 1.9 times the median) is assumed.
 *
 * - `transcriber`: Deepgram's final words after the end of speech, 298 ms in the breakdown of
 *   https://hzrelay.mecverse.com/blog/latency-breakdown; 150 to 250 ms to Nova-3's first words in
 *   https://genalphai.com/stt-api-showdown-time-to-first-token-vs-word-error-rate-in-2026/
 * - `model`: first token of OpenAI's small models, 370 ms in the same breakdown; 790 ms on average for gpt-4.1-mini in
 *   https://rewards-assistant-docs.fetchrewards.com/_synced/consumer-agent/experiments/landing-page-latency-optimization/
 * - `voice`: 75 ms of inference of ElevenLabs Flash v2.5 (https://elevenlabs.io/docs/overview/models), and its network
 */
export const MEDIAN_MS = { transcriber: 250, model: 500, voice: 120 } as const;
const SIGMA = 0.4;

/** Draws a delay in milliseconds. */
export function drawDelayMs(part: keyof typeof MEDIAN_MS): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return MEDIAN_MS[part] * Math.exp(SIGMA * normal);
}
