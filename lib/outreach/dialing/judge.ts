import { sql } from "kysely";
import type { CallItem } from "@/lib/calls/calls/schema";
import { decide, type Facts, factsFor } from "@/lib/contacts/policy";
import { type Decision, type OutreachPurpose, Window } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reading } from "@/lib/platform/db";
import type { Attempt } from "./attempt";
import type { ContactChannel } from "./carrier";

type Asked = {
  channel: ContactChannel;
  purpose: OutreachPurpose;
  agentLive: boolean;
  carrierAvailable: boolean;
};
/** Whoever is to be reached, by an attempt that is there already or by none. */
type Reached = { contact_id: string; key?: string };

/** The contact was deleted: nobody knows any more what they allowed. */
const GONE: Decision = {
  verdict: "block",
  until: null,
  reasons: [{ code: "no_consent", message: "The contact was deleted." }],
};

type Hours = Pick<Facts, "window" | "endsAt">;
const ANY_TIME: Hours = { window: null, endsAt: null };

/** The decision on each. */
async function judge(
  read: Reading,
  ctx: Ctx,
  reached: readonly Reached[],
  asked: Asked & Hours,
): Promise<Decision[]> {
  const exceptKeys = reached.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const ids = reached.map(({ contact_id: id }) => id);
  const facts = await factsFor(read, ctx, ids, { ...asked, exceptKeys, capacity: true });
  const now = ctx.now();
  return ids.map((id) => {
    const its = facts.get(id);
    return its === undefined ? GONE : decide(its, now);
  });
}

/** Whether a contact may be reached now, outside campaigns. */
export async function judgeNow(
  ctx: Ctx,
  { contactId, ...asked }: Asked & { contactId: string },
): Promise<Decision> {
  const [decision] = await judge(ctx.db, ctx, [{ contact_id: contactId }], { ...asked, ...ANY_TIME });
  return decision ?? GONE;
}

type Campaign = { hours: Hours; runs: boolean };

/** The hours of attempts' campaigns, and whether they run. */
async function campaignsOf(
  read: Reading,
  ctx: Ctx,
  attempts: readonly Attempt[],
): Promise<(id: string | null) => Campaign> {
  const ids = new Set(attempts.flatMap(({ campaign_id: id }) => (id === null ? [] : [id])));
  const rows =
    ids.size === 0
      ? []
      : await read.all(
          db
            .selectFrom("campaigns")
            .select(["id", "status", "window", "ends_at"])
            .where("workspace_id", "=", ctx.workspaceId)
            .where("id", "=", sql<string>`any(${[...ids]}::text[])`),
        );
  const campaigns = new Map(
    rows.map((row): [string, Campaign] => {
      const window = Window.safeParse(row.window);
      // The column gives times as RFC 3339 text.
      const endsAt = row.ends_at as unknown as string | null;
      const hours = { window: window.success ? window.data : null, endsAt };
      return [row.id, { hours, runs: row.status === "running" }];
    }),
  );
  return (id) =>
    id === null ? { hours: ANY_TIME, runs: true } : (campaigns.get(id) ?? { hours: ANY_TIME, runs: false });
}

/**
 * Decides once more, as attempts are about to be placed, for what may have changed since they were claimed; of each key
 * the decision, and null where its campaign has stopped meanwhile. An attempt is itself what makes its contact busy, counts
 * as a try and takes a slot. Attempts of one campaign are decided by the same few queries.
 */
export async function judgeAgain(
  read: Reading,
  ctx: Ctx,
  attempts: readonly Attempt[],
  available: (channel: ContactChannel) => boolean,
): Promise<Map<string, Decision | null>> {
  const campaignOf = await campaignsOf(read, ctx, attempts);
  const decisions = new Map<string, Decision | null>();
  const alike = new Map<string, { asked: Asked & Hours; of: Attempt[] }>();
  for (const attempt of attempts) {
    const { hours, runs } = campaignOf(attempt.campaign_id);
    if (!runs) {
      decisions.set(attempt.key, null);
      continue;
    }
    const asked = {
      channel: attempt.channel,
      purpose: attempt.purpose,
      // A rehearsal runs the draft, live or not.
      agentLive: attempt.agent_version === null || attempt.agent_status === "live",
      carrierAvailable: available(attempt.channel),
      ...hours,
    };
    const group = alike.get(JSON.stringify(asked)) ?? { asked, of: [] };
    group.of.push(attempt);
    alike.set(JSON.stringify(asked), group);
  }
  for (const { asked, of } of alike.values()) {
    const judged = await judge(read, ctx, of, asked);
    for (const [i, { key }] of of.entries()) decisions.set(key, judged[i] ?? GONE);
  }
  return decisions;
}

/** A decision's reasons as a call shows them: a reason that ends by itself says when. */
export const reasonsOf = ({ until, reasons }: Decision): CallItem["reasons"] =>
  reasons.map(({ code, message, until: own }) => {
    const end = own ?? until;
    return { code, message: end === null || message.includes(end) ? message : `${message} Until ${end}.` };
  });
