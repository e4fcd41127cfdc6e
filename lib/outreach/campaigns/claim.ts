import { sql } from "kysely";
import { type AgentForCall, type AgentForCalls, selectAgentForCall } from "@/lib/agents/agents";
import { parseValues } from "@/lib/calls/conversation";
import { contactFieldRef } from "@/lib/contacts/contacts";
import { type Budget, decidePolicy, loadFacts } from "@/lib/contacts/policy";
import type { Decision } from "@/lib/contacts/policy/schema";
import { attemptStatements, type PlannedAttempt } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersFromRows } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { attemptHistory, budgetOf, type CampaignMeans, factsRequest, selectContacts } from "./campaign-means";
import type { CampaignRow } from "./campaign-row";
import { storedReason } from "./contact-reasons";
import { type ContactState, contactStateAfter, RECHECK_MS } from "./contact-state";
import type { Pace } from "./pace";
import { variablesFieldRef } from "./store-contacts";

/** Maximum contacts that one step decides: a fraction of a second under the lock of the campaign's row. */
const MAX_LOOKED = 500;
/** Growth of the batch size, for campaigns in which most contacts are blocked or held. */
const GROWTH = 4;

export type Work = {
  tx: Tx;
  ctx: Ctx;
  row: CampaignRow;
  means: CampaignMeans & { agent: AgentForCalls };
  pace: Pace;
};

/**
 * Why the step stopped: no slot, no time within the lookahead, the limit of one step, or no more due
 * contacts.
 */
export type Claimed = { placed: number; stop: "slots" | "pace" | "looked" | "drained" };

type ClaimedContact = {
  contact_id: string;
  attempts: number;
  last_call_id: string | null;
  variables: Buffer | null;
};

/**
 * Locks due contacts. Held contacts come first, as they had a fixed time. Contacts that another step has
 * locked are skipped.
 */
async function take({ tx, ctx, row }: Work, limit: number): Promise<ClaimedContact[]> {
  const due = (status: "held" | "pending", maxRows: number) =>
    db
      .selectFrom("campaign_contacts as cc")
      .select(["cc.contact_id", "cc.attempts", "cc.last_call_id", "cc.variables"])
      .where("cc.workspace_id", "=", ctx.workspaceId)
      .where("cc.campaign_id", "=", row.id)
      .where("cc.status", "=", status)
      .orderBy("cc.next_attempt_at")
      .orderBy("cc.contact_id")
      .limit(maxRows)
      .forNoKeyUpdate()
      .skipLocked();
  const heldContacts = await tx.all(due("held", limit).where("cc.next_attempt_at", "<=", ctx.now()));
  if (heldContacts.length === limit) return heldContacts;
  return [...heldContacts, ...(await tx.all(due("pending", limit - heldContacts.length)))];
}

type ContactFacts = {
  id: string;
  number_hash: Buffer;
  number: Buffer;
  /** The highest attempt number. */
  tries: number;
  /** Undefined if its key was destroyed. */
  sealer: Sealer | undefined;
};
type Allowed = { claimed: ClaimedContact; contact: ContactFacts; decision: Decision };
type Change = ContactState & { contact_id: string; attempts: number; last_call_id: string | null };

/** Cancels a contact that was deleted or whose key was destroyed. */
const markDeleted = ({ contact_id, attempts }: ClaimedContact): Change => ({
  contact_id,
  attempts,
  status: "canceled",
  next_attempt_at: null,
  reasons: [],
  last_call_id: null,
});

function variablesOf(
  { ctx, row }: Work,
  { config }: AgentForCall,
  { claimed, contact }: Allowed,
  sealer: Sealer,
): PlannedAttempt["variables"] {
  if (claimed.variables === null) return {};
  const campaignValues: unknown = JSON.parse(
    sealer.openText(variablesFieldRef(row.id, contact.id), claimed.variables),
  );
  return parseValues(config.variables, campaignValues, new Date(ctx.now()));
}

function planOf(work: Work, allowed: Allowed, sealer: Sealer, placeAt: string): PlannedAttempt {
  const { ctx, row, means } = work;
  const { contact, decision } = allowed;
  const number = contact.tries + 1;
  const callId = newId("call", Date.parse(ctx.now()));
  const agent = selectAgentForCall(means.agent, { numberHash: contact.number_hash, callId });
  return {
    key: `${row.id}/${contact.id}/${number}`,
    callId,
    campaignId: row.id,
    number,
    contact: {
      id: contact.id,
      hash: contact.number_hash,
      phone: sealer.openText(contactFieldRef(contact.id, "number"), contact.number),
      sealer,
    },
    agentId: row.agent_id,
    agent,
    channel: row.channel,
    purpose: row.purpose,
    variables: variablesOf(work, agent, allowed, sealer),
    decision,
    placeAt,
  };
}

/** Creates the attempts. If another attempt to reach a contact began meanwhile, the contact is held. */
async function attempt(work: Work, allowed: readonly Allowed[], before: number): Promise<Change[]> {
  const { tx, ctx, pace } = work;
  const plans = allowed.flatMap((item, i) => {
    const { sealer } = item.contact;
    return sealer === undefined
      ? []
      : [{ taken: item.claimed, planned: planOf(work, item, sealer, pace.timeOf(before + i)) }];
  });
  if (plans.length === 0) return allowed.map(({ claimed }) => markDeleted(claimed));
  const [made] = await tx.batch(
    ...(await attemptStatements(
      ctx,
      plans.map(({ planned }) => planned),
    )),
  );
  const keys = new Set(made.map(({ key }) => key));
  return [
    ...allowed.flatMap(({ claimed, contact }) =>
      contact.sealer === undefined ? [markDeleted(claimed)] : [],
    ),
    ...plans.map(({ taken, planned }): Change => {
      const { contact_id } = taken;
      return keys.has(planned.key)
        ? {
            contact_id,
            reasons: [],
            status: "active",
            attempts: taken.attempts + 1,
            next_attempt_at: null,
            last_call_id: planned.callId,
          }
        : {
            contact_id,
            reasons: [storedReason("call_in_progress")],
            status: "held",
            attempts: taken.attempts,
            next_attempt_at: plusMs(ctx.now(), RECHECK_MS),
            last_call_id: null,
          };
    }),
  ];
}

/** Updates the states of contacts in one statement. */
async function write({ tx, ctx, row }: Work, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const planRows = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::campaign_contacts, ${JSON.stringify(changes)}::jsonb)`;
  await tx.all(
    db
      .updateTable("campaign_contacts as cc")
      .from(planRows.as("r"))
      .set({
        status: sql<string>`r.status`,
        attempts: sql<number>`r.attempts`,
        next_attempt_at: sql<string | null>`r.next_attempt_at`,
        last_call_id: sql<string | null>`coalesce(r.last_call_id, cc.last_call_id)`,
        reasons: sql<never>`r.reasons`,
        updated_at: ctx.now(),
      })
      .where("cc.workspace_id", "=", ctx.workspaceId)
      .where("cc.campaign_id", "=", row.id)
      .whereRef("cc.contact_id", "=", sql.ref("r.contact_id")),
  );
}

/**
 * Loads contacts and their attempts in this campaign. The attempts of contacts that it has never tried are
 * not queried.
 */
async function knownOf({ tx, ctx, row }: Work, claimed: readonly ClaimedContact[]) {
  const rows = await tx.all(
    selectContacts(
      ctx,
      claimed.map(({ contact_id: id }) => id),
    ),
  );
  const sealers = await sealersFromRows(ctx.workspaceId, rows);
  const called = new Set(
    claimed.flatMap(({ contact_id: id, last_call_id: last }) => (last === null ? [] : [id])),
  );
  const tries = await attemptHistory(
    tx,
    ctx,
    row.id,
    rows.filter(({ id }) => called.has(id)),
  );
  const contacts = rows.map((contactRow): [string, ContactFacts] => [
    contactRow.id,
    { ...contactRow, tries: tries.get(contactRow.id)?.tries ?? 0, sealer: sealers.get(contactRow.id) },
  ]);
  const budgets = claimed.map(({ contact_id: id, attempts }): [string, Budget] => [
    id,
    budgetOf(row, attempts, tries.get(id)?.last_at ?? null),
  ]);
  return { known: new Map(contacts), budgets: new Map(budgets) };
}

/** Decides contacts and creates up to `capacity` attempts. Further allowed contacts stay unchanged. */
async function decideSome(
  work: Work,
  claimed: readonly ClaimedContact[],
  slots: number,
  before: number,
): Promise<number> {
  const { tx, ctx, row, means } = work;
  const ids = claimed.map(({ contact_id: id }) => id);
  const { known: all, budgets } = await knownOf(work, claimed);
  const facts = await loadFacts(tx, ctx, ids, factsRequest(row, means, row.ends_at, budgets));
  const now = ctx.now();
  const allowed: Allowed[] = [];
  const changes: Change[] = [];
  for (const claimedContact of claimed) {
    const { contact_id: id, attempts } = claimedContact;
    const contact = all.get(id);
    const policyFacts = facts.get(id);
    if (contact === undefined || policyFacts === undefined) {
      changes.push(markDeleted(claimedContact));
      continue;
    }
    const decision = decidePolicy(policyFacts, now);
    if (decision.verdict !== "allow")
      changes.push({ contact_id: id, attempts, last_call_id: null, ...contactStateAfter(decision, now) });
    else if (allowed.length < slots) allowed.push({ claimed: claimedContact, contact, decision });
  }
  const attempted = allowed.length === 0 ? [] : await attempt(work, allowed, before);
  await write(work, [...changes, ...attempted]);
  return attempted.filter(({ status }) => status === "active").length;
}

/**
 * Claims due contacts, decides them and creates attempts, until the slots or times are used up, no contact is
 * due, or the limit of one step is reached. It runs in the step's transaction, under the lock of the
 * campaign's row.
 */
export async function claim(work: Work, slots: number): Promise<Claimed> {
  const maxClaims = Math.min(slots, work.pace.capacity);
  let [placed, looked, size] = [0, 0, maxClaims];
  while (placed < maxClaims && looked < MAX_LOOKED) {
    const limit = Math.min(size, MAX_LOOKED - looked);
    const claimed = await take(work, limit);
    if (claimed.length > 0) placed += await decideSome(work, claimed, maxClaims - placed, placed);
    if (claimed.length < limit) return { placed, stop: "drained" };
    looked += claimed.length;
    size *= GROWTH;
  }
  if (placed < maxClaims) return { placed, stop: "looked" };
  return { placed, stop: placed === slots ? "slots" : "pace" };
}
