import type { CampaignCounts } from "@/lib/outreach/campaigns/schema";

/** A segment of the bar: the contacts with one status. */
export type Part = { id: PartId; count: number };
type PartId = "reached" | "tried" | "active" | "held" | "pending" | "blocked" | "failed" | "canceled";

/** The contacts of a campaign by status, each in one part; empty parts are omitted. */
export function partsOf(counts: CampaignCounts): Part[] {
  const { total, pending, active, completed, reached, held, blocked, failed } = counts;
  const parts: Part[] = [
    { id: "reached", count: reached },
    { id: "tried", count: completed - reached },
    { id: "failed", count: failed },
    { id: "blocked", count: blocked },
    { id: "active", count: active },
    { id: "held", count: held },
    { id: "pending", count: pending },
    { id: "canceled", count: total - pending - active - completed - held - blocked - failed },
  ];
  return parts.filter(({ count }) => count > 0);
}

/** The percentage of finished contacts; 100 only when all have finished. */
export function donePercent({ total, pending, active, held }: CampaignCounts): number {
  if (total === 0) return 0;
  return Math.floor(((total - pending - active - held) / total) * 100);
}
