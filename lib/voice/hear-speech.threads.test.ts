import { afterAll, expect, test } from "vitest";
import type { Variable } from "@/lib/agents/agents/schema";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { FRAME_SAMPLES } from "@/lib/platform/audio";
import { createSpeechHearing } from "./hear-speech";
import { createBuiltinProviders } from "./providers";

const providers = createBuiltinProviders();
afterAll(() => providers.close());

const signal = new AbortController().signal;
const quiet = (frames: number) => Array.from({ length: frames }, () => new Int16Array(FRAME_SAMPLES));
const variable = (name: string, type: Variable["type"]): Variable => ({
  name,
  type,
  description: name,
  required: true,
  sensitive: false,
  category: "general",
  choices: null,
  digits: null,
});
const config = {
  language: "en-US",
  patience: "medium",
  variables: [variable("people", "number"), variable("number", "phone")],
} as const;

async function speak(text: string): Promise<Int16Array[]> {
  const frames: Int16Array[] = [];
  for await (const frame of providers.synthesizer.speak(text, "builtin:rms", signal)) frames.push(frame);
  return [...quiet(15), ...frames, ...quiet(135)];
}

test("speech that was made beforehand is heard as a call's caller is", async () => {
  let failures = 0;
  const hearing = await createSpeechHearing({
    providers,
    config: { ...config, variables: [...config.variables] },
    failed: () => {
      failures++;
    },
  });
  const hear = async (text: string, asking: string, spokenText = text) =>
    hearing.hear(await speak(text), spokenText, { asking }, signal);
  expect(await hear("four", "people")).toBe("four");
  const phone = "four one five five five five two six seven one";
  // Digits are read back: the caller confirms those that they have said, and no others.
  expect(await hear(phone, "number")).toBe(phone);
  expect(await hear(phone, "number", "four one five")).toBe(NOT_UNDERSTOOD_TEXT);
  expect(await hearing.hear(quiet(200), "", null, signal)).toBeNull();
  await expect(hearing.hear(await speak("four"), "four", null, AbortSignal.abort())).rejects.toThrow();
  expect(failures).toBe(0);
  hearing.close();
});
