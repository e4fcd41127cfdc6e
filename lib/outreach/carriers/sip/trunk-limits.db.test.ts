import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import {
  createCampaign,
  launchCampaign,
  readCampaign,
  readProgress,
  stepCampaign,
} from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { carrierFor } from "@/lib/outreach/carriers";
import { placeAttempts, startCall } from "@/lib/outreach/dialing";
import { liftTrunkLimits, readTrunkLimits, setTrunkLimits } from "@/lib/outreach/trunk-limits";
import type { TrunkLimits } from "@/lib/outreach/trunk-limits/schema";
import { db } from "@/lib/platform/db";
import { startGatewayReports } from "@/lib/platform/gateways";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { endPlacement } from "./end-placement";
import { requestPlacement } from "./request-placement";

const NONE: TrunkLimits = {
  prices: null,
  per_day: null,
  per_hour: null,
  calls_per_country: null,
  failed_percent: null,
};
const LINES = { maxCalls: 100, callsPerSecond: 1_000 };
const HOME = "+12125550142";
const ABROAD = "+442071838750";
const NOON = 12;

let aheadMs = 0;
let space: TestWorkspace;
let trunkId: string;
let from: string;
let agentId: string;
let reports: ReturnType<typeof startGatewayReports>;
const owner = () => space.ctx("owner");

beforeAll(async () => {
  reports = startGatewayReports({ freeCalls: () => 10, isSeparate: false, carriesSip: true });
  await reports.report();
});
afterAll(async () => {
  await reports.stop();
  await closeHub();
});
beforeEach(async () => {
  aheadMs = 0;
  space = await makeWorkspace({ clock: { now: () => new Date(Date.now() + aheadMs) } });
  const credential = {
    kind: "sip",
    server: "127.0.0.1:5060",
    transport: "tcp",
    encryption: "off",
    calls_per_second: 50,
    countries: ["GB"],
  };
  const trunk = await createIntegration(owner(), CreateIntegration.parse({ name: "Trunk", credential }));
  trunkId = trunk.id;
  from = `+1213${2_000_000 + Math.floor(Math.random() * 7_999_999)}`;
  const agent = await createAgent(
    owner(),
    CreateAgent.parse({ name: "Ann", type: "voice", voice_id: "builtin:slt", prompt: "You book tables." }),
  );
  await deployAgent(owner(), agent.id);
  agentId = agent.id;
  const input = { number: from, integration_id: trunkId, agent_id: agentId };
  await createPhoneNumber(owner(), CreatePhoneNumber.parse(input));
});

/** Requests a call as the gateway that places it itself, such as a transfer. */
async function claim(to = HOME) {
  const callId = newId("call");
  const request = { key: `leg/${callId}`, callId, integrationId: trunkId, to, from, claimedBy: "sip_test" };
  return { key: request.key, result: await requestPlacement(owner(), request, LINES) };
}
const end = (key: string, status: number | null) => endPlacement({ ctx: owner(), key }, status);

const notices = async () => {
  const query = db
    .selectFrom("notices")
    .select("kind")
    .where("workspace_id", "=", space.workspaceId)
    .where("user_id", "=", space.ownerUserId)
    .orderBy("created_at");
  return (await owner().db.all(query)).map(({ kind }) => kind);
};

const zone = (): string => {
  const hours = NOON - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
};
const person = (phone: string) => ({
  phone,
  timezone: zone(),
  consents: [{ purpose: "informational", channel: "call", granted: true, source: "a form" }],
});

describe("a limit of minutes", () => {
  it("counts calls in progress, and minutes of ended calls", async () => {
    await setTrunkLimits(owner(), trunkId, { ...NONE, per_hour: 2 });
    const first = await claim();
    const second = await claim();
    expect((await claim()).result).toMatchObject({ at: "limited", limit: { kind: "hour" } });
    await end(first.key, 486);
    const third = await claim();
    expect(third.result).toEqual({ at: "stored" });
    await end(second.key, 200);
    await end(third.key, 200);
    const { usage, reached, until } = await readTrunkLimits(owner(), trunkId);
    expect(usage).toMatchObject({ hour_minutes: 2, day_minutes: 2, hour_calls: 3, hour_failed: 2 });
    expect(reached).toBe("hour");
    expect(until).not.toBeNull();
  });

  it("holds for workers that request calls at the same time", async () => {
    await setTrunkLimits(owner(), trunkId, { ...NONE, per_day: 5 });
    const results = await Promise.all(Array.from({ length: 20 }, () => claim()));
    expect(results.filter(({ result }) => result.at === "stored")).toHaveLength(5);
  });

  it("warns admins at 80 %, tells them that it is reached, each once, and counts from zero after a lift", async () => {
    await setTrunkLimits(owner(), trunkId, { ...NONE, per_hour: 5 });
    for (let count = 0; count < 8; count++) await claim();
    expect((await notices()).filter((kind) => kind.startsWith("trunk."))).toEqual([
      "trunk.limit_near",
      "trunk.limit_reached",
    ]);
    const keys = await owner().db.all(
      db.selectFrom("sip_placements").select("key").where("workspace_id", "=", space.workspaceId),
    );
    for (const { key } of keys) await end(key, 200);
    expect((await claim()).result.at).toBe("limited");
    const lifted = await liftTrunkLimits(owner(), trunkId);
    expect(lifted).toMatchObject({ reached: null, usage: { hour_minutes: 0 } });
    expect((await claim()).result.at).toBe("stored");
  });
});

it("counts from zero after a lift although calls of before are in progress, and after they end", async () => {
  await setTrunkLimits(owner(), trunkId, { ...NONE, per_hour: 5 });
  const calls = [];
  for (let count = 0; count < 5; count++) calls.push(await claim());
  expect((await claim()).result.at).toBe("limited");
  expect(await liftTrunkLimits(owner(), trunkId)).toMatchObject({
    reached: null,
    usage: { hour_minutes: 0 },
  });
  for (const { key } of calls) await end(key, 200);
  expect((await readTrunkLimits(owner(), trunkId)).usage).toMatchObject({ hour_minutes: 0, hour_calls: 0 });
  for (let count = 0; count < 5; count++) expect((await claim()).result.at).toBe("stored");
  expect((await claim()).result.at).toBe("limited");
});

it("limits money by the price of the number's prefix, as of the request", async () => {
  const prices = {
    currency: "USD",
    as_of: "2026-11-01",
    default_per_minute: 1,
    by_prefix: [{ prefix: "+44", per_minute: 4 }],
  };
  await setTrunkLimits(owner(), trunkId, { ...NONE, prices, per_day: 10 });
  const calls = [await claim(ABROAD), await claim(ABROAD)];
  expect((await claim(ABROAD)).result).toMatchObject({ at: "limited", limit: { kind: "day" } });
  expect((await claim(HOME)).result.at).toBe("stored");
  await setTrunkLimits(owner(), trunkId, { ...NONE, prices: { ...prices, by_prefix: [] }, per_day: 10 });
  for (const { key } of calls) await end(key, 200);
  expect((await readTrunkLimits(owner(), trunkId)).usage).toMatchObject({ day_spend: 9 });
});

it("limits the calls to each foreign country in an hour", async () => {
  await setTrunkLimits(owner(), trunkId, { ...NONE, calls_per_country: 2 });
  await claim(ABROAD);
  const { key } = await claim(ABROAD);
  await end(key, 486);
  expect((await claim(ABROAD)).result).toMatchObject({ at: "limited", limit: { kind: "country" } });
  for (let count = 0; count < 4; count++) expect((await claim(HOME)).result.at).toBe("stored");
});

it("stops a trunk whose calls fail", async () => {
  await setTrunkLimits(owner(), trunkId, { ...NONE, failed_percent: 60 });
  for (let count = 0; count < 20; count++) {
    const { key } = await claim();
    await end(key, count % 3 === 0 ? 486 : 404);
  }
  expect((await claim()).result).toMatchObject({ at: "limited", limit: { kind: "failures" } });
});

it("does not let another workspace read or lift them", async () => {
  const stranger = (await makeWorkspace()).ctx("owner");
  await expect(readTrunkLimits(stranger, trunkId)).rejects.toMatchObject({ code: "not_found" });
  await expect(liftTrunkLimits(stranger, trunkId)).rejects.toMatchObject({ code: "not_found" });
});

describe("a reached limit", () => {
  it("refuses a single call, and cancels one that was queued before", async () => {
    await createContact(owner(), CreateContact.parse(person(HOME)));
    const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to: HOME });
    const queued = await startCall(owner(), input, carrierFor);
    await setTrunkLimits(owner(), trunkId, { ...NONE, per_hour: 1 });
    await claim();
    await placeAttempts(owner(), [`call/${queued.id}/1`], carrierFor);
    expect(await readCall(owner(), queued.id)).toMatchObject({
      status: "failed",
      reasons: [{ code: "trunk_limit_reached", until: expect.any(String) }],
    });
    await expect(startCall(owner(), input, carrierFor)).rejects.toMatchObject({
      code: "rate_limited",
      reason: "trunk_limit_reached",
    });
  });

  it("makes a campaign wait with the reason, and continue after a lift", async () => {
    await setTrunkLimits(owner(), trunkId, { ...NONE, per_hour: 1 });
    const { key } = await claim();
    await end(key, 200);
    const campaign = await createCampaign(
      owner(),
      CreateCampaign.parse({
        name: "Reminders",
        agent_id: agentId,
        contacts: [person(HOME)],
        window: { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], timezone: "callee" },
      }),
    );
    await launchCampaign(owner(), campaign.id, carrierFor);
    await stepCampaign(owner(), campaign.id, carrierFor);
    const waiting = await readProgress(owner(), campaign.id);
    expect(waiting).toMatchObject({ status: "running", waiting_reason: "trunk_limit_reached" });
    expect(waiting.counts).toMatchObject({ pending: 1, active: 0 });
    await liftTrunkLimits(owner(), trunkId);
    aheadMs = 120_000;
    await stepCampaign(owner(), campaign.id, carrierFor);
    expect((await readCampaign(owner(), campaign.id)).counts).toMatchObject({ pending: 0, active: 1 });
    expect((await readProgress(owner(), campaign.id)).waiting_reason).toBeNull();
  });
});
