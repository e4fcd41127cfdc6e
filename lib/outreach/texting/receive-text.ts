import { findOwnNumber } from "@/lib/agents/phone-numbers";
import { findOrCreateContact, textFieldRef } from "@/lib/calls/calls";
import { wishesIn } from "@/lib/calls/conversation";
import {
  type Keyword,
  keywordOf,
  liftStatement,
  mergeSuppressions,
  selectSuppressions,
  suppressStatement,
} from "@/lib/contacts/consent";
import { CHANNELS } from "@/lib/contacts/consent/values";
import { parseNumber } from "@/lib/contacts/contacts";
import { readWorkspace } from "@/lib/identity/workspaces";
import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { isUnlocked, subjectSealer, workspaceIndexer } from "@/lib/platform/crypto";
import { db, type Tx, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { deferText, type InboundText, receiveDeferred } from "./deferred-texts";

/** Carriers join a long text from at most ten parts. */
const MAX_BODY = 1_600;

/** The text as it is stored: at most a carrier's maximum length, and without card numbers. */
const truncateAndScrub = (text: InboundText): InboundText => ({
  ...text,
  body: scrubCardText(text.body.slice(0, MAX_BODY).replaceAll("\0", "").toWellFormed()),
});

type Sender = { id: string; hash: Buffer };

/** The job that delivers a text to its conversation. */
export const processTextJob = (ctx: Pick<Ctx, "workspaceId">, textId: string, runAt: string) =>
  enqueue("text.take", { workspaceId: ctx.workspaceId, textId }, { key: `take:${textId}`, runAt });

/**
 * The request of a text: a keyword that is the whole text, or an unambiguous opt-out in other words, which
 * counts as STOP (47 CFR 64.1200(a)(10): any reasonable manner).
 */
const keywordIn = (body: string): Keyword | null =>
  keywordOf(body) ?? (wishesIn(body).optOut === "request" ? "stop" : null);

/** Applies a keyword, effective immediately (product.md, "Contacts, consent, suppression"). */
async function applyKeyword(tx: Tx, ctx: Ctx, hash: Buffer, keyword: Keyword | null): Promise<void> {
  if (keyword === "stop")
    await tx.all(
      suppressStatement(ctx, [hash], { source: "keyword", channels: CHANNELS, reason: "texted a keyword" }),
    );
  if (keyword === "start") await tx.all(liftStatement(ctx, hash, ["keyword"]));
}

/** The reply to a keyword. Null if the reply would not be true. */
function replyTo(keyword: Keyword | null, name: string, isSuppressed: boolean): string | null {
  switch (keyword) {
    case "stop":
      return `${name}: you get no more calls or texts from us. Reply START to undo this.`;
    case "start":
      return isSuppressed
        ? null
        : `${name}: you may get calls and texts from us again. Reply STOP to end this.`;
    case "help":
      return `${name}: you are texting with an automated assistant. Reply STOP to opt out.`;
    case null:
      return null;
  }
}

/** Whether texts to a number are suppressed now. */
async function hasTextSuppression(tx: Tx, ctx: Ctx, hash: Buffer): Promise<boolean> {
  const rows = await tx.all(selectSuppressions(ctx, [hash], ctx.now()));
  return mergeSuppressions(rows).get(hash.toString("hex"))?.channels.includes("text") ?? false;
}

/** Stores a text once and applies its keyword. Returns null if it is stored already. */
async function storeText(
  ctx: Ctx,
  text: InboundText,
  sender: Sender,
): Promise<{ isSuppressed: boolean } | null> {
  const keyword = keywordIn(text.body);
  const now = ctx.now();
  const id = newId("txt", Date.parse(now));
  const sealer = await subjectSealer(ctx.workspaceId, sender.id);
  return writeUnaudited(ctx, async (tx) => {
    const wasSuppressed = await hasTextSuppression(tx, ctx, sender.hash);
    // Keywords and texts from suppressed senders are not read, so their words are not stored.
    const isRead = keyword === null && !wasSuppressed;
    const words = truncateAndScrub(text).body;
    const row = {
      id,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      contact_id: sender.id,
      direction: "inbound",
      state: "received",
      from_number: text.to,
      body: isRead ? sealer.seal(textFieldRef(id), words) : null,
      carrier: text.carrier,
      carrier_ref: text.ref,
      created_at: now,
    };
    const stored = await tx.first(
      db
        .insertInto("texts")
        .values(row)
        .onConflict((oc) => oc.columns(["carrier", "carrier_ref"]).doNothing())
        .returning("id"),
    );
    if (stored === undefined) return null;
    await applyKeyword(tx, ctx, sender.hash, keyword);
    if (isRead || keyword === "stop") await tx.all(processTextJob(ctx, id, now));
    return { isSuppressed: await hasTextSuppression(tx, ctx, sender.hash) };
  });
}

/**
 * Applies keywords while the workspace's own key is withdrawn. A suppression is a hash under the index key,
 * which does not depend on a customer key. Other texts are deferred until the workspace is unlocked. Texts
 * from suppressed senders are dropped.
 */
async function receiveWhileLocked(
  ctx: Ctx,
  e164: string,
  text: InboundText,
): Promise<{ reply: string | null }> {
  const keyword = keywordIn(text.body);
  const hash = (await workspaceIndexer(ctx.workspaceId)).hash("number", e164);
  const isSuppressed = await writeUnaudited(ctx, async (tx) => {
    await applyKeyword(tx, ctx, hash, keyword);
    const isSuppressedNow = await hasTextSuppression(tx, ctx, hash);
    if (keyword === null && !isSuppressedNow) await deferText(tx, ctx, truncateAndScrub(text), hash);
    return isSuppressedNow;
  });
  if (text.answered || keyword === null) return { reply: null };
  const { name } = await readWorkspace(ctx);
  return { reply: replyTo(keyword, name, isSuppressed) };
}

/**
 * Resolves the workspace's number and the sender of a text. Returns null if the number is not ours or the
 * sender's number is invalid.
 */
async function resolveParties(base: Ctx, text: InboundText) {
  const workspaceNumber = await findOwnNumber(base, text.to);
  const parsed = parseNumber(text.from);
  if (workspaceNumber === undefined || !parsed.ok) return null;
  // Numbers exist only in the live environment.
  return { ctx: { ...base, environment: "live" } satisfies Ctx, number: parsed.number };
}
type Parties = NonNullable<Awaited<ReturnType<typeof resolveParties>>>;

async function receiveFrom({ ctx, number }: Parties, text: InboundText): Promise<{ reply: string | null }> {
  const stored = await storeText(ctx, text, await findOrCreateContact(ctx, number));
  const keyword = keywordIn(text.body);
  if (stored === null || text.answered || keyword === null) return { reply: null };
  const { name } = await readWorkspace(ctx);
  return { reply: replyTo(keyword, name, stored.isSuppressed) };
}

/**
 * Receives a text to a number of the workspace. Its sender is found or created as a contact. A keyword takes
 * effect at once; any other text goes to its conversation through a job. `reply` is the reply to a keyword,
 * to be sent immediately and once. Repeated texts, texts to an unknown number and texts from an invalid
 * number change nothing. A suppressed sender who sends no keyword gets no answer, as a suppression covers
 * replies too.
 */
export async function receiveText(base: Ctx, text: InboundText): Promise<{ reply: string | null }> {
  const parties = await resolveParties(base, text);
  if (parties === null) return { reply: null };
  const isOpen = await isUnlocked(parties.ctx.workspaceId);
  return isOpen ? receiveFrom(parties, text) : receiveWhileLocked(parties.ctx, parties.number.e164, text);
}

/** Processes texts that arrived while the workspace was locked (`receiveDeferred`). */
export const receiveDeferredTexts = (ctx: Ctx): Promise<void> =>
  receiveDeferred(ctx, async (asOf, text) => {
    const partiesThen = await resolveParties(asOf, text);
    if (partiesThen !== null) await receiveFrom(partiesThen, text);
  });
