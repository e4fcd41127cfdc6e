import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suppressStatement } from "@/lib/contacts/consent";
import { record } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { type Dialing, openDialing, queued, someNumber } from "./testing/desk";

let desk: Dialing;
let agentId: string;
beforeAll(async () => {
  desk = await openDialing();
  agentId = await desk.agent();
});
afterAll(closeHub);

describe("a call that is started", () => {
  it("is queued for a contact that allows it, with one attempt, and lives on its carrier", async () => {
    const { id: contactId, phone } = await desk.contact();
    const call = await desk.dial(agentId, { contact_id: contactId, metadata: { order: 7 } });
    expect(call).toMatchObject({
      status: "queued",
      direction: "outbound",
      contact_id: contactId,
      to: phone,
      started_at: null,
      metadata: { order: 7 },
      transcript: [],
    });
    expect(await desk.attempt(call.id)).toMatchObject({ key: `call/${call.id}/1`, state: "claimed" });
    await desk.place(call.id);
    expect(await desk.attempt(call.id)).toMatchObject({ state: "placed", carrier_ref: `ref_${call.id}` });
    await desk.says(call.id, "ringing");
    expect((await desk.read(call.id)).status).toBe("ringing");
    await desk.says(call.id, "answered");
    const running = await desk.read(call.id);
    expect(running.status).toBe("in_progress");
    expect(running.transcript[0]?.role).toBe("agent");
    await desk.says(call.id, "ended");
    expect(await desk.read(call.id)).toMatchObject({
      status: "completed",
      end_reason: "caller_hung_up",
      settled_at: expect.any(String),
    });
    expect((await queued("attempt.follow")).map(({ payload }) => payload.callId)).toContain(call.id);
    await desk.follow(call.id);
    expect(await desk.attempt(call.id)).toMatchObject({ state: "ended", result: "completed", busy: null });
  });

  it("is blocked without consent, with the reasons, and is over", async () => {
    const call = await desk.dial(agentId, { to: someNumber() });
    expect(call).toMatchObject({
      status: "blocked",
      end_reason: "policy_blocked",
      reasons: expect.arrayContaining([expect.objectContaining({ code: "no_consent" })]),
      settled_at: expect.any(String),
      outcome: { tag: "failed", successful: false },
    });
    expect(call.contact_id).toMatch(/^ctc_/);
    expect(await desk.attempt(call.id)).toBeUndefined();
  });

  it("is blocked where somebody asked to be left alone between the claim and the call", async () => {
    const contact = await desk.contact();
    const call = await desk.dial(agentId, { contact_id: contact.id });
    const row = await desk.attempt(call.id);
    const asked = { source: "keyword", channels: ["call", "text"], reason: "STOP" } as const;
    await record(desk.ctx, { run: [suppressStatement(desk.ctx, [row?.contact_hash ?? Buffer.of()], asked)] });
    const before = desk.line.placed.length;
    await desk.place(call.id);
    expect(desk.line.placed).toHaveLength(before);
    expect(await desk.read(call.id)).toMatchObject({ status: "blocked", reasons: [{ code: "suppressed" }] });
    expect(await desk.attempt(call.id)).toMatchObject({ state: "ended", result: "blocked", busy: null });
  });
});
