import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suppressStatement } from "@/lib/contacts/consent";
import { writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import {
  createDialingFixture,
  type DialingFixture,
  listQueuedJobs,
  nextNumber,
} from "./testing/dialing-fixture";

let fixture: DialingFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createDialingFixture();
  agentId = await fixture.agent();
});
afterAll(closeHub);

describe("a call that is started", () => {
  it("is queued for a contact that allows it, with one attempt, and lives on its carrier", async () => {
    const { id: contactId, phone } = await fixture.contact();
    const call = await fixture.dial(agentId, { contact_id: contactId, metadata: { order: 7 } });
    expect(call).toMatchObject({
      status: "queued",
      direction: "outbound",
      contact_id: contactId,
      to: phone,
      started_at: null,
      metadata: { order: 7 },
      transcript: [],
    });
    expect(await fixture.attempt(call.id)).toMatchObject({ key: `call/${call.id}/1`, state: "claimed" });
    await fixture.place(call.id);
    expect(await fixture.attempt(call.id)).toMatchObject({ state: "placed", carrier_ref: `ref_${call.id}` });
    await fixture.reportEvent(call.id, "ringing");
    expect((await fixture.read(call.id)).status).toBe("ringing");
    await fixture.reportEvent(call.id, "answered");
    const running = await fixture.read(call.id);
    expect(running.status).toBe("in_progress");
    expect(running.transcript[0]?.role).toBe("agent");
    await fixture.reportEvent(call.id, "ended");
    expect(await fixture.read(call.id)).toMatchObject({
      status: "completed",
      end_reason: "caller_hung_up",
      settled_at: expect.any(String),
    });
    expect((await listQueuedJobs("attempt.follow")).map(({ payload }) => payload.callId)).toContain(call.id);
    await fixture.follow(call.id);
    expect(await fixture.attempt(call.id)).toMatchObject({ state: "ended", result: "completed", busy: null });
  });

  it("is blocked without consent, with the reasons, and is over", async () => {
    const call = await fixture.dial(agentId, { to: nextNumber() });
    expect(call).toMatchObject({
      status: "blocked",
      end_reason: "policy_blocked",
      reasons: expect.arrayContaining([expect.objectContaining({ code: "no_consent" })]),
      settled_at: expect.any(String),
      outcome: { tag: "failed", successful: false },
    });
    expect(call.contact_id).toMatch(/^ctc_/);
    expect(await fixture.attempt(call.id)).toBeUndefined();
  });

  it("is blocked if the contact opted out between the claim and the call", async () => {
    const contact = await fixture.contact();
    const call = await fixture.dial(agentId, { contact_id: contact.id });
    const row = await fixture.attempt(call.id);
    const optOut = { source: "keyword", channels: ["call", "text"], reason: "STOP" } as const;
    await writeUnaudited(fixture.ctx, {
      run: [suppressStatement(fixture.ctx, [row?.contact_hash ?? Buffer.of()], optOut)],
    });
    const before = fixture.line.placed.length;
    await fixture.place(call.id);
    expect(fixture.line.placed).toHaveLength(before);
    expect(await fixture.read(call.id)).toMatchObject({
      status: "blocked",
      reasons: [{ code: "suppressed" }],
    });
    expect(await fixture.attempt(call.id)).toMatchObject({ state: "ended", result: "blocked", busy: null });
  });
});
