import "@/test/fixtures/loopback";
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWorkspaceCommand } from "@/bin/workspace/commands";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { startModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { resumeCampaign } from "@/lib/outreach/campaigns";
import { type Campaigns, openCampaigns, people } from "@/lib/outreach/campaigns/testing/desk";
import { systemCtx } from "@/lib/platform/context/make";
import { db } from "@/lib/platform/db";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { twilioCall } from "./voice";

const FALLBACK = "+12125550142";
let desk: Campaigns;
let model: TestModel;
let ask: Send;
let account: string;
let agentId: string;
beforeAll(async () => {
  desk = await openCampaigns();
  model = await startModel(desk);
  ask = apiOf(desk.space);
  const credential = { kind: "twilio", account_sid: `AC${"3".repeat(32)}`, auth_token: "3".repeat(32) };
  const input = CreateIntegration.parse({ name: "Carrier", environment: "live", credential });
  account = (await createIntegration(desk.space.ctx("owner"), input)).id;
  agentId = await desk.agent({ model: model.id });
});
afterAll(async () => {
  await model.close();
  await egress.close();
  await closeHub();
});

const demand = (require_zero_retention: boolean) =>
  updateWorkspace(desk.space.ctx("admin"), { require_zero_retention });
const someNumber = () => `+1213${randomInt(2_000_000, 9_999_999)}`;
const connect = (number: string, agent: string) =>
  ask("POST", "/v1/phone-numbers", {
    body: { number, integration_id: account, agent_id: agent, fallback_number: FALLBACK },
  });
let calls = 0;
/** What the carrier is told to do with a call that comes in. */
const rings = (number: string) =>
  twilioCall(
    { ctx: systemCtx(desk.space.workspaceId, "twilio"), account: { id: account } } as Parameters<
      typeof twilioCall
    >[0],
    {
      form: { CallSid: `CA${String(calls++).padStart(32, "0")}`, From: "+12125550160", To: number },
    } as unknown as Parameters<typeof twilioCall>[1],
  );
const callsOf = async (agent: string) =>
  (await desk.rows.all(db.selectFrom("calls").select("id").where("agent_id", "=", agent))).length;
const refused = { code: "invalid_state", message: expect.stringContaining("house") };

test("a demand for zero retention names what it breaks, and refuses it before anybody is spoken to", async () => {
  const number = someNumber();
  const { json: made } = await connect(number, agentId);
  expect(await rings(number)).toContain("<Stream");
  const begun = await callsOf(agentId);
  const running = (await desk.campaign(agentId, { contacts: people(3) })).id;
  const draft = (await desk.campaign(agentId, { contacts: people(1) })).id;
  await desk.launch(running);

  await demand(true);
  expect((await ask("GET", "/v1/subprocessors")).json.breaches).toEqual([
    { agent_id: agentId, name: "Front desk", providers: ["house"], phone_numbers: [number], campaigns: [] },
  ]);
  // An inbound call goes on to where those do that nobody answers.
  expect(await rings(number)).toContain(FALLBACK);
  expect(await callsOf(agentId)).toBe(begun);
  // A campaign that runs is paused before it calls, and its people are told; none is begun or resumed.
  await desk.step(running);
  expect(await desk.campaignOf(running)).toMatchObject({
    status: "paused",
    counts: { pending: 3, active: 0 },
  });
  expect(await desk.attemptsOf(running)).toEqual([]);
  const told = await desk.rows.all(
    db.selectFrom("notices").select("kind").where("subject", "=", running).distinct(),
  );
  expect(told).toEqual([{ kind: "campaign.paused" }]);
  await expect(resumeCampaign(desk.ctx, running)).rejects.toMatchObject(refused);
  await expect(desk.launch(draft)).rejects.toMatchObject(refused);
  expect((await desk.campaignOf(draft)).status).toBe("draft");
  // No number is given to it, and one that has it keeps it until somebody gives it another.
  expect(await connect(someNumber(), agentId)).toMatchObject({
    status: 400,
    json: { details: [{ pointer: "/agent_id", code: "zero_retention_required" }] },
  });
  const hours = { days: ["mon"], start: "09:00", end: "10:00", timezone: "UTC" };
  expect((await ask("PATCH", `/v1/phone-numbers/${made.id}`, { body: { hours } })).status).toBe(200);
  await ask("PATCH", `/v1/phone-numbers/${made.id}`, { body: { hours: null } });

  await demand(false);
  expect(await rings(number)).toContain("<Stream");
  expect((await resumeCampaign(desk.ctx, running)).status).toBe("running");
  await desk.step(running);
  expect(await desk.attemptsOf(running)).toHaveLength(3);
});

test("an agreement that is taken off the record ends new conversations about health, on every way in", async () => {
  const { workspaceId } = desk.space;
  await runWorkspaceCommand(["plan", workspaceId, "enterprise"]);
  await runWorkspaceCommand(["baa", workspaceId, "--signed-on", "2026-11-01", "--signer", "Ada"]);
  const variables = [{ name: "diagnosis", type: "string", description: "why", category: "health" }];
  const clinic = await desk.agent({ variables });
  const number = someNumber();
  await connect(number, clinic);
  expect(await rings(number)).toContain("<Stream");
  const { id: live } = await desk.campaign(clinic, { contacts: people(1) }, "live");

  await runWorkspaceCommand(["baa", workspaceId, "--remove"]);
  const needed = { code: "invalid_state", message: expect.stringContaining("diagnosis") };
  await expect(desk.start(clinic)).rejects.toMatchObject(needed);
  expect(await rings(number)).toContain(FALLBACK);
  expect(await connect(someNumber(), clinic)).toMatchObject({
    status: 400,
    json: { details: [{ pointer: "/agent_id", code: "baa_required" }] },
  });
  const launched = await ask("POST", `/v1/campaigns/${live}/launch`);
  expect(launched).toMatchObject({ status: 409, json: { detail: expect.stringContaining("diagnosis") } });
  // A rehearsal and the test environment hold nobody's data.
  expect(await desk.start(clinic, {}, "test")).toMatchObject({ status: "in_progress" });
});
