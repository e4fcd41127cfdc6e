import type { CallItem } from "@/lib/calls/schema";
import type { Ctx } from "@/lib/context";
import { db } from "@/lib/db";
import { decide, type Facts, factsFor } from "@/lib/outreach";
import { type Decision, type OutreachPurpose, Window } from "@/lib/outreach/schema";
import type { Attempt } from "./attempt";
import type { ContactChannel } from "./carrier";

type Asked = {
  contactId: string;
  channel: ContactChannel;
  purpose: OutreachPurpose;
  agentLive: boolean;
  carrierAvailable: boolean;
};

/** The contact was deleted: nobody knows any more what they allowed. */
const GONE: Decision = {
  verdict: "block",
  until: null,
  reasons: [{ code: "no_consent", message: "The contact was deleted." }],
};

type Hours = Pick<Facts, "window" | "endsAt">;
const ANY_TIME: Hours = { window: null, endsAt: null };

async function judge(
  ctx: Ctx,
  { contactId, ...asked }: Asked,
  hours: Hours,
  exceptKeys: readonly string[] = [],
): Promise<Decision> {
  const request = { ...asked, ...hours, exceptKeys, capacity: true };
  const facts = (await factsFor(ctx.db, ctx, [contactId], request)).get(contactId);
  return facts === undefined ? GONE : decide(facts, ctx.now());
}

/** Whether a contact may be reached now, outside campaigns. */
export const judgeNow = (ctx: Ctx, asked: Asked): Promise<Decision> => judge(ctx, asked, ANY_TIME);

/** The hours of an attempt's campaign, and whether it runs. */
async function campaignOf(ctx: Ctx, id: string | null): Promise<{ hours: Hours; runs: boolean }> {
  if (id === null) return { hours: ANY_TIME, runs: true };
  const row = await ctx.db.one(
    db
      .selectFrom("campaigns")
      .select(["status", "window", "ends_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  const window = Window.safeParse(row?.window);
  // The column gives times as RFC 3339 text.
  const endsAt = row?.ends_at === undefined ? null : (row.ends_at as unknown as string | null);
  return {
    hours: { window: window.success ? window.data : null, endsAt },
    runs: row?.status === "running",
  };
}

/**
 * Decides once more, as an attempt is about to be placed, for what may have changed since it was claimed. The attempt is
 * itself what makes its contact busy, counts as a try and takes a slot. Null: its campaign has stopped meanwhile.
 */
export async function judgeAgain(
  ctx: Ctx,
  attempt: Attempt,
  carrierAvailable: boolean,
): Promise<Decision | null> {
  const { hours, runs } = await campaignOf(ctx, attempt.campaign_id);
  if (!runs) return null;
  const asked = {
    contactId: attempt.contact_id,
    channel: attempt.channel,
    purpose: attempt.purpose,
    // A rehearsal runs the draft, live or not.
    agentLive: attempt.agent_version === null || attempt.agent_status === "live",
    carrierAvailable,
  };
  return judge(ctx, asked, hours, [attempt.key]);
}

/** A decision's reasons as a call shows them: a reason that ends by itself says when. */
export const reasonsOf = ({ until, reasons }: Decision): CallItem["reasons"] =>
  reasons.map(({ code, message, until: own }) => {
    const end = own ?? until;
    return { code, message: end === null || message.includes(end) ? message : `${message} Until ${end}.` };
  });
