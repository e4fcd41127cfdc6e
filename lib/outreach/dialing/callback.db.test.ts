import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contactOfNumber } from "@/lib/calls/calls";
import { parseNumber } from "@/lib/contacts/contacts";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { takeCallback } from ".";
import { type Dialing, openDialing, queued, someNumber } from "./testing/desk";

let desk: Dialing;
let agentId: string;
beforeAll(async () => {
  desk = await openDialing();
  agentId = await desk.agent();
});
afterAll(closeHub);

/** A callback that a conversation has left, due in an hour. */
async function promise(phone: string): Promise<string> {
  const { ctx } = desk;
  const parsed = parseNumber(phone);
  if (!parsed.ok) throw new Error("This is no number.");
  const { id: contactId, hash } = await contactOfNumber(ctx, parsed.number);
  const sealer = await subjectSealer(ctx.workspaceId, contactId);
  const id = newId("cbk");
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: "test",
    call_id: newId("call"),
    agent_id: agentId,
    contact_hash: hash,
    subject_id: contactId,
    number: sealer.seal({ table: "callbacks", row: id, field: "number" }, phone),
    due_at: new Date(Date.parse(desk.now()) + 3_600_000).toISOString(),
    created_at: desk.now(),
  };
  await record(ctx, { run: [db.insertInto("callbacks").values(row)] });
  return id;
}
const take = (id: string) => takeCallback(desk.ctx, id, desk.line.carrierFor);
const statusOf = async (id: string) =>
  (await desk.rows.one(db.selectFrom("callbacks").select("status").where("id", "=", id)))?.status;
const jobOf = async (id: string) =>
  (await queued("callback.due")).find(({ payload }) => payload.callbackId === id);
const callOf = (id: string) => id.replace("cbk_", "call_");

describe("a callback", () => {
  it("is an attempt of its own once it is due, and one however often it is taken up", async () => {
    const { phone } = await desk.contact();
    const id = await promise(phone);
    await take(id);
    expect((await jobOf(id))?.runAt).toBe(new Date(Date.parse(desk.now()) + 3_600_000).toISOString());
    desk.wait(3_600);
    await Promise.all([take(id), take(id)]).catch(() => undefined);
    await take(id);
    expect(await statusOf(id)).toBe("placed");
    const call = await desk.read(callOf(id));
    expect(call).toMatchObject({ status: "queued", to: phone, metadata: { callback_id: id } });
    expect(await desk.attempt(call.id)).toMatchObject({ key: `callback/${id}/1`, state: "claimed" });
  });

  it("of somebody who may not be called is a blocked call with the reasons", async () => {
    const id = await promise(someNumber());
    desk.wait(3_600);
    await take(id);
    await take(id);
    expect(await statusOf(id)).toBe("blocked");
    const { status, reasons } = await desk.read(callOf(id));
    expect(status).toBe("blocked");
    expect(reasons.map(({ code }) => code)).toContain("no_consent");
  });

  it("that is due at night waits for the morning", async () => {
    const { phone } = await desk.contact();
    const id = await promise(phone);
    desk.wait(12 * 3_600);
    await take(id);
    expect(await statusOf(id)).toBe("pending");
    const at = (await jobOf(id))?.runAt ?? "";
    expect(at > desk.now()).toBe(true);
    desk.wait((Date.parse(at) - Date.parse(desk.now())) / 1_000);
    await take(id);
    expect(await statusOf(id)).toBe("placed");
  });
});
