import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { sweepAttempts } from ".";
import type { CarrierEventType } from "./carrier";
import { createDialingFixture, type DialingFixture, listQueuedJobs } from "./testing/dialing-fixture";

let fixture: DialingFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createDialingFixture();
  agentId = await fixture.agent();
});
afterAll(closeHub);

const dial = async (extra: object = {}) =>
  (await fixture.dial(agentId, { contact_id: (await fixture.contact()).id, ...extra })).id;
const placed = async (extra: object = {}) => {
  const id = await dial(extra);
  await fixture.place(id);
  return id;
};

describe("an unanswered call", () => {
  it.each([
    ["busy", "busy", "busy", "busy"],
    ["no_answer", "no_answer", "no_answer", "no_answer"],
    ["voicemail", "voicemail", "voicemail_reached", "voicemail"],
    ["declined", "busy", "declined", "declined"],
    ["failed", "failed", "carrier_error", "failed"],
    ["canceled", "canceled", "canceled", "failed"],
  ] as const)("is settled at once as the carrier says: %s", async (type, status, endReason, tag) => {
    const id = await placed({ metadata: { order: 7 } });
    await fixture.reportEvent(id, "ringing");
    await fixture.reportEvent(id, type);
    const call = await fixture.read(id);
    expect(call).toMatchObject({
      status,
      end_reason: endReason,
      outcome: { tag, summary: null, successful: false },
      transcript: [],
      metadata: { order: 7 },
      answered_at: null,
      duration_ms: 0,
    });
    expect(call.settled_at).toBe(call.ended_at);
    await fixture.follow(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: status, busy: null });
  });

  it("leaves the outcome alone where the agent keeps no transcript, and no key that could open more", async () => {
    const quiet = await fixture.agent({ transcript: { enabled: false }, recording: { enabled: false } });
    const { id } = await fixture.dial(quiet, {
      contact_id: (await fixture.contact()).id,
      metadata: { order: 7 },
    });
    await fixture.place(id);
    await fixture.reportEvent(id, "no_answer");
    expect(await fixture.read(id)).toMatchObject({ to: null, metadata: {}, outcome: { tag: "no_answer" } });
    const key = fixture.rows.first(
      db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id),
    );
    expect(await key).toBeUndefined();
  });
});

describe("what comes late or twice", () => {
  it("changes nothing once the call is over", async () => {
    const id = await placed();
    await fixture.reportEvent(id, "no_answer");
    const before = await fixture.read(id);
    const late: CarrierEventType[] = ["ringing", "answered", "busy", "voicemail", "ended", "no_answer"];
    for (const type of late) await fixture.reportEvent(id, type);
    expect(await fixture.read(id)).toEqual(before);
    // A contact who was reached after all does not stay pending.
    expect(fixture.line.hungUp).toContain(`ref_${id}`);
  });

  it("does not end a conversation that has begun, and does not begin it again", async () => {
    const id = await placed();
    await fixture.reportEvent(id, "answered");
    const late: CarrierEventType[] = ["ringing", "answered", "busy", "no_answer", "voicemail", "declined"];
    for (const type of late) await fixture.reportEvent(id, type);
    const call = await fixture.read(id);
    expect(call.status).toBe("in_progress");
    expect(call.transcript.filter(({ role }) => role === "agent")).toHaveLength(1);
    await Promise.all([fixture.reportEvent(id, "ended"), fixture.reportEvent(id, "ended")]);
    expect((await fixture.read(id)).status).toBe("completed");
  });

  it("at the same moment lets one of answered and no answer win, whole", async () => {
    const id = await placed();
    await Promise.all([fixture.reportEvent(id, "answered"), fixture.reportEvent(id, "no_answer")]);
    const { status, settled_at, transcript } = await fixture.read(id);
    expect(["in_progress", "no_answer"]).toContain(status);
    expect(settled_at === null).toBe(status === "in_progress");
    expect(transcript.length > 0).toBe(status === "in_progress");
  });
});

describe("the carrier's word", () => {
  it("may come before its answer, by the attempt's key", async () => {
    const id = await dial();
    fixture.line.setPlaceAnswer(async ({ callId, key }) => {
      await fixture.reportEvent(callId, "ringing", key);
      await fixture.reportEvent(callId, "busy", key);
      return { at: "placed", ref: `ref_${callId}` };
    });
    await fixture.place(id);
    fixture.line.setPlaceAnswer(({ callId }) => ({ at: "placed", ref: `ref_${callId}` }));
    expect(await fixture.read(id)).toMatchObject({ status: "busy" });
    await fixture.follow(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "busy", busy: null });
  });

  it("of something else is nothing of ours", async () => {
    expect(await fixture.reportEvent("call_00000000000000000000000000", "answered")).toBe(false);
  });

  it("that never comes is asked for, so that no slot leaks", async () => {
    const id = await placed();
    fixture.advanceClock(301);
    await sweepAttempts(fixture.ctx);
    const keys = (await listQueuedJobs("attempts.place")).map(({ key }) => key);
    expect(keys).toContain(`attempt:call/${id}/1`);
    fixture.line.setFindAnswer({ at: "placed", ref: `ref_${id}`, last: { type: "no_answer" } });
    await fixture.place(id);
    fixture.line.setFindAnswer(null);
    expect((await fixture.read(id)).status).toBe("no_answer");
  });
});

it("a call that the carrier has lost does not keep its slot", async () => {
  const id = await placed();
  await fixture.reportEvent(id, "ringing");
  fixture.advanceClock(11 * 60);
  fixture.line.setFindAnswer({ at: "placed", ref: `ref_${id}`, last: { type: "ringing" } });
  await fixture.place(id);
  fixture.line.setFindAnswer(null);
  expect(await fixture.read(id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
  expect(fixture.line.hungUp).toContain(`ref_${id}`);
  expect(await fixture.attempt(id)).toMatchObject({ state: "ended", busy: null });
});

describe("a call that is ended", () => {
  it("keeps its slot until the carrier has hung up, but not for good", async () => {
    const id = await placed();
    await fixture.cancel(id);
    fixture.line.canHangUp(false);
    await expect(fixture.follow(id)).rejects.toMatchObject({ code: "unavailable" });
    expect(await fixture.attempt(id)).toMatchObject({ state: "placed" });
    fixture.line.canHangUp(true);
    await fixture.follow(id);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", busy: null });

    const otherCall = await placed();
    await fixture.cancel(otherCall);
    fixture.line.canHangUp(false);
    fixture.advanceClock(11 * 60);
    await fixture.follow(otherCall);
    fixture.line.canHangUp(true);
    expect(await fixture.attempt(otherCall)).toMatchObject({ state: "ended", busy: null });
  });

  it("while it rings is canceled, and the carrier is told", async () => {
    const id = await placed();
    await fixture.reportEvent(id, "ringing");
    await expect(fixture.message(id, "Hello?")).rejects.toMatchObject({ code: "invalid_state" });
    await fixture.cancel(id);
    await fixture.follow(id);
    expect(fixture.line.hungUp).toContain(`ref_${id}`);
    expect(await fixture.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  });
});
