import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOrCreateContact } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { placeCallback } from ".";
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

/** A callback that a conversation has left, due in an hour. */
async function promise(phone: string): Promise<string> {
  const { ctx } = fixture;
  const parsed = parseNumber(phone);
  if (!parsed.ok) throw new Error("This is no number.");
  const { id: contactId, hash } = await findOrCreateContact(ctx, parsed.number);
  const sealer = await subjectSealer(ctx.workspaceId, contactId);
  const id = newId("cbk");
  const tenant = { workspace_id: ctx.workspaceId, environment: "test" };
  const common = { ...tenant, agent_id: agentId, contact_hash: hash, subject_id: contactId };
  const call = {
    ...common,
    id: newId("call"),
    channel: "phone",
    direction: "inbound",
    status: "completed",
    created_at: fixture.now(),
  };
  const row = {
    ...common,
    id,
    call_id: call.id,
    number: sealer.seal({ table: "callbacks", row: id, field: "number" }, phone),
    due_at: new Date(Date.parse(fixture.now()) + 3_600_000).toISOString(),
    created_at: fixture.now(),
  };
  await writeUnaudited(ctx, {
    run: [db.insertInto("calls").values(call), db.insertInto("callbacks").values(row)],
  });
  return id;
}
const take = (id: string) => placeCallback(fixture.ctx, id, fixture.line.carrierFor);
const statusOf = async (id: string) =>
  (await fixture.rows.first(db.selectFrom("callbacks").select("status").where("id", "=", id)))?.status;
const jobOf = async (id: string) =>
  (await listQueuedJobs("callback.due")).find(({ payload }) => payload.callbackId === id);
const callOf = (id: string) => id.replace("cbk_", "call_");

describe("a callback", () => {
  it("is one attempt once it is due, even if its job runs repeatedly", async () => {
    const { phone } = await fixture.contact();
    const id = await promise(phone);
    await take(id);
    expect((await jobOf(id))?.runAt).toBe(new Date(Date.parse(fixture.now()) + 3_600_000).toISOString());
    fixture.advanceClock(3_600);
    await Promise.all([take(id), take(id)]).catch(() => undefined);
    await take(id);
    expect(await statusOf(id)).toBe("placed");
    const call = await fixture.read(callOf(id));
    expect(call).toMatchObject({ status: "queued", to: phone, metadata: { callback_id: id } });
    expect(await fixture.attempt(call.id)).toMatchObject({ key: `callback/${id}/1`, state: "claimed" });
  });

  it("to a contact who cannot be called is a blocked call with the reasons", async () => {
    const id = await promise(nextNumber());
    fixture.advanceClock(3_600);
    await take(id);
    await take(id);
    expect(await statusOf(id)).toBe("blocked");
    const { status, reasons } = await fixture.read(callOf(id));
    expect(status).toBe("blocked");
    expect(reasons.map(({ code }) => code)).toContain("no_consent");
  });

  it("that is due at night waits for the morning", async () => {
    const { phone } = await fixture.contact();
    const id = await promise(phone);
    fixture.advanceClock(12 * 3_600);
    await take(id);
    expect(await statusOf(id)).toBe("pending");
    const at = (await jobOf(id))?.runAt ?? "";
    expect(at > fixture.now()).toBe(true);
    fixture.advanceClock((Date.parse(at) - Date.parse(fixture.now())) / 1_000);
    await take(id);
    expect(await statusOf(id)).toBe("placed");
  });
});
