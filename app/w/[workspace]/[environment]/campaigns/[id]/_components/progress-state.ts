import type { Campaign } from "@/lib/outreach/campaigns/schema";

type State = Pick<Campaign, "status" | "counts">;

const FINAL_STATUSES: readonly Campaign["status"][] = ["completed", "canceled", "failed"];

/** Whether a campaign has ended, so that its stream ends. */
export const isOver = ({ status, counts }: State): boolean =>
  FINAL_STATUSES.includes(status) && counts.pending + counts.held + counts.active === 0;

/** Whether two states of a campaign have the same status and counts. */
export const isSameState = (a: State, b: State): boolean =>
  a.status === b.status &&
  (Object.keys(a.counts) as (keyof Campaign["counts"])[]).every((name) => a.counts[name] === b.counts[name]);
