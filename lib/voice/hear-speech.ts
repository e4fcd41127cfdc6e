import type { AgentConfig } from "@/lib/agents/agents/schema";
import type { Expectation } from "@/lib/agents/providers/schema";
import { type AgentUtterance, NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { FRAME_MS } from "@/lib/platform/audio";
import { foldText } from "@/lib/platform/fold-words";
import type { Providers } from "./providers";
import type { Words } from "./session/call-state-machine";
import { digitsOf, fitsExpectation } from "./session/digits-rule";
import { expectedAnswer } from "./session/expected-answer";
import { createHearing } from "./session/hearing";
import { isUnfinished } from "./session/turn-words";
import { createUtterances } from "./session/utterances";

const DIGIT_KINDS: readonly Expectation["kind"][] = ["digits", "phone"];

type Options = {
  providers: Pick<Providers, "vad" | "transcriber">;
  config: Pick<AgentConfig, "language" | "patience" | "variables">;
  /** Called for a failure of the VAD or the transcriber, whose words then count as not understood. */
  failed(): void;
};

/** Letters and digits of a text without case and accents. */
const plainOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a caller confirms words that are read back to them: they are what they have said. */
const isConfirmed = (heardText: string, spokenText: string, { kind }: Expectation): boolean =>
  DIGIT_KINDS.includes(kind)
    ? digitsOf(heardText) === digitsOf(spokenText)
    : plainOf(heardText) === plainOf(spokenText);

/** The words that count: uncertain ones if the caller confirms them, and answers only in the form of the question. */
function acceptedText({ text, isUncertain }: Words, spokenText: string, expectation: Expectation): string {
  if (!fitsExpectation(text, expectation)) return NOT_UNDERSTOOD_TEXT;
  if (isUncertain !== true) return text;
  return isConfirmed(text, spokenText, expectation) ? text : NOT_UNDERSTOOD_TEXT;
}

/**
 * Hears speech that was made beforehand as a call hears its caller: the same gain, VAD, endpointing, transcriber and rules for
 * uncertain answers. Its clock is that of the frames, so that it runs as fast as the machine allows. It remembers the caller's
 * level until `close`.
 */
export async function createSpeechHearing({ providers, config, failed }: Options) {
  const inner = await providers.vad();
  let judged: Promise<unknown> = Promise.resolve();
  let expectation: Expectation = { kind: "open", language: config.language };
  let frameCount = 0;
  let wordsSoFar = "";
  let pending = 0;
  let words: Words[] = [];
  let onWords = () => {};

  const nowMs = () => frameCount * FRAME_MS;
  const utterances = createUtterances({
    transcriber: providers.transcriber,
    expectation: () => expectation,
    nowMs,
    seems: undefined,
    onProgress: (text) => {
      wordsSoFar = text;
    },
    onWords: (next) => {
      pending--;
      if (next !== null) words.push(next);
      onWords();
    },
    failed,
  });
  const hearing = createHearing({
    vad: {
      push(frame) {
        const result = inner.push(frame);
        judged = Promise.resolve(result).catch(() => null);
        return result;
      },
      close: inner.close,
    },
    nowMs,
    duringAgentSpeech: () => false,
    mayIgnoreSoftSound: () => false,
    expectation: () => expectation,
    patience: config.patience,
    isUnfinished: () => isUnfinished(wordsSoFar, expectation),
    happened(event, before) {
      if (event.type === "started") {
        wordsSoFar = "";
        utterances.begin(event.startMs, before);
      } else if (event.type === "ended") {
        pending++;
        utterances.finish(event.endMs);
      }
    },
    onSpeechFrame: utterances.push,
    loud: () => undefined,
    failed,
  });

  return {
    /**
     * Hears the frames of one turn (16 kHz, 20 ms each). `spokenText` is the text that they speak, which decides whether the caller
     * confirms uncertain words. Returns the text that the conversation gets; null if nothing was noticed.
     */
    async hear(
      frames: readonly Int16Array[],
      spokenText: string,
      utterance: Pick<AgentUtterance, "expects" | "asking"> | null,
      signal: AbortSignal,
    ): Promise<string | null> {
      expectation = expectedAnswer(config, utterance ?? {});
      words = [];
      for (const frame of frames) {
        signal.throwIfAborted();
        frameCount++;
        hearing.frame(frame);
        await judged;
      }
      hearing.stop();
      while (pending > 0) await new Promise<void>((resolve) => (onWords = resolve));
      const texts = words.map((each) => acceptedText(each, spokenText, expectation));
      const understood = texts.filter((text) => text !== NOT_UNDERSTOOD_TEXT);
      return understood.length > 0 ? understood.join(" ") : (texts[0] ?? null);
    },
    close(): void {
      utterances.stop();
      hearing.close();
    },
  };
}
export type SpeechHearing = Awaited<ReturnType<typeof createSpeechHearing>>;
