import "@/test/fixtures/loopback";
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { resumeCampaign } from "@/lib/outreach/campaigns";
import {
  type CampaignFixture,
  createCampaignFixture,
  newContacts,
} from "@/lib/outreach/campaigns/testing/campaigns-fixture";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { handleInboundCall } from "./voice";

const FALLBACK = "+12125550142";
let fixture: CampaignFixture;
let model: TestModel;
let ask: Send;
let account: string;
let agentId: string;
beforeAll(async () => {
  fixture = await createCampaignFixture();
  model = await startTestModel(fixture);
  ask = apiOf(fixture.space);
  const credential = { kind: "twilio", account_sid: `AC${"3".repeat(32)}`, auth_token: "3".repeat(32) };
  const input = CreateIntegration.parse({ name: "Carrier", environment: "live", credential });
  account = (await createIntegration(fixture.space.ctx("owner"), input)).id;
  agentId = await fixture.agent({ model: model.id });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});

const demand = (require_zero_retention: boolean) =>
  updateWorkspace(fixture.space.ctx("admin"), { require_zero_retention });
const someNumber = () => `+1213${randomInt(2_000_000, 9_999_999)}`;
const connect = (number: string, agent: string) =>
  ask("POST", "/v1/phone-numbers", {
    body: { number, integration_id: account, agent_id: agent, fallback_number: FALLBACK },
  });
let calls = 0;
/** The carrier's instructions for an inbound call. */
const rings = (number: string) =>
  handleInboundCall(
    { ctx: systemCtx(fixture.space.workspaceId, "twilio"), account: { id: account } } as Parameters<
      typeof handleInboundCall
    >[0],
    {
      form: { CallSid: `CA${String(calls++).padStart(32, "0")}`, From: "+12125550160", To: number },
    } as unknown as Parameters<typeof handleInboundCall>[1],
  );
const callsOf = async (agent: string) =>
  (await fixture.rows.all(db.selectFrom("calls").select("id").where("agent_id", "=", agent))).length;
const refused = { code: "invalid_state", message: expect.stringContaining("house") };

test("required zero retention lists violations, and rejects calls before the caller hears anything", async () => {
  const number = someNumber();
  const { json: phoneNumber } = await connect(number, agentId);
  expect(await rings(number)).toContain("<Stream");
  const startedCalls = await callsOf(agentId);
  const running = (await fixture.campaign(agentId, { contacts: newContacts(3) })).id;
  const draft = (await fixture.campaign(agentId, { contacts: newContacts(1) })).id;
  await fixture.launch(running);

  await demand(true);
  expect((await ask("GET", "/v1/subprocessors")).json.breaches).toEqual([
    { agent_id: agentId, name: "Front desk", providers: ["house"], phone_numbers: [number], campaigns: [] },
  ]);
  // An inbound call is forwarded like one to a number without an agent.
  expect(await rings(number)).toContain(FALLBACK);
  expect(await callsOf(agentId)).toBe(startedCalls);
  // A campaign that runs is paused before it calls, and its people are told; none is begun or resumed.
  await fixture.step(running);
  expect(await fixture.campaignOf(running)).toMatchObject({
    status: "paused",
    counts: { pending: 3, active: 0 },
  });
  expect(await fixture.attemptsOf(running)).toEqual([]);
  const notices = await fixture.rows.all(
    db.selectFrom("notices").select("kind").where("subject", "=", running).distinct(),
  );
  expect(notices).toEqual([{ kind: "campaign.paused" }]);
  await expect(resumeCampaign(fixture.ctx, running)).rejects.toMatchObject(refused);
  await expect(fixture.launch(draft)).rejects.toMatchObject(refused);
  expect((await fixture.campaignOf(draft)).status).toBe("draft");
  // The agent cannot be assigned to a number, and keeps its existing ones.
  expect(await connect(someNumber(), agentId)).toMatchObject({
    status: 400,
    json: { details: [{ pointer: "/agent_id", code: "zero_retention_required" }] },
  });
  const hours = { days: ["mon"], start: "09:00", end: "10:00", timezone: "UTC" };
  expect((await ask("PATCH", `/v1/phone-numbers/${phoneNumber.id}`, { body: { hours } })).status).toBe(200);
  await ask("PATCH", `/v1/phone-numbers/${phoneNumber.id}`, { body: { hours: null } });

  await demand(false);
  expect(await rings(number)).toContain("<Stream");
  expect((await resumeCampaign(fixture.ctx, running)).status).toBe("running");
  await fixture.step(running);
  expect(await fixture.attemptsOf(running)).toHaveLength(3);
});

test("an agreement that is taken off the record ends new conversations about health, on every way in", async () => {
  const { workspaceId } = fixture.space;
  await runWorkspaceCommand(["plan", workspaceId, "enterprise"]);
  await runWorkspaceCommand(["baa", workspaceId, "--signed-on", "2026-11-01", "--signer", "Ada"]);
  const variables = [{ name: "diagnosis", type: "string", description: "why", category: "health" }];
  const clinic = await fixture.agent({ variables });
  const number = someNumber();
  await connect(number, clinic);
  expect(await rings(number)).toContain("<Stream");
  const { id: live } = await fixture.campaign(clinic, { contacts: newContacts(1) }, "live");

  await runWorkspaceCommand(["baa", workspaceId, "--remove"]);
  const needed = { code: "invalid_state", message: expect.stringContaining("diagnosis") };
  await expect(fixture.startCall(clinic)).rejects.toMatchObject(needed);
  expect(await rings(number)).toContain(FALLBACK);
  expect(await connect(someNumber(), clinic)).toMatchObject({
    status: 400,
    json: { details: [{ pointer: "/agent_id", code: "baa_required" }] },
  });
  const launched = await ask("POST", `/v1/campaigns/${live}/launch`);
  expect(launched).toMatchObject({ status: 409, json: { detail: expect.stringContaining("diagnosis") } });
  // Rehearsals and the test environment contain no real data.
  expect(await fixture.startCall(clinic, {}, "test")).toMatchObject({ status: "in_progress" });
});
