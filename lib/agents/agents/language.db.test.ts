import { beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createAgent, deployAgent, updateAgent } from ".";
import { CreateAgent, UpdateAgent } from "./schema";
import { speakLanguage } from "./testing/speak-language";

let space: TestWorkspace;
beforeAll(async () => {
  space = await makeWorkspace();
});

const GIVEN = { name: "Recepción", type: "voice", voice_id: "builtin:slt", prompt: "Sé amable." };
const pointersOf = async (work: Promise<unknown>) => {
  const caught = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return caught instanceof AppError ? caught.details?.map(({ pointer, code }) => [pointer, code]) : caught;
};

/** Creates an agent that went live in Spanish before such deploys were rejected. */
async function liveInSpanish(policy: object = {}): Promise<string> {
  const ctx = space.ctx("owner");
  const { id } = await createAgent(ctx, CreateAgent.parse({ ...GIVEN, ...policy }));
  await deployAgent(ctx, id);
  await speakLanguage(id, "es-ES");
  return id;
}

test("deploying an agent in Spanish is rejected, with the field and the remedy", async () => {
  const ctx = space.ctx("owner");
  const { id } = await createAgent(ctx, CreateAgent.parse({ ...GIVEN, language: "es-ES" }));
  expect(await pointersOf(deployAgent(ctx, id))).toEqual([["/language", "language_not_covered"]]);
});

test("rolling back to a version in Spanish is rejected", async () => {
  const ctx = space.ctx("owner");
  const id = await liveInSpanish();
  await updateAgent(ctx, id, UpdateAgent.parse({ prompt: "Be kind.", language: "en-US" }));
  await deployAgent(ctx, id);
  expect(await pointersOf(deployAgent(ctx, id, { version: 1 }))).toEqual([
    ["/language", "language_not_covered"],
  ]);
});

test("a live agent in Spanish can stop recording, and cannot start recording or lose its masks", async () => {
  const ctx = space.ctx("owner");
  const id = await liveInSpanish({ recording: { enabled: true } });
  const change = (input: object) => updateAgent(ctx, id, UpdateAgent.parse(input));
  expect(await pointersOf(change({ recording: { redact_sensitive_fields: false } }))).toEqual([
    ["/recording/redact_sensitive_fields", "language_not_covered"],
  ]);
  await change({ recording: { enabled: false } });
  expect(await pointersOf(change({ recording: { enabled: true } }))).toEqual([
    ["/recording/enabled", "language_not_covered"],
  ]);
});
