import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import { maskFairly } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { openCall } from "./open-call";
import { presentRunning } from "./present";
import type { FullRow } from "./row";
import { toActiveCall } from "./run-event";
import type { Turn } from "./schema";

/** A call whose caller is being transferred, as the handlers of its carrier need it. */
export type TransferredCall = {
  id: string;
  /** `ringing`: no target has accepted. `accepted`: one has, and the call has ended as transferred, or will. */
  stage: "ringing" | "accepted" | "ended";
  config: AgentConfig;
  policy: AgentPolicy;
  /** The masked turns, as the transcript shows them; none if the masks cannot be decided. */
  maskedTurns(): Promise<readonly Turn[]>;
};

function stageOf(row: Pick<FullRow, "status" | "end_reason" | "transferred_at">): TransferredCall["stage"] {
  if (row.status === "in_progress") return row.transferred_at === null ? "ringing" : "accepted";
  return row.end_reason === "transferred" ? "accepted" : "ended";
}

/** Reads the call that a carrier's callback names, also after its gateway has died. Undefined for an unknown call. */
export async function readTransferredCall(ctx: Ctx, callId: string): Promise<TransferredCall | undefined> {
  const opened = await openCall(ctx, callId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });
  if (opened === undefined) return undefined;
  const { row } = opened;
  return {
    id: row.id,
    stage: stageOf(row),
    config: row.config,
    policy: row.policy,
    async maskedTurns() {
      const active = toActiveCall(ctx, opened);
      if (active === null) return [];
      const present = () => presentRunning(row, active.conversation);
      return maskFairly(ctx.workspaceId, present, "always").catch((error: unknown) => {
        log.warn(
          { err: error, callId, requestId: ctx.requestId },
          "a briefing leaves out the caller's words",
        );
        return [];
      });
    },
  };
}
