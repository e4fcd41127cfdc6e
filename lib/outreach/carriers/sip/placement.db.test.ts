import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import { endCall, readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { sweepRetention } from "@/lib/data/retention";
import { carrierFor } from "@/lib/outreach/carriers";
import { findAttempt, placeAttempts, startCall } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import { db, writeUnaudited } from "@/lib/platform/db";
import { startGatewayReports } from "@/lib/platform/gateways";
import { newId } from "@/lib/platform/ids";
import { closeHub, subscribe } from "@/lib/platform/live";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { claimPlacement } from "./claim-placement";
import { endPlacement } from "./end-placement";
import { isHangUpDue, readPlacement } from "./placement";
import { withdrawPlacement } from "./withdraw-placement";

const PATIENCE = { timeout: 20_000, interval: 20 };
const NOON = 12;
let space: TestWorkspace;
let agentId: string;
let reports: ReturnType<typeof startGatewayReports>;
let people = 0;

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
  await connectTrunk();
});

const owner = () => space.ctx("owner");
const zone = (): string => {
  const hours = NOON - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
};

async function connectTrunk(more: object = {}): Promise<void> {
  const credential = {
    kind: "sip",
    server: "127.0.0.1:5060",
    transport: "tcp",
    encryption: "off",
    calls_per_second: 50,
    ...more,
  };
  const trunk = await createIntegration(owner(), CreateIntegration.parse({ name: "Trunk", credential }));
  const agent = await createAgent(
    owner(),
    CreateAgent.parse({ name: "Ann", type: "voice", voice_id: "builtin:slt", prompt: "You book tables." }),
  );
  await deployAgent(owner(), agent.id);
  agentId = agent.id;
  const number = `+1213${7_000_000 + Math.floor(Math.random() * 999_999)}`;
  const input = { number, integration_id: trunk.id, agent_id: agentId };
  await createPhoneNumber(owner(), CreatePhoneNumber.parse(input));
}

/** Queues a call to a contact who consented. Returns its attempt's key. */
async function queueCall() {
  const phone = `+1212${9_000_000 + people++}`;
  const consents = [{ purpose: "informational", channel: "call", granted: true, source: "a form" }];
  await createContact(owner(), CreateContact.parse({ phone, timezone: zone(), consents }));
  const input = CreateCall.parse({ agent_id: agentId, channel: "phone", to: phone });
  const call = await startCall(owner(), input, carrierFor);
  return { callId: call.id, key: `call/${call.id}/1`, phone };
}
/** Claims the workspace's placement, as other tests of this database have placements too. */
async function claim(key: string) {
  return vi.waitFor(async () => {
    const placement = await claimPlacement("gateway_test");
    if (placement?.key !== key) throw new Error("It is another placement, or none.");
    return placement;
  }, PATIENCE);
}
/** Places the call while a gateway claims it. */
async function placeAndClaim() {
  const queued = await queueCall();
  const [placement] = await Promise.all([
    claim(queued.key),
    placeAttempts(owner(), [queued.key], carrierFor),
  ]);
  return { ...queued, placement };
}
const attemptOf = async (key: string) => (await findAttempt(owner(), { key }))?.attempt;

describe("a call over a trunk", () => {
  it("is given to one gateway, with its numbers", async () => {
    const { key, callId, phone, placement } = await placeAndClaim();
    expect(placement).toMatchObject({ key, callId, to: phone });
    expect(placement.from).toMatch(/^\+1213/);
    expect(await attemptOf(key)).toMatchObject({ state: "placed", carrier: "sip" });
    expect(await readPlacement(owner(), key)).toMatchObject({ state: "claimed" });
  });

  it("tells its worker that it was claimed", async () => {
    const { key, callId } = await queueCall();
    const events: string[] = [];
    const unsubscribe = await subscribe(callId, (kind) => events.push(kind));
    await Promise.all([claim(key), placeAttempts(owner(), [key], carrierFor)]);
    await vi.waitFor(() => expect(events).toContain("sip_claimed"), PATIENCE);
    unsubscribe();
  });

  it("of another environment is not claimed", async () => {
    const key = `call/${newId("call")}/1`;
    const { workspaceId } = space;
    const row = { key, workspace_id: workspaceId, environment: "test", call_id: newId("call") };
    const insert = db.insertInto("sip_placements").values({
      ...row,
      ...{ integration_id: newId("int"), from_number: "+12137000000", requested_at: owner().now() },
    });
    await writeUnaudited(owner(), { run: [insert] });
    expect((await claimPlacement("gateway_test"))?.key).not.toBe(key);
    expect(await readPlacement(owner(), key)).toMatchObject({ state: "requested" });
    await withdrawPlacement(owner(), key);
  });

  it("is withdrawn and waits if no gateway claims it", async () => {
    const { key, callId } = await queueCall();
    await placeAttempts(owner(), [key], carrierFor);
    expect(await readPlacement(owner(), key)).toBeUndefined();
    expect(await attemptOf(key)).toMatchObject({ state: "claimed" });
    expect((await readCall(owner(), callId)).status).toBe("queued");
  });

  it("fails as unknown once its gateway has died, and is never offered again", async () => {
    const { key, callId, placement } = await placeAndClaim();
    const expire = db
      .updateTable("sip_placements")
      .set({ lease_until: plusMs(owner().now(), -1_000) })
      .where("workspace_id", "=", space.workspaceId)
      .where("key", "=", key);
    await writeUnaudited(owner(), { run: [expire] });
    await placeAttempts(owner(), [key], carrierFor);
    const call = await readCall(owner(), callId);
    expect(call).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    expect(await readPlacement(owner(), key)).toMatchObject({ state: "claimed" });
    expect((await claimPlacement("gateway_test"))?.key).not.toBe(placement.key);
  });

  it("is hung up by its gateway if it is ended while it rings", async () => {
    const { key, callId, placement } = await placeAndClaim();
    await endCall(owner(), callId);
    await carrierFor("live").hangUp(owner(), `sip:${callId}`);
    expect(await isHangUpDue(owner(), key)).toBe(true);
    await endPlacement(placement, 487);
    expect(await carrierFor("live").hangUp(owner(), `sip:${callId}`)).toEqual({ at: "over" });
  });

  it("is claimed or withdrawn, never both", async () => {
    for (let round = 0; round < 10; round++) {
      const { key, callId } = await queueCall();
      const insert = db.insertInto("sip_placements").values({
        key,
        workspace_id: space.workspaceId,
        environment: "live",
        call_id: callId,
        integration_id: "int_test",
        from_number: "+12135550100",
        requested_at: owner().now(),
      });
      await writeUnaudited(owner(), { run: [insert] });
      const [isWithdrawn, placement] = await Promise.all([
        withdrawPlacement(owner(), key),
        claimPlacement("gateway_test"),
      ]);
      expect([isWithdrawn, placement?.key === key].filter(Boolean)).toHaveLength(1);
    }
  });

  it("is not placed by a gateway that starts long after its worker has died", async () => {
    const { key, callId } = await queueCall();
    const insert = db.insertInto("sip_placements").values({
      key,
      workspace_id: space.workspaceId,
      environment: "live",
      call_id: callId,
      integration_id: "int_test",
      from_number: "+12135550100",
      requested_at: plusMs(owner().now(), -60_000),
    });
    await writeUnaudited(owner(), { run: [insert] });
    expect((await claimPlacement("gateway_test"))?.key).not.toBe(key);
    expect(await readPlacement(owner(), key)).toMatchObject({ state: "requested" });
  });

  it("waits while its trunk has its maximum of calls", async () => {
    space = await makeWorkspace();
    await connectTrunk({ max_calls: 1 });
    const first = await placeAndClaim();
    const second = await queueCall();
    await placeAttempts(owner(), [second.key], carrierFor);
    expect(await attemptOf(second.key)).toMatchObject({ state: "claimed" });
    expect(await readPlacement(owner(), second.key)).toBeUndefined();
    await endPlacement(first.placement, 200);
    const due = { ...owner(), now: () => plusMs(owner().now(), 2_000) };
    await Promise.all([claim(second.key), placeAttempts(due, [second.key], carrierFor)]);
    expect(await attemptOf(second.key)).toMatchObject({ state: "placed" });
  });
});

it("a placement is deleted with the operational log", async () => {
  const { key, placement } = await placeAndClaim();
  await endPlacement(placement, 486);
  await sweepRetention(owner());
  expect(await readPlacement(owner(), key)).toBeDefined();
  const later = plusMs(owner().now(), 366 * 24 * 3_600_000);
  await sweepRetention({ ...owner(), now: () => later });
  expect(await readPlacement(owner(), key)).toBeUndefined();
});
