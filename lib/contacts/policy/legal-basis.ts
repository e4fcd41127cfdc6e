import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Cap } from "./attempt-caps";
import { capsOf } from "./decide-policy";
import { findRecordingRule } from "./recording-rules";
import type { LegalSource } from "./region-rules";
import { rulesOf } from "./regions";
import type { OutreachPurpose } from "./schema";

/** A rule as shown: its law, and where and when it was read. */
export type ShownRule = Pick<LegalSource, "law" | "source" | "verified_on">;

const toShown = ({ law, source, verified_on }: LegalSource): ShownRule => ({ law, source, verified_on });

/** The laws of regions that make the hours or the number of attempts stricter, each once. */
export function hoursRules(regions: readonly (string | null)[], purpose: OutreachPurpose): ShownRule[] {
  const byLaw = new Map(
    regions.flatMap((region) => rulesOf(region, purpose)).map((rule) => [rule.law, toShown(rule)]),
  );
  return [...byLaw.values()];
}

/** The product's caps, and those of the regions' laws. */
export const capsFor = (regions: readonly (string | null)[], purpose: OutreachPurpose): Cap[] => {
  const all = [null, ...regions].flatMap((region) => capsOf({ region, purpose }));
  return [...new Map(all.map((cap) => [`${cap.max}/${cap.days}`, cap])).values()];
};

/** The law on recording calls in a region, and whose knowledge it requires; null if it is not known. */
export function recordingRule(region: string | null): { parties: "all" | "one"; rule: ShownRule } | null {
  const rule = findRecordingRule(region);
  return rule === undefined ? null : { parties: rule.parties, rule: toShown(rule) };
}

/** The region of a contact; null if it is unknown or the contact was deleted. */
export async function readRegion(ctx: Ctx, contactId: string): Promise<string | null> {
  const row = await ctx.db.first(
    db
      .selectFrom("contacts")
      .select("region")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("environment", "=", ctx.environment)
      .where("id", "=", contactId),
  );
  return row?.region ?? null;
}
