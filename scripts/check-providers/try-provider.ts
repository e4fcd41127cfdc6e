import { setTimeout as sleep } from "node:timers/promises";
import { adapterOf, CHECK_LIMITS, speechAccountOf } from "@/lib/agents/providers";
import { ProviderFailure, type Synthesizer, type Transcriber } from "@/lib/agents/providers/schema";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio";
import type { HttpClient } from "@/lib/platform/egress";
import type { TriedProvider } from "./accounts";

/** Words that every transcriber knows, in the form that it writes them. */
export const SENTENCE = "Hello, this is a short test of the telephone line. Can you hear me?";
/** A provider that takes longer hangs. */
const LIMIT_MS = 60_000;
/** Silence after the sentence: a caller's last sound is followed by some too. */
const SILENCE_FRAMES = 10;
/** The longest sentence that is kept, as a broken voice could speak forever. */
const MAX_FRAMES = 30_000 / FRAME_MS;

export type Trial = {
  label: string;
  /** Codes of the failed findings of the check; empty if it passed. */
  failedChecks: string[];
  /** Null for a part that the provider does not have. */
  voice: { name: string; firstAudioMs: number } | { name: string; failure: string } | null;
  transcriber:
    | { name: string; wordsMs: number; rightWords: number; words: number }
    | { name: string; failure: string }
    | null;
};
type Options = {
  httpClient: HttpClient;
  /** The voice that speaks for a provider without one. */
  builtin: () => Synthesizer;
  /** Time between two frames: a caller speaks in real time. */
  frameMs?: number;
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** How many words of the sentence a transcription contains, each counted once. */
export function countRightWords(transcription: string, sentence: string = SENTENCE): number {
  const left = wordsIn(transcription);
  return wordsIn(sentence).filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

/** Describes a failure without the provider's text, which can quote the request. */
function describeFailure(error: unknown): string {
  if (!(error instanceof ProviderFailure)) return error instanceof Error ? error.name : "unknown error";
  const { kind, status, reason } = error;
  return [kind, status, reason].filter((part) => part !== undefined).join(" ");
}

async function speak(synthesizer: Synthesizer, voice: string, signal: AbortSignal) {
  const startedAt = performance.now();
  const frames: Int16Array[] = [];
  let firstAudioMs = 0;
  for await (const frame of synthesizer.speak(SENTENCE, `provider:${voice}`, signal)) {
    if (frames.length === 0) firstAudioMs = performance.now() - startedAt;
    if (frames.push(frame) >= MAX_FRAMES) break;
  }
  if (frames.length === 0) throw new ProviderFailure(synthesizer.name, "invalid_response");
  return { frames, firstAudioMs };
}

async function transcribe(
  transcriber: Transcriber,
  frames: readonly Int16Array[],
  frameMs: number,
  signal: AbortSignal,
) {
  const utterance = transcriber.begin({ kind: "open", language: "en-US" }, {}, signal);
  const silence = Array.from({ length: SILENCE_FRAMES }, () => new Int16Array(FRAME_SAMPLES));
  const startedAt = performance.now();
  for (const [at, frame] of [...frames, ...silence].entries()) {
    // Paced by the elapsed time, as timers are late and a caller is not.
    const waitMs = startedAt + at * frameMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    utterance.push(frame);
  }
  const endedAt = performance.now();
  const { text } = await utterance.finish();
  return { text, wordsMs: performance.now() - endedAt };
}

/**
 * Tries a provider with the product's own adapter: its check, a sentence by its first voice, and the transcription of
 * that sentence by its first model.
 */
export async function tryProvider({ label, integration }: TriedProvider, options: Options): Promise<Trial> {
  const { httpClient, builtin, frameMs = FRAME_MS } = options;
  const signal = AbortSignal.timeout(LIMIT_MS);
  const adapter = adapterOf(integration.kind);
  if (adapter === undefined) throw new Error(`No adapter for ${integration.kind}.`);
  const account = speechAccountOf(integration);
  const probe = {
    egress: httpClient,
    limits: CHECK_LIMITS,
    signal: AbortSignal.timeout(CHECK_LIMITS.totalMs),
  };
  const { findings } = await adapter.check(probe, integration);
  const trial: Trial = {
    label,
    failedChecks: findings.flatMap(({ ok, code, subject }) =>
      ok ? [] : [subject === null ? code : `${code} (${subject})`],
    ),
    voice: null,
    transcriber: null,
  };

  let frames: Int16Array[] | undefined;
  const [voice] = account.voices;
  const synthesizer = voice === undefined ? undefined : adapter.createSynthesizer?.(httpClient, account);
  if (voice !== undefined && synthesizer !== undefined) {
    try {
      const speech = await speak(synthesizer, voice, signal);
      frames = speech.frames;
      trial.voice = { name: voice, firstAudioMs: speech.firstAudioMs };
    } catch (error) {
      trial.voice = { name: voice, failure: describeFailure(error) };
    } finally {
      synthesizer.close();
    }
  }

  const [model] = account.models;
  const transcriber =
    model === undefined ? undefined : adapter.createTranscriber?.(httpClient, account, model);
  if (model !== undefined && transcriber !== undefined) {
    try {
      frames ??= (await speak(builtin(), "slt", signal)).frames;
      const { text, wordsMs } = await transcribe(transcriber, frames, frameMs, signal);
      const words = wordsIn(SENTENCE).length;
      trial.transcriber = { name: model, wordsMs, rightWords: countRightWords(text), words };
    } catch (error) {
      trial.transcriber = { name: model, failure: describeFailure(error) };
    } finally {
      transcriber.close();
    }
  }
  return trial;
}
