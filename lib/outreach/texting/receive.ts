import { ownNumber } from "@/lib/agents/phone-numbers";
import { contactOfNumber, textPlace } from "@/lib/calls/calls";
import { wishesIn } from "@/lib/calls/conversation";
import {
  joinSuppressions,
  type Keyword,
  keywordOf,
  liftStatement,
  selectSuppressions,
  suppressStatement,
} from "@/lib/contacts/consent";
import { CHANNELS } from "@/lib/contacts/consent/schema";
import { parseNumber } from "@/lib/contacts/contacts";
import { readWorkspace } from "@/lib/identity/workspaces";
import { scrubCardText } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { indexer, isUnlocked, subjectSealer } from "@/lib/platform/crypto";
import { db, record, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { holdText, type InboundText, takeHeld } from "./held";

/** Carriers join what is longer than a text from at most ten. */
const MAX_BODY = 1_600;

/** The text as it is kept: no longer than a carrier's, and without a card's number. */
const bounded = (text: InboundText): InboundText => ({
  ...text,
  body: scrubCardText(text.body.slice(0, MAX_BODY).replaceAll("\0", "").toWellFormed()),
});

type Writer = { id: string; hash: Buffer };

/** The job that takes a text to its conversation. */
export const takeJob = (ctx: Pick<Ctx, "workspaceId">, textId: string, runAt: string) =>
  enqueue("text.take", { workspaceId: ctx.workspaceId, textId }, { key: `take:${textId}`, runAt });

/**
 * What a text asks for: a keyword that is the whole text, or words that ask to be contacted no more beyond doubt, which
 * are STOP in a sentence (47 CFR 64.1200(a)(10): any reasonable manner).
 */
const askedBy = (body: string): Keyword | null =>
  keywordOf(body) ?? (wishesIn(body).optOut === "request" ? "stop" : null);

/** What a keyword changes, from this second (product.md, "Contacts, consent, suppression"). */
async function obey(tx: Tx, ctx: Ctx, hash: Buffer, keyword: Keyword | null): Promise<void> {
  if (keyword === "stop")
    await tx.all(
      suppressStatement(ctx, [hash], { source: "keyword", channels: CHANNELS, reason: "texted a keyword" }),
    );
  if (keyword === "start") await tx.all(liftStatement(ctx, hash, ["keyword"]));
}

/** What a keyword is answered with; null where the answer would not be true. */
function replyTo(keyword: Keyword | null, name: string, leftAlone: boolean): string | null {
  switch (keyword) {
    case "stop":
      return `${name}: you get no more calls or texts from us. Reply START to undo this.`;
    case "start":
      return leftAlone ? null : `${name}: you may get calls and texts from us again. Reply STOP to end this.`;
    case "help":
      return `${name}: you are texting with an automated assistant. Reply STOP and we leave you alone.`;
    case null:
      return null;
  }
}

/** Whether a number is to be left alone by text now. */
async function isLeftAlone(tx: Tx, ctx: Ctx, hash: Buffer): Promise<boolean> {
  const rows = await tx.all(selectSuppressions(ctx, [hash], ctx.now()));
  return joinSuppressions(rows).get(hash.toString("hex"))?.channels.includes("text") ?? false;
}

/** Stores a text, once, and does what its keyword says; null where it is there already. */
async function take(ctx: Ctx, text: InboundText, writer: Writer): Promise<{ leftAlone: boolean } | null> {
  const keyword = askedBy(text.body);
  const now = ctx.now();
  const id = newId("txt", Date.parse(now));
  const sealer = await subjectSealer(ctx.workspaceId, writer.id);
  return record(ctx, async (tx) => {
    const leftAloneBefore = await isLeftAlone(tx, ctx, writer.hash);
    // Nobody reads what a keyword says or who is left alone writes, so their words are not kept.
    const isRead = keyword === null && !leftAloneBefore;
    const words = bounded(text).body;
    const row = {
      id,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      contact_id: writer.id,
      direction: "inbound",
      state: "received",
      from_number: text.to,
      body: isRead ? sealer.seal(textPlace(id), words) : null,
      carrier: text.carrier,
      carrier_ref: text.ref,
      created_at: now,
    };
    const stored = await tx.one(
      db
        .insertInto("texts")
        .values(row)
        .onConflict((oc) => oc.columns(["carrier", "carrier_ref"]).doNothing())
        .returning("id"),
    );
    if (stored === undefined) return null;
    await obey(tx, ctx, writer.hash, keyword);
    if (isRead || keyword === "stop") await tx.all(takeJob(ctx, id, now));
    return { leftAlone: await isLeftAlone(tx, ctx, writer.hash) };
  });
}

/**
 * What a keyword asks for holds while the workspace's own key is withdrawn too: a suppression is a hash under the index
 * key, which is under no customer's. Any other text is held for who unlocks it soon; who is left alone is not read.
 */
async function obeyLocked(ctx: Ctx, e164: string, text: InboundText): Promise<{ reply: string | null }> {
  const keyword = askedBy(text.body);
  const hash = (await indexer(ctx.workspaceId)).hash("number", e164);
  const leftAlone = await record(ctx, async (tx) => {
    await obey(tx, ctx, hash, keyword);
    const isAlone = await isLeftAlone(tx, ctx, hash);
    if (keyword === null && !isAlone) await holdText(tx, ctx, bounded(text), hash);
    return isAlone;
  });
  if (text.answered || keyword === null) return { reply: null };
  const { name } = await readWorkspace(ctx);
  return { reply: replyTo(keyword, name, leftAlone) };
}

/** Which number of the workspace's a text is for, and who wrote it; null for one that nobody can answer. */
async function addressed(base: Ctx, text: InboundText) {
  const own = await ownNumber(base, text.to);
  const parsed = parseNumber(text.from);
  if (own === undefined || !parsed.ok) return null;
  // Numbers are live ones.
  return { ctx: { ...base, environment: "live" } satisfies Ctx, number: parsed.number };
}
type Addressed = NonNullable<Awaited<ReturnType<typeof addressed>>>;

async function takeIn({ ctx, number }: Addressed, text: InboundText): Promise<{ reply: string | null }> {
  const taken = await take(ctx, text, await contactOfNumber(ctx, number));
  const keyword = askedBy(text.body);
  if (taken === null || text.answered || keyword === null) return { reply: null };
  const { name } = await readWorkspace(ctx);
  return { reply: replyTo(keyword, name, taken.leftAlone) };
}

/**
 * Takes in a text to a number of the workspace's: its writer is found or made as a contact, a keyword acts at once, and
 * everything else goes to its conversation by a job. `reply` is what the carrier is to answer at once, once: the answer
 * to a keyword. What comes twice, to a number that is none of ours, or from one that nobody can answer, changes nothing.
 * Somebody who is to be left alone and writes without a keyword is not answered, as a suppression holds for replies too.
 */
export async function receiveText(base: Ctx, text: InboundText): Promise<{ reply: string | null }> {
  const found = await addressed(base, text);
  if (found === null) return { reply: null };
  const isOpen = await isUnlocked(found.ctx.workspaceId);
  return isOpen ? takeIn(found, text) : obeyLocked(found.ctx, found.number.e164, text);
}

/** Takes in what came while the workspace was locked: see `takeHeld`. */
export const receiveHeld = (ctx: Ctx): Promise<void> =>
  takeHeld(ctx, async (asOf, text) => {
    const found = await addressed(asOf, text);
    if (found !== null) await takeIn(found, text);
  });
