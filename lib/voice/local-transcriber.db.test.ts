import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration, listTranscribers } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { speechModelsDir } from "@/lib/agents/speech-models";
import { writeAbortingModel, writeMoonshine } from "@/lib/agents/speech-models/testing/tiny-models";
import { createHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { workspaceVoices } from "./providers-for";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const egress = createHttpClient({ allowedHosts: [] });
let fixture: VoiceDesk;

beforeAll(async () => {
  writeMoonshine(speechModelsDir(), "moonshine-tiny-en");
  writeAbortingModel(speechModelsDir(), "broken-en");
  writeMoonshine(speechModelsDir(), "moonshine-tiny-es");
  fixture = await openVoiceDesk((scripts) => workspaceVoices(scripts, egress));
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
