import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { understand } from "@/lib/calls/conversation/understand";
import { FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import type { Providers } from "@/lib/voice/providers/port";
import { createBuiltinProviders } from ".";

let providers: Providers & { close(): Promise<void> };
beforeAll(() => {
  providers = createBuiltinProviders();
});
afterAll(() => providers.close());

const never = new AbortController().signal;
const SILENCE = new Int16Array(FRAME_SAMPLES);

async function synthesize(text: string, voice = "builtin:rms"): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of providers.synthesizer.speak(text, voice, never)) frames.push(frame);
  // The line is quiet before and after a caller speaks.
  const quiet = Array.from({ length: 10 }, () => SILENCE);
  return [...quiet, ...frames, ...quiet];
}

async function transcribe(
  frames: readonly Int16Array[],
  expected: Partial<Expectation>,
  partial?: (text: string) => void,
) {
  const expectation: Expectation = { kind: "open", language: "en-US", ...expected };
  const utterance = providers.transcriber.begin(expectation, partial ? { partial } : {}, never);
  for (const frame of frames) utterance.push(frame);
  return utterance.finish();
}

const now = new Date("2026-11-21T10:00:00Z");
const meaning = (type: "boolean" | "phone" | "date" | "time" | "choice", text: string, choices?: string[]) =>
  understand({ name: "asked", type, description: "", choices: choices ?? null }, text, now)?.value;

describe("what the built-in voice says, the built-in transcriber hears, and the conversation understands", () => {
  it("yes, and no", async () => {
    const yes = await transcribe(await synthesize("Yes."), { kind: "yes_no" });
    const no = await transcribe(await synthesize("No, thank you."), { kind: "yes_no" });
    expect([meaning("boolean", yes.text), meaning("boolean", no.text)]).toEqual([true, false]);
  });

  it("a telephone number, as it is said", async () => {
    const partials: string[] = [];
    const frames = await synthesize("four one five five five five two six seven one");
    const { text, confidence } = await transcribe(frames, { kind: "phone" }, (part) => partials.push(part));
    expect(text).toBe("four one five five five five two six seven one");
    expect(meaning("phone", text)).toBe("+14155552671");
    expect(confidence).toBeGreaterThan(0);
    expect(partials.at(-1)?.startsWith("four one")).toBe(true);
  });

  it("a day and a time", async () => {
    const { text } = await transcribe(await synthesize("next tuesday at half past two"), { kind: "date" });
    expect(text).toBe("next tuesday at half past two");
    expect([meaning("date", text), meaning("time", text)]).toEqual(["2026-11-24", "14:30"]);
  });

  it("a choice by its name", async () => {
    const choices = ["General check-up", "Dental cleaning", "Eye examination"];
    const { text } = await transcribe(await synthesize("dental cleaning please"), {
      kind: "choice",
      choices,
    });
    expect(meaning("choice", text, choices)).toBe("Dental cleaning");
  });

  it("an opt-out, after every question", async () => {
    const { text } = await transcribe(await synthesize("stop calling me"), { kind: "digits" });
    expect(text).toBe("stop calling me");
  });
});

describe("what is no answer", () => {
  it("is not understood, instead of taken for one", async () => {
    const frames = await synthesize("the printer in the office does not work any more");
    expect(await transcribe(frames, { kind: "digits" })).toMatchObject({ text: "", understood: false });
  });

  it("is nothing at all, in silence", async () => {
    const quiet = Array.from({ length: 50 }, () => SILENCE);
    expect((await transcribe(quiet, { kind: "yes_no" })).understood).toBe(false);
  });

  it("is refused in a language that it does not know", async () => {
    await expect(transcribe([], { kind: "yes_no", language: "fr" })).rejects.toMatchObject({
      kind: "refused",
    });
  });
});

it("hears the end of an answer behind a pause that seemed to be its end", async () => {
  const frames = [...(await synthesize("Yes")), ...(await synthesize("please"))];
  expect((await transcribe(frames, { kind: "yes_no" })).text).toBe("yes please");
});

it("continues with the next utterance after an interrupted one", async () => {
  const control = new AbortController();
  const expectation: Expectation = { kind: "yes_no", language: "en" };
  const broken = providers.transcriber.begin(expectation, {}, control.signal);
  for (const frame of await synthesize("Yes.")) broken.push(frame);
  control.abort(new Error("hung up"));
  await expect(broken.finish()).rejects.toThrow("hung up");
  expect((await transcribe(await synthesize("Yes, please."), { kind: "yes_no" })).text).toBe("yes please");
});

it("speaks in each voice, in frames, and stops when it is told to", async () => {
  for (const voice of ["builtin:slt", "builtin:rms", "builtin:awb"]) {
    const frames = await synthesize("Good morning.", voice);
    expect(frames.every((frame) => frame.length === FRAME_SAMPLES)).toBe(true);
    expect(frames.length).toBeGreaterThan(40);
  }
  const control = new AbortController();
  let count = 0;
  for await (const _ of providers.synthesizer.speak(
    "Good morning. ".repeat(50),
    "builtin:slt",
    control.signal,
  )) {
    count += 1;
    if (count === 5) control.abort();
  }
  expect(count).toBe(5);
  await expect(synthesize("Hello.", "builtin:nobody")).rejects.toMatchObject({ kind: "refused" });
});

it("finds speech, and none in silence or in noise", async () => {
  const probability = async (frames: readonly Int16Array[]) => {
    const vad = await providers.vad();
    const results: number[] = [];
    for (const frame of frames) {
      const p = await vad.push(frame);
      if (p !== null) results.push(p);
    }
    vad.close();
    return Math.max(...results);
  };
  const noise = Array.from({ length: 50 }, (_, n) =>
    SILENCE.map((_, i) => ((i * 7_919 + n * 104_729) % 2_001) - 1_000),
  );
  expect(await probability(await synthesize("Good morning."))).toBeGreaterThan(0.8);
  expect(await probability(Array.from({ length: 50 }, () => SILENCE))).toBeLessThan(0.3);
  expect(await probability(noise)).toBeLessThan(0.5);
});

it("judges each of many calls by what it heard of that call", async () => {
  const speech = await synthesize("Good morning, how are you?");
  const vads = await Promise.all(Array.from({ length: 8 }, () => providers.vad()));
  const peaks = vads.map(() => 0);
  for (const frame of speech)
    await Promise.all(
      vads.map(async (vad, i) => {
        const p = await vad.push(i % 2 === 0 ? frame : SILENCE);
        peaks[i] = Math.max(peaks[i] ?? 0, p ?? 0);
      }),
    );
  expect(peaks.map((peak) => peak > 0.6)).toEqual(vads.map((_, i) => i % 2 === 0));
});
