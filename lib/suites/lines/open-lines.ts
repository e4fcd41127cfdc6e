import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { AgentUtterance } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import {
  builtinVoices,
  createSpeechHearing,
  type Providers,
  type SpeechHearing,
  workspaceVoices,
} from "@/lib/voice";
import { carrySpeech } from "./carry-speech";
import type { CaseLine } from "./schema";
import { withVoiceCapacity } from "./with-voice-capacity";

/** The voice of callers, and those of babble behind them. An agent's default voice is another one. */
const CALLER_VOICE = "builtin:rms";
const BABBLE_VOICES = ["builtin:slt", "builtin:awb", "builtin:rms"] as const;
/** Longest text that one turn speaks: about two minutes. Longer words are cut. */
const MAX_SPOKEN_CHARS = 2_000;
/** Time limit for the speech of babble: nine sentences of a few seconds. */
const TALKERS_MS = 60_000;
/** Sentences of people in the background. Nothing in them answers a question. */
const BABBLE_TEXTS = [
  "The train was late again, so we walked along the river and had lunch by the old bridge.",
  "My neighbor painted the fence green last weekend, and now the whole street talks about the color.",
  "They moved the meeting to the other building because the heating does not work upstairs.",
] as const;

/** The hearing of one case. `hear` returns the words that the agent gets; null if it noticed none. */
export type CaseHearing = {
  hear(text: string, utterance: AgentUtterance | null, signal: AbortSignal): Promise<string | null>;
  /** Failures of the voice, the VAD and the transcriber so far. */
  failures(): number;
  close(): void;
};

/** The lines of a run's cases, which share threads of the built-in speech. `close` ends them. */
export type CaseLines = {
  open(config: AgentConfig, line: CaseLine, seed: number): Promise<CaseHearing>;
  close(): Promise<void>;
};

async function speak({ synthesizer }: Providers, text: string, voice: string, signal: AbortSignal) {
  const frames: Int16Array[] = [];
  for await (const frame of synthesizer.speak(text.slice(0, MAX_SPOKEN_CHARS), voice, signal))
    frames.push(frame);
  signal.throwIfAborted();
  return frames;
}

const joinFrames = (frames: readonly Int16Array[]): Int16Array =>
  Int16Array.from(frames.flatMap((frame) => [...frame]));

async function makeTalkers(providers: Providers): Promise<Int16Array[]> {
  const signal = AbortSignal.timeout(TALKERS_MS);
  const pairs = BABBLE_TEXTS.flatMap((text) => BABBLE_VOICES.map((voice) => ({ text, voice })));
  return Promise.all(
    pairs.map(async ({ text, voice }) => joinFrames(await speak(providers, text, voice, signal))),
  );
}

/**
 * Opens lines over which agents hear synthesized callers with the credentials of the environment test. Nothing is stored: a
 * provider's failure counts in its case.
 */
export function openCaseLines(ctx: Ctx): CaseLines {
  const builtin = builtinVoices();
  const failuresById = new Map<string, number>();
  const countFailure = (id: string) => failuresById.set(id, (failuresById.get(id) ?? 0) + 1);
  const voices = workspaceVoices(builtin, undefined, undefined, async (_ctx, id, { part }) => {
    // The agent's voice is not used.
    if (part === "transcriber") countFailure(id);
  });
  let talkers: Promise<Int16Array[]> | undefined;
  /** The next case tries again. */
  const forgetTalkers = (error: unknown): never => {
    talkers = undefined;
    throw error;
  };
  let lines = 0;
  return {
    async open(config, line, seed) {
      // The failures of a case are counted by an ID that no call has.
      const id = `${ctx.requestId}/${++lines}`;
      const providers = await voices.of(ctx, { id, config, credentials: "test" });
      const caller = await builtin.of(ctx, { id, config, credentials: "test" });
      const hearing: SpeechHearing = await createSpeechHearing({
        providers,
        config,
        failed: () => void countFailure(id),
      });
      let turn = 0;
      return {
        async hear(text, utterance, signal) {
          return withVoiceCapacity(signal, async () => {
            if (line.noise === "babble") talkers ??= makeTalkers(caller).catch(forgetTalkers);
            const speech = await speak(caller, text, CALLER_VOICE, signal);
            const frames = carrySpeech(speech, line, seed + ++turn, (await talkers) ?? []);
            return hearing.hear(frames, text, utterance, signal);
          });
        },
        failures: () => failuresById.get(id) ?? 0,
        close() {
          failuresById.delete(id);
          hearing.close();
          providers.transcriber.close();
          providers.synthesizer.close();
        },
      };
    },
    close: () => voices.close(),
  };
}
