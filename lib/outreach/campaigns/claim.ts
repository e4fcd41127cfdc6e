import { sql } from "kysely";
import type { AgentForCall } from "@/lib/agents/agents";
import { valuesFrom } from "@/lib/calls/conversation";
import { contactPlace } from "@/lib/contacts/contacts";
import { type Budget, decide, factsFor } from "@/lib/contacts/policy";
import type { Decision } from "@/lib/contacts/policy/schema";
import { attemptStatements, type Planned } from "@/lib/outreach/dialing";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, sealersOf } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { budgetOf, factsRequest, type Means, selectKnown, triesOf } from "./means";
import type { Pace } from "./pace";
import type { CampaignRow } from "./row";
import type { ContactReason } from "./schema";
import { variablesPlace } from "./store-contacts";
import { LOOK_AGAIN_MS, type Stand, standOf } from "./verdict";

/** Contacts that one step looks at: a fraction of a second under the lock of the campaign's row. */
const MAX_LOOKED = 500;
/** Where most are blocked or held, more are looked at for each that is to be called. */
const GROWTH = 4;

export type Work = {
  tx: Tx;
  ctx: Ctx;
  row: CampaignRow;
  means: Means & { agent: AgentForCall };
  pace: Pace;
};

/** Somebody else began to reach the contact between the decision and the attempt. */
const OTHERS_TURN: ContactReason = {
  code: "call_in_progress",
  message: "An attempt to reach this contact is under way. Wait until it has ended.",
};

/** Why a step looked at no more: no slot, no moment, enough for one step, or nobody left who is due. */
export type Claimed = { placed: number; stop: "slots" | "pace" | "looked" | "drained" };

type Taken = {
  contact_id: string;
  attempts: number;
  last_call_id: string | null;
  variables: Buffer | null;
};

/** Contacts that are due, those held first, as their moment was told; nobody else looks at them meanwhile. */
async function take({ tx, ctx, row }: Work, limit: number): Promise<Taken[]> {
  const due = (status: "held" | "pending", most: number) =>
    db
      .selectFrom("campaign_contacts as cc")
      .select(["cc.contact_id", "cc.attempts", "cc.last_call_id", "cc.variables"])
      .where("cc.workspace_id", "=", ctx.workspaceId)
      .where("cc.campaign_id", "=", row.id)
      .where("cc.status", "=", status)
      .orderBy("cc.next_attempt_at")
      .orderBy("cc.contact_id")
      .limit(most)
      .forUpdate()
      .skipLocked();
  const held = await tx.all(due("held", limit).where("cc.next_attempt_at", "<=", ctx.now()));
  if (held.length === limit) return held;
  return [...held, ...(await tx.all(due("pending", limit - held.length)))];
}

type Known = {
  id: string;
  number_hash: Buffer;
  number: Buffer;
  /** The highest number of an attempt. */
  tries: number;
  /** None where its key was destroyed. */
  sealer: Sealer | undefined;
};
type Allowed = { taken: Taken; known: Known; decision: Decision };
type Change = Stand & { contact_id: string; attempts: number; last_call_id: string | null };

/** A contact that was deleted, or whose key was destroyed, is not to be reached any more. */
const gone = ({ contact_id, attempts }: Taken): Change => ({
  contact_id,
  attempts,
  status: "canceled",
  next_attempt_at: null,
  reasons: [],
  last_call_id: null,
});

function variablesOf(
  { ctx, row, means }: Work,
  { taken, known }: Allowed,
  sealer: Sealer,
): Planned["variables"] {
  if (taken.variables === null) return {};
  const given: unknown = JSON.parse(sealer.openText(variablesPlace(row.id, known.id), taken.variables));
  return valuesFrom(means.agent.config.variables, given, new Date(ctx.now()));
}

function planOf(work: Work, allowed: Allowed, sealer: Sealer, placeAt: string): Planned {
  const { ctx, row, means } = work;
  const { known, decision } = allowed;
  const number = known.tries + 1;
  return {
    key: `${row.id}/${known.id}/${number}`,
    callId: newId("call", Date.parse(ctx.now())),
    campaignId: row.id,
    number,
    contact: {
      id: known.id,
      hash: known.number_hash,
      phone: sealer.openText(contactPlace(known.id, "number"), known.number),
      sealer,
    },
    agentId: row.agent_id,
    agent: means.agent,
    channel: row.channel,
    purpose: row.purpose,
    variables: variablesOf(work, allowed, sealer),
    decision,
    placeAt,
  };
}

/** Makes the attempts. One whose contact somebody else is reaching at this moment is not made, and waits. */
async function attempt(work: Work, allowed: readonly Allowed[], before: number): Promise<Change[]> {
  const { tx, ctx, pace } = work;
  const plans = allowed.flatMap((one, i) => {
    const { sealer } = one.known;
    return sealer === undefined
      ? []
      : [{ taken: one.taken, planned: planOf(work, one, sealer, pace.at(before + i)) }];
  });
  if (plans.length === 0) return allowed.map(({ taken }) => gone(taken));
  const [made] = await tx.batch(
    ...(await attemptStatements(
      ctx,
      plans.map(({ planned }) => planned),
    )),
  );
  const keys = new Set(made.map(({ key }) => key));
  return [
    ...allowed.flatMap(({ taken, known }) => (known.sealer === undefined ? [gone(taken)] : [])),
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
            reasons: [OTHERS_TURN],
            status: "held",
            attempts: taken.attempts,
            next_attempt_at: plusMs(ctx.now(), LOOK_AGAIN_MS),
            last_call_id: null,
          };
    }),
  ];
}

/** Writes down where contacts stand now, all of them in one statement. */
async function write({ tx, ctx, row }: Work, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const given = sql<
    Record<string, never>
  >`jsonb_populate_recordset(null::campaign_contacts, ${JSON.stringify(changes)}::jsonb)`;
  await tx.all(
    db
      .updateTable("campaign_contacts as cc")
      .from(given.as("r"))
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

/** What is known of contacts, and of the campaign's attempts to reach them: of whom it has called none, nothing is asked. */
async function knownOf({ tx, ctx, row }: Work, taken: readonly Taken[]) {
  const rows = await tx.all(
    selectKnown(
      ctx,
      taken.map(({ contact_id: id }) => id),
    ),
  );
  const sealers = await sealersOf(ctx.workspaceId, rows);
  const called = new Set(
    taken.flatMap(({ contact_id: id, last_call_id: last }) => (last === null ? [] : [id])),
  );
  const tries = await triesOf(
    tx,
    ctx,
    row.id,
    rows.filter(({ id }) => called.has(id)),
  );
  const known = rows.map((one): [string, Known] => [
    one.id,
    { ...one, tries: tries.get(one.id)?.tries ?? 0, sealer: sealers.get(one.id) },
  ]);
  const budgets = taken.map(({ contact_id: id, attempts }): [string, Budget] => [
    id,
    budgetOf(row, attempts, tries.get(id)?.last_at ?? null),
  ]);
  return { known: new Map(known), budgets: new Map(budgets) };
}

/** Decides contacts and makes attempts for as many as there is room for; who is allowed beyond that stays as they are. */
async function decideSome(
  work: Work,
  taken: readonly Taken[],
  room: number,
  before: number,
): Promise<number> {
  const { tx, ctx, row, means } = work;
  const ids = taken.map(({ contact_id: id }) => id);
  const { known: all, budgets } = await knownOf(work, taken);
  const facts = await factsFor(tx, ctx, ids, factsRequest(row, means, row.ends_at, budgets));
  const now = ctx.now();
  const allowed: Allowed[] = [];
  const changes: Change[] = [];
  for (const one of taken) {
    const { contact_id: id, attempts } = one;
    const known = all.get(id);
    const its = facts.get(id);
    if (known === undefined || its === undefined) {
      changes.push(gone(one));
      continue;
    }
    const decision = decide(its, now);
    if (decision.verdict !== "allow")
      changes.push({ contact_id: id, attempts, last_call_id: null, ...standOf(decision, now) });
    else if (allowed.length < room) allowed.push({ taken: one, known, decision });
  }
  const tried = allowed.length === 0 ? [] : await attempt(work, allowed, before);
  await write(work, [...changes, ...tried]);
  return tried.filter(({ status }) => status === "active").length;
}

/**
 * Takes contacts that are due, decides them and makes attempts, until the slots or the moments are given away, nobody is
 * due, or it has looked at enough. In the step's transaction, under the lock of the campaign's row.
 */
export async function claim(work: Work, slots: number): Promise<Claimed> {
  const most = Math.min(slots, work.pace.room);
  let [placed, looked, size] = [0, 0, most];
  while (placed < most && looked < MAX_LOOKED) {
    const limit = Math.min(size, MAX_LOOKED - looked);
    const taken = await take(work, limit);
    if (taken.length > 0) placed += await decideSome(work, taken, most - placed, placed);
    if (taken.length < limit) return { placed, stop: "drained" };
    looked += taken.length;
    size *= GROWTH;
  }
  if (placed < most) return { placed, stop: "looked" };
  return { placed, stop: placed === slots ? "slots" : "pace" };
}
