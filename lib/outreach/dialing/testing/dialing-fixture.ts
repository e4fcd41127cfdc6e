import pg from "pg";
import { endCall, readCall, sendMessage } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createCallFixture as openCallDesk } from "@/lib/calls/calls/testing/call-fixture";
import { insertConsentStatements } from "@/lib/contacts/consent";
import { findOrCreateContactsByNumber, parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, directUrl, writeUnaudited } from "@/lib/platform/db";
import { followAttempt, handleCarrierEvent, placeAttempts, startCall } from "..";
import type { CarrierEventType } from "../carrier";
import { createFakeCarrier, type FakeCarrier } from "./fake-carrier";

/** Fictional numbers. */
let numbers = 100;
export const nextNumber = (): string => `+1212555${String(numbers++).padStart(4, "0")}`;

type Payload = { workspaceId: string; keys?: readonly string[]; callbackId?: string; callId?: string };

/** Lists the waiting jobs of a task. */
export async function listQueuedJobs(
  task: string,
): Promise<{ key: string; payload: Payload; runAt: string }[]> {
  const owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
  const { rows } = await owner.query<{ key: string; payload: Payload; run_at: Date }>(
    `select j.key, p.payload, j.run_at from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = $1 and j.locked_at is null order by j.id`,
    [task],
  );
  await owner.end();
  return rows.map(({ run_at, ...job }) => ({ ...job, runAt: run_at.toISOString() }));
}

/** A fixture with agents that call over a fake carrier, in the test environment by default. */
export async function createDialingFixture({
  fakeCarrier = createFakeCarrier(),
}: {
  fakeCarrier?: FakeCarrier;
} = {}) {
  const calls = await openCallDesk();
  // Ten in the morning in New York, where the numbers are.
  calls.advanceClock(6 * 3_600);
  const ctx: Ctx = calls.space.ctx("owner", "test");
  const attempt = (callId: string) =>
    calls.rows.first(db.selectFrom("attempts").selectAll().where("call_id", "=", callId));
  return {
    ...calls,
    line: fakeCarrier,
    ctx,
    attempt,
    /** Creates a contact with consent for calls and texts. */
    async contact(phone = nextNumber()): Promise<{ id: string; phone: string }> {
      const parsed = parseNumber(phone);
      if (!parsed.ok) throw new Error("This is no number.");
      const contacts = await writeUnaudited(ctx, (tx) =>
        findOrCreateContactsByNumber(tx, ctx, [parsed.number]),
      );
      const id = contacts.get(phone)?.id ?? "";
      const granted = (["call", "text"] as const).map((channel) => ({
        purpose: "informational" as const,
        channel,
        granted: true,
        source: "a form",
      }));
      const sealer = await subjectSealer(ctx.workspaceId, id);
      const zone = { timezone: "America/New_York", timezone_source: "provided" };
      await writeUnaudited(ctx, {
        run: [
          ...insertConsentStatements(ctx, sealer, id, granted),
          db.updateTable("contacts").set(zone).where("id", "=", id),
        ],
      });
      return { id, phone };
    },
    dial: (agentId: string, extra: object): Promise<Call> =>
      startCall(
        ctx,
        CreateCall.parse({ agent_id: agentId, channel: "phone", ...extra }),
        fakeCarrier.carrierFor,
      ),
    place: (callId: string) => placeAttempts(ctx, [`call/${callId}/1`], fakeCarrier.carrierFor),
    reportEvent: (callId: string, type: CarrierEventType, key?: string) =>
      handleCarrierEvent(ctx, fakeCarrier.carrier, `ref_${callId}`, {
        type,
        ...(key !== undefined && { key }),
      }),
    /** The same for another carrier. */
    reportEventOn: (otherCarrier: FakeCarrier, callId: string, type: CarrierEventType) =>
      handleCarrierEvent(ctx, otherCarrier.carrier, `ref_${callId}`, { type }),
    cancel: (callId: string) => endCall(ctx, callId),
    message: (callId: string, text: string) => sendMessage(ctx, callId, { text }),
    follow: (callId: string) => followAttempt(ctx, callId, fakeCarrier.carrierFor),
    read: (callId: string) => readCall(ctx, callId),
  };
}
export type DialingFixture = Awaited<ReturnType<typeof createDialingFixture>>;
