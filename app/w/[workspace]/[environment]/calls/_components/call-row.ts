import type { CallItem } from "@/lib/calls/calls/schema";

/** A call in the table: what its columns and actions use, so that the page does not send the rest to the browser. */
export type CallRow = Pick<
  CallItem,
  | "id"
  | "created_at"
  | "agent_id"
  | "channel"
  | "direction"
  | "status"
  | "end_reason"
  | "duration_ms"
  | "cost"
  | "tags"
  | "from"
  | "to"
> & {
  outcome: Pick<NonNullable<CallItem["outcome"]>, "tag" | "successful"> | null;
  latency_ms: number | null;
  is_held: boolean;
  /** A test of the agent's draft. */
  is_draft: boolean;
};

export const callRow = ({ outcome, latency, legal_hold, ...call }: CallItem): CallRow => ({
  id: call.id,
  created_at: call.created_at,
  agent_id: call.agent_id,
  channel: call.channel,
  direction: call.direction,
  status: call.status,
  end_reason: call.end_reason,
  duration_ms: call.duration_ms,
  cost: call.cost,
  tags: call.tags,
  from: call.from,
  to: call.to,
  outcome: outcome && { tag: outcome.tag, successful: outcome.successful },
  latency_ms: latency.turn_p95_ms,
  is_held: legal_hold !== null,
  is_draft: call.agent_version === null,
});
