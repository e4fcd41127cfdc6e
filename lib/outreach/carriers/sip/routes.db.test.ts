import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { setInboundRoutes } from "@/lib/agents/inbound-routes";
import { InboundRoutes } from "@/lib/agents/inbound-routes/schema";
import { createIntegration, readIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { listCalls, readCall } from "@/lib/calls/calls";
import { ListCalls } from "@/lib/calls/calls/schema";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { readTrunkOrder, setOutboundRoutes } from "@/lib/outreach/outbound-routes";
import { previewInboundRoute, previewOutboundRoute } from "@/lib/outreach/route-previews";
import { setTrunkLimits } from "@/lib/outreach/trunk-limits";
import { readTriesOfCalls } from "@/lib/outreach/trunk-tries";
import { db, json, writeUnaudited } from "@/lib/platform/db";
import { startGatewayReports } from "@/lib/platform/gateways";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { findLimit } from "../find-limit";
import { placeOverTrunks } from "./place-over-trunks";
import { requestPlacement } from "./request-placement";
import { routeInvite } from "./route-invite";

const CALLER = "+12125550142";
let space: TestWorkspace;
let reports: ReturnType<typeof startGatewayReports>;
let numbers = 0;

beforeAll(async () => {
  reports = startGatewayReports({ freeCalls: () => 10, isSeparate: false, carriesSip: true });
  await reports.report();
});
afterAll(async () => {
  await reports.stop();
  await closeHub();
});
beforeEach(async () => {
  space = await makeWorkspace();
});

const owner = () => space.ctx("owner");
const system = () => ({ ...owner(), environment: "live" as const });
async function connectTrunk(more: object = {}, input: object = {}) {
  const credential = { kind: "sip", server: "127.0.0.1:5060", transport: "tcp", encryption: "off", ...more };
  const name = `Trunk ${++numbers}`;
  return createIntegration(owner(), CreateIntegration.parse({ name, credential, ...input }));
}
async function deployVoiceAgent(name: string): Promise<string> {
  const input = { name, type: "voice", voice_id: "builtin:slt", prompt: "You book tables." };
  const { id } = await createAgent(owner(), CreateAgent.parse(input));
  await deployAgent(owner(), id);
  return id;
}
const connectNumber = (integrationId: string, agentId: string | null) =>
  createPhoneNumber(
    owner(),
    CreatePhoneNumber.parse({
      number: `+1213${5_000_000 + Math.floor(Math.random() * 999_999)}`,
      integration_id: integrationId,
      agent_id: agentId,
    }),
  );
/** Uses up a trunk's limit of an hour with a call in progress. */
async function exhaustLimit(trunkId: string) {
  const limits = { prices: null, per_day: null, per_hour: 1, calls_per_country: null, failed_percent: null };
  await setTrunkLimits(owner(), trunkId, limits);
  const callId = newId("call");
  const request = { key: `leg/${callId}`, callId, integrationId: trunkId, claimedBy: "sip_test" };
  const numbers = { to: "+12125550142", from: "+12135550100" };
  const lines = { maxCalls: 10, callsPerSecond: 10 };
  expect(await requestPlacement(owner(), { ...request, ...numbers }, lines)).toEqual({ at: "stored" });
}
const setRoutes = (trunkId: string, routes: object[]) =>
  setInboundRoutes(owner(), trunkId, InboundRoutes.parse({ routes }));
const ring = (trunkId: string, called: string) =>
  routeInvite(system(), { trunkId, sipCallId: `call-${++numbers}`, called, caller: CALLER });
async function answeredBy(trunkId: string, called: string) {
  const route = await ring(trunkId, called);
  if (route.at !== "agent") return route;
  const { agent_id, to } = await readCall(owner(), route.callId);
  return { agent_id, to, callerId: route.callerId };
}

describe("a call over a trunk with inbound routes", () => {
  it("is answered by the number's agent, else by that of the most specific route", async () => {
    const [exact, city, desk] = await Promise.all(["Exact", "City", "Desk"].map(deployVoiceAgent));
    const trunk = await connectTrunk();
    const number = await connectNumber(trunk.id, exact ?? null);
    await setRoutes(trunk.id, [
      { pattern: "*", agent_id: desk },
      { pattern: "+1213*", agent_id: desk },
      { pattern: "+49221*", agent_id: city },
      { pattern: "1xx", agent_id: desk },
    ]);
    const callerId = number.number;
    expect(await answeredBy(trunk.id, number.number)).toEqual({
      agent_id: exact,
      to: number.number,
      callerId,
    });
    expect(await answeredBy(trunk.id, "492211234567")).toEqual({
      agent_id: city,
      to: "+492211234567",
      callerId,
    });
    expect(await answeredBy(trunk.id, "100")).toEqual({ agent_id: desk, to: "100", callerId });
  });

  it("is previewed by the same rules, and its routes change only for a client that has read them", async () => {
    const agentId = await deployVoiceAgent("Desk");
    const trunk = await connectTrunk();
    const number = await connectNumber(trunk.id, null);
    const { routes, revision } = await setRoutes(trunk.id, [
      { pattern: "*", agent_id: agentId },
      { pattern: "2xx", fallback_number: "+12125550199" },
      { pattern: "1xx", agent_id: agentId },
    ]);
    expect(routes.map(({ pattern }) => pattern)).toEqual(["2xx", "1xx", "*"]);
    const preview = (called: string) => previewInboundRoute(owner(), trunk.id, called);
    expect(await preview("100")).toEqual({
      matched: "route",
      pattern: "1xx",
      agent_id: agentId,
      result: "answered",
      reason: null,
      forwarded_to: null,
    });
    expect(await preview("200")).toMatchObject({
      pattern: "2xx",
      result: "forwarded",
      reason: "no_agent",
      forwarded_to: "+12125550199",
    });
    expect(await preview(number.number)).toMatchObject({
      matched: "phone_number",
      pattern: null,
      result: "rejected",
      reason: "no_agent",
    });
    const input = InboundRoutes.parse({ routes: [] });
    await setInboundRoutes(owner(), trunk.id, input, [revision]);
    await expect(setInboundRoutes(owner(), trunk.id, input, [revision])).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await preview("100")).toMatchObject({ matched: "none", result: "rejected", reason: "no_route" });
    await updateWorkspace(owner(), { require_call_encryption: true });
    expect(await preview(number.number)).toMatchObject({ reason: "encryption_required" });
  });

  it("has no transfers without a number of the trunk, and is refused without a route", async () => {
    const agentId = await deployVoiceAgent("Desk");
    const trunk = await connectTrunk();
    await setRoutes(trunk.id, [
      { pattern: "1xx", agent_id: agentId },
      { pattern: "2xx", fallback_number: "+12125550199" },
    ]);
    expect(await answeredBy(trunk.id, "100")).toMatchObject({ agent_id: agentId, callerId: null });
    expect(await ring(trunk.id, "200")).toEqual({ at: "refused", reason: "unavailable" });
    expect(await ring(trunk.id, "300")).toEqual({ at: "refused", reason: "unknown_number" });
    const number = await connectNumber(trunk.id, null);
    expect(await ring(trunk.id, "200")).toEqual({
      at: "forward",
      to: "+12125550199",
      callerId: number.number,
    });
  });

  it("is never answered by a route of another trunk or workspace", async () => {
    const agentId = await deployVoiceAgent("Desk");
    const [trunk, second] = [await connectTrunk(), await connectTrunk()];
    await setRoutes(trunk.id, [{ pattern: "*", agent_id: agentId }]);
    expect(await ring(second.id, "100")).toEqual({ at: "refused", reason: "unknown_number" });
    space = await makeWorkspace();
    expect(await ring(trunk.id, "100")).toEqual({ at: "refused", reason: "unknown_number" });
  });

  it("has routes only on a live trunk, with agents of the workspace and each pattern once", async () => {
    const trunk = await connectTrunk();
    const test = await connectTrunk({}, { environment: "test" });
    await expect(setRoutes(test.id, [{ pattern: "1xx" }])).rejects.toMatchObject({ code: "invalid_state" });
    const wrong = [{ pattern: "1xx" }, { pattern: "1xx", agent_id: `agt_${"0".repeat(26)}` }];
    await expect(setRoutes(trunk.id, wrong)).rejects.toMatchObject({
      details: [
        { pointer: "/routes/1/pattern", code: "duplicate" },
        { pointer: "/routes/1/agent_id", code: "unknown_agent" },
      ],
    });
  });
});

describe("a workspace that requires encrypted calls", () => {
  it("refuses calls of its unencrypted trunks, stores whom it missed, and connects no further one", async () => {
    const agentId = await deployVoiceAgent("Desk");
    const trunk = await connectTrunk();
    const number = await connectNumber(trunk.id, agentId);
    expect((await readIntegration(owner(), trunk.id)).trunk?.refusal).toBeNull();
    await updateWorkspace(owner(), { require_call_encryption: true });
    expect((await readIntegration(owner(), trunk.id)).trunk?.refusal).toBe("encryption_required");
    expect(await ring(trunk.id, number.number)).toEqual({ at: "refused", reason: "encryption_required" });
    const { data } = await listCalls(system(), ListCalls.parse({}));
    expect(data).toHaveLength(1);
    expect(await readCall(owner(), data[0]?.id ?? "")).toMatchObject({
      status: "failed",
      reasons: [{ code: "encryption_required" }],
    });
    await expect(connectTrunk()).rejects.toMatchObject({
      details: [{ pointer: "/credential/encryption", code: "not_allowed" }],
    });
    const encrypted = await connectTrunk({
      transport: "tls",
      encryption: "required",
      server: "127.0.0.1:5061",
    });
    expect(encrypted.trunk?.refusal).toBeNull();
    expect((await connectTrunk({}, { environment: "test" })).trunk?.refusal).toBeNull();
  });
});

it("outbound routes name live SIP trunks of the workspace, each once, and each prefix once", async () => {
  const trunk = await connectTrunk();
  const test = await connectTrunk({}, { environment: "test" });
  const routes = [
    { prefix: "+49", trunk_ids: [trunk.id, trunk.id] },
    { prefix: "+49", trunk_ids: [test.id] },
  ];
  await expect(setOutboundRoutes(owner(), { routes })).rejects.toMatchObject({
    details: [
      { pointer: "/routes/1/prefix", code: "duplicate" },
      { pointer: "/routes/0/trunk_ids/1", code: "duplicate" },
      { pointer: "/routes/1/trunk_ids/0", code: "unknown_trunk" },
    ],
  });
  const valid = { routes: [{ prefix: "+49", trunk_ids: [trunk.id] }] };
  expect(await setOutboundRoutes(owner(), valid)).toMatchObject(valid);
  await connectNumber(trunk.id, null);
  expect(await previewOutboundRoute(owner(), "+492211234567")).toMatchObject({
    prefix: "+49",
    trunks: [{ integration_id: trunk.id, problem: "not_allowed" }],
  });
  expect(await previewOutboundRoute(owner(), "+33123456789")).toEqual({ prefix: null, trunks: [] });
});

it("a call has the trunks of its campaign, else those of the longest prefix, else none", async () => {
  const [campaignTrunk, wide, narrow] = [await connectTrunk(), await connectTrunk(), await connectTrunk()];
  const agentId = await deployVoiceAgent("Desk");
  const routes = [
    { prefix: "+1", trunk_ids: [wide.id, narrow.id] },
    { prefix: "+1212", trunk_ids: [narrow.id] },
  ];
  await setOutboundRoutes(owner(), { routes });
  const input = { name: "Reminders", agent_id: agentId };
  const named = await insertCampaignAttempt({ ...input, trunk_ids: [campaignTrunk.id, wide.id] });
  const inherited = await insertCampaignAttempt(input);
  expect(await readTrunkOrder(owner(), { key: named, to: CALLER })).toEqual([campaignTrunk.id, wide.id]);
  expect(await readTrunkOrder(owner(), { key: inherited, to: CALLER })).toEqual([narrow.id]);
  expect(await readTrunkOrder(owner(), { key: "call/none/1", to: "+13105550123" })).toEqual([
    wide.id,
    narrow.id,
  ]);
  expect(await readTrunkOrder(owner(), { key: inherited, to: "+492211234567" })).toBeNull();
  const unknown = CreateCampaign.parse({ ...input, trunk_ids: [`int_${"0".repeat(26)}`] });
  await expect(createCampaign(owner(), unknown)).rejects.toMatchObject({
    details: [{ pointer: "/trunk_ids/0", code: "unknown_trunk" }],
  });
});

/** Inserts an attempt of a new campaign. Returns its key. */
async function insertCampaignAttempt(input: object): Promise<string> {
  const campaign = await createCampaign(owner(), CreateCampaign.parse(input));
  const now = owner().now();
  const key = `${campaign.id}/attempt/1`;
  const attempt = db.insertInto("attempts").values({
    key,
    workspace_id: space.workspaceId,
    environment: "live",
    campaign_id: campaign.id,
    contact_id: newId("con"),
    contact_hash: Buffer.alloc(32),
    call_id: newId("call"),
    channel: "call",
    number: 1,
    decision: json({}),
    scheduled_at: now,
    claimed_at: now,
  });
  await writeUnaudited(owner(), { run: [attempt] });
  return key;
}

describe("the limits of outbound routes", () => {
  it("count for the trunks that may place the calls, and for no others", async () => {
    const agentId = await deployVoiceAgent("Desk");
    const [limited, free] = [await connectTrunk(), await connectTrunk()];
    await connectNumber(limited.id, agentId);
    await connectNumber(free.id, null);
    await exhaustLimit(limited.id);
    const to = "+12125550199";
    const all = { to: null, trunkIds: null };
    const single = { to, trunkIds: null };
    expect([await findLimit(owner(), all), await findLimit(owner(), single)]).toEqual([null, null]);

    await setOutboundRoutes(owner(), { routes: [{ prefix: "+1212", trunk_ids: [limited.id] }] });
    expect(await findLimit(owner(), single)).toEqual(expect.any(String));
    expect(await findLimit(owner(), { to: "+13125550199", trunkIds: null })).toBeNull();
    expect(await findLimit(owner(), all)).toBeNull();

    await setOutboundRoutes(owner(), { routes: [{ prefix: "+", trunk_ids: [limited.id] }] });
    expect(await findLimit(owner(), all)).toEqual(expect.any(String));
    await setOutboundRoutes(owner(), { routes: [{ prefix: "+", trunk_ids: [limited.id, free.id] }] });
    expect(await findLimit(owner(), single)).toBeNull();

    expect(await findLimit(owner(), { to: null, trunkIds: [limited.id] })).toEqual(expect.any(String));
    expect(await findLimit(owner(), { to: null, trunkIds: [free.id] })).toBeNull();
  });

  it("end a call that no trunk may place, and the call names the reason of each trunk", async () => {
    const limited = await connectTrunk({ calls_per_second: 50 });
    const { number } = await connectNumber(limited.id, await deployVoiceAgent("Desk"));
    const nameless = await connectTrunk();
    await exhaustLimit(limited.id);
    const callId = newId("call");
    const request = { key: `call/${callId}/1`, callId, channel: "call", to: CALLER, from: null } as const;
    const order = [nameless.id, limited.id];
    expect(await placeOverTrunks(owner(), request, order)).toMatchObject({ at: "limited" });
    expect((await readTriesOfCalls(owner(), [callId])).get(callId)).toMatchObject([
      { integration_id: nameless.id, from_number: null, result: "no_caller_id", sip_status: null },
      { integration_id: limited.id, from_number: number, result: "limited", sip_status: null },
    ]);
  });
});

it("calls of a trunk count toward its maximum and its rate, and those of another trunk do not", async () => {
  const [first, second] = [await connectTrunk(), await connectTrunk()];
  const request = (integrationId: string) => {
    const callId = newId("call");
    const call = { key: `leg/${callId}`, callId, integrationId, claimedBy: "sip_test" };
    const numbers = { to: "+12125550142", from: "+12135550100" };
    return requestPlacement(owner(), { ...call, ...numbers }, { maxCalls: 1, callsPerSecond: 1 });
  };
  expect(await request(first.id)).toEqual({ at: "stored" });
  expect(await request(second.id)).toEqual({ at: "stored" });
  expect(await request(first.id)).toEqual({ at: "busy" });
});
