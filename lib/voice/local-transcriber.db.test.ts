import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration, listTranscribers } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { speechModelsDir } from "@/lib/agents/speech-models";
import { writeAbortingModel, writeMoonshine } from "@/lib/agents/speech-models/testing/tiny-models";
import { createHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { createLocalTranscribers } from "./local-speech";
import { workspaceVoices } from "./providers-for";
import { speech } from "./testing/providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

/** Each wait of a call can take as long as `PATIENCE`. */
const CALL_LIMIT = { timeout: 120_000 };
const PATIENCE = { timeout: 20_000, interval: 20 };
const egress = createHttpClient({ allowedHosts: [] });
const transcribers = createLocalTranscribers();
let fixture: VoiceDesk;

beforeAll(async () => {
  writeMoonshine(speechModelsDir(), "moonshine-tiny-en");
  writeAbortingModel(speechModelsDir(), "broken-en");
  writeMoonshine(speechModelsDir(), "moonshine-tiny-es");
  fixture = await openVoiceDesk((scripts) => workspaceVoices(scripts, egress, transcribers));
});
afterAll(async () => {
  await fixture.close();
  await egress.close();
  await closeHub();
});

it("models of this machine are offered with their languages", async () => {
  const offered = (await listTranscribers(fixture.ctx)).data.map(({ id, languages }) => [id, languages]);
  expect(offered).toEqual([
    ["builtin:grammar", ["en"]],
    ["local:broken-en", ["en"]],
    ["local:moonshine-tiny-en", ["en"]],
    ["local:moonshine-tiny-es", ["es"]],
  ]);
});

it("a deploy rejects a model that is not installed, and one of another language", async () => {
  const deploy = (transcriber: string) => fixture.agent({}, { transcriber });
  await expect(deploy("local:missing")).rejects.toMatchObject({
    details: [{ pointer: "/transcriber", code: "unknown_transcriber" }],
  });
  await expect(deploy("local:moonshine-tiny-es")).rejects.toMatchObject({
    details: [{ pointer: "/transcriber", code: "language_not_transcribed" }],
  });
  const draft = CreateAgent.parse({
    name: "Draft",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "Be kind.",
    transcriber: "local:missing",
  });
  expect(await createAgent(fixture.space.ctx("owner"), draft)).toMatchObject({
    transcriber: "local:missing",
  });
});

it("no integration can take the name of this machine's transcribers", async () => {
  const input = CreateIntegration.parse({
    name: "local",
    credential: { kind: "deepgram", api_key: "key-of-deepgram" },
  });
  await expect(createIntegration(fixture.space.ctx("admin"), input)).rejects.toMatchObject({
    details: [{ pointer: "/name", code: "reserved" }],
  });
});

/** Resolves when the model's process has transcribed an utterance, as its start may take longer than a call waits. */
async function warmUp(model: string): Promise<void> {
  const transcriber = await transcribers.open(model);
  await vi.waitFor(async () => {
    const signal = new AbortController().signal;
    const utterance = transcriber?.begin({ kind: "yes_no", language: "en" }, {}, signal);
    for (const frame of speech(0, 600)) utterance?.push(frame);
    expect((await utterance?.finish())?.understood).toBe(true);
  }, PATIENCE);
}

/** A call in which the caller makes the agent's question true, by speech that the tiny model transcribes as "Yes please". */
async function answerYes(transcriber: string) {
  const variables = [{ name: "window", type: "boolean", description: "whether a window table is wanted" }];
  const agentId = await fixture.agent({ lines: ["yes"] }, { transcriber, variables });
  const { call, browser } = await fixture.call(agentId);
  await browser.until(() => browser.turns().some(({ role }) => role === "agent"), PATIENCE.timeout);
  await browser.state("listening");
  await browser.say(speech(0, 600));
  await browser.until(() => browser.turns().find(({ role }) => role === "caller"), PATIENCE.timeout);
  browser.send({ type: "hang_up" });
  await browser.over();
  return vi.waitFor(async () => {
    const settled = await fixture.read(call.id);
    expect(settled.settled_at).not.toBeNull();
    return settled;
  }, PATIENCE);
}

it("a model of this machine transcribes a whole call", CALL_LIMIT, async () => {
  await warmUp("moonshine-tiny-en");
  const call = await answerYes("local:moonshine-tiny-en");
  expect(call).toMatchObject({ variables: { window: true }, provider_failures: [] });
  expect(call.transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
    "Yes please",
  ]);
  // The fallback has not been asked.
  expect(fixture.providersOf(call.id)?.expected).toEqual([]);
});

it("the built-in transcriber takes over in a call whose model ends its process", CALL_LIMIT, async () => {
  const call = await answerYes("local:broken-en");
  expect(call).toMatchObject({
    variables: { window: true },
    provider_failures: [{ provider: "local", part: "transcriber" }],
  });
  expect(fixture.providersOf(call.id)?.expected).not.toEqual([]);
});
