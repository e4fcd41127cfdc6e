import { sql } from "kysely";
import type { CallItem } from "@/lib/calls/calls/schema";
import { decidePolicy, type Facts, loadFacts } from "@/lib/contacts/policy";
import { type Decision, type OutreachPurpose, Window } from "@/lib/contacts/policy/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, type QueryRunner } from "@/lib/platform/db";
import { decisionReason } from "@/lib/platform/reasons/decisions";
import type { Attempt } from "./attempt";
import type { ContactChannel } from "./carrier";
import { withEnd } from "./reason-end";

type DecisionRequest = {
  channel: ContactChannel;
  purpose: OutreachPurpose;
  isAgentLive: boolean;
  isCarrierAvailable: boolean;
};
/** A contact to decide for, with the key of its attempt if there is one. */
type Reached = { contact_id: string; key?: string };

/** The contact was deleted, and its consents with it. */
const GONE: Decision = {
  verdict: "block",
  until: null,
  reasons: [decisionReason("contact_deleted")],
};

type Hours = Pick<Facts, "window" | "endsAt">;
const ANY_TIME: Hours = { window: null, endsAt: null };

/** Decides for each contact, in order. */
async function decideForContacts(
  read: QueryRunner,
  ctx: Ctx,
  reached: readonly Reached[],
  request: DecisionRequest & Hours,
): Promise<Decision[]> {
  const exceptKeys = reached.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const ids = reached.map(({ contact_id: id }) => id);
  const facts = await loadFacts(read, ctx, ids, { ...request, exceptKeys, hasCapacity: true });
  const now = ctx.now();
  return ids.map((id) => {
    const contactFacts = facts.get(id);
    return contactFacts === undefined ? GONE : decidePolicy(contactFacts, now);
  });
}

/** Decides whether a contact can be reached now, outside campaigns. */
export async function decideForContact(
  ctx: Ctx,
  { contactId, ...request }: DecisionRequest & { contactId: string },
): Promise<Decision> {
  const [decision] = await decideForContacts(ctx.db, ctx, [{ contact_id: contactId }], {
    ...request,
    ...ANY_TIME,
  });
  return decision ?? GONE;
}

type Campaign = { hours: Hours; runs: boolean };

/** Loads the calling hours of the attempts' campaigns, and whether each is running. */
async function campaignsOf(
  read: QueryRunner,
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
 * Decides again right before placing, as facts may have changed since the attempts were claimed. Returns the
 * decision by attempt key, or null if the campaign has stopped. The attempt does not count against itself: as
 * in progress, as a try or as a slot. Attempts of one campaign share the same queries.
 */
export async function decideAgainForAttempts(
  read: QueryRunner,
  ctx: Ctx,
  attempts: readonly Attempt[],
  available: (channel: ContactChannel) => boolean,
): Promise<Map<string, Decision | null>> {
  const campaignOf = await campaignsOf(read, ctx, attempts);
  const decisions = new Map<string, Decision | null>();
  const alike = new Map<string, { request: DecisionRequest & Hours; of: Attempt[] }>();
  for (const attempt of attempts) {
    const { hours, runs } = campaignOf(attempt.campaign_id);
    if (!runs) {
      decisions.set(attempt.key, null);
      continue;
    }
    const request = {
      channel: attempt.channel,
      purpose: attempt.purpose,
      // A rehearsal runs the draft, whether or not the agent is live.
      isAgentLive: attempt.agent_version === null || attempt.agent_status === "live",
      isCarrierAvailable: available(attempt.channel),
      ...hours,
    };
    const group = alike.get(JSON.stringify(request)) ?? { request, of: [] };
    group.of.push(attempt);
    alike.set(JSON.stringify(request), group);
  }
  for (const { request, of } of alike.values()) {
    const judged = await decideForContacts(read, ctx, of, request);
    for (const [i, { key }] of of.entries()) decisions.set(key, judged[i] ?? GONE);
  }
  return decisions;
}

/** A decision's reasons for a call. A temporary reason gets its end. */
export const reasonsOf = ({ until, reasons }: Decision): CallItem["reasons"] =>
  reasons.map((reason) => withEnd(reason, reason.until ?? until));
