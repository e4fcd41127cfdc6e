import { ulaw } from "@/lib/platform/audio";
import { MEDIA_FORMAT, streamSaid } from "@/lib/voice/transports/twilio/protocol";
import { makeSound } from "@/lib/voice/transports/twilio/sound";

/** Frames of 20 ms in a second of a call. */
const FRAMES_PER_S = 50;
const FRAME_SAMPLES = MEDIA_FORMAT.sampleRate / FRAMES_PER_S;
/** Seconds of audio in one measurement, and measurements. The fastest counts: another process delays the others. */
const SECONDS = 4;
const MEASUREMENTS = 20;
/** Runs until the engine has compiled what is measured. */
const WARM_UP_RUNS = 40;
/**
 * CPU time of a whole call in relation to reading its audio: 0.61 % of a core for each of 200 calls with providers
 * outside, against 0.024 % (docs/performance.md, "Voice").
 */
const COST_OF_CALL = 25;
/** The part of a core that calls can use before frames are late. */
const USABLE_CORE = 0.7;
const MIN_CALLS = 10;
const MAX_CALLS = 500;
const MS_PER_S = 1_000;

/** Messages of a carrier with `SECONDS` of a tone. */
function buildMessages(): Buffer[] {
  return Array.from({ length: SECONDS * FRAMES_PER_S }, (_, chunk) => {
    const samples = Int16Array.from({ length: FRAME_SAMPLES }, (__, i) =>
      Math.round(8_000 * Math.sin((chunk * FRAME_SAMPLES + i) / 5)),
    );
    const payload = Buffer.from(ulaw.encode(samples)).toString("base64");
    const media = { track: "inbound", chunk: String(chunk + 1), payload };
    return Buffer.from(JSON.stringify({ event: "media", streamSid: "MZ0", media }));
  });
}

/** Reads the messages as a call does, and returns the milliseconds that it took. */
function readMessages(messages: readonly Buffer[], nowMs: () => number): number {
  const startMs = nowMs();
  const sound = makeSound(() => undefined);
  for (const message of messages) {
    const parsed = streamSaid(message);
    if (parsed?.event === "media") sound.push(parsed.media);
  }
  return nowMs() - startMs;
}

/**
 * Estimates how many calls with providers outside this machine one process holds, from the time in which it reads a few
 * seconds of a carrier's audio: between 10 and 500. Blocks the process for a fifth of a second. The built-in
 * transcriber needs about ten times as much for each call; there the measured lag decides (`createLagGate`).
 */
export function estimateMaxCalls(nowMs: () => number = () => performance.now()): number {
  const messages = buildMessages();
  for (let run = 0; run < WARM_UP_RUNS; run++) readMessages(messages, nowMs);
  const fastestMs = Math.min(...Array.from({ length: MEASUREMENTS }, () => readMessages(messages, nowMs)));
  const coreOfCall = (fastestMs / (SECONDS * MS_PER_S)) * COST_OF_CALL;
  const calls = coreOfCall > 0 ? Math.floor(USABLE_CORE / coreOfCall) : MAX_CALLS;
  return Math.min(MAX_CALLS, Math.max(MIN_CALLS, calls));
}
