import pg from "pg";
import { endCall, readCall, sendMessage } from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { CreateCall } from "@/lib/calls/calls/schema";
import { openDesk as openCallDesk } from "@/lib/calls/calls/testing/desk";
import { consentStatements } from "@/lib/contacts/consent";
import { contactsFor, parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { databaseUrl, db, record } from "@/lib/platform/db";
import { carrierSaid, followAttempt, placeAttempts, startCall } from "..";
import type { CarrierEventType } from "../carrier";
import { type Line, openLine } from "./line";

/** Numbers that are given to nobody. */
let numbers = 100;
export const someNumber = (): string => `+1212555${String(numbers++).padStart(4, "0")}`;

type Payload = { workspaceId: string; keys?: readonly string[]; callbackId?: string; callId?: string };

/** Jobs of a name that wait, by their keys. */
export async function queued(task: string): Promise<{ key: string; payload: Payload; runAt: string }[]> {
  const owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
  const { rows } = await owner.query<{ key: string; payload: Payload; run_at: Date }>(
    `select j.key, p.payload, j.run_at from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where j.task_identifier = $1 and j.locked_at is null order by j.id`,
    [task],
  );
  await owner.end();
  return rows.map(({ run_at, ...job }) => ({ ...job, runAt: run_at.toISOString() }));
}

/** A desk whose agents call people over a stand-in's line, in the test environment unless told. */
export async function openDialing({ line = openLine() }: { line?: Line } = {}) {
  const desk = await openCallDesk();
  // Ten in the morning in New York, where the numbers are.
  desk.wait(6 * 3_600);
  const ctx: Ctx = desk.space.ctx("owner", "test");
  const attempt = (callId: string) =>
    desk.rows.one(db.selectFrom("attempts").selectAll().where("call_id", "=", callId));
  return {
    ...desk,
    line,
    ctx,
    attempt,
    /** A contact that allows everything. */
    async contact(phone = someNumber()): Promise<{ id: string; phone: string }> {
      const parsed = parseNumber(phone);
      if (!parsed.ok) throw new Error("This is no number.");
      const found = await record(ctx, (tx) => contactsFor(tx, ctx, [parsed.number]));
      const id = found.get(phone)?.id ?? "";
      const granted = (["call", "text"] as const).map((channel) => ({
        purpose: "informational" as const,
        channel,
        granted: true,
        source: "a form",
      }));
      const sealer = await subjectSealer(ctx.workspaceId, id);
      const zone = { timezone: "America/New_York", timezone_source: "given" };
      await record(ctx, {
        run: [
          ...consentStatements(ctx, sealer, id, granted),
          db.updateTable("contacts").set(zone).where("id", "=", id),
        ],
      });
      return { id, phone };
    },
    dial: (agentId: string, extra: object): Promise<Call> =>
      startCall(ctx, CreateCall.parse({ agent_id: agentId, channel: "phone", ...extra }), line.carrierFor),
    place: (callId: string) => placeAttempts(ctx, [`call/${callId}/1`], line.carrierFor),
    says: (callId: string, type: CarrierEventType, key?: string) =>
      carrierSaid(ctx, line.carrier, `ref_${callId}`, { type, ...(key !== undefined && { key }) }),
    /** The same over another line. */
    saysOn: (other: Line, callId: string, type: CarrierEventType) =>
      carrierSaid(ctx, other.carrier, `ref_${callId}`, { type }),
    cancel: (callId: string) => endCall(ctx, callId),
    message: (callId: string, text: string) => sendMessage(ctx, callId, { text }),
    follow: (callId: string) => followAttempt(ctx, callId, line.carrierFor),
    read: (callId: string) => readCall(ctx, callId),
  };
}
export type Dialing = Awaited<ReturnType<typeof openDialing>>;
