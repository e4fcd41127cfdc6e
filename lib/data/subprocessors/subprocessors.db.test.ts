import "@/test/fixtures/loopback";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import {
  createIntegration,
  disconnectIntegration,
  listIntegrations,
  openSpeechAccount,
} from "@/lib/agents/integrations";
import { CreateIntegration, ListIntegrations } from "@/lib/agents/integrations/schema";
import { type CallFixture, createCallFixture } from "@/lib/calls/calls/testing/call-fixture";
import { startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { listSubprocessors } from ".";
import { listInstallationParts } from "./installation";

const CARD = "4111 1111 1111 1111";
let fixture: CallFixture;
let model: TestModel;
beforeAll(async () => {
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});

const demand = (require_zero_retention: boolean) =>
  updateWorkspace(fixture.space.ctx("admin"), { require_zero_retention });
const digitsOf = (text: unknown) => JSON.stringify(text).replaceAll(/[^0-9]/g, "");

test("the list has each recipient with its data, retention and location", async () => {
  const agentId = await fixture.agent({ model: model.id });
  const { data, require_zero_retention: demanded } = await listSubprocessors(fixture.space.ctx("viewer"));
  expect(demanded).toBe(false);
  const summary = data.map((item) => [
    item.name,
    item.environment,
    item.zero_retention,
    item.allowed,
    item.live_agents,
  ]);
  expect(summary).toEqual([
    ["house", "live", false, true, 1],
    ["house", "test", false, true, 0],
    ["Scripted test model, built-in voices and transcriber", null, true, true, 1],
    ["Storage", null, null, true, 0],
    ["Database", null, null, true, 0],
  ]);
  const answer = await apiOf(fixture.space)("GET", "/v1/subprocessors");
  expect([answer.status, answer.text.includes("api_key"), agentId.startsWith("agt_")]).toEqual([
    200,
    false,
    true,
  ]);
  const rented = listInstallationParts(
    { live_agents: 0, used_in_calls: 0 },
    { live_agents: 2, used_in_calls: 7 },
    {
      S3_BUCKET: "b",
      S3_REGION: "eu-central-1",
      S3_ENDPOINT: undefined,
      DATABASE_URL: "postgres://u:secret@db.example.com/x?sslmode=require",
      SMTP_URL: "smtps://u:secret@mail.example.com",
    },
  );
  expect(rented.map(({ id, location, host }) => [id, location, host])).toEqual([
    ["builtin", "local", null],
    ["local", "local", null],
    ["storage", "external", null],
    ["database", "external", null],
    ["mail", "external", null],
  ]);
});

test("the list has each provider's data instruction and the basis of its zero retention", async () => {
  const { ctx } = await makeWorkspace();
  const agreement = "Zero data retention addendum of 2026-03-01";
  const connect = (name: string, credential: object) =>
    createIntegration(ctx("admin"), CreateIntegration.parse({ name, credential }));
  const openAi = { kind: "model", base_url: "https://api.openai.com/v1", api_key: "k", models: ["m"] };
  await connect("ears", { kind: "deepgram", api_key: "k" });
  await connect("kept", { ...openAi });
  await connect("agreed", { ...openAi, zero_retention: true, retention_agreement: agreement });
  await connect("voice", { kind: "elevenlabs", api_key: "k", voices: ["v"] });
  await connect("voice-asked", { kind: "elevenlabs", api_key: "k", voices: ["v"], zero_retention: true });
  await connect("sonic", { kind: "cartesia", api_key: "k" });
  await connect("whisper", {
    kind: "openai",
    api_key: "k",
    zero_retention: true,
    retention_agreement: agreement,
  });
  const { data } = await listSubprocessors(ctx("viewer"));
  const instructions = Object.fromEntries(
    data.map(({ name, instruction, zero_retention, zero_retention_basis: basis }) => [
      name,
      [instruction?.match(/contains (.+?), so/)?.[1] ?? null, zero_retention, basis],
    ]),
  );
  expect(instructions).toMatchObject({
    ears: ["mip_opt_out=true", false, null],
    kept: ["store: false", false, null],
    agreed: ["store: false", true, "agreement"],
    voice: [null, false, null],
    "voice-asked": ["enable_logging=false", false, "unconfirmed"],
    sonic: [null, false, null],
    whisper: [null, true, "agreement"],
  });
  expect(data.find(({ name }) => name === "agreed")?.retention_agreement).toBe(agreement);
});

test("required zero retention applies to the deploy, the next call and a call in progress", async () => {
  const agentId = await fixture.agent({ model: model.id });
  const going = await fixture.startCall(agentId);
  const requestCount = model.requests.length;
  expect(requestCount).toBeGreaterThan(0);
  await demand(true);
  await expect(fixture.agent({ model: model.id })).rejects.toMatchObject({
    code: "validation_error",
    details: [{ pointer: "/model", code: "zero_retention_required" }],
  });
  await expect(fixture.startCall(agentId)).rejects.toMatchObject({
    code: "invalid_state",
    message: expect.stringContaining("house"),
  });
  await expect(fixture.startCall(agentId, { draft: true })).rejects.toMatchObject({ code: "invalid_state" });
  expect((await fixture.say(going.id, "Hello?")).call).toMatchObject({ end_reason: "model_error" });
  expect(model.requests).toHaveLength(requestCount);
  expect((await listSubprocessors(fixture.ctx)).data.map(({ allowed }) => allowed)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(await fixture.startCall(await fixture.agent())).toMatchObject({ status: "in_progress" });

  // A provider with claimed zero retention, of the same name.
  const { data } = await listIntegrations(fixture.ctx, ListIntegrations.parse({}));
  for (const { id } of data) await disconnectIntegration(fixture.space.ctx("admin"), id);
  await model.connect(true);
  expect(await fixture.startCall(agentId)).toMatchObject({ status: "in_progress" });

  // A voice or transcriber of that kind is not opened; the built-in one replaces it
  // (lib/voice/providers-for.ts).
  for (const [name, zero_retention] of [
    ["ears", false],
    ["discreet", true],
  ] as const)
    await createIntegration(
      fixture.space.ctx("owner"),
      CreateIntegration.parse({ name, credential: { kind: "deepgram", api_key: "k", zero_retention } }),
    );
  const allowed = ["ears", "discreet"].map((name) => openSpeechAccount(fixture.ctx, name, "live"));
  expect((await Promise.all(allowed)).map((account) => account?.allowed)).toEqual([false, true]);
  await demand(false);
});

test("health and financial variables can be deployed through the API only with a BAA on record", async () => {
  const api = apiOf(fixture.space);
  const variables = [
    { name: "diagnosis", category: "health", sensitive: true },
    { name: "income", category: "financial" },
  ];
  const body = { name: "Clinic", type: "messaging", prompt: "Ask.", variables };
  const id = String((await api("POST", "/v1/agents", { body })).json.id);
  const deploy = () => api("POST", `/v1/agents/${id}/deploy`);
  const refused = await deploy();
  expect(refused.status).toBe(400);
  expect(refused.json.details).toMatchObject([
    { in: "body", pointer: "/variables/0/category", code: "baa_required" },
    { in: "body", pointer: "/variables/1/category", code: "baa_required" },
  ]);
  await runWorkspaceCommand(["plan", fixture.space.workspaceId, "enterprise"]);
  expect((await deploy()).status).toBe(400);
  await runWorkspaceCommand([
    "baa",
    fixture.space.workspaceId,
    "--signed-on",
    "2026-11-01",
    "--signer",
    "Ada",
  ]);
  expect(await deploy()).toMatchObject({ status: 200, json: { status: "live" } });
});

test("no agent asks for a card, and a spoken one is never stored", async () => {
  const api = apiOf(fixture.space);
  const body = { name: "Shop", type: "messaging", prompt: "Sell.", variables: [{ name: "card_number" }] };
  expect((await api("POST", "/v1/agents", { body })).json.details).toMatchObject([
    { pointer: "/variables/0", code: "payment_card" },
  ]);
  const created = await api("POST", "/v1/agents", { body: { ...body, variables: [{ name: "order" }] } });
  const patch = await api("PATCH", `/v1/agents/${created.json.id}`, { body: { variables: body.variables } });
  expect(patch).toMatchObject({ status: 400, json: { details: [{ code: "payment_card" }] } });
  await api("POST", `/v1/agents/${created.json.id}/deploy`);
  const call = await api("POST", "/v1/calls", { body: { agent_id: created.json.id, channel: "chat" } });
  const path = `/v1/calls/${call.json.id}`;
  const response = await api("POST", `${path}/messages`, { body: { text: `My card is ${CARD}.` } });
  expect([response.status, response.text]).toEqual([200, expect.stringContaining("[payment_card]")]);
  await api("POST", `${path}/end`);
  const after = await api("GET", path);
  expect(after.text).toContain("[payment_card]");
  for (const { text } of [response, after]) expect(digitsOf(text)).not.toContain(digitsOf(CARD));
});
