import { findContact } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { CAPS, countAttempts } from "./attempt-caps";
import { decidePolicy } from "./decide-policy";
import { type Span, spansOfDay } from "./hours";
import { type FactsRequest, loadFacts } from "./load-facts";
import { parseTimeMs } from "./parse-time";
import { legalWeek, rulesOf } from "./regions";
import type { ExplainedDecision } from "./schema";

const [DAILY, WEEKLY] = CAPS;

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/**
 * Decides whether a contact (id or number) may be contacted now, and returns the deciding facts. Takes capacity, agent
 * and carrier from the request. Throws `not_found`.
 */
export async function explainDecision(
  ctx: Ctx,
  ref: string,
  request: FactsRequest,
): Promise<ExplainedDecision> {
  const { id } = await findContact(ctx, ref);
  const facts = (await loadFacts(ctx.db, ctx, [id], request)).get(id);
  if (facts === undefined) throw notFound();
  const now = ctx.now();
  const { timezone, region, purpose, channel, attempts } = facts;
  const spans: readonly Span[] | null =
    timezone === null
      ? null
      : spansOfDay({ zone: timezone, week: legalWeek(region, purpose) }, parseTimeMs(now));
  return {
    ...decidePolicy(facts, now),
    contact_id: id,
    decided_at: now,
    purpose,
    channel,
    timezone,
    timezone_source: await sourceOfZone(ctx, id),
    region,
    hours_today: spans?.map(([from, until]) => ({ start: clock(from), end: clock(until) })) ?? null,
    consent: facts.consent.state,
    suppressed: [...facts.suppressed],
    attempts: {
      last_day: countAttempts(attempts, DAILY.days, parseTimeMs(now)),
      max_day: DAILY.max,
      last_week: countAttempts(attempts, WEEKLY.days, parseTimeMs(now)),
      max_week: WEEKLY.max,
    },
    rules: rulesOf(region, purpose).map(({ law, source, verified_on }) => ({ law, source, verified_on })),
  };
}

async function sourceOfZone(ctx: Ctx, id: string): Promise<ExplainedDecision["timezone_source"]> {
  const row = await ctx.db.first(
    db
      .selectFrom("contacts")
      .select("timezone_source")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", id),
  );
  return (row?.timezone_source ?? null) as ExplainedDecision["timezone_source"];
}
