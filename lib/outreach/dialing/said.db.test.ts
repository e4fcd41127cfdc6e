import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { sweepAttempts } from ".";
import type { CarrierEventType } from "./carrier";
import { type Dialing, openDialing, queued } from "./testing/desk";

let desk: Dialing;
let agentId: string;
beforeAll(async () => {
  desk = await openDialing();
  agentId = await desk.agent();
});
afterAll(closeHub);

const dial = async (extra: object = {}) =>
  (await desk.dial(agentId, { contact_id: (await desk.contact()).id, ...extra })).id;
const placed = async (extra: object = {}) => {
  const id = await dial(extra);
  await desk.place(id);
  return id;
};

describe("a call that nobody answers", () => {
  it.each([
    ["busy", "busy", "busy", "busy"],
    ["no_answer", "no_answer", "no_answer", "no_answer"],
    ["voicemail", "voicemail", "voicemail_reached", "voicemail"],
    ["declined", "busy", "declined", "declined"],
    ["failed", "failed", "carrier_error", "failed"],
    ["canceled", "canceled", "canceled", "failed"],
  ] as const)("is settled at once as the carrier says: %s", async (type, status, endReason, tag) => {
    const id = await placed({ metadata: { order: 7 } });
    await desk.says(id, "ringing");
    await desk.says(id, type);
    const call = await desk.read(id);
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
    await desk.follow(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: status, busy: null });
  });

  it("leaves the outcome alone where the agent keeps no transcript, and no key that could open more", async () => {
    const quiet = await desk.agent({ transcript: { enabled: false }, recording: { enabled: false } });
    const { id } = await desk.dial(quiet, { contact_id: (await desk.contact()).id, metadata: { order: 7 } });
    await desk.place(id);
    await desk.says(id, "no_answer");
    expect(await desk.read(id)).toMatchObject({ to: null, metadata: {}, outcome: { tag: "no_answer" } });
    const key = desk.rows.one(
      db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id),
    );
    expect(await key).toBeUndefined();
  });
});

describe("what comes late or twice", () => {
  it("changes nothing once the call is over", async () => {
    const id = await placed();
    await desk.says(id, "no_answer");
    const before = await desk.read(id);
    const late: CarrierEventType[] = ["ringing", "answered", "busy", "voicemail", "ended", "no_answer"];
    for (const type of late) await desk.says(id, type);
    expect(await desk.read(id)).toEqual(before);
    // Whoever was reached after all is not left waiting.
    expect(desk.line.hungUp).toContain(`ref_${id}`);
  });

  it("does not end a conversation that has begun, and does not begin it again", async () => {
    const id = await placed();
    await desk.says(id, "answered");
    const late: CarrierEventType[] = ["ringing", "answered", "busy", "no_answer", "voicemail", "declined"];
    for (const type of late) await desk.says(id, type);
    const call = await desk.read(id);
    expect(call.status).toBe("in_progress");
    expect(call.transcript.filter(({ role }) => role === "agent")).toHaveLength(1);
    await Promise.all([desk.says(id, "ended"), desk.says(id, "ended")]);
    expect((await desk.read(id)).status).toBe("completed");
  });

  it("at the same moment lets one of answered and no answer win, whole", async () => {
    const id = await placed();
    await Promise.all([desk.says(id, "answered"), desk.says(id, "no_answer")]);
    const { status, settled_at, transcript } = await desk.read(id);
    expect(["in_progress", "no_answer"]).toContain(status);
    expect(settled_at === null).toBe(status === "in_progress");
    expect(transcript.length > 0).toBe(status === "in_progress");
  });
});

describe("the carrier's word", () => {
  it("may come before its answer, by the attempt's key", async () => {
    const id = await dial();
    desk.line.answer(async ({ callId, key }) => {
      await desk.says(callId, "ringing", key);
      await desk.says(callId, "busy", key);
      return { at: "placed", ref: `ref_${callId}` };
    });
    await desk.place(id);
    desk.line.answer(({ callId }) => ({ at: "placed", ref: `ref_${callId}` }));
    expect(await desk.read(id)).toMatchObject({ status: "busy" });
    await desk.follow(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "busy", busy: null });
  });

  it("of something else is nothing of ours", async () => {
    expect(await desk.says("call_00000000000000000000000000", "answered")).toBe(false);
  });

  it("that never comes is asked for, so that no slot leaks", async () => {
    const id = await placed();
    desk.wait(301);
    await sweepAttempts(desk.ctx);
    const keys = (await queued("attempts.place")).map(({ key }) => key);
    expect(keys).toContain(`attempt:call/${id}/1`);
    desk.line.finds({ at: "placed", ref: `ref_${id}`, last: { type: "no_answer" } });
    await desk.place(id);
    desk.line.finds(null);
    expect((await desk.read(id)).status).toBe("no_answer");
  });
});

it("a call that the carrier has lost does not keep its slot", async () => {
  const id = await placed();
  await desk.says(id, "ringing");
  desk.wait(11 * 60);
  desk.line.finds({ at: "placed", ref: `ref_${id}`, last: { type: "ringing" } });
  await desk.place(id);
  desk.line.finds(null);
  expect(await desk.read(id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
  expect(desk.line.hungUp).toContain(`ref_${id}`);
  expect(await desk.attempt(id)).toMatchObject({ state: "ended", busy: null });
});

describe("a call that is ended", () => {
  it("keeps its slot until the carrier has hung up, but not for good", async () => {
    const id = await placed();
    await desk.cancel(id);
    desk.line.hears(false);
    await expect(desk.follow(id)).rejects.toMatchObject({ code: "unavailable" });
    expect(await desk.attempt(id)).toMatchObject({ state: "placed" });
    desk.line.hears(true);
    await desk.follow(id);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", busy: null });

    const other = await placed();
    await desk.cancel(other);
    desk.line.hears(false);
    desk.wait(11 * 60);
    await desk.follow(other);
    desk.line.hears(true);
    expect(await desk.attempt(other)).toMatchObject({ state: "ended", busy: null });
  });

  it("by somebody while it rings is canceled, and the carrier is told", async () => {
    const id = await placed();
    await desk.says(id, "ringing");
    await expect(desk.message(id, "Hello?")).rejects.toMatchObject({ code: "invalid_state" });
    await desk.cancel(id);
    await desk.follow(id);
    expect(desk.line.hungUp).toContain(`ref_${id}`);
    expect(await desk.attempt(id)).toMatchObject({ state: "ended", result: "canceled", busy: null });
  });
});
