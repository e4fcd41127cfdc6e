import type { AgentForCall } from "@/lib/agents/agents";

/** The columns of a new call that say which traffic split selected its version, and whether it selected the candidate. */
export const splitColumns = ({ split }: Pick<AgentForCall, "split">) => ({
  split_id: split === null ? null : split.id,
  is_candidate: split === null ? null : split.arm === "candidate",
});
