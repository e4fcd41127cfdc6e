import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { builtinVoices } from ".";
import { createBuiltinProviders } from "./providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

/** Threads start, models load, and two voices speak in real time, on a machine that does something else too. */
const PATIENCE_MS = 120_000;

let fixture: VoiceDesk;
let caller: ReturnType<typeof createBuiltinProviders>;
beforeAll(async () => {
  fixture = await openVoiceDesk(() => builtinVoices());
  caller = createBuiltinProviders();
}, PATIENCE_MS);
afterAll(async () => {
  await fixture.close();
  await caller.close();
  await closeHub();
});

/**
 * The caller's answers to the agent's questions. A caller who is not understood is asked again, and repeats
 * the answer.
 */
const ANSWERS: readonly [asked: RegExp, words: string][] = [
  [/right\?/i, "yes"],
  [/how many people/i, "four"],
  [/the day/i, "the first of December"],
];
/** Three questions, with those that had to be asked again or read back. */
const MOST_QUESTIONS = 10;

/** The caller's words, as the built-in voice says them. */
async function say(text: string): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of caller.synthesizer.speak(text, "builtin:rms", new AbortController().signal))
    frames.push(frame);
  return frames;
}

it(
  "a whole conversation is heard and spoken without an account",
  async () => {
    const variables = [
      { name: "day", type: "date", description: "the day" },
      { name: "people", type: "number", description: "how many people come" },
    ];
    const answers = await Promise.all(
      ANSWERS.map(async ([asked, words]) => ({ asked, frames: await say(words) })),
    );
    const { call, browser } = await fixture.call(await fixture.agent({}, { variables }));
    // An answer that the transcriber is not sure of is read back, outside of the conversation.
    const questions = () =>
      browser.turns().filter(({ role, text }) => role === "agent" || /Is that right/.test(text ?? ""));
    for (let answered = 0; answered < MOST_QUESTIONS; answered = questions().length) {
      const isAsked = () =>
        questions().length > answered && browser.of("state").at(-1)?.state === "listening";
      await browser.until(() => browser.closed() !== null || isAsked(), PATIENCE_MS);
      if (browser.closed() !== null) break;
      const question = questions().at(-1)?.text ?? "";
      const frames = answers.find(({ asked }) => asked.test(question))?.frames ?? [];
      await browser.say(frames, 1_000);
    }
    await browser.over();
    const done = await vi.waitFor(
      async () => {
        const read = await fixture.read(call.id);
        expect(read.settled_at).not.toBeNull();
        return read;
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(done).toMatchObject({ end_reason: "agent_ended", variables: { people: 4 } });
    expect(done.variables.day).toMatch(/-12-01$/);
    // It was a voice that was heard, not silence.
    expect(browser.played.some(({ level }) => Math.abs(level) > 500)).toBe(true);
  },
  PATIENCE_MS * 2,
);
