import type { CampaignCounts } from "@/lib/outreach/campaigns/schema";

/** One stretch of the bar: so many contacts that stand alike. */
export type Part = { id: PartId; label: string; count: number };
type PartId = "reached" | "tried" | "active" | "held" | "pending" | "blocked" | "failed" | "canceled";

/** The contacts of a campaign by where they stand, each in one part; those without any are left out. */
export function partsOf(counts: CampaignCounts): Part[] {
  const { total, pending, active, completed, reached, held, blocked, failed } = counts;
  const parts: Part[] = [
    { id: "reached", label: "reached", count: reached },
    { id: "tried", label: "tried, not reached", count: completed - reached },
    { id: "failed", label: "failed", count: failed },
    { id: "blocked", label: "blocked", count: blocked },
    { id: "active", label: "under way", count: active },
    { id: "held", label: "held", count: held },
    { id: "pending", label: "waiting", count: pending },
    {
      id: "canceled",
      label: "canceled",
      count: total - pending - active - completed - held - blocked - failed,
    },
  ];
  return parts.filter(({ count }) => count > 0);
}

/** A number with its noun: "1 contact", "1,200 contacts". */
export const contacts = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "contact" : "contacts"}`;

/** The contacts that have come to their end, in percent, never 100 before all have. */
export function doneOf({ total, pending, active, held }: CampaignCounts): number {
  if (total === 0) return 0;
  return Math.floor(((total - pending - active - held) / total) * 100);
}
