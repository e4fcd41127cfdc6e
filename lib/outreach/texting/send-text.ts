import { sql } from "kysely";
import { selectSender } from "@/lib/agents/phone-numbers";
import { textFieldRef } from "@/lib/calls/calls";
import { contactFieldRef } from "@/lib/contacts/contacts";
import type { Carrier, CarrierFor, PlaceAnswer, TextRequest } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealers } from "@/lib/platform/crypto";
import { writeUnaudited } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { endThread, failText, SUPPRESSED, UNAVAILABLE, UNKNOWN } from "./fail-text";
import { enqueueWaitingTexts, selectEarlierTexts, sendJob } from "./send-jobs";
import { findText, type TextRow, updateText } from "./text-row";

/** Delay before the next try with an unavailable carrier, unless the carrier gives one. */
const RETRY_MS = 10_000;
/** Maximum delay that a carrier can ask for; with a longer one it counts as unavailable. */
const MAX_RETRY_MS = 5 * 60_000;
/**
 * How long a text may wait to be sent: for an unavailable carrier, or after its job permanently failed. A
 * later text answers nothing, and the calling hours that it was decided for may be over.
 */
const MAX_DELAY_MS = 10 * 60_000;
/**
 * How long an unconfirmed text waits for the carrier's status, which normally arrives within seconds. Then it
 * has failed.
 */
const CONFIRMATION_TIMEOUT_MS = 60_000;

type OutboundWork = { ctx: Ctx; row: TextRow; carrier: Carrier };

/**
 * Builds the carrier's request. Returns null if the contact's key is destroyed or the text has no body left.
 */
async function composeRequest({ ctx, row }: OutboundWork): Promise<TextRequest | null> {
  const { id, contact_id: contactId, body } = row;
  const sealer = (await subjectSealers(ctx.workspaceId, [contactId])).get(contactId);
  if (sealer === undefined || body === null) return null;
  return {
    textId: id,
    to: sealer.openText(contactFieldRef(contactId, "number"), row.number),
    from: row.call_id === null ? null : await selectSender(ctx, row.call_id, "texts"),
    body: sealer.openText(textFieldRef(id), body),
  };
}

/**
 * Claims a text for sending; from then on it may have been sent. Returns false if it was claimed before or
 * its contact is suppressed.
 */
async function claimForSending({ ctx, row, carrier }: OutboundWork, from: string | null): Promise<boolean> {
  const now = ctx.now();
  const [taken] = await writeUnaudited(ctx, {
    run: [
      updateText(ctx, row.id)
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

/** Marks the text as sent. A status that arrived earlier wins. */
const markSent = ({ ctx, row }: OutboundWork, ref: string) =>
  writeUnaudited(ctx, {
    run: [
      updateText(ctx, row.id)
        .set({ state: "sent", carrier_ref: ref, error_code: null, body: null })
        .where((eb) =>
          eb.or([
            eb("state", "=", "sending"),
            eb.and([eb("state", "=", "failed"), eb("error_code", "=", UNKNOWN)]),
          ]),
        ),
      ...enqueueWaitingTexts(ctx, row),
    ],
  });

const isLate = ({ ctx, row }: OutboundWork): boolean =>
  Date.parse(ctx.now()) - Date.parse(row.created_at) > MAX_DELAY_MS;

/** Returns the text to `queued`, as certainly nothing was sent. Fails it if that has taken too long. */
async function retryLater(work: OutboundWork, afterMs: number): Promise<void> {
  const { ctx, row } = work;
  if (isLate(work)) return failText(ctx, row, UNAVAILABLE);
  const at = plusMs(ctx.now(), Math.min(afterMs, MAX_RETRY_MS));
  await writeUnaudited(ctx, {
    run: [
      updateText(ctx, row.id).set({ state: "queued", sent_at: null }).where("state", "=", "sending"),
      sendJob(ctx, row.id, at),
    ],
  });
}

async function applyAnswer(work: OutboundWork, answer: PlaceAnswer): Promise<void> {
  const { ctx, row } = work;
  switch (answer.at) {
    case "placed":
      return void (await markSent(work, answer.ref));
    case "refused":
      return failText(ctx, row, answer.kind);
    case "retry_later":
      return retryLater(work, (answer.afterS ?? RETRY_MS / 1_000) * 1_000);
    case "unavailable":
      return retryLater(work, RETRY_MS);
    case "unknown":
      return void (await writeUnaudited(ctx, {
        run: [sendJob(ctx, row.id, plusMs(ctx.now(), CONFIRMATION_TIMEOUT_MS))],
      }));
  }
}

async function trySend(work: OutboundWork): Promise<void> {
  const { ctx, row, carrier } = work;
  if (isLate(work)) return failText(ctx, row, UNAVAILABLE);
  // The text before it enqueues it, so that the parts of a message arrive in order.
  if ((await ctx.db.first(selectEarlierTexts(ctx, row).limit(1))) !== undefined) return;
  const request = await composeRequest(work);
  if (request === null) return failText(ctx, row, "erased");
  if (!(await carrier.ready(ctx, "text"))) return retryLater(work, RETRY_MS);
  if (!(await claimForSending(work, request.from))) {
    const now = await findText(ctx, row.id);
    // Still queued: no other worker claimed it, so its contact is suppressed.
    if (now?.row.state === "queued") await failText(ctx, row, SUPPRESSED);
    return;
  }
  const answer = await carrier.sendText(ctx, request).catch((error: unknown): PlaceAnswer => {
    log.error(
      { textId: row.id, requestId: ctx.requestId, err: error },
      "a carrier broke while it sent a text",
    );
    return { at: "unknown" };
  });
  await applyAnswer({ ...work, row: { ...row, state: "sending" } }, answer);
}

/**
 * A text in `sending`, which another worker is sending or a lost worker left. It waits for the carrier's
 * status and is never sent again.
 */
async function failIfUnconfirmed({ ctx, row }: OutboundWork): Promise<void> {
  const over = plusMs(row.sent_at ?? row.created_at, CONFIRMATION_TIMEOUT_MS);
  if (over > ctx.now()) await writeUnaudited(ctx, { run: [sendJob(ctx, row.id, over)] });
  else await failText(ctx, row, UNKNOWN);
}

/**
 * Sends a text through the carrier, once: queued → sending (from here on it may have been sent) → sent. The
 * claiming statement checks suppressions. A text that a dead worker may have sent is not sent again: the
 * carrier's callback names the text, and without a callback it fails as unknown. Texts of one conversation
 * are sent in order. Safe to repeat.
 */
export async function sendText(base: Ctx, textId: string, carrierFor: CarrierFor): Promise<void> {
  const text = await findText(base, textId);
  if (text === undefined || text.row.direction !== "outbound") return;
  const { ctx, row } = text;
  const work = { ctx, row, carrier: carrierFor(row.environment, "text") };
  if (row.state === "queued") return trySend(work);
  if (row.state === "sending") return failIfUnconfirmed(work);
  // The failure arrived after the send, or before the carrier's answer.
  if (row.state === "failed") await endThread(ctx, row);
  await writeUnaudited(ctx, { run: enqueueWaitingTexts(ctx, row) });
}
