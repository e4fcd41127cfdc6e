import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderFailure, type Synthesizer, type Transcriber } from "@/lib/agents/providers/schema";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import {
  synthesizerWithFallback,
  TRANSCRIBER_ANSWER_MS,
  transcriberWithFallback,
  VOICE_ANSWER_MS,
  VOICE_WITHIN_MS,
} from "./fallback";
import { speakSpokenForm } from "./spoken-form";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
const PROVIDER_FRAME = new Int16Array(FRAME_SAMPLES).fill(7_000);
const BUILTIN_FRAME = new Int16Array(FRAME_SAMPLES).fill(1_000);
const BUILTIN: Synthesizer = {
  name: "builtin",
  async *speak() {
    yield BUILTIN_FRAME;
  },
  close() {},
};
const hang = () => new Promise<never>(() => undefined);

/** A voice with these frames, which then ends in this way. */
const voice = (frames: number, end: () => Promise<void>): Synthesizer => ({
  name: "provider",
  async *speak() {
    for (let n = 0; n < frames; n++) yield PROVIDER_FRAME;
    await end();
  },
  close() {},
});

/** Speaks a sentence; returns its frames so far. */
function speakWith(first: Synthesizer, onRestart?: () => void) {
  const failures: string[] = [];
  const frames: Int16Array[] = [];
  const synthesizer = synthesizerWithFallback(first, BUILTIN, "builtin:slt", ({ kind }) =>
    failures.push(kind),
  );
  const playback = (async () => {
    const context = onRestart === undefined ? {} : { onRestart };
    for await (const frame of synthesizer.speak("Hello.", "provider:anna", never, context))
      frames.push(frame);
  })();
  return { frames, failures, playback };
}

describe("the built-in voice", () => {
  it("speaks for a voice that never answers, within a second and a half of the request", async () => {
    const { frames, failures, playback } = speakWith(voice(0, hang));
    await vi.advanceTimersByTimeAsync(VOICE_ANSWER_MS - 1);
    expect(frames).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await playback;
    expect([frames, failures]).toEqual([[BUILTIN_FRAME], ["timeout"]]);
    expect(VOICE_ANSWER_MS).toBeLessThan(VOICE_WITHIN_MS);
    expect(VOICE_WITHIN_MS).toBe(1_500);
  });

  it("begins the sentence again for a voice that stops within it, and says so", async () => {
    let restarts = 0;
    const { frames, failures, playback } = speakWith(voice(2, hang), () => restarts++);
    await vi.advanceTimersByTimeAsync(VOICE_ANSWER_MS);
    await playback;
    expect(frames).toEqual([PROVIDER_FRAME, PROVIDER_FRAME, BUILTIN_FRAME]);
    expect([failures, restarts]).toEqual([["timeout"], 1]);
  });

  it("begins the sentence again for a voice that breaks off within it", async () => {
    const broken = voice(1, () => Promise.reject(new ProviderFailure("provider", "unavailable")));
    const { frames, failures, playback } = speakWith(broken);
    await playback;
    expect([frames.length, failures]).toEqual([2, ["unavailable"]]);
  });

  it("does not speak for a voice whose frames the line takes slowly", async () => {
    const failures: string[] = [];
    const synthesizer = synthesizerWithFallback(
      voice(3, async () => undefined),
      BUILTIN,
      "builtin:slt",
      ({ kind }) => failures.push(kind),
    );
    let frames = 0;
    for await (const _ of synthesizer.speak("Hello.", "provider:anna", never)) {
      frames++;
      await vi.advanceTimersByTimeAsync(VOICE_ANSWER_MS * 2);
    }
    expect([frames, failures]).toEqual([3, []]);
  });
});

it("the built-in transcriber hears the same utterance if another does not answer in time", async () => {
  const builtinFrames: number[] = [];
  const transcriber = (
    name: string,
    finish: () => Promise<never> | Promise<{ text: string }>,
  ): Transcriber => ({
    name,
    begin: () => ({
      push: (frame) => void (name === "builtin" && builtinFrames.push(frame[0] ?? 0)),
      finish: async () => ({ ...(await finish()), confidence: 1, understood: true }),
      abort() {},
    }),
    close() {},
  });
  const failures: string[] = [];
  const either = transcriberWithFallback(
    transcriber("provider", hang),
    transcriber("builtin", async () => ({ text: "yes" })),
    ({ kind }) => failures.push(kind),
  );
  const utterance = either.begin({ kind: "yes_no", language: "en" }, {}, never);
  utterance.push(PROVIDER_FRAME);
  const words = utterance.finish();
  await vi.advanceTimersByTimeAsync(TRANSCRIBER_ANSWER_MS);
  expect((await words).text).toBe("yes");
  expect([builtinFrames, failures]).toEqual([[7_000], ["timeout"]]);
});

it("a provider's voice gets numbers in words, and the built-in voice the text as it is written", async () => {
  const texts: unknown[] = [];
  const recording = (name: string, fails: boolean): Synthesizer => ({
    name,
    async *speak(text, _voice, _signal, context) {
      texts.push([name, text, context?.previousText, context?.isSpokenForm]);
      if (fails) throw new ProviderFailure(name, "unavailable");
      yield BUILTIN_FRAME;
    },
    close() {},
  });
  const speak = async (language: string) => {
    const synthesizer = synthesizerWithFallback(
      speakSpokenForm(recording("provider", true)),
      recording("builtin", false),
      "builtin:slt",
      () => undefined,
    );
    const context = { language, previousText: "Row 12." };
    for await (const _ of synthesizer.speak("Seat 14.", "provider:anna", never, context));
  };
  await speak("en-GB");
  await speak("de");
  expect(texts).toEqual([
    ["provider", "Seat fourteen.", "Row twelve.", true],
    ["builtin", "Seat 14.", "Row 12.", undefined],
    ["provider", "Seat 14.", "Row 12.", undefined],
    ["builtin", "Seat 14.", "Row 12.", undefined],
  ]);
});
