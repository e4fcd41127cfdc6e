import { sql } from "kysely";
import { senderFor } from "@/lib/agents/phone-numbers";
import { textPlace } from "@/lib/calls/calls";
import { contactPlace } from "@/lib/contacts/contacts";
import type { Carrier, CarrierFor, PlaceAnswer, TextRequest } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";
import { record } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { endThread, failText, SUPPRESSED, UNAVAILABLE, UNKNOWN } from "./failed";
import { findText, moveText, type TextRow } from "./row";
import { before, sendJob, wakeNext } from "./wake";

/** Until a carrier that is away is asked again, unless it says when. */
const RETRY_MS = 10_000;
/** A carrier that says "later" for longer than this is away. */
const MAX_RETRY_MS = 5 * 60_000;
/**
 * How long a text may wait to be sent: for a carrier that is away, or as its job was given up. What comes later than that
 * answers nothing any more, and the hours in which it was decided may be over.
 */
const PATIENCE_MS = 10 * 60_000;
/** Until a text of which nobody knows whether it was sent is given up; the carrier's own news come within seconds. */
const UNKNOWN_MS = 60_000;

type Work = { ctx: Ctx; row: TextRow; carrier: Carrier };

/** What the carrier is asked; null where the contact's key is gone, or where nothing is left to say. */
async function requestOf({ ctx, row }: Work): Promise<TextRequest | null> {
  const { id, contact_id: contactId, body } = row;
  const sealer = (await subjectSealers(ctx.workspaceId, [contactId])).get(contactId);
  if (sealer === undefined || body === null) return null;
  return {
    textId: id,
    to: sealer.openText(contactPlace(contactId, "number"), row.number),
    from: row.call_id === null ? null : await senderFor(ctx, row.call_id),
    body: sealer.openText(textPlace(id), body),
  };
}

/** Takes a text for sending, from when on it may have been sent; false where it was taken, or its contact is to be left alone. */
async function claim({ ctx, row, carrier }: Work, from: string | null): Promise<boolean> {
  const now = ctx.now();
  const [taken] = await record(ctx, {
    run: [
      moveText(ctx, row.id)
        .set({ state: "sending", sent_at: now, from_number: from, carrier: carrier.name })
        .where("state", "=", "queued")
        .where(
          sql<boolean>`not exists (select from suppressions s where s.workspace_id = ${ctx.workspaceId}
            and s.environment = ${ctx.environment} and s.contact_hash = ${row.number_hash}::bytea
            and 'text' = any(s.channels) and (s.expires_at is null or s.expires_at > ${now}::timestamptz))`,
        )
        .returning("id"),
    ],
  });
  return taken.length > 0;
}

/** Writes down that the carrier has it. Its news may have come before, and then they stand. */
const sent = ({ ctx, row }: Work, ref: string) =>
  record(ctx, {
    run: [
      moveText(ctx, row.id)
        .set({ state: "sent", carrier_ref: ref, error_code: null, body: null })
        .where((eb) =>
          eb.or([
            eb("state", "=", "sending"),
            eb.and([eb("state", "=", "failed"), eb("error_code", "=", UNKNOWN)]),
          ]),
        ),
      ...wakeNext(ctx, row),
    ],
  });

const isLate = ({ ctx, row }: Work): boolean =>
  Date.parse(ctx.now()) - Date.parse(row.created_at) > PATIENCE_MS;

/** Back to the start, as it is certain that nothing was sent; or failed, where that has gone on for too long. */
async function later(work: Work, afterMs: number): Promise<void> {
  const { ctx, row } = work;
  if (isLate(work)) return failText(ctx, row, UNAVAILABLE);
  const at = plusMs(ctx.now(), Math.min(afterMs, MAX_RETRY_MS));
  await record(ctx, {
    run: [
      moveText(ctx, row.id).set({ state: "queued", sent_at: null }).where("state", "=", "sending"),
      sendJob(ctx, row.id, at),
    ],
  });
}

async function take(work: Work, answer: PlaceAnswer): Promise<void> {
  const { ctx, row } = work;
  switch (answer.at) {
    case "placed":
      return void (await sent(work, answer.ref));
    case "refused":
      return failText(ctx, row, answer.kind);
    case "retry_later":
      return later(work, (answer.afterS ?? RETRY_MS / 1_000) * 1_000);
    case "unavailable":
      return later(work, RETRY_MS);
    case "unknown":
      return void (await record(ctx, { run: [sendJob(ctx, row.id, plusMs(ctx.now(), UNKNOWN_MS))] }));
  }
}

async function begin(work: Work): Promise<void> {
  const { ctx, row, carrier } = work;
  if (isLate(work)) return failText(ctx, row, UNAVAILABLE);
  // Whoever is before it wakes it: what is said in parts comes in its order.
  if ((await ctx.db.one(before(ctx, row).limit(1))) !== undefined) return;
  const request = await requestOf(work);
  if (request === null) return failText(ctx, row, "erased");
  if (!(await carrier.ready(ctx, "text"))) return later(work, RETRY_MS);
  if (!(await claim(work, request.from))) {
    const now = await findText(ctx, row.id);
    // Still waiting: it was not another worker that took it.
    if (now?.row.state === "queued") await failText(ctx, row, SUPPRESSED);
    return;
  }
  const answer = await carrier.sendText(ctx, request).catch((error: unknown): PlaceAnswer => {
    log.error({ textId: row.id, err: error }, "a carrier broke while it sent a text");
    return { at: "unknown" };
  });
  await take({ ...work, row: { ...row, state: "sending" } }, answer);
}

/** A text that somebody is sending, or that a lost worker left: it waits for the carrier's news, and is never sent again. */
async function giveUp({ ctx, row }: Work): Promise<void> {
  const over = plusMs(row.sent_at ?? row.created_at, UNKNOWN_MS);
  if (over > ctx.now()) await record(ctx, { run: [sendJob(ctx, row.id, over)] });
  else await failText(ctx, row, UNKNOWN);
}

/**
 * Hands a text to the carrier, once: queued → sending (from here on it may have been sent) → sent. Suppression is asked
 * in the statement that takes it. What a worker that died may have sent is not sent again: the carrier's callback names
 * the text, and where none comes it has failed, as unknown. Texts of one conversation go in their order. Safe to repeat.
 */
export async function sendText(base: Ctx, textId: string, carrierFor: CarrierFor): Promise<void> {
  const found = await findText(base, textId);
  if (found === undefined || found.row.direction !== "outbound") return;
  const { ctx, row } = found;
  const work = { ctx, row, carrier: carrierFor(row.environment) };
  if (row.state === "queued") return begin(work);
  if (row.state === "sending") return giveUp(work);
  // The carrier said so later, or its word was quicker than its answer.
  if (row.state === "failed") await endThread(ctx, row);
  await record(ctx, { run: wakeNext(ctx, row) });
}
