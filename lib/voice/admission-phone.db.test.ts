import "@/test/fixtures/loopback";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTwilioCarrier } from "@/lib/outreach/carriers/twilio/carrier";
import { placeAttempts } from "@/lib/outreach/dialing";
import { systemCtx } from "@/lib/platform/context/make";
import { db, reader } from "@/lib/platform/db";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import type { Stream } from "./testing/stream";

const PATIENCE = { timeout: 20_000, interval: 20 };
const PLACE_TIMEOUT_MS = 10 * 60_000;

let fixture: PhoneDesk;
const streams: Stream[] = [];
beforeAll(async () => {
  fixture = await openPhoneDesk({ maxCalls: 1 });
});
async function endCalls(): Promise<void> {
  for (const stream of streams.splice(0)) {
    stream.hangUp();
    await stream.over;
  }
}
afterEach(async () => {
  await endCalls();
  await waitForFreeCalls(1);
  await plainBatch(plain.updateTable("voice_gateways").set({ reserved_until: [] }));
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const attemptOf = async (callId: string) => {
  const row = await reader(fixture.space.workspaceId).first(
    db.selectFrom("attempts").select(["key", "state", "scheduled_at"]).where("call_id", "=", callId),
  );
  if (row === undefined) throw new Error("There is no attempt.");
  return row;
};
const calledTimes = (to: string) => fixture.carrier.calls.filter(({ form }) => form.get("To") === to).length;

/** A call counts from the moment that its stream opens until it is stored. */
const waitForFreeCalls = (count: number) =>
  vi.waitFor(async () => {
    await fixture.gateway.announce();
    const [[row]] = await plainBatch(plain.selectFrom("voice_gateways").select("free_calls"));
    expect(row?.free_calls).toBe(count);
  }, PATIENCE);

/** Occupies the only place of the gateway by an inbound call. */
async function occupy(): Promise<void> {
  const { stream } = await fixture.rings(fixture.person(), await fixture.line(await fixture.agent({})));
  if (stream === null) throw new Error("The first call was refused.");
  streams.push(stream);
  await waitForFreeCalls(0);
}

describe("while every voice gateway is full", () => {
  it("an inbound call hears a busy tone at once, or goes to the fallback number", async () => {
    await occupy();
    const agentId = await fixture.agent({});
    const { text, stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    expect(text).toContain('<Reject reason="busy"/>');
    expect(stream).toBeNull();
    const fallback = { fallback_number: "+12125550144" };
    const forwarded = await fixture.rings(fixture.person(), await fixture.line(agentId, fallback));
    expect(forwarded.text).toContain("<Number>+12125550144</Number>");
  });

  it("an inbound call is stored once with the reason, and whether it was forwarded", async () => {
    await occupy();
    const agentId = await fixture.agent({});
    const [caller, forwarded] = [fixture.person(), fixture.person()];
    await fixture.rings(caller, await fixture.line(agentId));
    await fixture.rings(forwarded, await fixture.line(agentId, { fallback_number: "+12125550144" }));
    const calls = await reader(fixture.space.workspaceId).all(
      db.selectFrom("calls").select("id").where("agent_id", "=", agentId).orderBy("created_at"),
    );
    const views = await Promise.all(calls.map(({ id }) => fixture.read(id)));
    const ended = { direction: "inbound", status: "failed", outcome: { tag: "failed" }, duration_ms: 0 };
    const reasons = (answer: string) => [{ code: "gateways_full", message: expect.stringContaining(answer) }];
    expect(views).toMatchObject([
      { ...ended, from: caller, reasons: reasons("busy tone") },
      { ...ended, from: forwarded, reasons: reasons("forwarded") },
    ]);
  });

  it("a browser's call is refused with what to do, and none is stored", async () => {
    await occupy();
    const agentId = await fixture.agent({});
    await expect(fixture.start(agentId)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Try again"),
      retryAfterS: 30,
    });
    const calls = await reader(fixture.space.workspaceId).all(
      db.selectFrom("calls").select("id").where("agent_id", "=", agentId),
    );
    expect(calls).toEqual([]);
  });

  it("an outbound call waits, is not placed, and is placed when there is a free call", async () => {
    await occupy();
    const agentId = await fixture.agent({});
    await fixture.line(agentId);
    const to = fixture.person();
    const call = await fixture.dials(agentId, to);
    expect(calledTimes(to)).toBe(0);
    const { key, state, scheduled_at: at } = await attemptOf(call.id);
    expect(state).toBe("claimed");
    expect(Date.parse(at)).toBeGreaterThan(Date.now());
    expect((await fixture.read(call.id)).status).toBe("queued");

    await endCalls();
    await waitForFreeCalls(1);
    const later = systemCtx(fixture.space.workspaceId, "attempts.place", {
      clock: { now: () => new Date(Date.parse(at) + 1_000) },
    });
    await placeAttempts(later, [key], fixture.carrierFor);
    expect(calledTimes(to)).toBe(1);
  });

  it("an outbound call ends with the reason after ten minutes, without being placed", async () => {
    await occupy();
    const agentId = await fixture.agent({});
    await fixture.line(agentId);
    const to = fixture.person();
    const call = await fixture.dials(agentId, to);
    const { key } = await attemptOf(call.id);
    const later = systemCtx(fixture.space.workspaceId, "attempts.place", {
      clock: { now: () => new Date(Date.now() + PLACE_TIMEOUT_MS + 60_000) },
    });
    await placeAttempts(later, [key], fixture.carrierFor);
    expect(calledTimes(to)).toBe(0);
    expect(await fixture.read(call.id)).toMatchObject({
      status: "failed",
      reasons: [{ code: "gateways_full", message: expect.stringContaining("VOICE_MAX_CALLS") }],
    });
  });
});

it("an answered call that the gateway refuses after all ends with the reason", async () => {
  await occupy();
  const agentId = await fixture.agent({});
  await fixture.line(agentId);
  const to = fixture.person();
  const call = await fixture.dials(agentId, to);
  const { key, scheduled_at: at } = await attemptOf(call.id);
  const later = systemCtx(fixture.space.workspaceId, "attempts.place", {
    clock: { now: () => new Date(Date.parse(at) + 1_000) },
  });
  // Its report is out of date.
  const insert = plain.insertInto("voice_gateways");
  await plainBatch(
    insert.values({
      gateway_id: "gateway_full",
      is_separate: false,
      free_calls: 1,
      last_reported_at: sql`now()`,
    }),
  );
  await placeAttempts(later, [key], fixture.carrierFor);
  expect((await fixture.carrier.ring(to))?.status).toBe(503);
  await vi.waitFor(async () => expect((await fixture.read(call.id)).status).toBe("failed"), PATIENCE);
  expect(await fixture.read(call.id)).toMatchObject({
    end_reason: "carrier_error",
    reasons: [{ code: "no_stream", message: expect.stringContaining("No voice gateway opened") }],
  });
  await plainBatch(plain.deleteFrom("voice_gateways").where("gateway_id", "=", "gateway_full"));
});

const reservations = async () => {
  const [[row]] = await plainBatch(plain.selectFrom("voice_gateways").select("reserved_until"));
  return row?.reserved_until?.length;
};

it("reserves the place of an outbound call while it rings, so that a second one waits", async () => {
  const agentId = await fixture.agent({});
  await fixture.line(agentId);
  const [first, second] = [fixture.person(), fixture.person()];
  await fixture.dials(agentId, first);
  await fixture.dials(agentId, second);
  expect([calledTimes(first), calledTimes(second), await reservations()]).toEqual([1, 0, 1]);
  // Its gateway counts the call once the stream has opened.
  const stream = await fixture.carrier.ring(first);
  if (stream === null) throw new Error("The answered call has no stream.");
  streams.push(stream);
  await vi.waitFor(async () => expect(await reservations()).toBe(0), PATIENCE);
  await waitForFreeCalls(0);
});

it.each([
  [401, {}, "unavailable"],
  [429, {}, "retry_later"],
  [400, { code: 21_211 }, "refused"],
])("releases the place of a call that the carrier answers with %i", async (status, body, at) => {
  const carrier = createTwilioCarrier({ fetch: async () => Response.json(body, { status }) }, () => true);
  const from = await fixture.line(await fixture.agent({}));
  const request = {
    callId: newId("call"),
    key: "call/1",
    channel: "call",
    to: fixture.person(),
    from,
  } as const;
  expect(await carrier.place(fixture.space.ctx("owner"), request)).toMatchObject({ at });
  expect(await reservations()).toBe(0);
});
